"""What holds for whatever comes in, found by search rather than by example."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    PACK,
    SEATS,
    SUIT_OF,
    SUITS,
    BadRecord,
    BadRules,
    BrokenRecord,
    Call,
    Card,
    Event,
    NameTrump,
    PlayCard,
    Position,
    Ready,
    Refusal,
    RuleSet,
    Suit,
    TimeUp,
    apply,
    notation,
    playable,
    replay,
    winning_play,
)
from tests.rules.playing import SUIT_EACH, contracted, dealt, log, match, play_out
from tests.rules.presets import LEVANTINE, PRESETS

cards = st.sampled_from(PACK)
suits = st.sampled_from(SUITS)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@given(hand=st.lists(cards, min_size=1, max_size=13, unique=True), led=st.none() | suits)
def test_there_is_always_a_card_to_play_and_a_follower_follows(hand: list[Card], led: Suit | None) -> None:
    legal = playable(tuple(hand), led)

    assert legal
    assert set(legal) <= set(hand)
    if any(SUIT_OF[card] is led for card in hand):
        assert {SUIT_OF[card] for card in legal} == {led}
    else:
        assert legal == tuple(hand)


@given(trick=st.lists(cards, min_size=4, max_size=4, unique=True), trump=suits)
def test_no_card_of_the_trick_would_beat_the_one_that_took_it(trick: list[Card], trump: Suit) -> None:
    def strength(card: Card) -> tuple[bool, bool, int]:
        return SUIT_OF[card] is trump, SUIT_OF[card] is SUIT_OF[trick[0]], card % 13

    winner = trick[winning_play(trick, trump)]

    assert strength(winner) == max(map(strength, trick))


POSITIONS = [
    Position.begin(LEVANTINE, dealer=SEATS[3]),
    dealt(),
    contracted(),
    play_out(contracted()),
]

actions = st.one_of(
    st.just(SUIT_EACH),
    st.builds(Call, st.text(max_size=3) | st.integers().map(str)),
    st.builds(NameTrump, suits | st.integers(-2, 9)),
    st.builds(PlayCard, cards | st.integers(-60, 90) | st.text(max_size=2)),
    st.builds(Ready),
    st.builds(TimeUp),
)


@given(position=st.sampled_from(POSITIONS), seat=st.none() | st.sampled_from(SEATS), action=actions)
def test_whatever_is_asked_is_done_or_refused_by_name(position: Position, seat: Any, action: Any) -> None:
    before = position.to_json()

    with suppress(Refusal):
        after, events = apply(position, seat, action)
        assert events
        assert Position.from_json(after.to_json(), after.rules) == after

    assert position.to_json() == before


@given(text=st.text())
def test_any_text_is_a_record_or_refused_as_one(text: str) -> None:
    with suppress(BadRecord):
        notation.parse(text)


@given(
    lines=st.lists(
        st.sampled_from(
            ["rules: levantine 1", "dealer: 3", "cap: 5", "0: 7", "1: P ! x", "2: trump H", "time",
             "= turn 1", "deal", "3: AS", "#", "rules: {", "0: ٣", "= ", "!", ":", "deal a b c d"]
        )
    )
)  # fmt: skip
def test_lines_in_any_order_are_a_record_that_reads_back_or_refused(lines: list[str]) -> None:
    with suppress(BadRecord):
        record = notation.parse("\n".join(lines))

        assert notation.parse(notation.format(record)) == record


@given(value=json_values)
def test_any_json_is_a_rule_set_or_refused_as_one(value: Any) -> None:
    with pytest.raises(BadRules):
        RuleSet.from_json(json.dumps(value))


@given(
    rules=st.sampled_from(sorted(PRESETS)), field=st.sampled_from(sorted(PRESETS["kibbi"].to_data())),
    value=json_values,
)  # fmt: skip
def test_a_rule_set_with_any_value_in_a_field_is_sound_or_refused(rules: str, field: str, value: Any) -> None:
    values = {**PRESETS[rules].to_data(), field: value}

    with suppress(BadRules):
        read = RuleSet.from_json(json.dumps(values))

        assert RuleSet.from_json(read.to_json()) == read


EVENTS = log(match(LEVANTINE, 5, 1))


@given(at=st.integers(0, len(EVENTS) - 1), kind=st.none() | st.text(max_size=5), data=json_values)
def test_a_log_with_any_entry_overwritten_is_refused(at: int, kind: str | None, data: Any) -> None:
    entry = EVENTS[at]
    events = [*EVENTS[:at], Event(kind or entry.kind, entry.seat, data), *EVENTS[at + 1 :]]

    if data != entry.data or kind:
        with pytest.raises(BrokenRecord):
            replay(events)
