"""From rows to what the tournament page shows, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from games.permissions import Visitor
from games.rule_names import rules_name
from tournaments.formats import BRACKETS
from tournaments.models import Entry, Round, Slot, Stage, Tournament
from tournaments.names import FORMAT_NAMES
from tournaments.services.standings import Standing, standings
from tournaments.standings import Value
from tournaments.state import ALONE_FORMATS as ALONE

from .pairings import Seen, rounds_seen, seen_by
from .shapes import (
    Board,
    StageView,
    StandingRow,
    TableView,
    TieBreakColumn,
    TieBreakView,
    TournamentHead,
)

OVER = "over"


@dataclass(frozen=True, slots=True)
class Rows:
    """A stage that has begun, as it was read: who plays in it, and its rounds in order."""

    stage: Stage
    slots: Sequence[Slot]
    rounds: Sequence[Round]

    @property
    def is_over(self) -> bool:
        """Whether each of its rounds is closed."""
        return bool(self.rounds) and all(row.state == Round.State.CLOSED for row in self.rounds)


def board(tournament: Tournament, visitor: Visitor) -> Board:
    """Return all that the tournament's page shows to this visitor."""
    stages = list(Stage.objects.filter(tournament=tournament))
    begun = _begun(tournament, stages)
    seen = seen_by(tournament, [row for rows in begun for row in rows.rounds], visitor)
    views = tuple(_stage(rows, seen, is_last=rows.stage == stages[-1]) for rows in begun)
    rounds = [one for view in views for one in view.rounds]
    table = views[-1].tables if views and len(views) == len(stages) else ()
    return Board(
        tournament=_head(tournament, stages),
        entries=len(seen.entries),
        stages=views,
        live_tables=tuple(line for line in seen.live.values() if line.phase != OVER),
        current=next((one for one in rounds if one.state == "open"), None),
        champion=next((row.name for one in table for row in one.rows if row.state == "champion"), ""),
        waits_for_director=sum(one.state == "void" for each in rounds for one in each.pairings),
    )


def _begun(tournament: Tournament, stages: Sequence[Stage]) -> list[Rows]:
    """Return the stages in which somebody plays."""
    rounds = Round.objects.filter(stage__tournament=tournament).order_by("stage__position", "number")
    rows = list(rounds.prefetch_related("pairings__table", "pairings__sides"))
    slots = Slot.objects.filter(stage__tournament=tournament).select_related("entry")
    members = list(slots.order_by("group", "seed"))
    found = [
        Rows(
            stage,
            [slot for slot in members if slot.stage_id == stage.pk],
            [row for row in rows if row.stage_id == stage.pk],
        )
        for stage in stages
    ]
    return [one for one in found if one.slots]


def _head(tournament: Tournament, stages: Sequence[Stage]) -> TournamentHead:
    first = stages[0]
    return TournamentHead(
        slug=tournament.slug,
        name=tournament.name,
        club=tournament.club.name,
        state=tournament.state,
        format=first.format,
        format_name=" → ".join(str(FORMAT_NAMES[stage.format]) for stage in stages),
        rules_name=rules_name(first.rules),
        target=first.target,
        cap=first.cap,
        best_of=first.best_of,
        starts_at=tournament.starts_at,
        public_number=tournament.public_number,
        version=tournament.version,
        is_alone=first.format in ALONE,
    )


def _stage(rows: Rows, seen: Seen, *, is_last: bool) -> StageView:
    stage = rows.stage
    found = standings(stage, rows.slots, rows.rounds, is_over=rows.is_over)
    closed = [row.number for row in rows.rounds if row.state == Round.State.CLOSED]
    return StageView(
        position=stage.position,
        format=stage.format,
        name=str(FORMAT_NAMES[stage.format]),
        is_bracket=stage.format in BRACKETS,
        rounds=rounds_seen(stage, rows.slots, rows.rounds, seen),
        tables=tuple(
            TableView(group if stage.groups > 1 else 0, tuple(_row(one, seen) for one in lines))
            for group, lines in groupby(found, key=lambda one: one.group)
        ),
        tie_breaks=tuple(map(TieBreakColumn, stage.how.tie_breaks)),
        after=0 if stage.format in BRACKETS else max(closed, default=0),
        is_last=is_last,
    )


def _row(standing: Standing, seen: Seen) -> StandingRow:
    entry, line = seen.entries[standing.entry], standing.line
    return StandingRow(
        entry=entry.pk,
        rank=line.rank,
        name=entry.name,
        players=players_of(entry),
        mine=entry.pk in seen.mine,
        points=f"{float(line.points):g}",
        played=line.played,
        won=line.won,
        drawn=line.drawn,
        lost=line.lost,
        difference=line.difference,
        tie_breaks=tuple(_tie_break(code, value) for code, value in line.tie_breaks.items()),
        state=standing.state,
    )


def _tie_break(code: str, value: Value) -> TieBreakView:
    if value.value is None:
        return TieBreakView(code, "", "")
    return TieBreakView(code, _number(value.value), " + ".join(_number(term) for term in value.terms))


def _number(value: Fraction | int) -> str:
    """Return a number as people write it, with three places at most and the typographic minus."""
    return f"{float(value):.3f}".rstrip("0").rstrip(".").replace("-", "−")


def players_of(entry: Entry) -> tuple[str, ...]:
    """Return the names of who plays for an entry, whoever sits first in front."""
    return tuple(member.player.name for member in entry.members.all())
