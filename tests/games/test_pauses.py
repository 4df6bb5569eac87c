"""The pause after a deal: who says that he is ready, and whether a clock says it for him."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.models import Table, User
from games.rules import RULESETS, SEATS, Phase, Readiness, Ready
from games.services import play, tables
from games.services.clocks import TablePolicy
from tests.cast import NOW
from tests.games.scene import CASUAL, SECOND, log_of, opened, play_on, stored

UNTIMED = [key for key, rules in RULESETS.items() if rules.ready is Readiness.ALL_HUMANS]
TIMED = [key for key, rules in RULESETS.items() if rules.ready is Readiness.TIMED]
TOURNAMENT = replace(CASUAL, casual=False)


def paused(people: Sequence[User], *, rules: str, policy: TablePolicy = CASUAL) -> Table:
    """Return a table where three people and a bot have just played a deal."""
    table = opened([*people[:3], None], policy=replace(policy, bots_after=0), rules=rules)
    while (turn := stored(table).position.turn) is not None:
        if stored(table).seats[turn].kind == "user":
            play_on(table, people, 1)
        else:
            play.play_at([table.pk], now=NOW)
    assert stored(table).position.phase is Phase.RESULT
    return table


def ready(table: Table, people: Sequence[User], *numbers: int) -> None:
    """Let these seats say that they are ready."""
    for number in numbers:
        act = play.Act(people[number].pk, Ready(), f"r{number}", 0)
        play.submit_now(table.pk, act, seat=SEATS[number], now=NOW)


@pytest.mark.parametrize("rules", UNTIMED)
def test_by_some_rules_a_table_waits_for_all_its_people_and_for_no_clock(
    four: list[User], rules: str
) -> None:
    table = paused(four, rules=rules)
    assert stored(table).due_at is None

    ready(table, four, 0, 2)
    assert (stored(table).due_at, stored(table).position.phase) == (None, Phase.RESULT)
    ready(table, four, 1)

    assert stored(table).position.deal_number == 2


@pytest.mark.parametrize("rules", ["solo", TIMED[0]])
def test_by_the_others_the_clock_of_the_table_says_it_for_who_is_late(four: list[User], rules: str) -> None:
    table = paused(four, rules=rules)
    due = stored(table).due_at
    assert due == NOW + CASUAL.ready_seconds * SECOND

    play.play_due(due)

    assert stored(table).position.deal_number == 2


def test_a_tournament_waits_fifteen_seconds_by_any_rules(four: list[User]) -> None:
    table = paused(four, rules=UNTIMED[0], policy=TOURNAMENT)

    assert TablePolicy().ready_seconds == 15
    assert stored(table).due_at == NOW + 15 * SECOND


def test_who_gets_up_while_the_others_wait_for_him_is_waited_for_no_longer(four: list[User]) -> None:
    """Planted: a table without a clock, whose last person to be ready left, stood still for ever."""
    table = paused(four, rules=UNTIMED[0])
    ready(table, four, 0, 1)

    tables.leave(table_id=table.pk, user=four[2], now=NOW)

    assert (stored(table).position.phase, stored(table).position.deal_number) == (Phase.AUCTION, 2)
    assert stored(table).due_at is not None
    assert [(entry.event.kind, entry.by) for entry in log_of(table)[-4:]] == [
        *[("ready", "user"), ("leave", "user")],
        *[("ready", "bot"), ("deal", "table")],
    ]


def test_an_empty_seat_is_waited_for_by_nobody(four: list[User]) -> None:
    table = paused(four, rules=UNTIMED[0])
    Table.objects.filter(pk=table.pk).update(policy=replace(CASUAL, bots_after=None).to_json())
    tables.leave(table_id=table.pk, user=four[2], now=NOW)
    assert [seat.kind for seat in stored(table).seats] == ["user", "user", "open", "bot"]

    ready(table, four, 0, 1)

    assert stored(table).position.deal_number == 2
