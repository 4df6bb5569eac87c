"""What each card of a deal gave away."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.analysis import AnalysedDeal, NativeSolver, analyse
from games.rules import PACK, SEATS, Card, Play, Seat, Suit, parse_card, parse_cards
from tests.analysis.endings import EveryLine, endings, library, needs_solver

Course = list[tuple[Seat, Card]]


def played_out(play: Play, choices: list[int]) -> tuple[Course, Play]:
    """Play a position out by picking legal cards; return them and the end."""
    course: Course = []
    for choice in choices:
        if not play.hands[play.turn]:
            break
        card = play.legal()[choice % len(play.legal())]
        course.append((play.turn, card))
        play = play.lay(play.turn, card)
    return course, play


def analysed(play: Play, course: Course) -> AnalysedDeal:
    """Return the analysis of a course by playing every line out."""
    return analyse(EveryLine(), play.hands, trump=play.trump, declarer=play.turn, plays=course)  # type: ignore[arg-type]  # every ending has a trump


def test_a_card_that_lets_a_trick_go_costs_it_and_the_better_card_is_named() -> None:
    hands = [parse_cards(hand) for hand in (["2S", "KS"], ["QS", "AS"], ["2H", "3H"], ["4H", "5H"])]
    course = [(SEATS[0], parse_card("KS")), (SEATS[1], parse_card("QS")), (SEATS[2], parse_card("2H"))]

    found = analyse(EveryLine(), hands, trump=Suit.CLUBS, declarer=SEATS[0], plays=course)

    # The ace would have taken the king, and the queen the deuce after it.
    assert found.values == (0, 0, 1, 1)
    assert found.better == {1: (parse_card("AS"),)}


def test_a_deal_without_a_card_played_has_nothing_to_say() -> None:
    hands = [parse_cards([card]) for card in ("2S", "3S", "4S", "5S")]

    found = analyse(EveryLine(), hands, trump=Suit.CLUBS, declarer=SEATS[0], plays=[])

    assert (found.values, found.better) == ((), {})


@settings(max_examples=60)
@given(
    endings(most=3).filter(lambda play: not play.cards),
    st.lists(st.integers(0, 12), min_size=12, max_size=12),
)
def test_a_card_never_gains_for_who_plays_it_and_the_last_value_is_what_was_taken(
    play: Play, choices: list[int]
) -> None:
    course, end = played_out(play, choices)

    found = analysed(play, course)

    declaring = play.turn % 2
    for index, (before, after) in enumerate(pairwise(found.values)):
        mover = course[index][0] % 2
        assert after <= before if mover == declaring else after >= before
        assert (index in found.better) == (after != before)
        assert course[index][1] not in found.better.get(index, ())
    assert found.values[-1] == sum(end.tricks_won[seat] for seat in SEATS if seat % 2 == declaring)


@pytest.mark.long
@needs_solver
@settings(max_examples=3)
@given(st.permutations(PACK), st.lists(st.integers(0, 12), min_size=52, max_size=52))
def test_a_whole_deal_is_worth_before_each_card_what_the_card_before_it_left(
    pack: list[Card], choices: list[int]
) -> None:
    hands = [tuple(sorted(pack[seat * 13 : (seat + 1) * 13])) for seat in range(4)]
    trump = max(Suit, key=lambda suit: sum(card // 13 == suit for card in hands[0]))
    course, end = played_out(Play(tuple(hands), SEATS[0], trump), choices)
    solver = NativeSolver(library())

    found = analyse(solver, hands, trump=trump, declarer=SEATS[0], plays=course)

    for index in range(1, 52):
        rest = analyse_from(solver, Play(tuple(hands), SEATS[0], trump), course, index)
        assert rest == found.values[index]
    assert found.values[-1] == end.tricks_won[0] + end.tricks_won[2]


def analyse_from(solver: NativeSolver, play: Play, course: Course, index: int) -> int:
    """Return what the declaring side takes with best play after so many cards."""
    for seat, card in course[:index]:
        play = play.lay(seat, card)
    best = max(solver.tricks(play).values())
    taken = play.tricks_won[0] + play.tricks_won[2]
    return taken + (best if play.turn % 2 == 0 else len(play.hands[play.turn]) - best)
