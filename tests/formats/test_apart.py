"""Who is kept apart stands where they do not meet, with the seeds moved as little as they must."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from tournaments.formats import dealt_from, in_groups, parted


def clubs(*couples: str) -> Callable[[str, str], int]:
    """Return what clashes: each text names entries that do."""

    def clash(one: str, other: str) -> int:
        return sum(one in couple and other in couple for couple in couples)

    return clash


def first_round(seeded: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return who meets first in a bracket of these."""
    places = 1 << (len(seeded) - 1).bit_length()
    return [(seeded[places - 1 - at], seeded[at]) for at in range(places // 2, len(seeded))]


def clashes(seeded: tuple[str, ...], clash: Callable[[str, str], int]) -> int:
    """Return how many of the first meetings clash."""
    return sum(clash(*couple) for couple in first_round(seeded))


def test_without_a_clash_the_seeds_stay() -> None:
    assert parted("knockout", "ABCDEFGH", 1, clubs("AB")) == tuple("ABCDEFGH")


def test_two_of_one_club_do_not_meet_first_and_the_next_seed_changes_place() -> None:
    found = parted("knockout", "ABCDEFGH", 1, clubs("AH"))

    assert found == tuple("ABCDEFHG")


@pytest.mark.parametrize("size", [5, 6, 7, 8])
@pytest.mark.parametrize("couples", [("AH", "BG"), ("AEFG", "BH"), ("ABCDEFGH",), ("DEG", "AF", "CH")])
def test_there_are_as_few_clashes_as_any_order_of_the_lower_half_has(
    size: int, couples: tuple[str, ...]
) -> None:
    """Case S-03: if it is impossible, the fewest."""
    seeded, clash = "ABCDEFGH"[:size], clubs(*couples)

    found = parted("knockout", seeded, 1, clash)

    fewest = min(clashes((*seeded[:4], *lower), clash) for lower in permutations(seeded[4:]))
    assert clashes(found, clash) == fewest
    assert found[:4] == tuple(seeded[:4])


def test_who_is_kept_apart_comes_into_different_groups() -> None:
    found = parted("round-robin", "ABCDEFGH", 2, clubs("AD", "BC"))

    groups = in_groups(found, 2)
    assert not any({"A", "D"} <= set(group) or {"B", "C"} <= set(group) for group in groups)
    assert [len(group) for group in groups] == [4, 4]


@pytest.mark.parametrize("size", [4, 7, 8, 11])
@pytest.mark.parametrize("groups", [1, 2, 3])
def test_groups_give_back_the_seeds_they_were_dealt_from(size: int, groups: int) -> None:
    seeded = tuple(range(size))

    assert dealt_from(in_groups(seeded, groups)) == seeded


def test_a_swiss_keeps_its_seeds_for_its_draw_keeps_apart_by_itself() -> None:
    assert parted("swiss", "ABCD", 1, clubs("AC")) == tuple("ABCD")
