"""Text of a socket to values and back; the one decoder of what strangers send.

The frames are listed in ``docs/frames.md``. A bad frame raises ``BadFrame`` and never anything else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from games.rules import Refusal

MAX_CHARACTERS = 4096
MAX_INTEGER = 2**53
PROTOCOL = 1
TOO_LARGE = "size"
# Half of a surrogate pair, which no text can be made of again. Our pages send whole characters as
# they are, so the escape of any half is refused, a pair's too.
HALF_A_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")
TICKET = re.compile("[!-~]{1,400}")
TABLE = re.compile("[0-9A-Za-z]{1,12}")
ACT_ID = re.compile("[!-~]{1,40}")
LANGUAGE = re.compile("[A-Za-z-]{2,10}")
PLAYED = frozenset({"bid", "pass", "trump", "card", "ready"})
AROUND = frozenset({"rematch", "sit", "leave", "take_back", "call_director"})
PUT_IN = frozenset({"entropy_hash", "entropy"})
ACTIONS = PLAYED | AROUND | PUT_IN
"""What can be asked for: in the match, around it, and before its first deal."""
CHAT_KINDS = frozenset({"say", "mute", "block", "report"})


CLOSE_SIGNED_OUT = 4401
CLOSE_NOT_ALLOWED = 4403
CLOSE_NO_TABLE = 4404
CLOSE_ELSEWHERE = 4409
CLOSE_TOO_LARGE = 4413
CLOSE_FLOOD = 4429
CLOSE_TOO_SLOW = 4013
CLOSE_RESTART = 1012


class BadFrame(Refusal):
    """What came over the socket is no frame of ours."""

    code = "bad_frame"


@dataclass(frozen=True, slots=True)
class Hello:
    """The first frame, and later the request for what was missed since ``have``.

    ``language`` is the page's; what is refused is told in it.
    """

    ticket: str
    table: str
    have: int | None
    language: str = ""


@dataclass(frozen=True, slots=True)
class Do:
    """An act: ``id`` names it for ever, ``seen`` is the number of the last event its author knew."""

    id: str
    seen: int
    kind: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Chat:
    """Something said at the table, or who is to be heard there: ``id`` names it in a refusal."""

    id: str
    kind: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ping:
    """A heartbeat with the sender's clock in milliseconds."""

    clock: int


@dataclass(frozen=True, slots=True)
class Bye:
    """An intended leave."""


Frame = Hello | Do | Chat | Ping | Bye


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def encode(frame: Mapping[str, Any]) -> str:
    """Return the frame as compact JSON."""
    return _ENCODER.encode(frame)


def decode_object(text: str | None) -> dict[str, Any]:
    """Return the JSON object in ``text``.

    :raises BadFrame: for anything else: binary, too long, too deep, NaN, huge numbers, a name that is
        there twice, no object.
    """
    if text is None or len(text) > MAX_CHARACTERS:
        raise BadFrame(reason=TOO_LARGE)
    if HALF_A_CHARACTER.search(text):
        raise BadFrame(reason="json")
    try:
        found = _READER.decode(text)
    except (ValueError, RecursionError) as error:
        raise BadFrame(reason="json") from error
    if not isinstance(found, dict):
        raise BadFrame(reason="object")
    return found


def decode(text: str | None) -> Frame:
    """Return the frame in ``text``.

    :raises BadFrame: naming the field in ``params["reason"]``.
    """
    found = decode_object(text)
    match found.get("t"):
        case "hello":
            return _hello(found)
        case "do":
            return _do(found)
        case "chat":
            return _chat(found)
        case "ping":
            return Ping(clock=_whole(found, "c"))
        case "bye":
            return Bye()
    raise BadFrame(reason="t")


def _hello(found: Mapping[str, Any]) -> Hello:
    if _whole(found, "v") != PROTOCOL:
        raise BadFrame(reason="v")
    have = None if found.get("have") is None else _whole(found, "have")
    language = _text(found, "lang", LANGUAGE) if "lang" in found else ""
    ticket, table = _text(found, "ticket", TICKET), _text(found, "table", TABLE)
    return Hello(ticket, table, have, language)


def _do(found: Mapping[str, Any]) -> Do:
    kind, data = found.get("k"), found.get("d", {})
    if not isinstance(kind, str) or kind not in ACTIONS:
        raise BadFrame(reason="k")
    if not isinstance(data, dict):
        raise BadFrame(reason="d")
    return Do(id=_text(found, "id", ACT_ID), seen=_whole(found, "s"), kind=kind, data=data)


def _chat(found: Mapping[str, Any]) -> Chat:
    kind, data = found.get("k"), found.get("d", {})
    if not isinstance(kind, str) or kind not in CHAT_KINDS:
        raise BadFrame(reason="k")
    if not isinstance(data, dict):
        raise BadFrame(reason="d")
    return Chat(id=_text(found, "id", ACT_ID), kind=kind, data=data)


def _text(found: Mapping[str, Any], name: str, form: re.Pattern[str]) -> str:
    value = found.get(name)
    if not isinstance(value, str) or not form.fullmatch(value):
        raise BadFrame(reason=name)
    return value


def _whole(found: Mapping[str, Any], name: str) -> int:
    value = found.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BadFrame(reason=name)
    return value


def _integer(digits: str) -> int:
    if len(digits) > len(str(MAX_INTEGER)) or abs(int(digits)) > MAX_INTEGER:
        raise ValueError("number too large")
    return int(digits)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object; of a name that is there twice, two readers would take different values."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name twice")
    return found


_READER = json.JSONDecoder(
    parse_constant=_refuse, parse_float=_refuse, parse_int=_integer, object_pairs_hook=_once
)
