"""Which bot plays a seat, and that nobody can tell from when it plays how long it had to think."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from games import bots, sweep
from games.dealing import Stream
from games.hub import HUB
from games.models import Table, User
from games.rules import Action, view
from games.services import minds, opening, play
from games.services.clocks import TablePolicy
from games.services.minds import AHEAD, AT_ONCE, ThinkingAhead
from tests.cast import NOW
from tests.games.scene import SECOND, bots_table, opened, plan, stored
from tests.games.worlds import forget

pytestmark = pytest.mark.django_db

STRONG = replace(TablePolicy.fast(), bot="strong")
MANY = AT_ONCE + 2


def strong_tables(count: int) -> list[Table]:
    """Open tables where four strong bots play without waiting."""
    plans = [plan(policy=STRONG, public_id=f"strong-{number}") for number in range(count)]
    return opening.open_tables(plans, now=NOW)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let every bot play as a club bot does, and note which was asked."""
    asked: list[str] = []

    def noting(name: str) -> bots.Bot:
        def bot(*known: Any) -> Action:
            asked.append(name)
            return bots.choose(*known)

        return bot

    monkeypatch.setattr(minds, "BOTS", {name: noting(name) for name in bots.BOTS})
    return asked


def test_the_policy_of_a_table_says_which_bot_plays_there(played: list[str]) -> None:
    bots_table()
    strong_tables(1)

    play.play_due(NOW)

    assert sorted(played) == ["club", "strong"]


def test_so_many_think_in_a_period_and_the_rest_in_the_next(played: list[str]) -> None:
    strong_tables(MANY)
    ahead = ThinkingAhead()

    moved = [(ahead.think(NOW), play.play_due(NOW, minds=ahead)) for _ in range(2)]

    assert moved[0] == (AT_ONCE, AT_ONCE)
    assert played == ["strong"] * (AT_ONCE + moved[1][0])


def test_tables_of_other_bots_move_while_strong_ones_have_not_thought(played: list[str]) -> None:
    strong_tables(MANY)
    club = bots_table()
    before = stored(club).seq

    play.play_due(NOW, minds=ThinkingAhead())

    assert stored(club).seq > before
    assert played == ["club"]


def test_a_strong_bot_that_waits_too_long_plays_as_a_club_bot(played: list[str]) -> None:
    opened = strong_tables(MANY)

    assert play.play_due(NOW + 3 * SECOND, minds=ThinkingAhead()) == MANY
    assert played == ["club"] * len(opened)


def test_a_strong_bot_plays_the_same_move_whenever_it_is_asked() -> None:
    (table,) = strong_tables(1)
    now = stored(table)
    bot = minds.Minds().bot_at(now, NOW)
    assert bot is bots.think
    assert now.position.turn is not None
    seen = view(now.position, now.position.turn)

    first, again = (bot(seen, Stream(now.master), now.position.rules) for _ in range(2))

    assert first == again


def test_what_was_thought_of_a_table_that_has_moved_since_is_thought_of_anew(played: list[str]) -> None:
    strong_tables(1)
    ahead = ThinkingAhead()
    ahead.think(NOW)
    play.play_due(NOW)

    assert (play.play_due(NOW, minds=ahead), ahead.think(NOW), play.play_due(NOW, minds=ahead)) == (0, 1, 1)


def test_a_bot_that_fails_at_thinking_is_asked_once_and_plays_as_a_club_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (table,) = strong_tables(1)
    monkeypatch.setattr(minds, "BOTS", {**bots.BOTS, "strong": lambda *_: 1 / 0})
    ahead = ThinkingAhead()
    with pytest.raises(ZeroDivisionError):
        ahead.think(NOW)

    assert ahead.think(NOW) == 0
    assert play.play_due(NOW + 3 * SECOND, minds=ahead) == 1
    assert stored(table).seq > 0


def test_nobody_thinks_where_a_person_is_to_move(four: list[User], played: list[str]) -> None:
    table = opened(four, policy=replace(TablePolicy.people(), bot="strong"))
    due = stored(table).due_at
    assert due is not None

    assert ThinkingAhead().think(due - AHEAD) == 0
    assert played == []


# ---- when ----


class Clock:
    """The time of a process, which passes only while it waits or a bot thinks."""

    def __init__(self) -> None:
        """Begin with nothing passed."""
        self.passed = 0.0

    def monotonic(self) -> float:
        """Return the seconds that have passed."""
        return self.passed

    def now(self) -> datetime:
        """Return what the clock on the wall says."""
        return NOW + timedelta(seconds=self.passed)


def left_at(patch: pytest.MonkeyPatch, bob: User, seconds: float) -> list[tuple[str, float]]:
    """Return when each move left the server, where a strong bot thinks about a card for so long.

    It is Bob's table: he is too slow for his clock. Beside it club bots play.
    """
    clock, sent = Clock(), list[tuple[str, float]]()
    pace = replace(TablePolicy.people(bots_after=0), bot="strong", call_seconds=1, trump_seconds=1)
    tables = [
        opened([bob, None, None, None], policy=replace(pace, card_seconds=1), public_id="strong"),
        opened([None] * 4, policy=TablePolicy.people(bots_after=0), public_id="club"),
    ]
    names = {table.pk: table.public_id for table in tables}

    def slow(*known: Any) -> Action:
        clock.passed += seconds
        return bots.choose(*known)

    with patch.context() as rigged:
        rigged.setattr(minds, "BOTS", {**bots.BOTS, "strong": slow})
        rigged.setattr(sweep, "time", clock)
        rigged.setattr(sweep, "timezone", clock)
        rigged.setattr(
            HUB,
            "publish",
            lambda moves: sent.extend(
                (names.get(move.table_id, str(move.table_id)), clock.passed) for move in moves
            ),
        )
        server = sweep.Sweep()
        while clock.passed < 30:
            pause = server.turn()
            clock.passed += pause
    for table in tables:
        forget(table)
    return sent


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seconds", [0.05, 0.2, 0.24])
def test_how_long_a_bot_thinks_tells_nobody_when_any_table_moves(
    monkeypatch: pytest.MonkeyPatch, bob: User, seconds: float
) -> None:
    """Planted: thinking when the table is due, in the batch of the moves found due with it."""
    at_once = left_at(monkeypatch, bob, 0)

    assert left_at(monkeypatch, bob, seconds) == at_once
    assert {name for name, _ in at_once} == {"strong", "club"}
    assert len(at_once) > 30


@pytest.mark.django_db(transaction=True)
def test_who_thinks_for_longer_than_a_period_is_late_by_whole_periods(
    monkeypatch: pytest.MonkeyPatch, bob: User
) -> None:
    late = left_at(monkeypatch, bob, 1.1)

    assert {round(moment / sweep.PERIOD_SECONDS, 3) % 1 for name, moment in late if name == "strong"} == {0}
