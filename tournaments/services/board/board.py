"""From rows to what the tournament page shows, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import groupby

from django.db.models import Exists, OuterRef
from django.utils.translation import get_language

from games.rule_names import rules_name
from tournaments.formats import BRACKETS
from tournaments.models import Pairing, Prize, Round, Slot, Stage, Substitution, Tournament
from tournaments.names import FORMAT_NAMES, POINT_NAMES
from tournaments.services.stage_states import Meeting
from tournaments.services.standings import Standing, read_standings
from tournaments.standings import Value
from tournaments.state import ALONE_FORMATS as ALONE
from tournaments.state import TablePoints

from .kept import Kept
from .later import postponed
from .moments import Moment
from .pairings import Seen, read_shown, rounds_seen, seen_in
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
BOARDS = Kept[Board](most=8)
"""A board of 500 entries takes megabytes: those of a few tournaments in play, in both languages."""


RoundAsked = tuple[int, int]
"""A stage by its position, and a round of it by its number."""


@dataclass(frozen=True, slots=True)
class Rows:
    """A stage that has begun, as it was read: who plays in it, its rounds, and those that are shown."""

    stage: Stage
    slots: Sequence[Slot]
    rounds: Sequence[Round]
    shown: Sequence[Round]

    @property
    def is_bracket(self) -> bool:
        """Whether it is shown whole."""
        return self.stage.format in BRACKETS


def board_now(
    tournament: Tournament, now: Moment, *, asked: RoundAsked | None = None, back: int | None = 1
) -> Board:
    """Return the same as ``board``, read once for all who ask in a language.

    :param now: the moment of the tournament, which was read before or with it.
    """
    name = (tournament.pk, get_language(), asked, back)
    return BOARDS(name, now, lambda: board(tournament, asked=asked, back=back))


def board(tournament: Tournament, *, asked: RoundAsked | None = None, back: int | None = 1) -> Board:
    """Return all that the tournament's page shows, the same to everybody.

    Brackets are shown whole; of every other stage the round that was drawn last, with the table.

    :param asked: another round to show of its stage.
    :param back: how many of the rounds drawn last are shown; ``None`` for all.
    """
    stages = _stages(tournament)
    begun = _begun(tournament, stages, asked, back)
    shown = read_shown([(rows.stage, rows.shown) for rows in begun])
    seen = seen_in(tournament, shown, has_substitutes=_has(stages, "has_substitutes"))
    after = dict(zip(stages, [*stages[1:], None], strict=True))
    views = tuple(
        replace(_stage(rows, seen, tournament.version, then=after[rows.stage]), left_later=_left(begun[at:]))
        for at, rows in enumerate(begun, start=1)
    )
    rounds = [one for view in views for one in view.rounds]
    table = views[-1].tables if views and len(views) == len(stages) else ()
    has_postponed = any(_has(one.rounds, "has_postponed") for one in begun)
    return Board(
        tournament=_head(tournament, stages),
        entries=len(seen.entries),
        stages=views,
        live_tables=tuple(line for line in seen.live.values() if line.phase != OVER),
        current=next((one for one in rounds if one.state == "open"), None),
        champions=tuple(row for one in table for row in one.rows if row.state == "champion"),
        waits_for_director=sum(one.state == "void" for each in rounds for one in each.pairings),
        postponed=postponed(tournament) if has_postponed else (),
        has_prizes=_has(stages, "has_prizes"),
    )


def _stages(tournament: Tournament) -> list[Stage]:
    """Return its stages, and with them what else there is of it, which then is not asked for in vain."""
    prizes = Prize.objects.filter(tournament=OuterRef("tournament"))
    substitutes = Substitution.objects.filter(entry__tournament=OuterRef("tournament"))
    mine = Stage.objects.filter(tournament=tournament)
    return list(mine.annotate(has_prizes=Exists(prizes), has_substitutes=Exists(substitutes)))


def _has(rows: Sequence[Stage | Round], what: str) -> bool:
    """Return whether one of these rows was found to have something."""
    return any(vars(row)[what] for row in rows)


def _begun(
    tournament: Tournament, stages: Sequence[Stage], asked: RoundAsked | None, back: int | None
) -> list[Rows]:
    """Return the stages in which somebody plays."""
    put_off = Pairing.objects.filter(round=OuterRef("pk")).put_off()
    mine = Round.objects.filter(stage__tournament=tournament).annotate(has_postponed=Exists(put_off))
    rows = list(mine.order_by("stage__position", "number"))
    slots = Slot.objects.filter(stage__tournament=tournament).select_related("entry")
    members = list(slots.order_by("group", "seed"))
    found = []
    for stage in stages:
        mine = [slot for slot in members if slot.stage_id == stage.pk]
        rounds = [row for row in rows if row.stage_id == stage.pk]
        is_shown = bool(mine) and rounds[0].state != Round.State.PLANNED  # else its first draw is a draft
        found += [Rows(stage, mine, rounds, _shown(stage, rounds, asked, back))] if is_shown else []
    return found


def _shown(stage: Stage, rounds: Sequence[Round], asked: RoundAsked | None, back: int | None) -> list[Round]:
    if stage.format in BRACKETS:
        return list(rounds)
    drawn = [row for row in rounds if row.state != Round.State.PLANNED]
    wanted = [row for row in drawn if (stage.position, row.number) == asked]
    return wanted or (drawn if back is None else drawn[-back:])


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
        zone=tournament.zone,
        public_number=tournament.public_number,
        version=tournament.version,
        is_alone=first.format in ALONE,
    )


def _stage(rows: Rows, seen: Seen, version: int, *, then: Stage | None) -> StageView:
    stage = rows.stage
    read = (lambda: _by_number(rows, seen)) if rows.is_bracket else None
    found = read_standings(stage, rows.slots, rows.rounds, version=version, read=read)
    closed = [row.number for row in rows.rounds if row.state == Round.State.CLOSED]
    drawn = [row.number for row in rows.rounds if row.state != Round.State.PLANNED]
    return StageView(
        position=stage.position,
        format=stage.format,
        name=str(FORMAT_NAMES[stage.format]),
        is_bracket=rows.is_bracket,
        rounds=rounds_seen(stage, rows.slots, rows.shown, seen),
        tables=tuple(
            TableView(group if stage.groups > 1 else 0, tuple(_row(one, seen) for one in lines))
            for group, lines in groupby(found, key=lambda one: one.group)
        ),
        tie_breaks=tuple(map(TieBreakColumn, stage.how.tie_breaks)),
        after=0 if rows.is_bracket else max(closed, default=0),
        drawn=() if rows.is_bracket else tuple(drawn),
        is_last=then is None,
        through=_through(stage, then),
        points=() if rows.is_bracket else tuple(_own_points(stage.how.points)),
        left=_left([rows]),
    )


def _left(stages: Iterable[Rows]) -> frozenset[int]:
    """Return the entries that left in one of these stages."""
    return frozenset(slot.entry_id for one in stages for slot in one.slots if slot.until_round is not None)


def _by_number(rows: Rows, seen: Seen) -> Mapping[int, Sequence[Meeting]]:
    """Return the pairings of a stage that is shown whole, by the numbers of their rounds."""
    return {row.number: seen.shown[row.pk] for row in rows.rounds}


def _own_points(points: TablePoints) -> Iterator[tuple[str, str]]:
    """Yield what a stage gives other table points for than is usual."""
    for key, usual in asdict(TablePoints()).items():
        if (value := getattr(points, key)) != usual:
            yield str(POINT_NAMES[key]), f"{value:g}"


def _through(stage: Stage, then: Stage | None) -> int | None:
    """Return how many of each table come into the next stage, where it is as many of every one."""
    if then is None or then.takes is None or then.takes % stage.groups:
        return None
    return then.takes // stage.groups


def _row(standing: Standing, seen: Seen) -> StandingRow:
    entry, line = seen.entries[standing.entry], standing.line
    return StandingRow(
        entry=standing.entry,
        rank=line.rank,
        name=entry.name,
        players=entry.players,
        points=f"{float(line.points):g}",
        played=line.played,
        won=line.won,
        drawn=line.drawn,
        lost=line.lost,
        difference=line.difference,
        tie_breaks=tuple(_tie_break(code, value) for code, value in line.tie_breaks.items()),
        state=standing.state,
        form=line.form,
    )


def _tie_break(code: str, value: Value) -> TieBreakView:
    if value.value is None:
        return TieBreakView(code, "", "")
    return TieBreakView(code, _number(value.value), " + ".join(_number(term) for term in value.terms))


def _number(value: Fraction | int) -> str:
    """Return a number as people write it, with three places at most and the typographic minus."""
    return f"{float(value):.3f}".rstrip("0").rstrip(".").replace("-", "−")
