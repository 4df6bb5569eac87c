"""``manage.py replay``: check every line of a match as text, and tell it deal by deal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from games.models.names import JOINERS
from games.rules import BadRecord, Refusal, notation, story
from games.sentences import SENTENCES, sentence

MOST_BYTES = 2**20
LONGEST_REASON = 200
STDIN = "-"
COLUMNS = "{:>4}  {:>6}  {:>8}  {:>3}  {:>5}  {:>11}  {:>16}  {:>16}"
HEADS = ("deal", "dealer", "declarer", "bid", "trump", "tricks", "points", "totals")


class Command(BaseCommand):
    """Replay a record."""

    help = "Check every line of a match as text, and tell it deal by deal. See docs/records.md."

    # A file is read and nothing else: no database, no settings that a check would look at.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("file", help=f"the record; {STDIN} reads the standard input")
        parser.add_argument("--json", action="store_true", help="print the match as one JSON object")

    def handle(self, **options: Any) -> None:
        """Print the match, or name the line that is wrong and end with 1."""
        name: str = options["file"]
        try:
            told = story.told(notation.parse(_text(name)))
        except BadRecord as refusal:
            raise CommandError(_complaint(name, refusal)) from refusal
        if options["json"]:
            self.stdout.write(json.dumps(told, ensure_ascii=False))
            return
        for line in _lines(told):
            self.stdout.write(_shown(line))


def _text(name: str) -> str:
    """Return the text of a file.

    :raises CommandError: when it cannot be opened or is larger than any match.
    :raises BadRecord: when it is no text.
    """
    try:
        content = _read(sys.stdin.buffer) if name == STDIN else _read_file(Path(name))
    except OSError as fault:
        raise CommandError(f"{name}: {fault.strerror}") from fault
    if len(content) > MOST_BYTES:
        raise CommandError(f"{name}: larger than {MOST_BYTES} bytes, which no match needs")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        raise BadRecord(line=line, reason="this is not UTF-8 text") from fault


def _read_file(path: Path) -> bytes:
    with path.open("rb") as file:
        return _read(file)


def _read(file: BinaryIO) -> bytes:
    """Read one byte more than is allowed, however much there is."""
    return file.read(MOST_BYTES + 1)


def _complaint(name: str, refusal: BadRecord) -> str:
    """Return the line that is wrong, the reason, and the sentence of the rule it breaks."""
    reason = str(refusal.params["reason"])[:LONGEST_REASON]
    cause = refusal.__cause__
    words = f": {_sentence(cause)}" if isinstance(cause, Refusal) and cause.code in SENTENCES else ""
    return _shown(f"{name}: line {refusal.params['line']}: {reason}{words}")


def _sentence(refusal: Refusal) -> str:
    with translation.override("en"):
        return sentence(refusal)[:LONGEST_REASON]


def _shown(line: str) -> str:
    """Return the line without what would move the cursor of a terminal or turn its text around."""
    return "".join(sign if sign.isprintable() or sign in JOINERS else "\ufffd" for sign in line)


def _lines(told: dict[str, Any]) -> Iterator[str]:
    """Yield the match as a reader wants it: what it was, a line a deal, and the end."""
    yield from _head(told)
    yield ""
    yield COLUMNS.format(*HEADS)
    yield from (_deal_line(deal) for deal in told["deals"])
    yield from (_adjustment_line(one) for one in told["adjustments"])
    yield ""
    yield _end(told["result"], told["seats"])


def _head(told: dict[str, Any]) -> Iterator[str]:
    rules, cap, event, table = told["rules"], told["cap"], told["event"], told["table"]
    most = f", {cap} deals at most" if cap else ""
    yield f"{rules['key']} {rules['version']}, to {told['target']}{most}"
    if event or table:
        yield ", ".join(filter(None, [event, table and f"table {table}"]))
    if told["begun"]:
        yield f"{told['begun']} to {told['ended'] or '?'}"
    yield from (f"seat {seat}  {name}" for seat, name in enumerate(told["seats"]) if name)


def _deal_line(deal: dict[str, Any]) -> str:
    contract, score = deal["contract"], deal["score"]
    first = (deal["deal"], deal["dealer"])
    if contract is None:
        return COLUMNS.format(*first, *(["passed"] if deal["passed"] else ["-"]), *[""] * 5).rstrip()
    bid = (contract["declarer"], contract["bid"], contract["trump"] or "-")
    if score is None:
        return COLUMNS.format(*first, *bid, "", "", "").rstrip()
    figures = (_figures(score[name]) for name in ("tricks", "points", "totals"))
    return COLUMNS.format(*first, *bid, *figures)


def _adjustment_line(adjustment: dict[str, int]) -> str:
    entry, side, points = adjustment["entry"], adjustment["side"], adjustment["points"]
    return f"side {side} was given {points} points by the director, in line {entry} of these"


def _figures(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def _end(result: dict[str, Any], names: Sequence[str]) -> str:
    totals, by = _figures(result["totals"]), result["by"]
    sides = len(result["totals"])
    if result["state"] == "won":
        return f"won by {_side(result['winner'], sides, names)}, {totals}, by {by}"
    if result["state"] == "void":
        return f"no result, {totals}: everyone passed too often"
    if result["state"] == "open":
        return f"not over, {totals}"
    if result["advances"] is None:
        return f"drawn, {totals}, by {by}"
    return f"drawn, {totals}, by {by}; {_side(result['advances'], sides, names)} would advance"


def _side(side: int, sides: int, names: Sequence[str]) -> str:
    people = " and ".join(filter(None, names[side::sides]))
    return f"side {side} ({people})" if people else f"side {side}"
