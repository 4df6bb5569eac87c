"""Writing the record of a tournament: rows as JSON values, a line each, and the logs of its matches.

What is written at the same moment twice is the same to the byte. The rows are read without a lock; when
somebody changed the tournament meanwhile they are read again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from django.db.models import Model, Q, QuerySet

from games.models import Match, Table, User
from games.rules import Refusal
from games.services import brought
from tournaments.models import (
    EntryPlayer,
    Invitation,
    Pairing,
    Player,
    Report,
    Single,
    Substitution,
    Tournament,
)

from .parts import FORMAT, HERE_ONLY, PART_OF, PARTS, REFERENCES, TELLING, VERSION, Part

TRIES = 3
Row = dict[str, Any]
Numbers = dict[str, dict[int, int]]
"""The numbers of rows in the file, by part and by their own."""


class RecordMoved(Refusal):
    """The tournament changed again and again while it was read."""

    code = "record_moved"


def text(tournament_id: int) -> str:
    """Return the record of a tournament as a whole.

    :raises RecordMoved: when it cannot be read in a quiet moment.
    """
    return "".join(pieces(tournament_id))


def pieces(tournament_id: int) -> Iterator[str]:
    """Return the record of a tournament piece by piece; its rows are read at once, logs one by one.

    :raises RecordMoved: when it cannot be read in a quiet moment.
    """
    for _ in range(TRIES):
        before = _version(tournament_id)
        found = {part.name: _rows(part, tournament_id) for part in PARTS}
        if _version(tournament_id) == before:
            return _written(found)
    raise RecordMoved()


def _version(tournament_id: int) -> int:
    found: int = Tournament.objects.values_list("version", flat=True).get(pk=tournament_id)
    return found


def _rows(part: Part, tournament_id: int) -> list[Any]:
    """Return the rows of a part in the order of the file, in which they are stored elsewhere too."""
    special: Mapping[type[Model], Any] = {Player: _players, Table: _tables, Match: _matches}
    if not part.path:
        return list(special[part.model](tournament_id))
    manager: Any = part.model._default_manager  # noqa: SLF001 - Django's documented way
    return list(manager.filter(**{part.path: tournament_id}).order_by("pk"))


def _players(tournament_id: int) -> list[Player]:
    """Return whoever plays, looks for a partner, asks or is asked, by name: a club may know some already."""
    entered = EntryPlayer.objects.filter(entry__tournament=tournament_id).values("player")
    relieved = Substitution.objects.filter(entry__tournament=tournament_id)
    asked = Invitation.objects.filter(tournament=tournament_id)
    looking = Single.objects.filter(tournament=tournament_id).values("player")
    sought = Q(pk__in=entered) | Q(pk__in=looking) | Q(pk__in=asked.values("player"))
    sought |= Q(pk__in=relieved.values("leaves")) | Q(pk__in=relieved.values("comes"))
    found = Player.objects.filter(sought | Q(pk__in=asked.values("partner")))
    return sorted(found, key=lambda player: player.name)


def _tables(tournament_id: int) -> QuerySet[Table]:
    """Return the tables that pairings were called to, those too that were left for cards."""
    now = Pairing.objects.filter(round__stage__tournament=tournament_id, table__isnull=False)
    before = Report.objects.filter(pairing__round__stage__tournament=tournament_id, match__isnull=False)
    found: QuerySet[Table] = Table.objects.filter(
        Q(pk__in=now.values("table")) | Q(pk__in=before.values("match__table"))
    )
    return found.order_by("pk")


def _matches(tournament_id: int) -> QuerySet[Match]:
    """Return the matches that are over: one that goes on would show its cards."""
    found: QuerySet[Match] = Match.objects.filter(table__in=_tables(tournament_id))
    return found.exclude(state=Match.State.OPEN).order_by("table", "number")


class _Writer:
    """Rows as JSON values; people get their numbers as they are named."""

    def __init__(self, found: Mapping[str, list[Any]]) -> None:
        self.numbers: Numbers = {
            name: {row.pk: number for number, row in enumerate(rows, start=1)} for name, rows in found.items()
        }
        self.people: dict[int, int] = {}
        self._called = {row.pairing_id: row for row in found["reports"]}
        self._pairing_of = {row.table_id: row.pk for row in found["pairings"] if row.table_id is not None}
        match_tables = {row.pk: row.table_id for row in found["matches"]}
        for report in found["reports"]:
            if report.match_id is not None:
                self._pairing_of.setdefault(match_tables[report.match_id], report.pairing_id)

    def row(self, part: Part, row: Any) -> Row:
        """Return a row as JSON values."""
        values = {field.name: self._value(field, row) for field in part.columns}
        if part.model is Table:
            values["pairing"] = self.numbers["pairings"][self._pairing_of[row.pk]]
        return values

    def _value(self, field: Any, row: Any) -> Any:
        value = getattr(row, field.attname)
        if value is None:
            return None
        if field.remote_field is not None:
            return self._reference(field.remote_field.model, value)
        if field.name in TELLING:
            return {key: self._told(key, one) for key, one in value.items() if key not in HERE_ONLY}
        return plain(value)

    def _reference(self, model: type[Model], value: int) -> int | None:
        if model is User:
            return self.people.setdefault(value, len(self.people) + 1)
        return self.numbers[PART_OF[model]].get(value)

    def _told(self, key: str, value: Any) -> Any:
        part = REFERENCES.get(key)
        return plain(value) if part is None else renumbered(value, self.numbers[part].get)


def renumbered(value: Any, number_of: Callable[[int], int | None]) -> Any:
    """Return a number, or numbers in lists, as others name the same rows; ``None`` for rows that are gone."""
    if isinstance(value, list):
        return [renumbered(one, number_of) for one in value]
    return number_of(value) if type(value) is int else value


def plain(value: Any) -> Any:
    """Return a value as JSON has it; times are UTC."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return str(value) if isinstance(value, Decimal) else value


def _written(found: Mapping[str, list[Any]]) -> Iterator[str]:
    writer = _Writer(found)
    parts = {part.name: [writer.row(part, row) for row in found[part.name]] for part in PARTS}
    names = {user.pk: str(user) for user in User.objects.filter(pk__in=writer.people)}
    people = [{"name": names[pk]} for pk in writer.people]
    club = found["tournament"][0].club
    head = {"format": FORMAT, "version": VERSION, "club": {"name": club.name, "slug": club.slug}}
    yield "{" + ",".join(f"\n{line(key)}: {line(value)}" for key, value in head.items())
    for name, rows in ({"people": people} | parts).items():
        yield f",\n{line(name)}: " + "".join(_listed(map(line, rows)))
    yield f",\n{line('logs')}: "
    yield from _listed(_log(number, match) for number, match in enumerate(found["matches"], start=1))
    yield "\n}\n"


def _listed(lines: Iterable[str]) -> Iterator[str]:
    """Yield a list with an item a line."""
    start = "["
    for one in lines:
        yield f"{start}\n{one}"
        start = ","
    yield "[]" if start == "[" else "\n]"


def _log(number: int, match: Match) -> str:
    return line({"match": number} | brought.log_of(match))


def line(value: Any) -> str:
    """Return a value as JSON in one line, always the same for the same value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
