"""What the five rule sets of the sources say of each thing, side by side and in that order.

The order is: solo, moving trump, kibbi, one-round, levantine. Where a source is silent the decision
stands in docs/rules/decisions.csv.
"""

import pytest

from games.rules import (
    NO_TRUMP,
    PASS,
    SEATS,
    AfterMatch,
    Auction,
    BadSuit,
    Bid,
    Call,
    Direction,
    NameTrump,
    Phase,
    PlayCard,
    Position,
    Readiness,
    RuleSet,
    Seat,
    Suit,
    apply,
    autoplay,
    names,
    parse_cards,
    score_deal,
    seats_of,
    settle,
    view,
    weakest,
)
from games.rules.seats import Side
from tests.rules.playing import SUIT_EACH, all_ready, call, card, dealt, play, play_out
from tests.rules.presets import KIBBI, LEVANTINE, MOVING_TRUMP, ONE_ROUND, SOLO

FIVE = {
    "solo": SOLO,
    "moving-trump": MOVING_TRUMP,
    "kibbi": KIBBI,
    "one-round": ONE_ROUND,
    "levantine": LEVANTINE,
}

each = pytest.mark.parametrize("rules", FIVE.values(), ids=FIVE.keys())


def told(*said: object) -> pytest.MarkDecorator:
    """Run a test for each of the five with what it says."""
    return pytest.mark.parametrize(
        ("rules", "said"), [*zip(FIVE.values(), said, strict=True)], ids=FIVE.keys()
    )


def after(rules: RuleSet, *calls: str) -> Auction:
    """Return the auction after calls, each by the seat whose turn it is."""
    auction = Auction.open(rules)
    for said in calls:
        assert auction.turn is not None
        auction = auction.call(auction.turn, said)
    return auction


def leading(rules: RuleSet, bid: str = "7") -> Position:
    """Return seat 0 about to lead to its contract, with hearts as trump."""
    position = call(dealt(rules=rules), bid)
    while position.phase is Phase.AUCTION:
        position = call(position, PASS)
    if position.phase is Phase.TRUMP:
        position, _ = apply(position, SEATS[0], NameTrump(Suit.HEARTS))
    return position


# ---- the table ----

PARTNERS = [(0, 2), (1, 3)]


@told([(0,), (1,), (2,), (3,)], PARTNERS, PARTNERS, PARTNERS, PARTNERS)
def test_who_plays_with_whom(rules: RuleSet, said: list[tuple[Seat, ...]]) -> None:
    assert [seats_of(Side(side), rules.seating) for side in range(rules.seating.sides)] == said


@each
def test_thirteen_cards_of_fifty_two_go_to_each(rules: RuleSet) -> None:
    assert [len(hand) for hand in dealt(rules=rules).hands] == [13, 13, 13, 13]


@told("ccw", "ccw", "ccw", "cw", "ccw")
def test_which_way_the_next_seat_is_drawn(rules: RuleSet, said: str) -> None:
    assert rules.direction is Direction(said)


@each
def test_the_seat_after_the_dealer_calls_first(rules: RuleSet) -> None:
    assert [Auction.open(rules, dealer).turn for dealer in SEATS] == [1, 2, 3, 0]


@each
def test_after_a_deal_that_was_played_the_next_seat_deals(rules: RuleSet) -> None:
    following = all_ready(play_out(leading(rules)))

    assert (following.phase, following.dealer) == (Phase.DEAL, 0)


# ---- the auction ----


@told(None, 3, 3, 0, 0)
def test_who_deals_after_everyone_has_passed(rules: RuleSet, said: Seat | None) -> None:
    position = call(dealt(rules=rules), PASS, PASS, PASS)

    if said is None:
        assert view(position, SEATS[3])["must"] == "must_bid"
    else:
        assert call(position, PASS).dealer == said


CLOSED, OPEN = ("won", 1, 8), None


@told(OPEN, OPEN, OPEN, CLOSED, OPEN)
def test_whether_who_has_bid_is_asked_again(rules: RuleSet, said: tuple[str, int, int] | None) -> None:
    assert after(rules, "7", "8", PASS, PASS).outcome == said


@told(False, False, False, False, True)
def test_whether_who_has_passed_is_asked_again(rules: RuleSet, said: bool) -> None:
    auction = after(rules, PASS, "7", PASS, PASS)

    assert (auction.turn == 0) == said
    assert (auction.outcome is None) == said


