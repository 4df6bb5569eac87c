"""The strong bot: what it finds by playing deals out, and what it keeps to whatever it finds."""

from typing import Any

import pytest

from games.bots import choose, think
from games.bots.memory import Memory
from games.bots.strong import alike, different
from games.dealing import Stream
from games.rules import (
    RULESETS,
    SEATS,
    Action,
    PlayCard,
    Position,
    RuleSet,
    apply,
    names,
    parse_card,
    view,
)
from tests.bots.moments import contracted
from tests.bots.seats import LEVANTINE, STREAM, calling, playing
from tests.rules.playing import shuffled
from tests.rules.presets import PRESETS


def in_play(cards: str, *, tricks: tuple[int, ...], bid: int = 7, **moment: Any) -> dict[str, Any]:
    """Return the view of seat 0 to play, so many tricks having been taken by each seat."""
    view = playing(cards, **moment)
    laid = {seat for seat, _ in view["trick"]}
    return {
        **view,
        "contract": {**view["contract"], "bid": bid},
        "counts": [len(view["hand"]) - (seat in laid) for seat in SEATS],
        "tricks": list(tricks),
        "calls": [],
        "honour": None,
        "totals": [0, 0],
        "target": 31,
        "cap": None,
        "sheet": [],
        "time_up": False,
    }


def card(action: Action) -> str:
    """Return the card an action plays, as two letters."""
    assert isinstance(action, PlayCard)
    return names([action.card])[0]


# ---- what it finds ----

# All but AH 2H 9H KH and KD QD KC QC; seats 1 to 3 are out of spades and seat 3 is out of clubs.
NEARLY_ALL = (
    "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS 3H 4H 5H 6H 7H 8H TH JH "
    "2D 3D 4D 5D 6D 7D 8D 9D 2C 3C 4C 5C 6C 7C 8C 9C AS TD JD AD TC JC AC QH"
)


def test_a_trick_that_makes_the_contract_is_taken_at_once() -> None:
    view = in_play("AH 2H", trick="9H", gone=NEARLY_ALL, tricks=(4, 3, 2, 2))

    assert card(choose(view, STREAM, LEVANTINE)) == "2H"  # second plays low
    assert card(think(view, STREAM, LEVANTINE)) == "AH"


def test_it_calls_and_names_trump_as_a_club_bot_does() -> None:
    calls = calling("AKQ2.AKQ2.A32.32", (3, "7"), legal="P 8 9 10 11 12 13")
    naming = {**calls, "phase": "trump", "legal": ["S", "H", "D", "C"]}

    assert think(calls, STREAM, LEVANTINE) == choose(calls, STREAM, LEVANTINE)
    assert think(naming, STREAM, LEVANTINE) == choose(naming, STREAM, LEVANTINE)


# ---- cards that are alike ----


def lows(cards: str, *, rules: RuleSet = LEVANTINE, **moment: Any) -> list[str]:
    """Return the cards that are tried."""
    return names(different(Memory.of(playing(cards, **moment), rules)))


def test_of_cards_with_none_out_between_them_the_lowest_is_tried() -> None:
    assert lows("KS QS JS 9S 2H") == ["9S", "JS", "2H"]
    assert lows("KS QS JS 9S 2H", gone="TS 3H 4H 5H") == ["9S", "2H"]


def test_a_card_on_the_table_parts_those_that_beat_it_from_those_that_do_not() -> None:
    assert lows("JS 9S 2H", trick="TS") == ["9S", "JS"]


def test_the_king_of_hearts_and_the_ace_that_catches_him_are_like_no_other_where_he_pays() -> None:
    moving = RULESETS["moving-trump"]

    assert lows("AH KH QH AS KS") == ["KS", "QH"]
    assert lows("AH KH QH AS KS", rules=moving) == ["KS", "AS", "QH", "KH", "AH"]


def test_the_card_a_club_bot_plays_is_played_where_another_is_alike() -> None:
    view = in_play("AS KS QS", gone="TS 3H 4H 5H", tricks=(0, 0, 0, 0), bid=1)
    memory = Memory.of(view, LEVANTINE)

    assert alike(memory, parse_card("AS")) == parse_card("QS")
    assert think(view, STREAM, LEVANTINE) == choose(view, STREAM, LEVANTINE) == PlayCard(parse_card("AS"))


# ---- under any rules ----


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS.keys())
def test_it_plays_a_deal_of_any_rules_to_its_end(rules: RuleSet) -> None:
    stream = Stream(b"a strong seat")
    position, _ = apply(Position.begin(rules, dealer=SEATS[3]), None, shuffled(stream))

    while (turn := position.turn) is not None:
        bot = think if turn == SEATS[0] else choose
        position, _ = apply(position, turn, bot(view(position, turn), stream, rules))

    assert position.deals


def test_the_same_view_and_stream_give_the_same_card() -> None:
    position = contracted(LEVANTINE, Stream(b"twice"))
    assert position.turn is not None
    seen = view(position, position.turn)

    assert think(seen, Stream(b"one"), LEVANTINE) == think(seen, Stream(b"one"), LEVANTINE)
