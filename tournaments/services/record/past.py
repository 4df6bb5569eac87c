"""A tournament that is done once more from its record: where its log has got to, and what its acts name.

The record says how it began: its name, its stages with their rules, who its people were. Everything else
is done by the services, one act of the log after the other. How matches ended is taken from the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.dealing import Stream
from games.models import Match, User
from games.rules import RuleSet
from games.services.clocks import TablePolicy
from tournaments.models import (
    Action,
    Club,
    Entry,
    Membership,
    Pairing,
    Player,
    Registration,
    Report,
    Role,
    Round,
    Stage,
    Tournament,
)
from tournaments.services import planning, rounds, timetables, timing
from tournaments.services.actions import Author
from tournaments.services.club_players import by_names
from tournaments.services.planning import NextStage, Plan

from .reading import Record, Row

LOT_BYTES = 16


class LoggedChance(Stream):
    """Chance whose first lot is the one of the log; tables are made of the rest, which nobody sees."""

    __slots__ = ("_lot",)

    def __init__(self, act: int, lot: str = "") -> None:
        """Begin the chance of an act."""
        super().__init__(f"act {act}".encode())
        self._lot = bytes.fromhex(lot)

    def bytes(self, count: int) -> bytes:
        """Return the lot, once, where one is drawn."""
        if count != LOT_BYTES or not self._lot:
            return super().bytes(count)
        lot, self._lot = self._lot, b""
        return lot


@dataclass(frozen=True, slots=True)
class Act:
    """An act of the log, as the record has it; ``number`` counts from 1."""

    number: int
    verb: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    author: Author
    user: User | None
    undoes: int | None
    at: datetime

    @property
    def chance(self) -> LoggedChance:
        """The chance of this act."""
        return LoggedChance(self.number, self.after.get("lot", ""))

    @property
    def done(self) -> dict[str, Any]:
        """By whom and when: what every verb takes."""
        return {"author": self.author, "now": self.at}


class Past:
    """The rows of a tournament in an otherwise empty database, found by their numbers in the record."""

    def __init__(self, record: Record) -> None:
        """Let the people and players of the record be there before anything is done."""
        self.record = record
        self.club = Club.objects.create(
            name=record.club["name"], slug=record.club["slug"], created_at=self._begun
        )
        self.people = [self._person(number, name) for number, name in enumerate(record.people)]
        rows = record.parts["players"]
        _, players = by_names(self.club.pk, [row["name"] for row in rows], Stream(b"players"))
        for player, row in zip(players, rows, strict=True):
            player.user = None if row["user"] is None else self.people[row["user"] - 1]
        Player.objects.bulk_create(players)
        self.tournament_id = 0

    @property
    def _begun(self) -> datetime:
        found: datetime = self.record.parts["tournament"][0]["created_at"]
        return found

    def _person(self, number: int, name: str) -> User:
        user = User.objects.create(username=f"person {number}", display_name=name)
        Membership.objects.create(club=self.club, user=user, role=Role.MEMBER, since=self._begun)
        return user

    def act(self, number: int) -> Act:
        """Return an act of the log."""
        row = self.record.parts["actions"][number - 1]
        user = None if row["actor"] is None else self.people[row["actor"] - 1]
        return Act(
            number=number,
            verb=row["verb"],
            before=row["before"],
            after=row["after"],
            author=Author(user and user.pk, why=row["why"]),
            user=user,
            undoes=row["undoes"],
            at=row["at"],
        )

    def create(self, act: Act) -> None:
        """Make the tournament as it was planned."""
        row = self.record.parts["tournament"][0]
        plan = self._plan(row, act.after)
        made = planning.create_tournament(club=self.club, plan=plan, **act.done)
        Tournament.objects.filter(pk=made.pk).update(slug=row["slug"], remind_minutes=act.after.get("remind"))
        self.tournament_id = made.pk
        times = timing.wanted_from(act.after.get("times") or {})
        for stage in timetables.stages_of(made) if times else ():
            timing.write(stage, times[stage.position])
        if terms := act.after.get("terms"):
            columns: Any = Registration._meta  # noqa: SLF001 - Django's documented way to a model's fields
            values = {name: columns.get_field(name).to_python(value) for name, value in terms.items()}
            Registration.objects.create(tournament=made, **values)

    def _plan(self, row: Row, said: Mapping[str, Any]) -> Plan:
        """Return what was wanted: what can change before the end is in the log, the rest in the stages."""
        first, *then = self.record.parts["stages"]
        options, *others = said["options"]
        return Plan(
            name=row["name"],
            rules=RuleSet.from_json(first["rules_json"]),
            format=first["format"],
            options=options,
            groups=first["groups"],
            then=tuple(
                NextStage(one["format"], one["takes"], wanted)
                for one, wanted in zip(then, others, strict=True)
            ),
            target=first["target"],
            cap=first["cap"],
            best_of=first["best_of"],
            place=Stage.Place(first["place"]),
            players_report=first["players_report"],
            confirm_seconds=first["confirm_seconds"],
            wall_start=datetime.fromisoformat(said["wall_start"]) if said["wall_start"] else None,
            zone=row["zone"],
            policy=TablePolicy.from_json(row["policy"]),
            round_seconds=first["round_seconds"],
            break_seconds=said["break_seconds"],
        )

    def entry(self, number: int) -> Entry:
        """Return an entry; none is ever deleted, so the numbers are those of their making."""
        found: Entry = _nth(Entry.objects.filter(tournament=self.tournament_id), number)
        return found

    def report(self, number: int) -> Report:
        """Return a report."""
        mine = Report.objects.filter(pairing__round__stage__tournament=self.tournament_id)
        found: Report = _nth(mine, number)
        return found

    def action(self, number: int) -> Action:
        """Return an act that was done again."""
        found: Action = _nth(Action.objects.filter(tournament=self.tournament_id), number)
        return found

    def said(self, number: int) -> Row:
        """Return a report as the record has it."""
        return self.record.parts["reports"][number - 1]

    def round(self, act: Act) -> Round:
        """Return the round that an act names."""
        return Round.objects.get(
            stage__tournament=self.tournament_id,
            stage__position=act.after["stage"],
            number=act.after["round"],
        )

    def pairing(self, number: int) -> Pairing:
        """Return a pairing by its number in the record: by its stage, its round and its own number there."""
        row = self.record.parts["pairings"][number - 1]
        round_ = self.record.parts["rounds"][row["round"] - 1]
        stage = self.record.parts["stages"][round_["stage"] - 1]
        found: Pairing = Pairing.objects.select_related("table").get(
            round__stage__tournament=self.tournament_id,
            round__stage__position=stage["position"],
            round__number=round_["number"],
            number=row["number"],
        )
        return found

    def call_waiting(self, until: datetime | None = None) -> None:
        """Call those for whom a table had become free by then: no act says so, the pairing says when."""
        waiting = Pairing.objects.filter(state=Pairing.State.WAITING, sides__isnull=False).distinct()
        waiting = waiting.filter(round__state__in=(Round.State.OPEN, Round.State.CLOSED))
        for pairing in waiting.select_related("round__stage").order_by("number"):
            pairing.refresh_from_db()
            called_at = self._called_at(pairing)
            if pairing.state == Pairing.State.WAITING and called_at and (not until or called_at <= until):
                rounds.call_waiting(round_id=pairing.round_id, now=called_at, stream=LoggedChance(0))

    def _called_at(self, pairing: Pairing) -> datetime | None:
        """Return when the record says that a pairing was called."""
        parts, round_ = self.record.parts, pairing.round
        place = (round_.stage.position, round_.number, pairing.number)
        for row in parts["pairings"]:
            its = parts["rounds"][row["round"] - 1]
            if (parts["stages"][its["stage"] - 1]["position"], its["number"], row["number"]) == place:
                found: datetime | None = row["called_at"]
                return found
        return None

    def player(self, name: str) -> Player:
        """Return a player by his name."""
        return Player.objects.get(club=self.club, name=name)

    def unrecorded(self, pairing: Pairing) -> Match:
        """Return the match at a pairing's table that is not in the books."""
        found: Match = Match.objects.filter(table=pairing.table, report__isnull=True).latest("number")
        return found


def _nth(rows: QuerySet[Any], number: int) -> Any:
    return rows.order_by("pk")[number - 1]
