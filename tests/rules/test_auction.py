"""The auction: every bid beats the last, and three passes close it."""

from collections.abc import Iterator

import pytest

from games.rules import (
    PASS,
    SEATS,
    Auction,
    AuctionClosed,
    BidTooLow,
    CallOutOfTurn,
    IllegalCall,
    MustBid,
    MustPass,
    NotYourTurn,
    PassedOut,
    RuleSet,
    UnknownCall,
)
from tests.rules.presets import EVERY_EDITION, KIBBI, LEVANTINE, MOVING_TRUMP, ONE_ROUND, SOLO


def after(*calls: str, rules: RuleSet = LEVANTINE) -> Auction:
    """Return the auction after calls, each by the seat whose turn it is; seat 0 calls first."""
    auction = Auction.open(rules)
    for call in calls:
        assert auction.turn is not None
        auction = auction.call(auction.turn, call)
    return auction


def test_the_seat_after_the_dealer_calls_first() -> None:
    openings = [Auction.open(LEVANTINE, dealer).turn for dealer in SEATS]

    assert openings == [1, 2, 3, 0]


def test_the_lowest_bid_is_seven_and_the_highest_thirteen() -> None:
    assert Auction.open(LEVANTINE).legal_calls() == ("P", "7", "8", "9", "10", "11", "12", "13")


def test_a_bid_has_to_beat_the_standing_one() -> None:
    auction = after("9")

    with pytest.raises(BidTooLow) as refused:
        auction.call(SEATS[1], "9")

    assert refused.value.code == "bid_too_low"
    assert refused.value.params == {"call": "9", "highest": 9}


def test_a_partners_bid_can_be_beaten() -> None:
    auction = after("7", PASS, "8", PASS, PASS, PASS)

    assert auction.outcome == ("won", 2, 8)


def test_a_pass_shuts_nobody_out() -> None:
    auction = after(PASS, "7", PASS, PASS)

    assert auction.turn == 0
    assert auction.legal_calls() == ("P", "8", "9", "10", "11", "12", "13")


def test_three_passes_after_a_bid_close_the_auction_and_two_do_not() -> None:
    assert after("7", PASS, PASS).outcome is None
    assert after("7", PASS, PASS, PASS).outcome == ("won", 0, 7)


def test_three_passes_before_any_bid_close_nothing() -> None:
    auction = after(PASS, PASS, PASS)

    assert auction.outcome is None
    assert auction.turn == 3


def test_a_bid_after_three_passes_can_still_be_beaten() -> None:
    auction = after(PASS, PASS, PASS, "7")

    assert auction.outcome is None
    assert auction.call(SEATS[0], "8").turn == 1


def test_four_passes_and_there_is_no_contract() -> None:
    assert after(PASS, PASS, PASS, PASS).outcome == ("all_pass",)


def test_after_a_bid_of_thirteen_the_others_can_only_pass() -> None:
    auction = after("13")

    with pytest.raises(MustPass) as refused:
        auction.call(SEATS[1], "13")

    assert auction.legal_calls() == ("P",)
    assert refused.value.code == "must_pass"
    assert refused.value.params == {"highest": 13}
    assert after("13", PASS, PASS, PASS).outcome == ("won", 0, 13)


@pytest.mark.parametrize("call", ["6", "14", "0", "-7", "07", "p", "", "pass", "٧", 7, None])
def test_what_is_no_call_is_refused(call: str) -> None:
    with pytest.raises(UnknownCall) as refused:
        Auction.open(LEVANTINE).call(SEATS[0], call)

    assert refused.value.code == "unknown_call"
    assert refused.value.params == {"call": call}


def test_nobody_calls_out_of_turn() -> None:
    with pytest.raises(CallOutOfTurn) as refused:
        Auction.open(LEVANTINE).call(SEATS[1], "7")

    assert isinstance(refused.value, NotYourTurn)
    assert isinstance(refused.value, IllegalCall)
    assert refused.value.code == "not_your_turn"
    assert refused.value.params == {"seat": 1, "turn": 0}


