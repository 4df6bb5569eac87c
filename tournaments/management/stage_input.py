"""What ``pair`` and ``standings`` share: a stage read from the standard input, and numbers as JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.formats.stages import check_meetings
from tournaments.state import BadState, State, read_state

MOST_BYTES = 64 * 2**20


class StageCommand(BaseCommand):
    """Answer a question about the stage on the standard input; a stage that is wrong ends with 2."""

    requires_system_checks: list[str] = []

    def answer(self, ask: Callable[[State], Any]) -> Any:
        """Return what is asked of the stage.

        :raises CommandError: in one line, naming what is wrong.
        """
        content = sys.stdin.buffer.read(MOST_BYTES + 1)
        try:
            state = read_state(_text(content))
            check_meetings(state)
            return ask(state)
        except BadState as refusal:
            raise CommandError(str(refusal).replace("\n", " "), returncode=2) from refusal


def _text(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise BadState(where="state", what=f"is larger than {MOST_BYTES} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise BadState(where="state", what="is no UTF-8 text") from fault


def number(value: Fraction) -> int | float:
    """Return a number as JSON has it: whole where it is whole."""
    return value.numerator if value.denominator == 1 else float(value)
