"""What a bot expects of a contract: tricks, points, and what they are worth in the match."""

import math

import pytest

from games.bots.chances import WHOLE, chances, even_at, points_of
from games.bots.hands import PAIRS, PAIRS_WITHOUT_TRUMP, SOLO_WITHOUT_TRUMP
from games.bots.hands import SOLO as ALONE_AT_TRUMPS
from games.bots.outlook import ALONE, FIXED_TRUMP, FREE_TRUMP, Outlook
from games.bots.race import CERTAIN, Race
from games.rules import PASS, RULESETS, SEATS, Bid, RuleSet, Side
from tests.bots.seats import LEVANTINE, calling

ONE_ROUND, SOLO = RULESETS["one-round"], RULESETS["solo"]
FAIR = "AKJ32.K32.432.32"
SPREADS = {
    kind.spread
    for kind in (
        *(PAIRS, PAIRS_WITHOUT_TRUMP, ALONE_AT_TRUMPS, SOLO_WITHOUT_TRUMP),
        *(FREE_TRUMP, FIXED_TRUMP, ALONE),
    )
}


def chance(call: str, *calls: tuple[int, str], rules: RuleSet = LEVANTINE, **match: object) -> int:
    """Return the outlook of a call by seat 0 with a fair hand."""
    return Outlook.of(calling(FAIR, *calls, rules=rules, **match), rules).chance(call)  # type: ignore[arg-type]  # the keywords of calling()


# ---- tricks ----


@pytest.mark.parametrize("expected", [-100, 0, 655, 750, 1300, 1500])
def test_the_chances_of_all_numbers_of_tricks_are_one_together(expected: int) -> None:
    assert sum(chances(expected, 170)) == WHOLE
    assert min(chances(expected, 170)) >= 0


def test_the_number_expected_is_the_likeliest_and_its_neighbours_are_alike() -> None:
    likely = chances(700, 170)

    assert max(likely) == likely[7]
    assert likely[6] == likely[8]


@pytest.mark.parametrize("spread", sorted(SPREADS))
def test_no_chance_lies_so_near_a_half_that_a_machine_might_round_it_otherwise(spread: int) -> None:
    """A library's erf may err by some 1e-15; what is rounded is ten thousand times as large."""
    for distance in range(-3000, 3000):
        exact = WHOLE * (1 + math.erf(distance / (spread * math.sqrt(2)))) / 2
        assert abs(exact % 1 - 0.5) > 1e-9


# ---- points ----


def test_the_defenders_of_a_pair_take_the_rest() -> None:
    assert points_of(LEVANTINE, SEATS[1], Bid(7), 6) == (7, -7)


def test_alone_the_others_share_the_rest() -> None:
    assert points_of(SOLO, SEATS[1], Bid(7), 6) == (3, -7, 2, 2)
    assert points_of(SOLO, SEATS[1], Bid(7), 6, {SEATS[3]: 5}) == (1, -7, 1, 5)


def test_a_bid_is_even_at_fewer_tricks_where_it_costs_less_to_lose_it() -> None:
    assert even_at(ONE_ROUND, Bid(7)) == 650
    assert 700 < even_at(LEVANTINE, Bid(7)) < 750
    assert even_at(LEVANTINE, Bid(7)) < even_at(LEVANTINE, Bid(8))


# ---- the match ----


def test_the_sides_are_as_likely_to_win_when_they_are_level() -> None:
    assert Race(Side(0), (5, 5), 31).as_it_stands == CERTAIN // 2
    assert Race(Side(3), (5, 5, 5, 5), 31).as_it_stands == CERTAIN // 4


def test_who_is_ahead_is_likelier_to_win_and_likelier_still_near_the_target() -> None:
    early, late = Race(Side(0), (7, 0), 31).as_it_stands, Race(Side(0), (30, 23), 31).as_it_stands

    assert CERTAIN // 2 < early < late < CERTAIN


def test_the_target_wins_and_the_higher_total_over_it() -> None:
    race = Race(Side(0), (25, 30), 31)

    assert race.after((7, 0)) == CERTAIN
    assert race.after((0, 7)) == 0
    assert race.after((7, 7)) == 0
    assert race.after((13, 8)) == CERTAIN // 2


def test_in_the_last_deal_the_higher_total_wins_whatever_the_target() -> None:
    race = Race(Side(0), (5, 10), 31, last=True)

    assert race.after((7, 0)) == CERTAIN
    assert race.after((0, 0)) == 0


def test_level_after_the_last_deal_is_as_good_as_won_for_who_gained_in_it() -> None:
    assert Race(Side(0), (5, 10), 31, last=True).after((5, 0)) == CERTAIN
    assert Race(Side(1), (5, 10), 31, last=True).after((5, 0)) == 0
    assert Race(Side(1), (0, 5, 5, 0), 31, last=True).after((0, 0, 0, 0)) == CERTAIN // 2


@pytest.mark.parametrize(
    ("told", "last"),
    [
        ({}, False),
        ({"cap": 3, "sheet": [{}, {}]}, True),
        ({"cap": 3, "sheet": [{}]}, False),
        ({"time_up": True}, True),
    ],
)
def test_the_last_deal_is_known_by_the_cap_and_the_clock(told: dict[str, object], last: bool) -> None:
    assert Race.of({**calling(FAIR), **told}, LEVANTINE, SEATS[0]).last is last


# ---- the calls ----


def test_the_more_is_bid_the_less_likely_it_is_made() -> None:
    assert chance("7") > chance("9") > chance("11") > chance("13")


def test_a_partners_bid_makes_ones_own_likelier_and_an_opponents_less() -> None:
    nothing, mate, foe = chance("9"), chance("9", (2, "8"), (3, PASS)), chance("9", (2, PASS), (3, "8"))

    assert foe < nothing < mate


def test_a_pass_tells_of_a_weak_hand() -> None:
    assert chance("7", (2, PASS)) < chance("7") < chance("7", (3, PASS))


def test_a_call_that_everybody_else_passed_is_dealt_again() -> None:
    assert chance(PASS, (1, PASS), (2, PASS), (3, PASS)) == CERTAIN // 2


def test_alone_a_pass_is_good_where_the_dealer_will_have_to_bid() -> None:
    assert chance(PASS, (1, PASS), (2, PASS), rules=SOLO) > CERTAIN // 4


def test_a_partners_contract_is_worth_more_than_an_opponents() -> None:
    assert chance(PASS, (2, "7"), (3, PASS)) > CERTAIN // 2 > chance(PASS, (2, PASS), (3, "7"))


def test_alone_a_better_hand_takes_more_of_the_tricks_the_declarer_loses() -> None:
    weak = Outlook.of(calling("432.432.432.5432", (3, "8"), rules=SOLO), SOLO)
    good = Outlook.of(calling("AK2.AK2.432.5432", (3, "8"), rules=SOLO), SOLO)

    assert good.chance(PASS) > weak.chance(PASS)
