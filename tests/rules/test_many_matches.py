"""Very many matches, of random seats and of bots: each ends, and settles the same from its record.

``make test`` plays hundreds under each rule set, ``make soak`` thousands. Random seats overbid, so
that some matches of theirs would hardly ever end: all are capped at a number of scored deals.
"""

import json
from collections.abc import Callable

import pytest
from hypothesis import settings

from games.rules import Event, Phase, Position, RuleSet, notation, records, replay, settle
from tests.rules.playing import Chooser, at_random, by_bots, steps
from tests.rules.presets import PRESETS

SOAKING = settings.get_current_profile_name() == "soak"
CAP = 10 if SOAKING else 6
RANDOM, BOTS = (10_000, 1_000) if SOAKING else (500, 50)
A_TEST = 50
"""How many matches a test plays: as many as can be waited for, and looked for a fault in."""


def played(rules: RuleSet, seed: int, chooser: Chooser) -> tuple[Position, list[Event]]:
    """Return how a match ended, and its log."""
    happened = list(steps(rules, seed, cap=CAP, chooser=chooser))
    opening, end = happened[0][0].opening, happened[-1][3]
    return end, [opening, *(event for *_, told in happened for event in told)]


def through_json(events: list[Event]) -> list[Event]:
    """Return a log as it comes out of a database or a file."""
    texts = [json.dumps([event.kind, event.seat, event.data]) for event in events]
    return [Event(*json.loads(text)) for text in texts]


def ends_alike(rules: RuleSet, seed: int, chooser: Chooser) -> None:
    """Assert that a match ended, and that its log, its record and its points say how."""
    end, events = played(rules, seed, chooser)
    record = records.record_of(events)

    assert end.phase is Phase.OVER
    assert end.outcome.state != "open"
    assert replay(through_json(events)) == end
    assert records.run(notation.parse(notation.format(record))) == end
    assert settle(rules, end.deals, end.target, end.cap, end.time_up) == end.outcome


def batches(matches: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test for the first seed of every batch of so many matches, under each rule set."""
    firsts = pytest.mark.parametrize("first", range(0, matches, A_TEST))
    return lambda test: pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS.keys())(firsts(test))


@pytest.mark.long
@batches(RANDOM)
def test_matches_between_random_seats_end_as_their_records_say(rules: RuleSet, first: int) -> None:
    for seed in range(first, first + A_TEST):
        ends_alike(rules, seed, at_random)


@pytest.mark.long
@batches(BOTS)
def test_matches_between_bots_end_as_their_records_say(rules: RuleSet, first: int) -> None:
    for seed in range(first, first + A_TEST):
        ends_alike(rules, seed, by_bots)
