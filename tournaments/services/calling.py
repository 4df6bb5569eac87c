"""Calling pairings to tables: who sits where, under which rules, with which cards' secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from games.dealing import Stream
from games.models import Table
from games.rules import RuleSet
from games.services import tables
from games.services.clocks import TablePolicy
from games.services.tables import SeatPlan, TablePlan
from tournaments.models import EntryPlayer, Pairing, Player, Round, Side

SECRET_BYTES = 32


def call_pairings(round_: Round, *, now: datetime, stream: Stream) -> int:
    """Open a table for each pairing of a round that is played; return how many."""
    waiting = round_.pairings.filter(state=Pairing.State.WAITING).order_by("number")
    pairings = list(waiting.prefetch_related("sides"))
    seats = _seat_plans(pairings)
    rules = RuleSet.from_json(round_.stage.rules_json)
    plans = [
        _plan(round_, rules, number, seats[pairing.pk], stream)
        for number, pairing in enumerate(pairings, start=1)
    ]
    for pairing, table in zip(pairings, tables.open_tables(plans, now=now), strict=True):
        pairing.table, pairing.state = table, Pairing.State.CALLED
    Pairing.objects.bulk_update(pairings, ["table", "state"])
    return len(pairings)


def _seat_plans(pairings: Sequence[Pairing]) -> dict[int, tuple[SeatPlan, ...]]:
    """Return the four seats of each pairing: pair A sits 0 and 2, pair B 1 and 3."""
    sides = [side for pairing in pairings for side in pairing.sides.all()]
    members = EntryPlayer.objects.filter(entry__in=[side.entry_id for side in sides])
    by_place: dict[tuple[int | None, int], Player] = {
        (row.entry_id, row.position): row.player for row in members.select_related("player")
    }
    return {
        pairing.pk: tuple(_seat(list(pairing.sides.all()), n, by_place) for n in range(4))
        for pairing in pairings
    }


def _seat(sides: list[Side], number: int, by_place: Mapping[tuple[int | None, int], Player]) -> SeatPlan:
    (side,) = (one for one in sides if one.number == number % 2)
    player = by_place[side.entry_id, number // 2]
    return SeatPlan(player.name, player.user_id)


def _plan(
    round_: Round, rules: RuleSet, number: int, seats: tuple[SeatPlan, ...], stream: Stream
) -> TablePlan:
    stage = round_.stage
    tournament = stage.tournament
    return TablePlan(
        public_id=tables.public_id(stream),
        rules=rules,
        master=stream.bytes(SECRET_BYTES),
        seats=seats,
        policy=TablePolicy.from_json(tournament.policy),
        title=tournament.name,
        round_of=2 * round_.size,
        number=number,
        home_path=f"tournaments/{tournament.slug}/",
        target=stage.target,
        cap=stage.cap,
    )


def replay_at(table: Table, *, now: datetime, stream: Stream) -> None:
    """Begin another match at a table whose last one decided nothing."""
    tables.play_again([table.pk], masters=[stream.bytes(SECRET_BYTES)], now=now)
