"""What rounds and places are called."""

from __future__ import annotations

import pytest

from tournaments.names import place_name, round_name
from tournaments.services.board.shapes import SideView


@pytest.mark.parametrize(
    ("size", "number", "title"),
    [(1, 5, "Final"), (2, 4, "Semi-finals"), (4, 3, "Quarter-finals"), (8, 2, "Round 2"), (32, 1, "Round 1")],
)
def test_a_round_of_a_knockout_is_named_by_how_many_pairings_meet_in_it(
    size: int, number: int, title: str
) -> None:
    assert round_name("knockout", size=size, number=number) == title


def test_every_other_round_is_named_by_its_number() -> None:
    assert round_name("swiss", size=2, number=3) == "Round 3"


def test_a_place_in_the_bracket_names_the_pairing_whose_winner_takes_it() -> None:
    assert place_name("knockout", size=2, round_number=3, number=1) == "semi-final 1"
    assert place_name("knockout", size=8, round_number=1, number=3) == "match 3 of 8"
    below = place_name("knockout", size=2, round_number=3, number=4, place="consolation-1.2")
    assert below == "match 2 of round 3 in the consolation"
    last = place_name("knockout", size=0, round_number=4, number=1, place="consolation-final")
    assert last == "final of the consolation"
    assert place_name("double-knockout", size=2, round_number=4, number=1) == "match 1 of round 4"


@pytest.mark.parametrize(
    ("players", "families"),
    [
        (("Rami Haddad", "Sami el Khoury"), "Haddad – Khoury"),
        (("Karim", "Cedar & Co. (2)"), "Karim – Co. (2)"),
        (("مها", "النسور (أ)"), "مها – النسور (أ)"),
        (("7", "(2)"), "7 – (2)"),
        ((), ""),
    ],
)
def test_a_pair_is_shown_by_its_last_names_with_what_tells_namesakes_apart(
    players: tuple[str, ...], families: str
) -> None:
    assert SideView(players=players).families == families
