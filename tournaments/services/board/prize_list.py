"""What there is to win as pages show it: each prize, and who gets it once the tournament is finished."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from tournaments.models import Prize, Tournament
from tournaments.services import prizes as services
from tournaments.services.effects import Outlook
from tournaments.standings.prizes import Award, awards, final_order

from .shapes import Board

FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Winner:
    """Who gets a prize, and how many share it with each other."""

    entry: int
    name: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrizeView:
    """A prize; ``among`` names the narrower field it is for, ``winners`` are several where they share it."""

    id: int
    place: int
    among: str
    text: str
    amount: Decimal | None
    currency: str
    winners: tuple[Winner, ...] = ()


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in its currency."""

    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class AwardView:
    """What somebody takes home for a place: things, and his share of the money."""

    place: int
    among: str
    winner: Winner
    things: tuple[str, ...]
    money: tuple[Money, ...]
    level: int


@dataclass(frozen=True, slots=True)
class HandedView:
    """A prize that goes to others when a result is corrected."""

    prize: PrizeView
    before: tuple[str, ...]
    after: tuple[str, ...]


def prizes(tournament: Tournament, seen: Board) -> tuple[PrizeView, ...]:
    """Return what there is to win, in one query where there is any; who won it is read off the board."""
    if not seen.has_prizes:
        return ()
    rows = list(Prize.objects.filter(tournament=tournament))
    won: dict[int, list[int]] = {row.pk: [] for row in rows}
    for award in _awards(rows, seen):
        for prize in award.prizes:
            won[prize].append(award.entry)
    names = _people(seen)
    return tuple(_view(row, [names[entry] for entry in won[row.pk]]) for row in rows)


def handed_out(tournament: Tournament, seen: Board) -> tuple[AwardView, ...]:
    """Return who takes home what, by place, once the tournament is finished."""
    rows = list(Prize.objects.filter(tournament=tournament))
    by_id, people = {row.pk: row for row in rows}, _people(seen)
    return tuple(_award(award, by_id, people[award.entry]) for award in _awards(rows, seen))


def _awards(rows: Sequence[Prize], seen: Board) -> tuple[Award, ...]:
    if not rows or seen.tournament.state != FINISHED:
        return ()
    tables = [
        {row.entry: row.rank for table in stage.tables for row in table.rows} for stage in seen.stages[::-1]
    ]
    return awards(services.as_given(rows), final_order(tables))


def _people(seen: Board) -> dict[int, Winner]:
    rows = (row for stage in seen.stages for table in stage.tables for row in table.rows)
    return {row.entry: Winner(row.entry, row.name, row.players) for row in rows}


def _view(row: Prize, won: Iterable[Winner] = ()) -> PrizeView:
    return PrizeView(row.pk, row.place, _among(row), row.text, row.amount, row.currency, tuple(won))


def _among(row: Prize) -> str:
    """Return whom a prize is for, where it is not for everybody."""
    names = [_("best of %(club)s") % {"club": row.of_club}] if row.of_club else []
    if row.rated_below is not None:
        names.append(_("rated below %(rating)s") % {"rating": row.rated_below})
    return _(", ").join(names)


def _award(award: Award, rows: Mapping[int, Prize], winner: Winner) -> AwardView:
    won = [rows[pk] for pk in award.prizes]
    return AwardView(
        place=won[0].place,
        among=_among(won[0]),
        winner=winner,
        things=tuple(one.text for one in won if one.text),
        money=tuple(Money(Decimal(amount) / 1000, currency) for currency, amount in award.money),
        level=award.level,
    )


def moved(tournament: Tournament, outlook: Outlook, names: Mapping[int, str]) -> tuple[HandedView, ...]:
    """Return the prizes that go to others by one of the director's choices."""
    if not outlook.prizes:
        return ()
    rows = Prize.objects.filter(tournament=tournament).in_bulk([one.prize for one in outlook.prizes])
    return tuple(
        HandedView(
            _view(rows[one.prize]),
            tuple(names[entry] for entry in one.before),
            tuple(names[entry] for entry in one.after),
        )
        for one in outlook.prizes
    )
