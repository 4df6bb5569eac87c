"""Which bot plays a seat, and that however many strong ones think, no table waits long for them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games import bots
from games.dealing import Stream
from games.models import Table
from games.rules import Action, view
from games.services import minds, opening, play
from games.services.clocks import TablePolicy
from tests.cast import NOW
from tests.games.scene import SECOND, bots_table, plan, stored

pytestmark = pytest.mark.django_db

STRONG = replace(TablePolicy.fast(), bot="strong")


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


def test_two_strong_bots_think_in_a_sweep_and_the_next_two_in_the_next(played: list[str]) -> None:
    opened = strong_tables(5)
    before = [stored(table).seq for table in opened]

    moved = [play.play_due(NOW + SECOND / 4), play.play_due(NOW + SECOND / 2)]

    assert moved == [2, 2]
    assert sum(stored(table).seq > seq for table, seq in zip(opened, before, strict=True)) == 4
    assert played == ["strong"] * 4


def test_tables_of_other_bots_move_while_strong_ones_wait(played: list[str]) -> None:
    strong_tables(5)
    club = bots_table()
    before = stored(club).seq

    play.play_due(NOW)

    assert stored(club).seq > before
    assert played.count("strong") == 2


def test_a_strong_bot_that_waits_too_long_plays_as_a_club_bot(played: list[str]) -> None:
    opened = strong_tables(5)
    late = NOW + 3 * SECOND

    assert play.play_due(late) == 5
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
