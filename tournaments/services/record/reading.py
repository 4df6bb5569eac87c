"""Reading the record of a tournament: a file that is wrong is refused with the place, and nothing stored.

Every value is checked by the column it goes into, every number names a row that is there. What the rows say
together is for the database and for ``bringing``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NoReturn

from django.core.exceptions import ValidationError
from django.db.models import (
    BooleanField,
    CharField,
    DateTimeField,
    DecimalField,
    Field,
    FloatField,
    IntegerField,
    JSONField,
    TextField,
)

from games.models import Table, User, clean_name
from games.rules import Refusal, RuleSet
from games.services.clocks import TablePolicy
from tournaments.models import Pairing
from tournaments.state import read_options

from .parts import FORMAT, PART_OF, PARTS, REFERENCES, TELLING, VERSION, Part

LARGEST_BYTES: Final = 64 * 2**20
"""What a page takes: reading it takes a web process some ten times as much memory."""
LARGEST_OF_OPERATOR: Final = 4 * LARGEST_BYTES
"""What a command takes. A match online of 8 deals is 34 kB, so 500 pairs over 7 rounds are 60 MB and more."""
MOST_ROWS: Final = 100_000
HEAD: Final = ("format", "version", "club")
JSON_TYPES: Final[tuple[tuple[type[Field[Any, Any]], type], ...]] = (
    (BooleanField, bool),
    (IntegerField, int),
    (DateTimeField, str),
    (DecimalField, str),
    (FloatField, float),
    (CharField, str),
    (TextField, str),
)
NAMES: Final = {("tournament", "name"): 80, ("players", "name"): 60, ("people", "name"): 60}
"""The names that people read, and how long each may be."""


class RecordTooLarge(Refusal):
    """A record is 64 MB at most, for a command 256 MB, and has 100,000 rows of a kind."""

    code = "record_too_large"


class RecordNotText(Refusal):
    """A record is JSON in UTF-8."""

    code = "record_not_text"


class RecordOfAnotherVersion(Refusal):
    """This is no record of a tournament, or one that this version cannot read."""

    code = "record_of_another_version"


class RecordWrong(Refusal):
    """Something in a record is not as it has to be; ``where`` names the place."""

    code = "record_wrong"


Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Record:
    """A record whose every value has been checked, times being times; numbers name rows, from 1."""

    club: Mapping[str, str]
    people: tuple[str, ...]
    parts: Mapping[str, list[Row]]
    logs: tuple[Row, ...]

    @property
    def slug(self) -> str:
        """The address of the tournament."""
        return str(self.parts["tournament"][0]["slug"])


def read_record(content: bytes, *, largest: int = LARGEST_BYTES) -> Record:
    """Return the record that a file holds.

    :param largest: how many bytes it may have.
    :raises RecordTooLarge: for more than a record may have.
    :raises RecordNotText: for what is not JSON in UTF-8.
    :raises RecordOfAnotherVersion: for another format.
    :raises RecordWrong: naming the first place that is wrong.
    """
    if len(content) > largest:
        raise RecordTooLarge()
    values = _values(content)
    if not isinstance(values, dict) or (values.get("format"), values.get("version")) != (FORMAT, VERSION):
        raise RecordOfAnotherVersion(version=VERSION)
    _keys(values, (*HEAD, "people", *(part.name for part in PARTS), "logs"), "")
    sizes = {name: len(_list(values, name)) for name in values if name not in HEAD}
    club = _club(values["club"])
    people = tuple(_person(row, f"people[{at}]") for at, row in _rows(values, "people"))
    parts = {
        part.name: [_row(part, row, f"{part.name}[{at}]", sizes) for at, row in _rows(values, part.name)]
        for part in PARTS
    }
    if sizes["tournament"] != 1 or sizes["registration"] > 1:
        _refuse("tournament")
    _check_stages(parts)
    return Record(club, people, parts, tuple(_logs(values, sizes)))


def _values(content: bytes) -> Any:
    try:
        values = json.loads(content.decode("utf-8-sig"), parse_constant=_no_number)
        json.dumps(values, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except (ValueError, RecursionError) as fault:
        raise RecordNotText() from fault
    return values


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _refuse(where: str) -> NoReturn:
    raise RecordWrong(where=where)


def _keys(found: Any, wanted: tuple[str, ...], where: str) -> None:
    """Demand exactly these keys; the first that is wrong is named."""
    if not isinstance(found, dict):
        _refuse(where)
    for key in sorted(set(wanted) ^ set(found)):
        _refuse(f"{where}.{key[:40]}".lstrip("."))


def _list(values: Row, name: str) -> list[Any]:
    found = values[name]
    if not isinstance(found, list):
        _refuse(name)
    if len(found) > MOST_ROWS:
        raise RecordTooLarge()
    return found


def _rows(values: Row, name: str) -> Iterator[tuple[int, Any]]:
    """Yield the rows of a part with their numbers."""
    return enumerate(values[name], start=1)


def _club(found: Any) -> Mapping[str, str]:
    _keys(found, ("name", "slug"), "club")
    for key, value in found.items():
        _demand(isinstance(value, str) and 0 < len(value) <= 60, f"club.{key}")
    _clean(found["name"], 80, "club.name")
    return dict(found)


def _person(row: Any, where: str) -> str:
    _keys(row, ("name",), where)
    _clean(row["name"], NAMES["people", "name"], f"{where}.name")
    return str(row["name"])


def _clean(name: Any, longest: int, where: str) -> None:
    """Demand a name in its one stored form, that deceives nobody who reads it."""
    _demand(isinstance(name, str), where)
    try:
        clean = clean_name(name, longest=longest)
    except Refusal as refusal:
        raise RecordWrong(where=where) from refusal
    _demand(clean == name, where)


def _demand(holds: object, where: str) -> None:
    if not holds:
        _refuse(where)


def _row(part: Part, row: Any, where: str, sizes: Mapping[str, int]) -> Row:
    extra = ("pairing",) if part.model is Table else ()
    _keys(row, (*(field.name for field in part.columns), *extra), where)
    found = {field.name: _value(field, row[field.name], where, sizes) for field in part.columns}
    if part.model is Table:
        found["pairing"] = _reference("pairings", row["pairing"], f"{where}.pairing", sizes)
    if (part.name, "name") in NAMES:
        _clean(found["name"], NAMES[part.name, "name"], f"{where}.name")
    return found


def _value(field: Any, value: Any, where: str, sizes: Mapping[str, int]) -> Any:
    where = f"{where}.{field.name}"
    if value is None:
        return _demand(field.null, where)
    if field.remote_field is not None:
        model = field.remote_field.model
        return _reference("people" if model is User else PART_OF[model], value, where, sizes)
    if isinstance(field, JSONField):
        return _json(field, value, where, sizes)
    wanted = next(kind for column, kind in JSON_TYPES if isinstance(field, column))
    allowed = (int, float) if wanted is float else (wanted,)
    _demand(type(value) in allowed and "\0" not in str(value), where)
    try:
        found = field.clean(value, None)
    except ValidationError as fault:
        raise RecordWrong(where=where) from fault
    _demand(not isinstance(found, datetime) or found.tzinfo is not None, where)
    return found


def _reference(part: str, value: Any, where: str, sizes: Mapping[str, int]) -> int:
    _demand(type(value) is int and 1 <= value <= sizes[part], where)
    return int(value)


def _json(field: Any, value: Any, where: str, sizes: Mapping[str, int]) -> Any:
    _demand(type(value) is type(field.get_default()), where)
    _demand("\\u0000" not in json.dumps(value), where)
    if field.name in TELLING:
        for key in value.keys() & REFERENCES:
            for one in _flat(value[key]):
                if one is not None:
                    _reference(REFERENCES[key], one, f"{where}.{key}", sizes)
    return value


def _flat(value: Any) -> Iterator[Any]:
    """Yield what is in lists of lists."""
    if isinstance(value, list):
        for one in value:
            yield from _flat(one)
    else:
        yield value


def _check_stages(parts: Mapping[str, list[Row]]) -> None:
    """Demand rules that are rules, options that are options, and clocks that run."""
    try:
        where = "tournament[1].policy"
        TablePolicy.from_json(parts["tournament"][0]["policy"])
        for at, stage in enumerate(parts["stages"], start=1):
            where = f"stages[{at}].rules_json"
            rules = RuleSet.from_json(stage["rules_json"])
            _demand((rules.key, rules.digest) == (stage["rules_key"], stage["rules_digest"]), where)
            where = f"stages[{at}].options"
            read_options(stage["options"])
    except (Refusal, TypeError) as fault:
        raise RecordWrong(where=where) from fault
    for at, pairing in enumerate(parts["pairings"], start=1):
        decided = pairing["state"] == Pairing.State.DECIDED
        _demand(pairing["round"] and (not decided or pairing["decided_by"]), f"pairings[{at}].decided_by")


def _logs(values: Row, sizes: Mapping[str, int]) -> Iterator[Row]:
    _demand(sizes["logs"] == sizes["matches"], "logs")
    for at, row in _rows(values, "logs"):
        where = f"logs[{at}]"
        _keys(row, ("match", "master", "entropy", "events"), where)
        _demand(row["match"] == at, f"{where}.match")
        _demand(isinstance(row["events"], list) and isinstance(row["entropy"], dict), f"{where}.events")
        _demand(isinstance(row["master"], str) and len(row["master"]) <= 64, f"{where}.master")
        yield row
