"""How long an evening takes at the pace of people. Source: docs/formats.md#how-long-a-round-takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from django.db.models import Sum

from games.rules import Duration, duration_of
from tournaments.models import Pairing, Round, Stage

# What people take: to think and play a card or say a call, and to look at a score and shuffle.
SECONDS_AN_ACTION = 3.6
SECONDS_BETWEEN_DEALS = 25.0
MINUTES_BETWEEN_ROUNDS = 5.0
# How far the longest of some matches lies, on its way from the mean to the longest of four hundred.
LONGEST_OF_MANY = 0.55


@dataclass(frozen=True, slots=True)
class Projection:
    """Minutes by round, in order, and in all with the pauses between them."""

    rounds: tuple[float, ...]
    total: float


def projected(stage: Stage) -> Projection:
    """Return how long the rounds take: from the deals played, or from the rules for those to come."""
    duration = duration_of(stage.rules, stage.target)
    rounds = list(stage.rounds.order_by("number"))
    played = _deals_played(stage)
    deals = [
        float(max(played.get(one.pk, [0])))
        if one.state == Round.State.CLOSED
        else longest_of(tables, duration, cap=stage.cap) * games_of(tables, best_of=stage.best_of)
        for one, tables in [(one, _tables(one)) for one in rounds]
    ]
    minutes = tuple(round(each * minutes_a_deal(duration), 1) for each in deals)
    pause = max(stage.break_seconds / 60, MINUTES_BETWEEN_ROUNDS)
    return Projection(minutes, round(sum(minutes) + pause * max(len(minutes) - 1, 0), 1))


def minutes_a_deal(duration: Duration) -> float:
    """Return the minutes people take for a deal."""
    actions = duration.mean_actions / duration.mean_deals
    return (actions * SECONDS_AN_ACTION + SECONDS_BETWEEN_DEALS) / 60


def longest_of(tables: int, duration: Duration, *, cap: int | None) -> float:
    """Return the deals to expect of the slowest of so many tables; more tables, a slower one."""
    if tables == 0:
        return 0.0
    reach = LONGEST_OF_MANY * (1 - 1 / tables)
    deals = duration.mean_deals + reach * (duration.most_deals - duration.mean_deals)
    return deals if cap is None else min(deals, float(cap))


def games_of(tables: int, *, best_of: int) -> float:
    """Return the games to expect of the slowest of so many tables, between sides of the same strength."""
    most = best_of // 2 + 1
    mean = sum(games * _ends_after(games, most) for games in range(most, best_of + 1))
    return mean + (1 - 1 / max(tables, 1)) * (best_of - mean)


def _ends_after(games: int, most: int) -> float:
    """Return the chance that one of two equals has won ``most`` games after just so many."""
    return comb(games - 1, most - 1) / (1 << (games - 1))


def _tables(round_: Round) -> int:
    return Pairing.objects.filter(round=round_).exclude(decided_by=Pairing.DecidedBy.BYE).count()


def _deals_played(stage: Stage) -> dict[int, Sequence[int]]:
    """Return the deals of each table, by round; a replay adds to its table's."""
    rows = Pairing.objects.filter(round__stage=stage, table__isnull=False)
    deals: dict[int, list[int]] = {}
    for pairing in rows.annotate(played=Sum("table__matches__deals")):
        deals.setdefault(pairing.round_id, []).append(pairing.played or 0)
    return dict(deals)
