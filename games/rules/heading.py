"""The header of a record: the rules, the first dealer, who played when and where, and how it ended.

The fields come in one order, and those of the people are there all together or not at all: so a
line that was lost, doubled or moved is found where it shows. The values of ``rules``, ``event``,
``table`` and the seats are the whole rest of their line; anywhere else a ``#`` begins a remark.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from games.rules.presets import EDITIONS, edition
from games.rules.rulesets import RuleSet
from games.rules.seats import SEATS, Seat


@dataclass(frozen=True, slots=True)
class Heading:
    """What a record says of the people, the evening and the end; all of it may be missing.

    ``names`` are those of seats 0 to 3; ``result`` is the check of that name in
    ``games.rules.checks``, to be true where the record ends. Times are UTC, in whole seconds.
    """

    event: str = ""
    table: str = ""
    begun: datetime | None = None
    ended: datetime | None = None
    names: tuple[str, ...] = ("", "", "", "")
    result: str = ""


UNTITLED = Heading()

MATCH = "the match"

# What may follow each field; "" is the top of the record, ``MATCH`` its first action.
NEXT: Mapping[str, tuple[str, ...]] = {
    "": ("rules",),
    "rules": ("target", "cap", "dealer"),
    "target": ("cap", "dealer"),
    "cap": ("dealer",),
    "dealer": ("event", "result", MATCH),
    "event": ("table",),
    "table": ("begun",),
    "begun": ("ended",),
    "ended": ("seat 0",),
    "seat 0": ("seat 1",),
    "seat 1": ("seat 2",),
    "seat 2": ("seat 3",),
    "seat 3": ("result", MATCH),
    "result": (MATCH,),
}


def demand_next(after: str, name: str) -> None:
    """Refuse a field, or the first action, that cannot follow the field before it.

    :raises ValueError: saying what was expected.
    """
    if name not in NEXT[after]:
        raise ValueError(f"expected {' or '.join(NEXT[after])}, not {name}")


def read_field(name: str, text: str, before: Mapping[str, Any]) -> Any:
    """Return the value of a field.

    :param before: the fields above it.
    :raises ValueError: or a ``Refusal``, saying what is wrong with it.
    """
    bare = text if name in _WHOLE_LINES else text.split("#", maxsplit=1)[0]
    value = _READ[name](bare.strip())
    if name == "ended" and value and before["begun"] and value < before["begun"]:
        raise ValueError("it ended before it had begun")
    return value


def heading_of(fields: Mapping[str, Any]) -> Heading:
    """Return the heading that the fields of a header make."""
    names = tuple(fields.get(name, "") for name in _SEATS)
    own = {name: fields[name] for name in ("event", "table", "begun", "ended", "result") if name in fields}
    return Heading(names=names, **own)


def heading_lines(heading: Heading) -> list[str]:
    """Return the heading as lines."""
    people = {
        "event": heading.event,
        "table": heading.table,
        "begun": "" if heading.begun is None else moment_text(heading.begun),
        "ended": "" if heading.ended is None else moment_text(heading.ended),
        **dict(zip(_SEATS, heading.names, strict=True)),
    }
    known = [_field(*field) for field in people.items()] if any(people.values()) else []
    return [*known, *([_field("result", heading.result)] if heading.result else [])]


def _field(name: str, value: str) -> str:
    """Return a line of the header, whatever a name or a title may hold."""
    return f"{name}: {_words(value)}".rstrip()


def rules_text(rules: RuleSet) -> str:
    """Return how a record names a rule set: by key and version if it is shipped, else whole."""
    shipped = EDITIONS.get((rules.key, rules.version)) == rules
    return f"{rules.key} {rules.version}" if shipped else rules.to_json()


def moment_text(moment: datetime) -> str:
    """Return a moment of UTC as records write it."""
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def seat_number(text: str) -> Seat:
    """Return the seat a digit names.

    :raises ValueError: when there is none of that number.
    """
    if text not in ("0", "1", "2", "3"):
        raise ValueError(f"no such seat: {text}")
    return SEATS[int(text)]


def _rules(text: str) -> RuleSet:
    if text.startswith("{"):
        return RuleSet.from_json(text)
    key, _, version = text.partition(" ")
    return edition(key, whole_number(version))


def whole_number(text: str) -> int:
    """Return the whole number that digits write.

    :raises ValueError: for anything else, and for more than four digits.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise ValueError(f"not a number: {text}")
    return int(text)


def _moment(text: str) -> datetime | None:
    if not text:
        return None
    moment = datetime.fromisoformat(text)
    if moment.utcoffset() != timedelta(0) or moment_text(moment) != text:
        raise ValueError(f"not a time like 2026-03-01T18:00:00Z: {text}")
    return moment


def _words(text: str) -> str:
    return " ".join(text.split())


_SEATS = tuple(f"seat {seat}" for seat in SEATS)
_WHOLE_LINES = frozenset({"rules", "event", "table", *_SEATS})
_READ: Mapping[str, Callable[[str], Any]] = {
    "rules": _rules,
    "target": whole_number,
    "cap": whole_number,
    "dealer": seat_number,
    "event": str,
    "table": str,
    "begun": _moment,
    "ended": _moment,
    **dict.fromkeys(_SEATS, str),
    "result": _words,
}
