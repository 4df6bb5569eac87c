"""What the clock plays for who is late, by all rules: a pass, the longest suit, the weakest card."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.models import Table, User
from games.rules import RULESETS, SEATS, AllPass, Phase, Position, RuleSet, TrumpChoice, names, playable
from games.services import play
from games.services.clocks import LAG, TablePolicy
from games.sweep import Sweep
from tests.cast import NOW
from tests.games.scene import bots_table, log_of, next_act, opened, stored

RANKS = "23456789TJQKA"
WEAKEST_FIRST = "CDHS"
PASSES = [key for key, rules in RULESETS.items() if rules.all_pass is AllPass.REDEAL]
FORCED = [key for key, rules in RULESETS.items() if rules.all_pass is AllPass.DEALER_FORCED]


def late(table: Table) -> Position:
    """Let the time of the seat to move run out; return what was on the table before."""
    before = stored(table)
    assert before.due_at is not None
    assert play.play_at([table.pk], now=before.due_at) == 1
    return before.position


def bid_seven(table: Table, people: Sequence[User]) -> None:
    """Let the first to call bid seven."""
    turn = stored(table).position.turn
    assert turn is not None
    act = play.Act(people[turn].pk, play.action_of("bid", {"bid": 7}), "seven", stored(table).seq)
    play.submit_now(table.pk, act, seat=turn, now=NOW)


@pytest.mark.parametrize("rules", PASSES)
def test_a_late_call_is_a_pass(four: list[User], rules: str) -> None:
    table = opened(four, rules=rules)

    for _ in SEATS:
        late(table)

    kinds = [entry.event.kind for entry in log_of(table) if entry.by == "timeout"]
    assert kinds == ["pass"] * 4 + ["all_pass"]


@pytest.mark.parametrize("rules", FORCED)
def test_the_late_call_of_a_dealer_who_has_to_bid_is_the_lowest_bid(four: list[User], rules: str) -> None:
    table = opened(four, rules=rules)

    for _ in SEATS:
        late(table)

    calls = [entry.event for entry in log_of(table) if entry.event.kind in ("pass", "bid")]
    assert [event.kind for event in calls] == ["pass"] * 3 + ["bid"]
    assert (calls[-1].data, calls[-1].seat) == ({"bid": 7}, stored(table).position.dealer)


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_late_trump_is_the_longest_suit_and_a_late_card_the_weakest(four: list[User], rules: RuleSet) -> None:
    table = opened(four, rules=rules.key, policy=TablePolicy.people())
    bid_seven(table, four)
    while stored(table).position.phase is Phase.AUCTION:
        late(table)
    assert (stored(table).position.phase is Phase.PLAY) == (rules.trump is TrumpChoice.FIXED)

    if stored(table).position.phase is Phase.TRUMP:
        before = late(table)
        assert trump_of(stored(table).position) == longest(before)
    while stored(table).position.phase is Phase.PLAY:
        before = late(table)
        assert last_card(table) == weakest(before)


def trump_of(position: Position) -> str:
    """Return the letter of the suit that is trump."""
    assert position.trump is not None
    return position.trump.letter


def last_card(table: Table) -> str:
    """Return the card played last."""
    return str(next(e.event.data["card"] for e in reversed(log_of(table)) if e.event.kind == "card"))


def longest(position: Position) -> str:
    """Return the longest suit of the seat to move; of two the higher cards, then spades first."""
    assert position.turn is not None
    held = names(position.hands[position.turn])

    def weight(suit: str) -> tuple[int, int, int]:
        ranks = [RANKS.index(card[0]) for card in held if card[1] == suit]
        return len(ranks), sum(ranks), "CDHS".index(suit)

    return max("SHDC", key=weight)


def weakest(position: Position) -> str:
    """Return the weakest card the seat to move may play: trumps last, then the rank, then clubs first."""
    assert position.turn is not None
    trump = trump_of(position)
    legal = names(playable(position.hands[position.turn], position.trick.led))
    return min(legal, key=lambda c: (c[1] == trump, RANKS.index(c[0]), WEAKEST_FIRST.index(c[1])))


# ---- what is on its way ----


def test_an_act_that_is_on_its_way_when_the_time_is_up_still_counts(four: list[User]) -> None:
    """Planted: the clock plays at once; whoever's line is slow has less time than his page shows."""
    table = opened(four)
    due = stored(table).due_at
    assert due is not None
    seat, act = next_act(table, four)

    Sweep().once(due + LAG / 2)
    play.submit_now(table.pk, act, seat=seat, now=due + LAG / 2)

    assert [entry.by for entry in log_of(table)][-1] == "user"


def test_the_table_waits_for_it_no_longer_than_it_may_take(four: list[User]) -> None:
    table = opened(four)
    due = stored(table).due_at
    assert due is not None

    Sweep().once(due + LAG)

    assert [entry.by for entry in log_of(table)][-1] == "timeout"


def test_bots_and_forced_passes_are_not_held_up_by_it(db: None) -> None:
    table = bots_table()
    due = stored(table).due_at
    assert due is not None

    assert Sweep().once(due) == 1
