"""Tables that come from another site with the record of their tournament: what was played there, and on.

The log of a match is what it was; it is played again before it is stored. What was being played when the
record was written is dealt anew, because a record never holds a hand of a match that goes on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from games import store
from games.hub import TABLE_EVENTS
from games.models import Match, Seat, Table
from games.rules import SEATS, BrokenRecord, Event, Position, Refusal, RuleSet, replay
from games.services import opening
from games.services.entropy import Entropy
from games.services.opening import TablePlan
from games.services.records import lines
from games.store import Ended, Logged


class LogBroken(Refusal):
    """The log of a match does not go together by its rules."""

    code = "log_broken"


@dataclass(frozen=True, slots=True)
class Told:
    """The log of a match, with what its deals are checked with and the position it leads to."""

    master: bytes
    entropy: str
    events: tuple[Logged, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class BroughtTable:
    """A table with the matches that are over there.

    :param plan: as it is opened here; its secret is for a match to come.
    :param ended: the columns of each match and its log, in order.
    :param state: ``WAITING`` where another match is to be played, ``OVER`` where one may follow, ``CLOSED``.
    """

    plan: TablePlan
    created_at: datetime
    series: Mapping[str, Any] = field(default_factory=dict)
    ended: tuple[tuple[Mapping[str, Any], Told], ...] = ()
    state: Table.State = Table.State.CLOSED


def log_of(match: Match) -> dict[str, Any]:
    """Return the log of a match and what its deals are checked with, as JSON values.

    :raises MatchNotOver: while it is being played: the log holds every hand.
    """
    events = [json.loads(one) for one in lines(match.pk)]
    master, entropy = store.secret_of_match(match.pk)
    return {"master": master.hex(), "entropy": json.loads(entropy), "events": events}


def read_log(values: Mapping[str, Any], rules: RuleSet, *, target: int, cap: int | None) -> Told:
    """Return a log from its JSON values (``log_of``), played again from the first card.

    :raises LogBroken: when it is none.
    """
    try:
        events = tuple(_logged(one) for one in values["events"])
        entropy = Entropy.from_json(json.dumps(values["entropy"])).to_json()
        played = [one.event for one in events if one.event.kind not in TABLE_EVENTS]
        waiting = Position.begin(rules, dealer=SEATS[0], target=target, cap=cap)
        position = replay(played) if played else waiting
        return Told(bytes.fromhex(values["master"]), entropy, events, position)
    except (BrokenRecord, LookupError, TypeError, ValueError) as fault:
        raise LogBroken() from fault


def _logged(told: Mapping[str, Any]) -> Logged:
    seat = None if told["seat"] is None else SEATS[told["seat"]]
    return Logged(Event(str(told["k"]), seat, dict(told["d"])), str(told["by"]))


def bring(brought: BroughtTable, *, now: datetime) -> tuple[Table, list[Match]]:
    """Store a table as it was, in the caller's transaction; where somebody plays on a match begins."""
    plan, is_closed = brought.plan, brought.state == Table.State.CLOSED
    table = opening.table_row(plan, brought.created_at)
    table.series = dict(brought.series)
    if brought.state != Table.State.WAITING:
        table.state, table.bots_due_at = brought.state, None
    with transaction.atomic():
        table.save()
        Seat.objects.bulk_create(opening.seat_row(table, n, seat, plan) for n, seat in enumerate(plan.seats))
        ended = [_ended(table, plan, columns, told) for columns, told in brought.ended]
        store.keep(ended, closes=is_closed)
        if brought.state == Table.State.WAITING:
            begun = opening.beginning_of(plan, number=len(ended) + 1)
            store.begin([opening.opening_of(table, replace(plan, beginning=begun), now)], now=now)
    return table, [one.match for one in ended]


def _ended(table: Table, plan: TablePlan, columns: Mapping[str, Any], told: Told) -> Ended:
    rules = plan.rules
    match = Match(
        table=table,
        rules_key=rules.key,
        rules_version=rules.version,
        rules_json=rules.to_json(),
        rules_digest=rules.digest,
        target=plan.target or rules.target,
        cap=plan.cap,
        **columns,
    )
    return Ended(match, told.master, told.entropy, told.events, told.position)
