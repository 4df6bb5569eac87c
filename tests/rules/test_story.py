"""A match told as JSON values."""

import json

from games.rules import Heading, notation, records, story
from tests.rules.playing import log, match
from tests.rules.presets import KIBBI, LEVANTINE
from tests.rules.test_notation import BEGUN, DEAL, ENDED, HEADER
from tests.rules.test_running import TRICK

NAMES = ("Amal", "Basil", "Dana", "Fadi")


def test_a_match_is_told_deal_by_deal() -> None:
    happened = match(LEVANTINE, 1, 3)
    heading = Heading(event="Cedar Cup", table="7", begun=BEGUN, ended=ENDED, names=NAMES)

    told = story.told(records.record_of(log(happened), heading))

    end = happened[-1][3]
    assert json.loads(json.dumps(told)) == told
    assert told["rules"]["key"] == "levantine"
    assert told["rules"]["digest"] == LEVANTINE.digest
    assert (told["target"], told["cap"], told["time_up"]) == (31, 3, False)
    assert (told["event"], told["table"], told["seats"]) == ("Cedar Cup", "7", list(NAMES))
    assert (told["begun"], told["ended"]) == ("2026-03-01T18:02:11Z", "2026-03-01T18:41:00Z")
    assert told["result"] == {
        "state": "won",
        "winner": 0,
        "advances": None,
        "by": "cap",
        "totals": list(end.totals),
        "places": [1, 2],
    }
    scored = [deal["score"] for deal in told["deals"] if not deal["passed"]]
    tricks = [trick for deal in told["deals"] for trick in deal["tricks"]]
    assert {len(trick["cards"]) for trick in tricks} == {4}
    assert [score["points"] for score in scored] == [list(line.points) for line in end.sheet]
    assert scored[-1]["totals"] == list(end.totals)


def test_a_deal_is_told_from_its_hands_to_its_tricks() -> None:
    (deal,) = story.told(notation.parse(TRICK))["deals"]

    assert deal == {
        "deal": 1,
        "redeal": 0,
        "dealer": 3,
        "hands": [
            [rank + suit for rank in "23456789TJQKA"]  # one suit each
            for suit in "SHDC"
        ],
        "commitment": "promised",
        "calls": [[0, "7"], [1, "P"], [2, "P"], [3, "P"]],
        "passed": False,
        "contract": {"declarer": 0, "bid": 7, "trump": "S"},
        "tricks": [{"leader": 0, "cards": ["AS", "2H", "2D", "2C"], "won": 0}],
        "score": None,
    }


def test_a_deal_that_everyone_passed_has_no_contract_and_no_score() -> None:
    text = HEADER + DEAL + "= deal 1 of 50\n0: P\n1: P\n2: P\n3: P\n= passed 1\n"

    (deal,) = story.told(notation.parse(text))["deals"]

    assert deal["passed"]
    assert deal["contract"] is deal["score"] is None


def test_a_trump_that_the_rules_fix_is_told_as_well() -> None:
    told = story.told(records.record_of(log(match(KIBBI, 2, 1))))

    assert {deal["contract"]["trump"] for deal in told["deals"] if deal["contract"]} == {"H"}


def test_what_a_director_gave_is_told() -> None:
    told = story.told(notation.parse(HEADER + DEAL + "= deal 1 of 50\nadjust 1 -5\n= totals 0 -5\n"))

    assert told["adjustments"] == [{"entry": 1, "side": 1, "points": -5}]


def test_nothing_is_known_of_who_played_where_nothing_is_written() -> None:
    told = story.told(notation.parse(HEADER))

    assert (told["event"], told["table"], told["begun"], told["ended"]) == ("", "", None, None)
    assert (told["seats"], told["deals"], told["result"]["state"]) == ([""] * 4, [], "open")
