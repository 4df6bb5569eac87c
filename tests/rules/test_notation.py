"""A match as text."""

from dataclasses import replace

import pytest

from games.rules import (
    PASS,
    RULESETS,
    SEATS,
    BadRecord,
    Call,
    NameTrump,
    PlayCard,
    Ready,
    RuleSet,
    Suit,
    TimeUp,
    notation,
    records,
)
from tests.rules.playing import SUIT_EACH, card, log, match
from tests.rules.presets import PRESETS

HEADER = "rules: levantine 1\ndealer: 3\n"
DEAL = "deal AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432 promised\n"


def test_a_record_says_what_was_played_and_what_was_done() -> None:
    text = (
        HEADER + "cap: 6\n# a remark\n\n" + DEAL + "0: 7  # opens\n1: P\n1: 8 ! not_your_turn\n"
        "0: trump H\n0: AS\n= turn  1\n2: ready\ntime\n"
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


def test_what_is_read_is_written_again() -> None:
    text = HEADER + "target: 31\ncap: 6\n" + DEAL + "0: 7\n1: P\n1: 8 ! not_your_turn\n= turn 2\n"

    assert notation.format(notation.parse(text)) == text


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS.keys())
@pytest.mark.parametrize("seed", range(3))
def test_the_record_of_a_log_reads_back_and_runs_to_the_same_end(rules: RuleSet, seed: int) -> None:
    happened = match(rules, seed, 3)
    record = notation.record_of(log(happened))

    again = notation.parse(notation.format(record))

    assert again == record
    assert records.run(again) == happened[-1][3]


def test_a_rule_set_that_is_not_shipped_is_written_out() -> None:
    rules = replace(PRESETS["solo"], key="house")

    text = notation.format(notation.Record(rules, SEATS[0]))

    assert rules.to_json() in text
    assert notation.parse(text).rules == rules


@pytest.mark.parametrize(
    ("line", "text", "reason"),
    [
        (1, "dealer: 3\n", "no rules in the header"),
        (1, "rules: levantine 1\n", "no dealer in the header"),
        (1, "rules: levantine 2\ndealer: 3\n", "unknown_rules (rules='levantine 2')"),
        (1, "rules: levantine\ndealer: 3\n", "no such rules: levantine"),
        (1, "rules: poker 1\ndealer: 3\n", "unknown_rules (rules='poker 1')"),
        (1, "rules: {}\ndealer: 3\n", "bad_rules (field='all_pass', rule='missing')"),
        (1, "rules: levantine 1\ndealer: 4\n", "no such seat: 4"),
        (1, HEADER + "cap: many\n", "invalid literal for int() with base 10: 'many'"),
        (3, HEADER + "4: 7\n", "no such seat: 4"),
        (3, HEADER + "0: bid\n", "bad_card (card='bid')"),
        (3, HEADER + "0: trump X\n", "bad_suit (suit='X')"),
        (4, HEADER + "\nshuffle\n", "no such action: shuffle"),
        (3, HEADER + "deal AKQ... ... ...\n", "no such action: deal AKQ... ... ..."),
        (3, HEADER + "deal AKQ ... ... ...\n", "a hand is four suits: AKQ"),
        (3, HEADER + "deal X... ... ... ...\n", "bad_card (card='XS')"),
        (3, HEADER + "0: 7 !\n", "refused with which code?"),
    ],
)
def test_what_cannot_be_read_is_named_by_line_and_reason(line: int, text: str, reason: str) -> None:
    with pytest.raises(BadRecord) as refused:
        notation.parse(text)

    assert refused.value.params == {"line": line, "reason": reason}


@pytest.mark.parametrize(
    ("line", "text", "reason"),
    [
        (1, HEADER + "cap: 0\n", "cap_not_allowed (cap=0)"),
        (4, HEADER + DEAL + "1: 7\n", "not_your_turn (seat=1, turn=0)"),
        (4, HEADER + DEAL + "0: 7 ! bid_too_low\n", "not refused: bid_too_low"),
        (4, HEADER + DEAL + "1: 7 ! bid_too_low\n", "not_your_turn (seat=1, turn=0)"),
        (4, HEADER + DEAL + "= turn 1\n", "turn is 0"),
        (4, HEADER + DEAL + "= weather fine\n", "no such check: weather"),
    ],
)
def test_a_match_that_does_not_go_as_written_is_named_by_line_and_reason(
    line: int, text: str, reason: str
) -> None:
    record = notation.parse(text)

    with pytest.raises(BadRecord) as refused:
        records.run(record)

    assert refused.value.code == "bad_record"
    assert refused.value.params == {"line": line, "reason": reason}


def test_a_hand_is_written_suit_by_suit_from_the_highest_card() -> None:
    hand = tuple(sorted(card(name) for name in ["2S", "AS", "TD", "KD", "3C"]))

    assert notation.hand_text(hand) == "A2..KT.3"
