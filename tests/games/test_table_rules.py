"""What pages say of a table because of the rules played there: bids, their price, and the sides."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.bid_names import bid_key, bid_name
from games.models import Table, User
from games.rules import (
    RULESETS,
    SEATS,
    Bid,
    MadeDefenders,
    NameTrump,
    Phase,
    RuleSet,
    parse_trump,
    score_deal,
)
from games.services import play
from games.services.clocks import TablePolicy
from games.services.live import live_tables
from games.views.bid_lines import bid_lines
from games.views.table_rules import table_rules
from games.views.table_strings import table_strings
from tests.cast import NOW
from tests.games.scene import next_act, opened, play_on, stored

KABOOT = "Kaboot, all 13 tricks: +16. "
every_set = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)


# ---- what a bid wins and costs ------------------------------------------------------------------


FIGURE = re.compile("\u2066([+\u2212]?\\d+)\u2069")


@every_set
def test_every_figure_said_of_a_bid_is_one_the_rules_pay(rules: RuleSet) -> None:
    kaboot = rules.score.kaboot is not None
    for said, line in bid_lines(rules).items():
        bid = int(said)
        figures = [int(figure.replace("\u2212", "-")) for figure in FIGURE.findall(line)]
        made, lost, all_tricks = (paid(rules, bid, took) for took in (bid, bid - 1, 13))

        special = [all_tricks] if kaboot and bid < rules.bid_max else []
        assert figures == [made, *special, lost]
        best = max(paid(rules, bid, took) for took in {bid, *range(bid, 13 if kaboot else 14)})
        assert ("or more." in line.partition("Set")[0]) == (best > made)


def paid(rules: RuleSet, bid: int, took: int) -> int:
    """Return what a bid pays its side when it takes so many tricks."""
    return score_deal(rules, declarer=SEATS[0], bid=Bid(bid), tricks=(took, 13 - took, 0, 0))[0]


@pytest.mark.parametrize(
    ("key", "bid", "line"),
    [
        ("levantine", "8", "Made: +8. Set: −8, and they score 6 or more."),
        (
            "moving-trump",
            "8",
            "Made: +8 or more. " + KABOOT + "Set: −8, and they score 6 or more.",
        ),
        ("moving-trump", "13", "Made: +26. Set: −16, and their tricks count ×2. It closes the auction."),
        ("one-round", "12", "Made: +13. " + KABOOT + "Set: 0, and they score 13."),
        (
            "solo",
            "12",
            "Made: +12. " + KABOOT + "Set: −12, and each of the others scores his tricks.",
        ),
    ],
)
def test_the_pad_says_in_words_what_a_bid_means(key: str, bid: str, line: str) -> None:
    assert re.sub("[\u2066-\u2069]", "", bid_lines(RULESETS[key])[bid]) == line


def test_the_pad_says_of_house_rules_what_the_others_score_all_the_same() -> None:
    levantine = RULESETS["levantine"]
    house = replace(levantine, score=replace(levantine.score, made_defenders=MadeDefenders.TRICKS))

    assert "The others score their tricks all the same." in bid_lines(house)["8"]


# ---- what a bid is called -----------------------------------------------------------------------


def test_bids_are_called_by_their_tricks_or_by_those_above_six() -> None:
    levantine, jawaker = RULESETS["levantine"], RULESETS["jawaker"]

    assert [bid_name(levantine, bid) for bid in (7, 10, 13)] == ["7", "10", "13"]
    assert [bid_name(jawaker, bid) for bid in (7, 10, 13)] == ["1", "4", "kaboot"]
    with translation.override("ar"):
        assert bid_name(jawaker, 13) == "كبّوت"


def test_the_key_of_a_bid_is_the_last_digit_of_its_name() -> None:
    assert [bid_key(RULESETS["levantine"], bid) for bid in range(7, 14)] == list("7890123")
    assert [bid_key(RULESETS["jawaker"], bid) for bid in range(7, 14)] == list("1234567")


@every_set
def test_the_page_knows_a_name_a_key_and_a_price_of_every_bid_and_of_no_other(rules: RuleSet) -> None:
    known = table_rules(rules, TablePolicy())["bids"]

    bids = [str(bid) for bid in range(rules.bid_min, rules.bid_max + 1)]
    assert list(known) == list(table_strings(rules)["bid_names"]) == bids
    assert all(facts["key"] and facts["line"] for facts in known.values())


# ---- lists of tables ----------------------------------------------------------------------------


def test_a_table_of_solo_is_listed_with_four_names_and_totals(four: list[User]) -> None:
    table = opened(four, rules="solo")
    while stored(table).position.phase is not Phase.RESULT:
        play_on(table, four, 1)

    (line,) = live_tables([table])

    totals = stored(table).position.totals
    assert [side.name for side in line.sides] == [str(user) for user in four]
    assert [side.score for side in line.sides] == list(totals)
    assert [side.leads for side in line.sides] == [total == max(totals) for total in totals]


def test_a_list_shows_a_contract_by_the_name_of_its_bid(four: list[User]) -> None:
    table = opened(four, rules="jawaker")
    while stored(table).position.phase is Phase.AUCTION:
        play_on(table, four, 1)

    assert live_tables([table])[0].bid == "1"


def test_a_list_of_tables_shows_a_deal_without_trump(four: list[User], client: Client) -> None:
    """Planted: the list knew the four suits only, and answered nobody any more."""
    table = opened(four, rules="egyptian-no-trump")
    while stored(table).position.phase is Phase.AUCTION:
        play_on(table, four, 1)
    seat, act = next_act(table, four)
    act = replace(act, action=NameTrump(parse_trump("N")))
    play.submit_now(table.pk, act, seat=seat, now=NOW)

    page = client.get(reverse("games:watch"))

    assert Table.objects.get(pk=table.pk).is_public
    assert 'aria-label="no trump"' in page.content.decode()
