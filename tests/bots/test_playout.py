"""A deal played out by bots alone: the quick way takes the tricks that the rules would give."""

from operator import itemgetter

import pytest

from games.bots.masks import mask
from games.bots.memory import Memory
from games.bots.play import choose_card
from games.bots.playout import Playout
from games.dealing import Stream
from games.rules import PlayCard, Position, RuleSet, apply, view
from tests.bots.moments import contracted
from tests.rules.presets import EVERY_EDITION, PRESETS

FIRST = itemgetter(0)


def memory_at(position: Position) -> Memory:
    """Return what the seat to play knows."""
    assert position.turn is not None
    return Memory.of(view(position, position.turn), position.rules)


def played_by_rules(position: Position) -> Position:
    """Return the deal after each seat has played as a bot that takes the first of equals."""
    while position.turn is not None:
        card = choose_card(memory_at(position), FIRST)
        position, _ = apply(position, position.turn, PlayCard(card))
    return position


@pytest.mark.parametrize("gone", [0, 1, 6, 23])
@pytest.mark.parametrize("rules", EVERY_EDITION.values(), ids=EVERY_EDITION.keys())
def test_a_deal_played_out_ends_as_by_the_rules(rules: RuleSet, gone: int) -> None:
    stream = Stream(b"played out")
    for _ in range(5):
        position = contracted(rules, stream)
        for _ in range(gone):
            assert position.turn is not None
            card = stream.choice(position.play.legal())
            position, _ = apply(position, position.turn, PlayCard(card))

        playout = Playout(memory_at(position), [mask(hand) for hand in position.hands], rules)
        playout.finish()

        (line,) = played_by_rules(position).sheet
        before = position.tricks_won
        assert tuple(a + b for a, b in zip(before, playout.tricks, strict=True)) == line.tricks
        assert line.honour == (playout.honour if position.honour is None else position.honour)


def test_a_deal_played_out_leaves_what_it_was_begun_from_as_it_was() -> None:
    position = contracted(PRESETS["levantine"], Stream(b"left alone"))
    memory, hands = memory_at(position), [mask(hand) for hand in position.hands]
    first = Playout(memory, hands, position.rules)

    first.finish()
    second = Playout(memory, hands, position.rules)
    second.finish()

    assert first.tricks == second.tricks
    assert sum(first.tricks) == 13
