"""Nothing a viewer is shown depends on a card he cannot know.

The proof is by exchange (``tests.rules.worlds``), not by looking for cards: what shows how many cards
could have been played, or a number made of all hands, names no card and gives one away.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.dealing import Stream
from games.rules import RULESETS, SPECTATOR, Position, Viewer, project, view
from tests.rules.worlds import SOAKING, VIEWERS, Told, elsewhere, told

Shown = Callable[[Position, Viewer], dict[str, Any]]
STORIES = 500 if SOAKING else 3
"""By each of the rule sets, each seen by five viewers: 20,000 pairs where everything is proved."""


def sent(story: Told, viewer: Viewer, shown: Shown = view) -> list[str]:
    """Return all that a viewer is shown of a story."""
    messages = [json.dumps(shown(story.begun, viewer))]
    for *_, after, events in story.steps():
        messages += [json.dumps(project(event, viewer)) for event in events]
        messages.append(json.dumps(shown(after, viewer)))
    return messages


@pytest.mark.long
@pytest.mark.parametrize("key", RULESETS)
def test_what_a_viewer_is_shown_is_the_same_whatever_he_cannot_know(key: str) -> None:
    differing = 0

    for seed in range(STORIES):
        stream = Stream(f"worlds {seed}".encode())
        here = told(RULESETS[key], seed, stream=stream)
        for viewer in VIEWERS:
            there = elsewhere(here, viewer, stream)
            differing += here.deals != there.deals
            assert sent(here, viewer) == sent(there, viewer)

    assert differing > 2 * STORIES


def choices(position: Position, viewer: Viewer) -> dict[str, Any]:
    """Show how many cards the seat to move may play, as a careless page would."""
    turn = position.turn
    count = 0 if turn is None else len(view(position, turn)["legal"])
    return {**view(position, viewer), "choices": count}


def digest(position: Position, viewer: Viewer) -> dict[str, Any]:
    """Show a number made of all hands, as a careless cache key would."""
    return {**view(position, viewer), "etag": hash(position.hands)}


@pytest.mark.parametrize("leak", [choices, digest])
def test_the_proof_finds_a_leak_that_shows_no_card(leak: Shown) -> None:
    found = 0

    for seed in range(10):
        stream = Stream(f"worlds {seed}".encode())
        here = told(RULESETS["levantine"], seed, stream=stream)
        there = elsewhere(here, SPECTATOR, stream)
        found += sent(here, SPECTATOR, leak) != sent(there, SPECTATOR, leak)

    assert found > 2