@each
def test_bids_go_from_seven_to_thirteen_and_each_beats_the_one_before(rules: RuleSet) -> None:
    assert after(rules).legal_calls() == ("P", "7", "8", "9", "10", "11", "12", "13")
    assert after(rules, "11").legal_calls() == ("P", "12", "13")


@each
def test_the_auction_closes_when_the_three_others_have_passed_after_the_bid(rules: RuleSet) -> None:
    assert after(rules, "7", PASS, PASS).outcome is None
    assert after(rules, "7", PASS, PASS, PASS).outcome == ("won", 0, 7)


@told(True, True, True, True, False)
def test_whether_a_bid_of_thirteen_closes_it_at_once(rules: RuleSet, said: bool) -> None:
    auction = after(rules, "13")

    assert (auction.outcome == ("won", 0, 13)) == said
    assert auction.legal_calls() == (() if said else (PASS,))


@told("7", PASS, PASS, PASS, PASS)
def test_the_least_the_dealer_may_say_when_three_have_passed(rules: RuleSet, said: str) -> None:
    assert after(rules, PASS, PASS, PASS).legal_calls()[0] == said


@told(None, 8, 8, 8, 8)
def test_how_many_passed_deals_in_a_row_end_the_match(rules: RuleSet, said: int | None) -> None:
    if said is None:
        assert settle(rules, [None] * 1000).state == "open"
    else:
        assert settle(rules, [None] * (said - 1)).state == "open"
        assert settle(rules, [None] * said).state == "void"


# ---- trump and play ----


@told(Phase.TRUMP, Phase.TRUMP, Phase.PLAY, Phase.TRUMP, Phase.TRUMP)
def test_whether_the_declarer_names_trump_or_the_rules_do(rules: RuleSet, said: Phase) -> None:
    position = call(dealt(rules=rules), "7", PASS, PASS, PASS)

    assert position.phase is said
    assert position.trump is (None if said is Phase.TRUMP else Suit.HEARTS)


@each
def test_there_is_no_contract_without_trump(rules: RuleSet) -> None:
    position = call(dealt(rules=rules), "7", PASS, PASS, PASS)

    if position.phase is Phase.TRUMP:
        assert view(position, SEATS[0])["legal"] == ["S", "H", "D", "C"]
        with pytest.raises(BadSuit):
            apply(position, SEATS[0], NameTrump(NO_TRUMP))


@each
def test_the_declarer_leads_any_card(rules: RuleSet) -> None:
    position = leading(rules)

    assert position.turn == 0
    assert view(position, SEATS[0])["legal"] == names(position.hands[0])


@each
def test_a_suit_that_is_held_is_followed_and_nobody_has_to_trump(rules: RuleSet) -> None:
    position = play(leading(rules), "AS", "2H", "2D", "2C")
    follower = play(position, "3H")

    assert view(play(leading(rules), "AS"), SEATS[1])["legal"] == names(SUIT_EACH.hands[1])
    assert view(follower, SEATS[2])["legal"] == names(follower.hands[2])
    assert view(follower, SEATS[2])["must"] is None


@each
def test_a_trump_takes_the_trick_and_its_winner_leads_the_next(rules: RuleSet) -> None:
    position = play(leading(rules), "AS", "2H", "AD", "AC")

    assert (position.tricks_won, position.turn) == ((0, 1, 0, 0), 1)


@each
def test_all_thirteen_tricks_are_played_though_the_contract_is_long_lost(rules: RuleSet) -> None:
    position = play(leading(rules), "AS", "2H", "AD", "AC")
    while len(position.played) < 51:
        position = play(position, view(position, position.turn or SEATS[0])["legal"][0])

    assert position.phase is Phase.PLAY
    assert position.tricks_won == (0, 12, 0, 0)


@told("7", PASS, PASS, PASS, PASS)
def test_what_the_table_does_for_who_is_late(rules: RuleSet, said: str) -> None:
    last = call(dealt(rules=rules), PASS, PASS, PASS)
    named = call(dealt(rules=rules), "7", PASS, PASS, PASS)
    discard = play(leading(rules), "AS", "2H")

    assert autoplay(view(last, SEATS[3])) == Call(said)
    if named.phase is Phase.TRUMP:
        assert autoplay(view(named, SEATS[0])) == NameTrump(Suit.SPADES)
    assert autoplay(view(discard, SEATS[2])) == PlayCard(card("2D"))
    assert weakest(parse_cards(["2H", "AC"]), Suit.HEARTS) == card("AC")


# ---- scores: seat 0 declares, seats 1 to 3 take what it does not ----


