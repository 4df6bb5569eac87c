"""The log is the truth: it leads back to the position, and a false one is found out."""

import json
from typing import Any

import pytest

from games.rules import SEATS, BrokenRecord, Event, Position, RuleSet, replay, replayed
from tests.rules.playing import log, match
from tests.rules.presets import LEVANTINE, PRESETS, SOLO


@pytest.mark.long
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS.keys())
@pytest.mark.parametrize("seed", range(4))
def test_the_log_of_a_match_leads_to_its_position(rules: RuleSet, seed: int) -> None:
    happened = match(rules, seed, 4)

    assert replay(log(happened)) == happened[-1][3]


def test_a_log_that_went_through_json_leads_there_too() -> None:
    happened = match(LEVANTINE, 5, 2)
    entries = json.loads(json.dumps([[e.kind, e.seat, dict(e.data)] for e in log(happened)]))

    assert replay(Event(*entry) for entry in entries) == happened[-1][3]


def test_the_log_up_to_any_action_is_a_log() -> None:
    happened = match(LEVANTINE, 5, 1)

    for at in range(1, len(happened) + 1):
        assert replay(log(happened[:at])) == happened[at - 1][3]


def test_the_opening_alone_is_a_log() -> None:
    start = Position.begin(SOLO, dealer=SEATS[2], target=51, cap=6)

    assert replay([start.opening]) == start


def broken(events: list[Event]) -> BrokenRecord:
    """Return what a log is refused with."""
    with pytest.raises(BrokenRecord) as refused:
        replay(events)
    assert refused.value.code == "broken_record"
    return refused.value


def whole() -> list[Event]:
    """Return the log of a match of one scored deal."""
    return list(log(match(LEVANTINE, 5, 1)))


def first(kind: str) -> int:
    """Return where the first event of a kind stands in that log."""
    return next(at for at, event in enumerate(whole()) if event.kind == kind)


def edited(kind: str, **data: Any) -> list[Event]:
    """Return the log with the first event of a kind changed."""
    events = whole()
    at = first(kind)
    events[at] = events[at]._replace(data={**events[at].data, **data})
    return events


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("score", {"points": [26, 0]}),
        ("over", {"winner": 3}),
        ("contract", {"bid": 6}),
        ("card", {"won": 0}),
        ("deal", {"deal": 2}),
        ("match", {"digest": "another"}),
    ],
)
def test_an_entry_that_is_not_what_follows_is_found_out(kind: str, data: dict[str, Any]) -> None:
    refusal = broken(edited(kind, **data))

    assert refusal.params["entry"] == first(kind) + 1
    assert refusal.params["reason"] == "not_what_follows"
    assert refusal.params["expected"] == kind


def test_an_entry_the_rules_refuse_is_named_with_the_reason() -> None:
    refusal = broken(edited("bid", bid=15))

    assert refusal.params == {"entry": first("bid") + 1, "reason": "unknown_call"}


@pytest.mark.parametrize(
    ("kind", "data"),
    [("deal", {"hands": 7}), ("match", {"rule_set": None}), ("bid", {"bid": None})],
)
def test_an_entry_that_cannot_be_read_is_named(kind: str, data: dict[str, Any]) -> None:
    assert broken(edited(kind, **data)).params["entry"] == first(kind) + 1


def test_a_missing_entry_is_found_out() -> None:
    events = whole()
    del events[first("card")]

    assert broken(events).params["entry"] == first("card") + 1


def test_an_entry_too_many_is_found_out() -> None:
    events = whole()
    events.insert(first("contract"), events[first("contract")])

    assert broken(events).params["entry"] == first("contract") + 2


def test_a_log_cut_between_an_action_and_what_follows_is_found_out() -> None:
    assert broken(whole()[:-1]).params == {"entry": len(whole()), "reason": "cut_short"}


def test_a_log_has_to_begin_with_its_match() -> None:
    assert broken([]).params == {"entry": 0, "reason": "cut_short"}
    assert broken(whole()[1:]).params == {"entry": 1, "reason": "unreadable"}


def test_nothing_comes_out_of_nothing() -> None:
    events = [whole()[0], Event("score", None, {})]

    assert broken(events).params == {"entry": 2, "reason": "unreadable"}


def test_each_entry_of_a_log_comes_once_with_what_caused_it() -> None:
    events = list(log(match(LEVANTINE, 5, 1)))

    assert [event for _, caused in replayed(events) for event in caused] == events
