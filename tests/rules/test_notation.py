"""A match as text: what is read, what is written, and what cannot be read."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    PASS,
    RULESETS,
    SEATS,
    BadRecord,
    Call,
    Heading,
    NameTrump,
    PlayCard,
    Ready,
    Suit,
    TimeUp,
    notation,
)
from tests.rules.playing import SUIT_EACH, card
from tests.rules.presets import PRESETS

HEADER = "rules: levantine 1\ndealer: 3\n"
DEAL = "deal AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432 promised\n"
TABLE = HEADER + "event:\ntable: 7\n"
BEGUN, ENDED = datetime(2026, 3, 1, 18, 2, 11, tzinfo=UTC), datetime(2026, 3, 1, 18, 41, tzinfo=UTC)
PEOPLE = (
    "event: Cedar Cup #4: final\n"
    "table: 7\n"
    "begun: 2026-03-01T18:02:11Z\n"
    "ended: 2026-03-01T18:41:00Z\n"
    "seat 0: Rana #1\n"
    "seat 1: كريم\n"
    "seat 2:\n"
    "seat 3: Dana: the 2nd\n"
    "result: won 0 target 31 -7\n"
)


def test_a_record_says_what_was_played_and_what_was_done() -> None:
    text = (
        "rules: levantine 1\ncap: 6 # a short evening\ndealer: 3\n# a remark\n\n" + DEAL + "0: 7  # opens\n"
        "1: P\n1: 8 ! not_your_turn\n0: trump H\n0: AS\n= turn  1\n2: ready\ntime\n"
    )

    record = notation.parse(text)

    assert record.rules is RULESETS["levantine"]
    assert (record.dealer, record.target, record.cap) == (3, None, 6)
    assert record.lines == (
        notation.Step(None, SUIT_EACH),
        notation.Step(SEATS[0], Call("7")),
        notation.Step(SEATS[1], Call(PASS)),
        notation.Step(SEATS[1], Call("8"), "not_your_turn"),
        notation.Step(SEATS[0], NameTrump(Suit.HEARTS)),
        notation.Step(SEATS[0], PlayCard(card("AS"))),
        notation.Check("turn", "1"),
        notation.Step(SEATS[2], Ready()),
        notation.Step(None, TimeUp()),
    )


def test_a_record_says_who_played_when_and_how_it_ended() -> None:
    record = notation.parse(HEADER + PEOPLE + DEAL)

    assert record.heading == Heading(
        event="Cedar Cup #4: final",
        table="7",
        begun=BEGUN,
        ended=ENDED,
        names=("Rana #1", "كريم", "", "Dana: the 2nd"),
        result="won 0 target 31 -7",
    )


@pytest.mark.parametrize("people", ["", PEOPLE], ids=["nobody", "people"])
def test_what_is_read_is_written_again(people: str) -> None:
    text = (
        "rules: levantine 1\ntarget: 31\ncap: 6\ndealer: 3\n"
        + people
        + DEAL
        + "0: 7\n1: P\n1: 8 ! not_your_turn\n= turn 2\ntime\n0: ready\n"
    )

    assert notation.format(notation.parse(text)) == text


def test_a_file_of_another_system_is_read_as_well() -> None:
    text = HEADER + PEOPLE + DEAL + "0: 7\n"

    assert notation.parse(text.replace("\n", "\r\n")) == notation.parse(text)


def test_a_name_never_takes_more_than_its_line() -> None:
    record = notation.parse(HEADER + PEOPLE + DEAL)
    odd = replace(record, heading=replace(record.heading, event="Cup\ndealer: 1", names=("a\u2028b",) * 4))

    again = notation.parse(notation.format(odd))

    assert again.heading.event == "Cup dealer: 1"
    assert again.heading.names == ("a b",) * 4


def test_a_rule_set_that_is_not_shipped_is_written_out() -> None:
    rules = replace(PRESETS["solo"], key="house #7", version=7)

    text = notation.format(notation.Record(rules, SEATS[0]))

    assert rules.to_json() in text
    assert notation.parse(text).rules == rules


def test_a_remark_begins_at_the_first_sign_of_one() -> None:
    record = notation.parse(
        "rules: levantine 1\ncap: 6 # one # two\ndealer: 3\n" + DEAL + "0: 7 # one # two\n"
    )

    assert record.cap == 6
    assert record.lines[-1] == notation.Step(SEATS[0], Call("7"))


def test_a_match_may_end_in_the_second_it_began() -> None:
    people = PEOPLE.replace("18:41:00", "18:02:11")

    assert notation.parse(HEADER + people + DEAL).heading.ended == BEGUN


def test_a_number_has_at_most_four_digits() -> None:
    assert notation.parse("rules: levantine 1\ntarget: 9999\ndealer: 3\n").target == 9999
    with pytest.raises(BadRecord, match="bad_record") as refused:
        notation.parse("rules: levantine 1\ntarget: 10000\ndealer: 3\n")

    assert refused.value.params["reason"] == "not a number: 10000"


def test_a_deal_without_a_promise_has_none_and_ends_with_its_hands() -> None:
    text = HEADER + DEAL.replace(" promised", "")

    record = notation.parse(text)

    assert record.lines == (notation.Step(None, replace(SUIT_EACH, commitment="")),)
    assert notation.format(record) == text


def test_a_check_may_stand_close_to_its_sign() -> None:
    assert notation.parse(HEADER + DEAL + "=turn 1\n").lines[-1] == notation.Check("turn", "1")


def test_a_line_names_one_seat_only() -> None:
    with pytest.raises(BadRecord) as refused:
        notation.parse(HEADER + DEAL + "0: 1: 7\n")

    assert refused.value.params["reason"] == "bad_card (card='1: 7')"


@pytest.mark.parametrize(
    ("line", "text", "reason"),
    [
        (1, "", "expected rules, not the match"),
        (1, "dealer: 3\n", "expected rules, not dealer"),
        (2, "rules: levantine 1\n", "expected target or cap or dealer, not the match"),
        (2, "rules: levantine 1\ndeal\n", "expected target or cap or dealer, not the match"),
        (3, "rules: levantine 1\ncap: 6\ntarget: 31\n", "expected dealer, not target"),
        (3, "rules: levantine 1\ncap: 6\ncap: 6\n", "expected dealer, not cap"),
        (3, HEADER + "seat 0: Rana\n", "expected event or result or the match, not seat 0"),
        (5, HEADER + "event: Cup\ntable: 7\n", "expected begun, not the match"),
        (1, "rules: levantine 2\ndealer: 3\n", "unknown_rules (rules='levantine 2')"),
        (1, "rules: levantine\ndealer: 3\n", "not a number: "),
        (1, "rules: poker 1\ndealer: 3\n", "unknown_rules (rules='poker 1')"),
        (1, "rules: {}\ndealer: 3\n", "bad_rules (field='all_pass', rule='missing')"),
        (2, "rules: levantine 1\ndealer: 4\n", "no such seat: 4"),
        (2, "rules: levantine 1\ncap: many\n", "not a number: many"),
        (2, "rules: levantine 1\ncap: ٦\n", "not a number: ٦"),
        (5, TABLE + "begun: yesterday\n", "Invalid isoformat string: 'yesterday'"),
        (5, TABLE + "begun: 2026-03-01T18:00:00\n", None),
        (5, TABLE + "begun: 2026-03-01T18:00:00+02:00\n", None),
        (
            5,
            TABLE + "begun: 2026-03-01 18:00:00Z\n",
            "not a time like 2026-03-01T18:00:00Z: 2026-03-01 18:00:00Z",
        ),
        (
            6,
            TABLE + "begun: 2026-03-01T18:00:00Z\nended: 2026-03-01T17:59:59Z\n",
            "it ended before it had begun",
        ),
        (4, HEADER + DEAL + "result: won 0 target 31 -7\n", "no such seat: result"),
        (3, HEADER + "4: 7\n", "no such seat: 4"),
        (3, HEADER + "0: bid\n", "bad_card (card='bid')"),
        (3, HEADER + "0: trump X\n", "bad_suit (suit='X')"),
        (4, HEADER + "\nshuffle\n", "no such action: shuffle"),
        (3, HEADER + "deal AKQ... ... ...\n", "no such action: deal AKQ... ... ..."),
        (3, HEADER + "deal AKQ ... ... ...\n", "a hand is four suits: AKQ"),
        (3, HEADER + "deal X... ... ... ...\n", "bad_card (card='XS')"),
        (3, HEADER + "0: 7 !\n", "refused with which code?"),
        (3, HEADER + "adjust 0 five\n", "not a number: five"),
        (3, HEADER + "retire -1\n", "not a number: -1"),
        (1, ":\n", "expected rules, not "),
    ],
)
def test_what_cannot_be_read_is_named_by_line_and_reason(line: int, text: str, reason: str | None) -> None:
    with pytest.raises(BadRecord) as refused:
        notation.parse(text)

    assert refused.value.code == "bad_record"
    assert refused.value.params["line"] == line
    if reason is not None:
        assert refused.value.params["reason"] == reason


PIECES = st.sampled_from(
    [*HEADER.splitlines(), *PEOPLE.splitlines(), DEAL.strip(), "0: 7", "= turn 1", "time", "0: ready", ": !"]
)


@given(st.lists(PIECES | st.text(max_size=30), max_size=12).map("\n".join) | st.text())
def test_any_text_is_read_or_refused_by_a_line_of_it(text: str) -> None:
    try:
        notation.parse(text)
    except BadRecord as refusal:
        line = refusal.params["line"]
        assert isinstance(line, int)
        assert 1 <= line <= len(text.split("\n"))


def test_a_hand_is_written_suit_by_suit_from_the_highest_card() -> None:
    hand = tuple(sorted(card(name) for name in ["2S", "AS", "TD", "KD", "3C"]))

    assert notation.hand_text(hand) == "A2..KT.3"
