"""Bringing a tournament in from its record: all of it in one transaction, or nothing.

People come without an account: whoever did something is a guest of his name here. Players are known by
their names in the club; the others are made, with seat links of their own. A tournament whose address, or
the address of one of whose tables, is known here already is not brought in again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from games.dealing import Stream
from games.models import Match, Table, User
from games.rules import Refusal, RuleSet
from games.services import brought, people
from games.services.brought import BroughtTable, LogBroken, Told
from tournaments.formats import Drawn, table, teams
from tournaments.models import Club, Invitation, Pairing, Player, Side, Stage, Tournament
from tournaments.services import clubs
from tournaments.services.books import counted
from tournaments.services.calling import plan_brought
from tournaments.services.club_players import by_names
from tournaments.services.said import told
from tournaments.services.seats import new_token
from tournaments.services.stage_states import read_groups

from .parts import PART_OF, PARTS, REFERENCES, TELLING, Part
from .reading import Record, RecordWrong, Row
from .writing import renumbered


class AlreadyHere(Refusal):
    """A tournament of this address, or a table of it, is on this site already."""

    code = "already_here"


def bring(*, record: Record, now: datetime, stream: Stream, club: Club | None = None) -> Tournament:
    """Store a tournament with all that belongs to it; there is no action of it, its log is as it was.

    :param club: whose it is to be; the club of the record, made when it is not here, if there is none.
    :raises AlreadyHere: when it has been brought in, or another has its address.
    :raises RecordWrong: naming the part whose rows do not go together.
    """
    logs = [_log(record, at) for at in range(len(record.logs))]
    with transaction.atomic():
        _refuse_known(record)
        home = club or Club.objects.filter(slug=record.club["slug"]).first()
        home = home or clubs.create_club(name=record.club["name"], now=now)
        return _Coming(record, home, logs, now, stream).store()


def _log(record: Record, at: int) -> Told:
    """Return the log of a match, played again by the rules of its stage."""
    match = record.parts["matches"][at]
    stage = _stage_of(record, match)
    try:
        return brought.read_log(
            record.logs[at], RuleSet.from_json(stage["rules_json"]), target=stage["target"], cap=stage["cap"]
        )
    except LogBroken as refusal:
        raise RecordWrong(where=f"logs[{at + 1}]") from refusal


def _stage_of(record: Record, match: Row) -> Row:
    pairing = record.parts["pairings"][record.parts["tables"][match["table"] - 1]["pairing"] - 1]
    found: Row = record.parts["stages"][record.parts["rounds"][pairing["round"] - 1]["stage"] - 1]
    return found


def _refuse_known(record: Record) -> None:
    if Tournament.objects.filter(slug=record.slug).exists():
        raise AlreadyHere(address=record.slug)
    addresses = [row["public_id"] for row in record.parts["tables"]]
    known = Table.objects.filter(public_id__in=addresses).values_list("public_id", flat=True).first()
    if known is not None:
        raise AlreadyHere(address=known)


@contextmanager
def _goes_together(where: str) -> Iterator[None]:
    """Name the part in which rows contradict each other."""
    try:
        yield
    except IntegrityError as fault:
        raise RecordWrong(where=where) from fault


class _Coming:
    """A record on its way into the database: the rows that are stored already, by part."""

    def __init__(self, record: Record, club: Club, logs: list[Told], now: datetime, stream: Stream) -> None:
        self.record, self.club, self.logs, self.moment, self.stream = record, club, logs, now, stream
        self.rows: dict[str, list[Any]] = {}

    def store(self) -> Tournament:
        """Store it all; each part names only those before it."""
        self.people = [people.guest(name, stream=self.stream) for name in self.record.people]
        special: Mapping[type, Callable[[], list[Any]]] = {
            Player: self._players,
            Table: self._tables,
            Match: lambda: self.rows["matches"],
        }
        for part in PARTS:
            with _goes_together(part.name):
                self.rows[part.name] = special.get(part.model, lambda part=part: self._part(part))()
        self._check()
        tournament: Tournament = self.rows["tournament"][0]
        return tournament

    def _part(self, part: Part) -> list[Any]:
        """Store the rows of a part; one that names another of the same part comes after it is there."""
        manager: Any = part.model._default_manager  # noqa: SLF001 - Django's documented way
        stored: list[Any] = []
        self.rows[part.name] = stored
        pending: list[Any] = []
        for at, row in enumerate(self.record.parts[part.name], start=1):
            if pending and _names(part, row):
                stored += manager.bulk_create(pending)
                pending = []
            pending.append(self._row(part, row, f"{part.name}[{at}]"))
        stored += manager.bulk_create(pending)
        return stored

    def _row(self, part: Part, row: Row, where: str) -> Any:
        try:
            values = {field.name: self._value(field, row[field.name]) for field in part.columns}
        except IndexError as fault:  # it names a row of its own part that comes later
            raise RecordWrong(where=where) from fault
        if part.model is Tournament:
            values["club"] = self.club
        elif "tournament" in part.left_out:
            values["tournament"] = self.rows["tournament"][0]
        if part.model is Side:
            values["round"] = values["pairing"].round
        if part.model is Invitation:
            values["token"] = new_token(self.stream)
        return part.model(**values)

    def _value(self, field: Any, value: Any) -> Any:
        if value is None or (field.model is Pairing and field.name == "table"):
            return None
        if field.remote_field is not None:
            model = field.remote_field.model
            return self.people[value - 1] if model is User else self.rows[PART_OF[model]][value - 1]
        if field.name in TELLING:
            return {key: self._told(key, one) for key, one in value.items()}
        return value

    def _told(self, key: str, value: Any) -> Any:
        if key not in REFERENCES or value is None:
            return value
        rows = self.rows[REFERENCES[key]]
        return renumbered(value, lambda number: rows[number - 1].pk)

    def _players(self) -> list[Player]:
        rows = self.record.parts["players"]
        known, fresh = by_names(self.club.pk, [row["name"] for row in rows], self.stream)
        users = {row["name"]: self.people[row["user"] - 1] for row in rows if row["user"] is not None}
        for player in fresh:
            player.user = users.get(player.name)
        players = known | {player.name: player for player in Player.objects.bulk_create(fresh)}
        return [players[row["name"]] for row in rows]

    def _tables(self) -> list[Table]:
        """Store the tables with their matches, and tell the pairings which is theirs."""
        matches: list[Match | None] = [None] * len(self.logs)
        stored = []
        for number, row in enumerate(self.record.parts["tables"], start=1):
            played = [at for at, one in enumerate(self.record.parts["matches"]) if one["table"] == number]
            seat, ended = brought.bring(self._table(number, row, played), now=self.moment)
            stored.append(seat)
            for at, match in zip(played, ended, strict=True):
                matches[at] = match
        for pairing, row in zip(self.rows["pairings"], self.record.parts["pairings"], strict=True):
            if row["table"] is not None:
                pairing.table = stored[row["table"] - 1]
                Pairing.objects.filter(pk=pairing.pk).update(table=pairing.table)
        self.rows["matches"] = matches
        return stored

    def _table(self, number: int, row: Row, played: list[int]) -> BroughtTable:
        pairing: Pairing = self.rows["pairings"][row["pairing"] - 1]
        entries = [side.entry_id for side in self.rows["sides"] if side.pairing_id == pairing.pk]
        sides = teams(entries, sides=pairing.round.stage.sides)
        ended = [(self._match(at), self.logs[at]) for at in played]
        is_here = self.record.parts["pairings"][row["pairing"] - 1]["table"] == number
        return BroughtTable(
            plan=plan_brought(
                pairing.round,
                Drawn(pairing.number, sides if len(sides) == pairing.round.stage.sides else ()),
                public_id=row["public_id"],
                number=row["number"],
                stream=self.stream,
            ),
            created_at=row["created_at"],
            series=row["series"],
            ended=tuple(ended),
            state=self._state(pairing, played) if is_here else Table.State.CLOSED,
        )

    def _match(self, at: int) -> Row:
        return {key: value for key, value in self.record.parts["matches"][at].items() if key != "table"}

    def _state(self, pairing: Pairing, played: list[int]) -> Table.State:
        """Return what is to happen at a table: another match, what the director says, or nothing more."""
        if pairing.state == Pairing.State.DECIDED or pairing.hall_table is not None:
            return Table.State.CLOSED
        reported = {report["match"] for report in self.record.parts["reports"]}
        waits = bool(played) and played[-1] + 1 not in reported  # over, and not in the books yet
        if waits or pairing.state == Pairing.State.VOID:
            return Table.State.OVER
        return Table.State.WAITING

    def _check(self) -> None:
        """Ask of the rows what every page asks: a file may say anything.

        :raises RecordWrong: naming the part in which that has no answer.
        """
        where = "reports"
        try:
            mine = Pairing.objects.filter(round__stage__tournament=self.rows["tournament"][0])
            for pairing in mine.prefetch_related("reports"):
                told(pairing.reports.all())
                counted(pairing.reports.all())
            for at, stage in enumerate(self.rows["stages"], start=1):
                where = f"stages[{at}]"
                _standings(stage)
        except (ArithmeticError, LookupError, StopIteration, TypeError, ValueError, Refusal) as fault:
            raise RecordWrong(where=where) from fault


def _names(part: Part, row: Row) -> bool:
    """Return whether a row names another of its own part."""
    if row.get("undoes") is not None or row.get("appeals") is not None:
        return True
    keys = (key for column in TELLING & row.keys() for key in row[column])
    return any(REFERENCES.get(key) == part.name for key in keys)


def _standings(stage: Stage) -> None:
    if stage.slots.exists():
        for state in read_groups(stage).values():
            table(state)
