"""The 115 vectors of the rules, and the whole grid of scores: each row of ``vectors.json`` a test.

To find vector 84: ``pytest -k vector-84``, or its number in ``vectors.json``. The few that are no row
are tests of their own and say ``Vector 73`` in their docstring.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from games.rules import (
    SEATS,
    Auction,
    Bid,
    IllegalCall,
    Phase,
    Play,
    RuleSet,
    Seat,
    Side,
    honour_earned,
    honour_side,
    legal_cards,
    names,
    parse_card,
    parse_cards,
    parse_trump,
    score_deal,
    settle,
    trick_winner,
)
from tests.rules.playing import call, dealt
from tests.rules.presets import KIBBI, LEVANTINE, MOVING_TRUMP, ONE_ROUND, PRESETS, SOLO

HERE = Path(__file__)
VECTORS: Mapping[str, Any] = json.loads(HERE.with_name("vectors.json").read_text())

# Kibbi differs from Moving trump in who says what is trump, and in nothing a vector speaks of.
ALIKE = {"moving-trump": ("moving-trump", "kibbi")}

NO_BONUS, TO_DECLARERS, TO_OTHERS = None, Side(0), Side(1)
COLUMNS: Mapping[str, tuple[tuple[RuleSet, ...], Side | None]] = {
    "moving-trump": ((MOVING_TRUMP, KIBBI), NO_BONUS),
    "moving-trump, bonus to the declaring side": ((MOVING_TRUMP, KIBBI), TO_DECLARERS),
    "moving-trump, bonus to the other side": ((MOVING_TRUMP, KIBBI), TO_OTHERS),
    "one-round": ((ONE_ROUND,), NO_BONUS),
    "levantine": ((LEVANTINE,), NO_BONUS),
}


def rows(name: str) -> list[Any]:
    """Return the rows of a list of the vectors as parameters, named by their numbers."""
    return [pytest.param(row, id=f"{_named(row)}-{at}") for at, row in enumerate(VECTORS[name])]


def rows_by_rules(name: str) -> list[Any]:
    """Return the rows of a list as parameters, each with every rule set it holds for."""
    return [
        pytest.param(PRESETS[key], row, id=f"{_named(row)}-{key}-{at}")
        for at, row in enumerate(VECTORS[name])
        for key in ALIKE.get(row["rules"], (row["rules"],))
    ]


def _named(row: Any) -> str:
    number = row[0] if isinstance(row, list) else row.get("vector")
    return "beside" if number is None else f"vector-{number}"


# ---- scores ----


def paid(column: str, bid: int, took: int, declarer: Seat) -> set[tuple[int, ...]]:
    """Return what (declaring side, other side) gain under each rule set of a column."""
    editions, bonus = COLUMNS[column]
    turned = declarer % 2
    tricks = [0, 0, 0, 0]
    tricks[declarer], tricks[(declarer + 2) % 4] = took // 2, took - took // 2
    tricks[(declarer + 1) % 4] = 13 - took
    side = None if bonus is None else Side((bonus + turned) % 2)
    scored = [
        score_deal(rules, declarer=declarer, bid=Bid(bid), tricks=tricks, bonus_side=side)
        for rules in editions
    ]
    return {points[::-1] if turned else points for points in scored}


@pytest.mark.parametrize("bid", range(7, 14))
@pytest.mark.parametrize("column", COLUMNS)
def test_a_deal_pays_what_the_grid_says(column: str, bid: int) -> None:
    for took, points in enumerate(VECTORS["grid"][column][str(bid)]):
        for declarer in SEATS:
            assert paid(column, bid, took, declarer) == {tuple(points)}, (took, declarer)


def test_the_grid_is_every_bid_and_every_number_of_tricks() -> None:
    assert VECTORS["grid"].keys() == COLUMNS.keys()
    for table in VECTORS["grid"].values():
        assert [(int(bid), len(cells)) for bid, cells in table.items()] == [(bid, 14) for bid in range(7, 14)]


@pytest.mark.parametrize("row", rows("pairs"))
def test_a_deal_between_pairs_pays_what_the_vector_says(row: list[Any]) -> None:
    _, bid, took, *points = row

    for column, expected in zip(COLUMNS, points, strict=True):
        assert paid(column, bid, took, SEATS[0]) == {tuple(expected)}, column


@pytest.mark.parametrize("row", rows("solo"))
def test_a_solo_deal_pays_what_the_vector_says(row: dict[str, Any]) -> None:
    points = score_deal(SOLO, declarer=SEATS[row["bidder"]], bid=Bid(row["bid"]), tricks=row["tricks"])

    assert list(points) == row["points"]


@pytest.mark.parametrize("row", rows("bonuses"))
def test_a_bonus_is_paid_or_lapses_as_the_vector_says(row: dict[str, Any]) -> None:
    tricks = [13 - row["tricks"]] * 2 + [0, 0]
    tricks[row["declaring"]] = row["tricks"]

    for rules in (MOVING_TRUMP, KIBBI):
        points = score_deal(
            rules,
            declarer=SEATS[row["declaring"]],
            bid=Bid(row["bid"]),
            tricks=tricks,
            bonus_side=Side(row["bonus"]),
        )
        assert list(points) == row["points"]


# ---- auctions ----


def after(rules: RuleSet, calls: Iterable[str]) -> Auction:
    """Return the auction after calls, each by the seat whose turn it is."""
    auction = Auction.open(rules)
    for said in calls:
        assert auction.turn is not None
        auction = auction.call(auction.turn, said)
    return auction


@pytest.mark.parametrize(("rules", "row"), rows_by_rules("auctions"))
def test_an_auction_goes_as_the_vector_says(rules: RuleSet, row: dict[str, Any]) -> None:
    auction = after(rules, row["calls"])

    assert auction.outcome == (tuple(row["outcome"]) if "outcome" in row else None)
    assert list(auction.legal_calls()) == row.get("legal", [])
    assert auction.turn == row.get("turn", auction.turn)
    if "refused" in row:
        refused = row["refused"]
        with pytest.raises(IllegalCall) as found:
            auction.call(SEATS[refused["seat"]], refused["call"])
        assert found.value.code == refused["code"]


@pytest.mark.parametrize(("rules", "row"), rows_by_rules("auctions"))
def test_a_match_follows_its_auction(rules: RuleSet, row: dict[str, Any]) -> None:
    position = call(dealt(rules=rules), *row["calls"])

    match row.get("outcome"):
        case None:
            assert position.phase is Phase.AUCTION
        case ["all_pass"]:
            assert (position.phase, position.dealer) == (Phase.DEAL, row["dealer"])
            assert (position.redeals, set(position.totals)) == (1, {0})
        case ["won", declarer, bid]:
            assert position.contract is not None
            assert (position.contract.declarer, position.contract.tricks) == (declarer, bid)
            assert position.turn == declarer


# ---- tricks ----


def plays(text: str) -> list[tuple[Seat, str]]:
    """Return the plays of a text such as ``0:AH 1:2S``."""
    return [(SEATS[int(seat)], card) for seat, card in (play.split(":") for play in text.split())]


@pytest.mark.parametrize("row", rows("tricks"))
def test_a_trick_goes_to_the_seat_the_vector_says(row: dict[str, Any]) -> None:
    assert trick_winner(plays(row["plays"]), row["trump"]) == row["winner"]


@pytest.mark.parametrize("row", rows("legal"))
def test_just_the_cards_of_the_vector_may_be_played(row: dict[str, Any]) -> None:
    hand = tuple(sorted(parse_cards(row["hand"])))
    play = Play((hand, (), (), ()), SEATS[0], parse_trump(row["trump"]), parse_cards(row["table"]))

    assert set(names(play.legal())) == set(row["legal"])
    assert legal_cards(row["hand"], row["table"][0][1]) == row["legal"]


@pytest.mark.parametrize("rules", [MOVING_TRUMP, KIBBI], ids=["moving-trump", "kibbi"])
@pytest.mark.parametrize("row", rows("honours"))
def test_the_bonus_is_earned_by_whom_the_vector_says(row: dict[str, Any], rules: RuleSet) -> None:
    played = plays(row["plays"])
    tricks = [played[at : at + 4] for at in range(0, len(played), 4)]
    cards = [(seat, parse_card(name)) for seat, name in played]

    earned = {honour_side(trick, row["trump"], rules) for trick in tricks}

    assert earned == {row["earned"]}
    assert honour_earned(cards, parse_trump(row["trump"]), rules) == row["earned"]


# ---- matches ----


@pytest.mark.parametrize(("rules", "row"), rows_by_rules("matches"))
def test_a_match_ends_as_the_vector_says(rules: RuleSet, row: dict[str, Any]) -> None:
    outcome = settle(rules, row["deals"], row["target"], row["cap"], row.get("time_up", False))

    assert json.loads(json.dumps(asdict(outcome))) == row["outcome"]


@pytest.mark.parametrize(("rules", "row"), rows_by_rules("matches"))
def test_a_match_is_open_until_the_deal_that_ends_it(rules: RuleSet, row: dict[str, Any]) -> None:
    earlier = [
        settle(rules, row["deals"][:at], row["target"], row["cap"]) for at in range(row["outcome"]["at"])
    ]

    assert {outcome.state for outcome in earlier} <= {"open"}


# ---- none is missing ----


def test_each_of_the_vectors_is_a_test() -> None:
    rows_of = [row for name in VECTORS if name not in ("note", "grid", "pairs") for row in VECTORS[name]]
    listed = {row["vector"] for row in rows_of if "vector" in row} | {row[0] for row in VECTORS["pairs"]}
    told = [
        int(number)
        for path in HERE.parent.glob("test_*.py")
        if path != HERE
        for number in re.findall(r'"""Vector (\d+)', path.read_text())
    ]

    assert sorted([*listed, *told]) == list(range(1, 116))
