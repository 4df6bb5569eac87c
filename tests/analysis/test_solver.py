"""The native solver counts what playing every line to its end counts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from games.analysis import NativeSolver, SolverFault
from games.rules import SEATS, Play, Suit
from tests.analysis.endings import EveryLine, endings, library, needs_solver


@pytest.mark.long
@needs_solver
@settings(max_examples=40)
@given(endings())
def test_every_legal_card_of_an_ending_is_worth_what_playing_it_out_shows(play: Play) -> None:
    solver = NativeSolver(library())

    assert dict(solver.tricks(play)) == dict(EveryLine().tricks(play))


@needs_solver
def test_a_position_that_cannot_be_is_refused() -> None:
    uneven = Play(((0,), (), (), ()), SEATS[0], Suit.SPADES)  # type: ignore[arg-type]  # a card by its number

    with pytest.raises(SolverFault):
        NativeSolver(library()).tricks(uneven)


def test_a_library_that_is_not_there_is_a_fault_of_the_solver() -> None:
    with pytest.raises(SolverFault):
        NativeSolver("/nowhere/libdds.so")