def test_nobody_calls_once_the_auction_is_closed() -> None:
    auction = after("7", PASS, PASS, PASS)

    with pytest.raises(AuctionClosed) as refused:
        auction.call(SEATS[0], "8")

    assert auction.legal_calls() == ()
    assert str(refused.value) == refused.value.code == "auction_closed"
    assert repr(refused.value) == "AuctionClosed('auction_closed')"


def test_where_a_pass_is_final_the_seat_is_skipped() -> None:
    auction = after("7", PASS, "8", PASS, rules=MOVING_TRUMP)

    assert auction.turn == 0
    assert auction.call(SEATS[0], "9").turn == 2


def test_where_a_pass_is_final_a_seat_that_passed_is_refused_by_that_name() -> None:
    auction = after("7", PASS, "8", PASS, "9", rules=MOVING_TRUMP)

    with pytest.raises(PassedOut) as refused:
        auction.call(SEATS[1], "10")

    assert refused.value.code == "passed_out"
    assert refused.value.params == {"seat": 1}


def test_where_it_is_final_a_pass_counts_for_the_one_who_bid_before() -> None:
    auction = after("7", "8", PASS, PASS, PASS, rules=MOVING_TRUMP)

    assert auction.outcome == ("won", 1, 8)


def test_where_thirteen_closes_the_auction_nobody_is_asked_any_more() -> None:
    for rules in (MOVING_TRUMP, SOLO, ONE_ROUND):
        assert after("13", rules=rules).outcome == ("won", 0, 13)


def test_where_the_dealer_is_forced_he_may_not_pass_but_may_bid_anything() -> None:
    auction = after(PASS, PASS, PASS, rules=SOLO)

    with pytest.raises(MustBid) as refused:
        auction.call(SEATS[3], PASS)

    assert auction.must_bid
    assert auction.legal_calls() == ("7", "8", "9", "10", "11", "12", "13")
    assert refused.value.code == "must_bid"
    assert refused.value.params == {"lowest": 7}
    assert auction.call(SEATS[3], "7").outcome == ("won", 3, 7)


def test_where_the_dealer_is_forced_a_bid_before_him_frees_him() -> None:
    auction = after(PASS, PASS, "7", rules=SOLO)

    assert not auction.must_bid
    assert auction.legal_calls()[0] == PASS


def test_where_each_has_one_call_the_fourth_closes_the_auction() -> None:
    auction = after("7", "8", PASS, "9", rules=ONE_ROUND)

    assert auction.outcome == ("won", 3, 9)


def every_auction(auction: Auction) -> Iterator[Auction]:
    """Yield every auction that begins like this one, open or over, itself first."""
    yield auction
    for said in auction.legal_calls():
        assert auction.turn is not None
        yield from every_auction(auction.call(auction.turn, said))


@pytest.mark.long
@pytest.mark.parametrize(
    ("rules", "complete", "longest"),
    [
        (SOLO, 1702, 9),
        (MOVING_TRUMP, 1703, 9),
        (KIBBI, 1703, 9),
        (ONE_ROUND, 330, 4),
        (LEVANTINE, 21845, 25),
    ],
    ids=lambda value: getattr(value, "key", value),
)
def test_there_are_just_so_many_auctions(rules: RuleSet, complete: int, longest: int) -> None:
    lengths = [len(auction.calls) for auction in every_auction(Auction.open(rules)) if auction.outcome]

    assert len(lengths) == complete
    assert max(lengths) == longest


@pytest.mark.long
@pytest.mark.parametrize("rules", EVERY_EDITION.values(), ids=EVERY_EDITION.keys())
def test_there_is_always_a_call_to_make_and_nobody_is_asked_to_beat_himself(rules: RuleSet) -> None:
    for auction in every_auction(Auction.open(rules)):
        assert (auction.outcome is None) == bool(auction.legal_calls())
        assert (auction.outcome is None) == (auction.turn is not None)
        assert auction.turn is None or auction.turn != auction.bidder
