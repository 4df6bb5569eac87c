"""A draw that is not published, as its director sees it: who meets, why, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.formats import BRACKETS, Drawn, editing
from tournaments.models import Draft, DrawWishes, Entry, KeptApart, Round, Tournament
from tournaments.names import place_name, round_name
from tournaments.services.draft_lines import locked, read
from tournaments.services.drafts import before_round, is_stale
from tournaments.services.filling import Draw
from tournaments.services.pending import WITHOUT_RESULTS, missing_before
from tournaments.services.stage_states import Groups

from .reasons import reasons


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A pairing of a draft.

    :param names: of its sides; one for who meets nobody.
    :param faults: codes of what is out of the ordinary (``editing.faults``).
    """

    number: int
    names: tuple[str, ...]
    is_played: bool
    place: str
    group: int
    reasons: tuple[str, ...]
    faults: tuple[str, ...]
    locked: bool


@dataclass(frozen=True, slots=True)
class DraftView:
    """A draft, what can be done to it, and by which entries and tables.

    :param left: how many are left beside byes that were given, where one of them needs a bye too; else 0.
    """

    id: int
    version: int
    name: str
    lines: tuple[DraftLine, ...]
    entries: tuple[tuple[int, str], ...]
    by_seeds: bool
    can_swap: bool
    can_move: bool
    is_stale: bool
    is_kept: bool
    left: int = 0

    @property
    def tables(self) -> tuple[int, ...]:
        """Return the numbers of the pairings that are played."""
        return tuple(line.number for line in self.lines if line.is_played)


@dataclass(frozen=True, slots=True)
class NextDraw:
    """The next round that could be drawn, or the drawn one that could be taken back.

    :param missing: the tables whose results are missing before it.
    :param waits: whether it cannot be drawn without them, unless the director says how they count.
    """

    id: int
    name: str
    is_drawn: bool
    missing: tuple[int, ...] = ()
    waits: bool = False
    can_count: bool = False


def has_draft(tournament: Tournament) -> bool:
    """Return whether a draw waits to be published."""
    return Draft.objects.filter(round__stage__tournament=tournament).exists()


def wanted(tournament: Tournament) -> DrawWishes:
    """Return how rounds are drawn; where nobody has said, a row that is not stored."""
    return DrawWishes.objects.filter(tournament=tournament).first() or DrawWishes(tournament=tournament)


def draft_view(tournament: Tournament) -> DraftView | None:
    """Return the draft of a tournament, if there is one."""
    drafts = Draft.objects.select_related("round__stage__tournament__draw_wishes")
    draft = drafts.filter(round__stage__tournament=tournament).order_by("round__number").first()
    if draft is None:
        return None
    groups, names, stage = before_round(draft.round), entry_names(tournament), draft.round.stage
    draw, by_seeds = read(draft), stage.format in editing.PLACES
    here = [int(entry) for line in draw for entry in line.entries]
    return DraftView(
        id=draft.pk,
        version=draft.version,
        name=round_name(stage.format, size=draft.round.size, number=draft.round.number),
        lines=_lines(draft, groups, names),
        entries=tuple(sorted(((pk, names[pk]) for pk in here), key=lambda one: one[1])),
        by_seeds=by_seeds,
        can_swap=not by_seeds or draft.round.number == 1,
        can_move=stage.format not in BRACKETS,
        is_stale=is_stale(draft),
        is_kept=draft.is_kept,
        left=_left_over(draw),
    )


def _left_over(draw: Draw) -> int:
    """Return how many have no bye that was given, if the draw gives one of them another; else 0."""
    alone = [line for line in draw if len(line.sides) == 1]
    given = [line for line in alone if "given" in line.why]
    return sum(len(line.entries) for line in draw) - len(given) if given and given != alone else 0


def entry_names(tournament: Tournament) -> dict[int, str]:
    """Return what the entries are called."""
    return dict(Entry.objects.filter(tournament=tournament).in_field().values_list("pk", "name"))


def _lines(draft: Draft, groups: Groups, names: Mapping[int, str]) -> tuple[DraftLine, ...]:
    draw, stay = read(draft), locked(draft)
    faults: dict[int, tuple[str, ...]] = {}
    for group, state in groups.items():
        faults |= editing.faults(state, tuple(line for line in draw if line.group == group))
    return tuple(
        _line(one, draft.round, names, faults.get(one.number, ()), is_locked=one.number in stay)
        for one in draw
    )


def _line(
    one: Drawn, round_: Round, names: Mapping[int, str], faults: tuple[str, ...], *, is_locked: bool
) -> DraftLine:
    stage = round_.stage
    place = place_name(
        stage.format, size=round_.size, round_number=round_.number, number=one.number, place=one.place
    )
    return DraftLine(
        number=one.number,
        names=tuple(" & ".join(names[int(entry)] for entry in team) for team in one.sides),
        is_played=one.is_played,
        place=place if one.place else "",
        group=one.group if stage.groups > 1 else 0,
        reasons=reasons(stage.format, one.why, alone=one.unplayed),
        faults=faults,
        locked=is_locked,
    )


def next_draw(tournament: Tournament) -> NextDraw | None:
    """Return the round that could be drawn next or taken back; ``None`` when there is none."""
    rounds = Round.objects.filter(stage__tournament=tournament).select_related("stage")
    states = (Round.State.DRAWN, Round.State.PLANNED)
    round_ = rounds.filter(state__in=states).order_by("stage__position", "number").first()
    if round_ is None:
        return None
    missing = tuple(one.table_number or one.number for one in missing_before(round_))
    of = round_.stage.format
    return NextDraw(
        id=round_.pk,
        name=round_name(of, size=round_.size, number=round_.number),
        is_drawn=round_.state == Round.State.DRAWN,
        missing=missing,
        waits=bool(missing) and of not in WITHOUT_RESULTS,
        can_count=of not in BRACKETS,
    )


def kept_apart(tournament: Tournament) -> list[KeptApart]:
    """Return who is kept apart, with their names."""
    return list(KeptApart.objects.filter(tournament=tournament).select_related("first", "second"))
