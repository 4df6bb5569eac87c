"""What there is to win, and who wins it: it follows from the final order each time it is asked for.

Source: docs/formats.md#prizes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from games.rules import Refusal
from tournaments.formats import table
from tournaments.models import Action, Entry, Prize, Round, Stage, Tournament
from tournaments.standings import prizes as giving

from .actions import Author, acting
from .stage_states import read_groups

MOST_PRIZES = 60
OVER = (Tournament.State.FINISHED, Tournament.State.REVIEW)


class PrizesChanged(Refusal):
    """Somebody else has changed the prizes since they were shown."""

    code = "prizes_changed"


class PrizeIsNothing(Refusal):
    """A prize is a thing, money, or both."""

    code = "prize_is_nothing"


class TooManyPrizes(Refusal):
    """There is an end to what one can win."""

    code = "too_many_prizes"


@dataclass(frozen=True, slots=True)
class Offered:
    """A prize as the director writes it; see the model."""

    place: int = 1
    text: str = ""
    amount: Decimal | None = None
    currency: str = ""
    of_club: str = ""
    rated_below: int | None = None


Placed = Mapping[int, int | None]
"""The table of a stage: entries by their places."""


@dataclass(frozen=True, slots=True)
class Handed:
    """A prize that goes to others than before; to nobody as long as it is not decided."""

    prize: int
    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Purse:
    """The prizes of a tournament that is over, with the tables of its stages, the last first."""

    prizes: tuple[giving.Prize, ...] = ()
    tables: tuple[tuple[int, Placed], ...] = ()

    def moved(self, stage_id: int, places: Placed, *, is_decided: bool) -> tuple[Handed, ...]:
        """Return which prizes go to others when these places of a stage change.

        :param is_decided: whether the tournament is still over then.
        """
        if not self.prizes:
            return ()
        changed = [dict(one) | (dict(places) if pk == stage_id else {}) for pk, one in self.tables]
        before = giving.winners(self.prizes, giving.final_order([one for _, one in self.tables]))
        after = giving.winners(self.prizes, giving.final_order(changed) if is_decided else {})
        return tuple(Handed(pk, before[pk], after[pk]) for pk in before if before[pk] != after[pk])


def set_prizes(
    *, tournament_id: int, prizes: Sequence[Offered], author: Author, now: datetime, seen: str | None = None
) -> None:
    """Say what there is to win; what was said before is not said any more.

    :param seen: the ``digest`` of the prizes that the author saw, ``None`` where he carries a version.
    :raises PrizeIsNothing: for one that is neither a thing nor money.
    :raises TooManyPrizes: for more than anybody reads out.
    :raises PrizesChanged: when somebody else was first.
    """
    for number, one in enumerate(prizes, start=1):
        if not one.text.strip() and not one.amount:
            raise PrizeIsNothing(number=number)
    if len(prizes) > MOST_PRIZES:
        raise TooManyPrizes(most=MOST_PRIZES)
    with acting(tournament_id, Action.Verb.SET_PRIZES, author, now=now) as account:
        rows = Prize.objects.filter(tournament=tournament_id)
        before = list(rows)
        if seen is not None and digest(before) != seen:
            raise PrizesChanged()
        account.before["prizes"] = [_plain(one) for one in before]
        rows.delete()
        made = [_row(tournament_id, one) for one in prizes]
        Prize.objects.bulk_create(made)
        account.after["prizes"] = [_plain(one) for one in made]


def _row(tournament_id: int, one: Offered) -> Prize:
    return Prize(
        tournament_id=tournament_id,
        place=one.place,
        text=one.text.strip(),
        amount=one.amount or None,
        currency=one.currency.strip() if one.amount else "",
        of_club=one.of_club.strip(),
        rated_below=one.rated_below,
    )


FACTS = ("place", "of_club", "rated_below", "text", "amount", "currency")


def _plain(prize: Prize) -> dict[str, Any]:
    """Return a prize as JSON has it."""
    facts = {name: getattr(prize, name) for name in FACTS}
    amount: Decimal | None = facts["amount"]
    return facts | {"amount": None if amount is None else format(amount.normalize(), "f")}


def digest(prizes: Sequence[Prize]) -> str:
    """Return a text that is the same only for the same prizes."""
    return hashlib.sha256(repr([_plain(one) for one in prizes]).encode()).hexdigest()[:20]


def as_given(prizes: Sequence[Prize]) -> tuple[giving.Prize, ...]:
    """Return prizes with those they are open to; asks for the entries only where one is narrower than all."""
    narrow = [one for one in prizes if one.of_club or one.rated_below is not None]
    entries = list(Entry.objects.filter(tournament=prizes[0].tournament_id)) if narrow else []
    return tuple(
        giving.Prize(one.pk, one.place, int((one.amount or 0) * 1000), one.currency, _open_to(one, entries))
        for one in prizes
    )


def _open_to(prize: Prize, entries: Sequence[Entry]) -> frozenset[int] | None:
    if not prize.of_club and prize.rated_below is None:
        return None
    return frozenset(
        entry.pk
        for entry in entries
        if (not prize.of_club or entry.club_name.casefold() == prize.of_club.casefold())
        and (prize.rated_below is None or (entry.rating is not None and entry.rating < prize.rated_below))
    )


def purse_of(tournament_id: int) -> Purse:
    """Return the prizes of a tournament with its tables; none while it is not over."""
    prizes = list(Prize.objects.filter(tournament=tournament_id, tournament__state__in=OVER))
    open_still = Round.objects.filter(stage__tournament=tournament_id).exclude(state=Round.State.CLOSED)
    if not prizes or open_still.exists():
        return Purse()
    stages = Stage.objects.filter(tournament=tournament_id, slots__isnull=False).distinct()
    tables = tuple((stage.pk, _placed(stage)) for stage in stages.order_by("-position"))
    return Purse(as_given(prizes), tables)


def _placed(stage: Stage) -> Placed:
    return {int(line.entry): line.rank for state in read_groups(stage).values() for line in table(state)}


def awards_of(tournament: Tournament) -> tuple[giving.Award, ...]:
    """Return who gets what in a tournament that is finished; nobody while it is under review."""
    if tournament.state != Tournament.State.FINISHED:
        return ()
    purse = purse_of(tournament.pk)
    return giving.awards(purse.prizes, giving.final_order([one for _, one in purse.tables]))