def paid(rules: RuleSet, bid: int, *tricks: int) -> tuple[int, ...]:
    """Return what a deal pays that seat 0 declared."""
    return score_deal(rules, declarer=SEATS[0], bid=Bid(bid), tricks=tricks)


@told((9, 0, 0, 0), (9, 0), (9, 0), (13, 0), (8, 0))
def test_a_made_contract(rules: RuleSet, said: tuple[int, ...]) -> None:
    assert paid(rules, 8, 9, 4, 0, 0) == said


@told((16, 0, 0, 0), (16, 0), (16, 0), (16, 0), (8, 0))
def test_all_tricks_on_a_lower_bid(rules: RuleSet, said: tuple[int, ...]) -> None:
    assert paid(rules, 8, 13, 0, 0, 0) == said


@told((26, 0, 0, 0), (26, 0), (26, 0), (26, 0), (13, 0))
def test_a_bid_of_thirteen_that_was_made(rules: RuleSet, said: tuple[int, ...]) -> None:
    assert paid(rules, 13, 13, 0, 0, 0) == said


@told((-8, 3, 0, 4), (-8, 7), (-8, 7), (0, 13), (-8, 7))
def test_a_failed_bid(rules: RuleSet, said: tuple[int, ...]) -> None:
    assert paid(rules, 8, 6, 3, 0, 4) == said


@told((-16, 4, 0, 2), (-16, 6), (-16, 6), (0, 13), (-13, 3))
def test_a_failed_bid_of_thirteen(rules: RuleSet, said: tuple[int, ...]) -> None:
    assert paid(rules, 13, 10, 2, 0, 1) == said


@told(0, 5, 5, 0, 0)
def test_what_the_king_of_hearts_is_worth(rules: RuleSet, said: int) -> None:
    with_it = score_deal(rules, declarer=SEATS[0], bid=Bid(7), tricks=(7, 6, 0, 0), bonus_side=Side(0))

    assert with_it[0] - paid(rules, 7, 7, 6, 0, 0)[0] == said


@told(True, True, True, False, True)
def test_whether_totals_fall_below_zero_without_a_floor(rules: RuleSet, said: bool) -> None:
    lost = paid(rules, 13, 0, 13, 0, 0)

    assert (settle(rules, [lost] * 2, target=1000).totals[0] < 0) == said


# ---- the end of a match ----


@told((31, [31, 51, 61]), (41, [41]), (41, [41]), (31, [31]), (31, [31]))
def test_what_a_match_is_played_to(rules: RuleSet, said: tuple[int, list[int]]) -> None:
    assert (rules.target, [*rules.targets_allowed]) == said


@each
def test_whoever_reaches_or_passes_the_target_has_won(rules: RuleSet) -> None:
    rest = [0] * (rules.seating.sides - 1)

    for points in (rules.target, rules.target + 5):
        assert settle(rules, [(points, *rest)]).state == "won"
    assert settle(rules, [(rules.target - 1, *rest)]).state == "open"


@each
def test_leaders_level_at_the_target_play_another_deal(rules: RuleSet) -> None:
    level = (rules.target, rules.target, 0, 0)[: rules.seating.sides]

    assert settle(rules, [level]).state == "open"


@told(None, None, None, None, 50)
def test_after_how_many_scored_deals_the_score_decides(rules: RuleSet, said: int | None) -> None:
    deals = [(1, *[0] * (rules.seating.sides - 1))] * 50

    assert settle(rules, deals, target=1000).at == 50
    assert settle(rules, deals, target=1000).by == (None if said is None else "cap")


@each
def test_any_of_them_may_be_capped_and_level_is_a_draw_that_the_last_deal_breaks(rules: RuleSet) -> None:
    rest = [0] * (rules.seating.sides - 2)

    outcome = settle(rules, [(7, 0, *rest), None, (0, 7, *rest), None], cap=2)

    assert (outcome.state, outcome.by, outcome.winner, outcome.advances) == ("drawn", "cap", None, 1)


@told(
    (Readiness.TIMED, AfterMatch.UNANIMOUS_REMATCH),
    (Readiness.ALL_HUMANS, AfterMatch.UNANIMOUS_REMATCH),
    (Readiness.ALL_HUMANS, AfterMatch.UNANIMOUS_REMATCH),
    (Readiness.TIMED, AfterMatch.FRESH_MATCH),
    (Readiness.TIMED, AfterMatch.UNANIMOUS_REMATCH),
)
def test_how_the_next_deal_and_the_next_match_begin(
    rules: RuleSet, said: tuple[Readiness, AfterMatch]
) -> None:
    assert (rules.ready, rules.after_match) == said
