"""Endings to try a solver on, and a solver that simply plays every line to its end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import strategies as st

from games.rules import NO_TRUMP, PACK, SEATS, SUITS, Card, Play, Trump

TRUMPS: tuple[Trump, ...] = (*SUITS, NO_TRUMP)

PACKAGE = find_spec("endplay")
needs_solver = pytest.mark.skipif(PACKAGE is None, reason="the extra `analysis` is not installed")


def library() -> str:
    """Return where the native library is."""
    assert PACKAGE is not None
    assert PACKAGE.origin is not None
    return str(Path(PACKAGE.origin).parent / "_dds" / "libdds.so")


class EveryLine:
    """Counts tricks by playing every line to its end: for endings of a few cards."""

    def tricks(self, play: Play) -> Mapping[Card, int]:
        """Return what each legal card leads to."""
        return {card: _after(play, card) for card in play.legal()}


def _after(play: Play, card: Card) -> int:
    """Return the tricks of the side to play when it plays a card."""
    left, following = len(play.hands[play.turn]), play.lay(play.turn, card)
    ours = following.turn % 2 == play.turn % 2
    if following.cards:
        return left - _best(following)
    return 1 + _best(following) if ours else left - 1 - _best(following)


@cache
def _best(play: Play) -> int:
    """Return the tricks of the side to play."""
    if not play.hands[play.turn]:
        return 0
    return max(_after(play, card) for card in play.legal())


@st.composite
def endings(draw: st.DrawFn, most: int = 4) -> Play:
    """Return a position with at most so many cards in a hand, in which a trick may have begun."""
    size = draw(st.integers(1, most))
    cards = draw(st.permutations(PACK))
    hands = tuple(tuple(sorted(cards[seat * size : (seat + 1) * size])) for seat in range(4))
    play = Play(hands, draw(st.sampled_from(SEATS)), draw(st.sampled_from(TRUMPS)))
    for _ in range(draw(st.integers(0, 3))):
        play = play.lay(play.turn, draw(st.sampled_from(play.legal())))
    return play
