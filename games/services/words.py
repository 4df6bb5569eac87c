"""What a page asks for with its words, from the frame's kind and values to the verb."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.models import User
from games.rules import SEATS
from games.services import blocks, chat, reports


def carry_out(table_id: int, user: User, kind: str, data: Mapping[str, Any], now: datetime) -> None:
    """Say something, choose whom to hear, block or report, as one asked who sits at a table.

    :param kind: one of ``games.frames.CHAT_KINDS``.
    :raises Refusal: by the name of what stands against it.
    """
    match kind:
        case "say":
            chat.say(table_id=table_id, user=user, said=data, now=now)
        case "mute":
            number = None if data.get("seat") is None else _other_seat(data)
            chat.mute(table_id=table_id, user=user, number=number, on=data.get("on") is True)
        case "block":
            other = chat.sitter(table_id=table_id, number=_other_seat(data), but=user)
            blocks.block(user=user, other_id=other, now=now)
        case "report":
            reason, number = str(data.get("reason", "")), _other_seat(data)
            reports.report(table_id=table_id, user=user, number=number, reason=reason, now=now)


def _other_seat(data: Mapping[str, Any]) -> int:
    number = data.get("seat")
    if type(number) is not int or number not in range(len(SEATS)):  # true is no seat
        raise blocks.NobodyThere()
    return number
