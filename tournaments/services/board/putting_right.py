"""What can be put right, as the director sees it: decided pairings, who may leave, what a change does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments.formats import BRACKETS, is_consolation
from tournaments.models import Entry, Pairing, Slot, Tournament
from tournaments.names import place_name, round_name
from tournaments.services.byes import bye_round
from tournaments.services.corrected import UNPLAYED
from tournaments.services.effects import Effects, Meets, Moved, Outlook
from tournaments.state import TablePoints

from . import prize_list
from .shapes import Board, PairingView


@dataclass(frozen=True, slots=True)
class MeetsView:
    """A later pairing whose sides change, by names."""

    title: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    was: str


@dataclass(frozen=True, slots=True)
class MovedView:
    """An entry whose place changes."""

    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class OutlookView:
    """What one of the director's choices does, by names."""

    choice: str
    later: tuple[MeetsView, ...]
    moved: tuple[MovedView, ...]
    champion_before: str
    champion_after: str
    prizes: tuple[prize_list.HandedView, ...] = ()

    @property
    def new_champion(self) -> bool:
        """Whether somebody else has won then, or nobody yet."""
        return self.champion_before != self.champion_after


@dataclass(frozen=True, slots=True)
class RoundToCorrect:
    """A round with the pairings in it that are decided."""

    name: str
    pairings: tuple[PairingView, ...]


@dataclass(frozen=True, slots=True)
class Leaver:
    """Who plays, or has left: ``until`` is the last round he could be drawn in.

    :param bye: the round for which a bye can be given; ``None`` where there is none.
    :param has_bye: whether it has been given, and ``sits_out`` whether it has been asked for.
    :param worth: what the stage gives for either.
    """

    entry: int
    name: str
    seed: int
    has_left: bool
    until: int | None
    bye: int | None = None
    has_bye: bool = False
    sits_out: bool = False
    worth: TablePoints = TablePoints()  # noqa: RUF009 - a frozen value


def outlooks(tournament: Tournament, effects: Effects) -> tuple[OutlookView, ...]:
    """Return what each choice does, by names."""
    names = _names(tournament)
    titles = _titles(meets.pairing for one in effects.outlooks for meets in one.later)
    return tuple(
        replace(_outlook(one, names, titles), prizes=prize_list.moved(tournament, one, names))
        for one in effects.outlooks
    )


def seeds(tournament: Tournament, effects: Effects) -> tuple[MovedView, ...]:
    """Return who would come elsewhere in the next stage."""
    names = _names(tournament)
    return tuple(_moved(one, names) for one in effects.seeds)


def _outlook(one: Outlook, names: Mapping[int, str], titles: Mapping[int, str]) -> OutlookView:
    before, after = (names[entry] if entry is not None else "" for entry in one.champion)
    return OutlookView(
        choice=one.choice.value,
        later=tuple(_meets(meets, names, titles) for meets in one.later),
        moved=tuple(_moved(moved, names) for moved in one.moved),
        champion_before=before,
        champion_after=after,
    )


def _meets(meets: Meets, names: Mapping[int, str], titles: Mapping[int, str]) -> MeetsView:
    before, after = ([names[entry] for entry in side] for side in (meets.before, meets.after))
    return MeetsView(titles[meets.pairing], tuple(before), tuple(after), meets.was)


def _moved(one: Moved, names: Mapping[int, str]) -> MovedView:
    return MovedView(names[one.entry], one.before, one.after)


def _names(tournament: Tournament) -> dict[int, str]:
    return dict(Entry.objects.filter(tournament=tournament).values_list("pk", "name"))


def _titles(pairing_ids: Iterable[int]) -> dict[int, str]:
    rows = Pairing.objects.filter(pk__in=list(pairing_ids)).select_related("round__stage", "table")
    return {row.pk: title_of(row) for row in rows}


def title_of(pairing: Pairing) -> str:
    """Return what a pairing is called ("Semi-finals · semi-final 2"); outside brackets by its table."""
    round_ = pairing.round
    of = round_.stage.format
    title = round_name(of, size=round_.size, number=round_.number)
    if of not in BRACKETS and pairing.table_number is not None:
        return f"{title} · {_('Table %(number)s') % {'number': pairing.table_number}}"
    place = place_name(
        of, size=round_.size, round_number=round_.number, number=pairing.number, place=pairing.place
    )
    return f"{title} · {place}" if round_.size > 1 or is_consolation(pairing.place) else title


def places_named(tournament: Tournament, places: Iterable[str]) -> list[str]:
    """Return the titles of places of a bracket."""
    rows = Pairing.objects.filter(round__stage__tournament=tournament, place__in=list(places))
    return [title_of(row) for row in rows.select_related("round__stage").order_by("round__number", "number")]


def to_correct(seen: Board) -> list[RoundToCorrect]:
    """Return the rounds in which something is decided, the latest first."""
    rounds = [
        RoundToCorrect(
            round_.name,
            tuple(
                one
                for one in round_.pairings
                if one.state == "decided" and one.decided_by not in UNPLAYED and all(_is_there(one))
            ),
        )
        for round_ in reversed(seen.rounds)
    ]
    return [one for one in rounds if one.pairings]


def _is_there(pairing: PairingView) -> Iterable[bool]:
    return (bool(side.name) for side in pairing.sides)


def leavers(tournament: Tournament) -> list[Leaver]:
    """Return who plays in the stage that began last, by seed."""
    slots = Slot.objects.filter(stage__tournament=tournament).select_related("entry", "stage")
    rows = list(slots.order_by("-stage__position", "group", "seed"))
    round_ = bye_round(rows[0]) if rows else None
    number = round_.number if round_ else None
    worth = rows[0].stage.how.points if rows else TablePoints()
    return [
        Leaver(
            row.entry_id,
            row.entry.name,
            row.seed,
            row.until_round is not None,
            row.until_round,
            number,
            number in row.byes,
            number in row.sits_out,
            worth,
        )
        for row in rows
        if row.stage_id == rows[0].stage_id
    ]
