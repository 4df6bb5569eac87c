"""The worlds a strong bot thinks in: hands that may be, and sooner those that go with the calls."""

import pytest

from games.bots import best_trump, worth
from games.bots.chances import even_at
from games.bots.masks import Cards, listed, mask, trumps_of
from games.bots.memory import voids
from games.bots.worlds import ANY, OVERCALLED, SLACK, Signs, told
from games.dealing import Stream
from games.rules import PACK, PASS, RULESETS, SEATS, Bid, PlayCard, Position, RuleSet, apply, view
from tests.bots.moments import contracted
from tests.bots.seats import LEVANTINE
from tests.rules.playing import call, dealt, shuffled
from tests.rules.presets import PRESETS

SOLO, STUCK = RULESETS["solo"], RULESETS["dealer-stuck"]


def worlds(position: Position, count: int = 40) -> list[list[Cards]]:
    """Return the worlds of the seat to move."""
    assert position.turn is not None
    return Signs.of(view(position, position.turn), position.rules).worlds(count, Stream(b"worlds"))


def later(position: Position, cards: int, stream: Stream) -> Position:
    """Return the deal after so many cards, any that are legal."""
    for _ in range(cards):
        assert position.turn is not None
        position, _ = apply(position, position.turn, PlayCard(stream.choice(position.play.legal())))
    return position


@pytest.mark.parametrize("gone", [0, 1, 14, 30, 43, 49])
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS.keys())
def test_a_world_is_a_deal_that_may_be(rules: RuleSet, gone: int) -> None:
    position = later(contracted(rules, Stream(b"may be")), gone, Stream(b"any cards"))
    seat, void = position.turn, voids(position.played)
    assert seat is not None

    for world in worlds(position):
        assert world[seat] == mask(position.hands[seat])
        assert [hand.bit_count() for hand in world] == [len(hand) for hand in position.hands]
        assert sum(world) == mask(PACK) & ~mask(card for _, card in position.played)
        assert not any(hand & void[holder] for holder, hand in enumerate(world) if holder != seat)


def test_worlds_are_made_of_what_the_seat_sees_and_nothing_else() -> None:
    position = contracted(LEVANTINE, Stream(b"seen"))
    seat = position.turn
    assert seat is not None
    others = [hand for holder, hand in enumerate(position.hands) if holder != seat]
    hands = [position.hands[seat] if holder == seat else others.pop() for holder in SEATS]
    swapped = position._replace(play=position.play._replace(hands=tuple(hands)))

    assert swapped != position
    assert worlds(swapped) == worlds(position)


def test_the_worlds_are_not_all_the_same() -> None:
    position = contracted(LEVANTINE, Stream(b"many"))

    assert len({tuple(world) for world in worlds(position)}) == 40


def test_who_bid_is_dealt_better_hands_than_who_passed() -> None:
    position = call(dealt(shuffled(Stream(b"calls"))), "9", PASS, PASS)

    found = [
        [worth(tuple(listed(hand)), best_trump(tuple(listed(hand)), LEVANTINE)) for hand in world]
        for world in worlds(position)
    ]

    bidder, passer = (sum(world[seat] for world in found) / len(found) for seat in (0, 1))
    assert bidder > passer + 100


def test_the_declarer_is_dealt_more_of_the_trumps() -> None:
    position = later(contracted(LEVANTINE, Stream(b"trumps")), 1, Stream(b"a card"))
    contract, trump = position.contract, position.trump
    assert contract is not None
    assert trump is not None
    defenders = [seat for seat in SEATS if seat not in (position.turn, contract.declarer)]

    found = worlds(position)

    held = [sum((world[seat] & trumps_of(trump)).bit_count() for world in found) for seat in SEATS]
    assert all(held[contract.declarer] > 1.5 * held[seat] for seat in defenders)


# ---- what calls tell ----


def test_a_bid_tells_that_a_hand_is_worth_it() -> None:
    assert told([(SEATS[0], "8")], LEVANTINE) == {0: (even_at(LEVANTINE, Bid(8)) - SLACK, ANY)}


def test_a_pass_tells_that_a_hand_is_not_worth_the_next_bid() -> None:
    first, second = even_at(LEVANTINE, Bid(7)) + SLACK, even_at(LEVANTINE, Bid(8)) + SLACK + OVERCALLED

    assert told([(SEATS[0], PASS)], LEVANTINE) == {0: (0, first)}
    assert told([(SEATS[0], "7"), (SEATS[1], PASS)], LEVANTINE)[SEATS[1]] == (0, second)


def test_a_bidder_who_passes_later_still_has_what_he_bid() -> None:
    calls = [(SEATS[0], "7"), (SEATS[1], "8"), (SEATS[2], PASS), (SEATS[3], PASS), (SEATS[0], PASS)]

    assert told(calls, LEVANTINE)[SEATS[0]] == (even_at(LEVANTINE, Bid(7)) - SLACK, ANY)


def test_a_bid_that_nobody_chose_tells_nothing() -> None:
    passes = [(SEATS[0], PASS), (SEATS[1], PASS), (SEATS[2], PASS)]

    assert told([*passes, (SEATS[3], "7")], STUCK)[SEATS[3]] == (0, ANY)
    assert told([*passes, (SEATS[3], "7")], LEVANTINE)[SEATS[3]] != (0, ANY)


def test_a_pass_after_thirteen_tells_nothing() -> None:
    assert SEATS[1] not in told([(SEATS[0], "13"), (SEATS[1], PASS)], LEVANTINE)
