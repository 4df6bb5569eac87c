"""The knockout's draw, stated as sentences of docs/formats.md."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import (
    Decision,
    Drawn,
    MatchResult,
    Seeded,
    WinnerOf,
    WrongNumberOfEntries,
    bracket_order,
    knockout,
)

ENTRIES = st.integers(knockout.FEWEST, knockout.MOST)
PUBLISHED = {  # first rounds as brackets are drawn everywhere
    8: [(1, 8), (4, 5), (2, 7), (3, 6)],
    16: [(1, 16), (8, 9), (4, 13), (5, 12), (2, 15), (7, 10), (3, 14), (6, 11)],
}


def played_out(entries: int, wins: st.DataObject | None) -> list[tuple[Drawn, ...]]:
    """Return all rounds of a knockout; without ``wins`` the better seed always wins."""
    rounds = [knockout.first_round(range(1, entries + 1))]
    while len(rounds[-1]) > 1:
        winners = [_winner(drawn, wins) for drawn in rounds[-1]]
        rounds.append(knockout.next_round(winners))
    return rounds


def _winner(drawn: Drawn, wins: st.DataObject | None) -> int | None:
    present = [entry for entry in drawn.sides if entry is not None]
    if not drawn.is_played:
        return present[0] if present else None
    return min(present) if wins is None else wins.draw(st.sampled_from([*present, None]))


@pytest.mark.parametrize("places", PUBLISHED)
def test_the_first_round_stands_in_the_order_everybody_knows(places: int) -> None:
    drawn = knockout.first_round(range(1, places + 1))

    assert [pairing.sides for pairing in drawn] == PUBLISHED[places]


@given(ENTRIES)
def test_a_knockout_of_n_entries_has_n_minus_1_matches(entries: int) -> None:
    matches = [drawn for drawn in sum(played_out(entries, None), ()) if drawn.is_played]

    assert len(matches) == entries - 1


@given(ENTRIES)
def test_byes_fall_to_the_best_seeds_once_each_and_in_the_first_round_only(entries: int) -> None:
    first, *later = played_out(entries, None)

    byes = sorted(drawn.sides[0] or 0 for drawn in first if not drawn.is_played)

    assert byes == list(range(1, 2 * len(first) - entries + 1))
    assert all(drawn.is_played for drawn in sum(later, ()))


@given(ENTRIES)
def test_when_the_better_seed_always_wins_the_best_meets_the_weakest_left(entries: int) -> None:
    for drawn in played_out(entries, None)[1:]:
        assert {sum(entry or 0 for entry in pairing.sides) for pairing in drawn} == {2 * len(drawn) + 1}


@given(ENTRIES, st.data())
def test_each_entry_is_in_a_round_once_or_out(entries: int, wins: st.DataObject) -> None:
    rounds = played_out(entries, wins)

    for before, after in pairwise(rounds):
        earlier = [entry for drawn in before for entry in drawn.sides if entry is not None]
        later = [entry for drawn in after for entry in drawn.sides if entry is not None]
        assert len(later) == len(set(later))
        assert set(later) <= set(earlier)


@given(ENTRIES)
def test_the_layout_is_what_is_drawn(entries: int) -> None:
    planned = knockout.layout(entries)

    for pairings, drawn in zip(planned.rounds, played_out(entries, None), strict=True):
        assert [pairing.number for pairing in pairings] == [one.number for one in drawn]
        assert [pairing.is_bye for pairing in pairings] == [not one.is_played for one in drawn]
    for pairings in planned.rounds[1:]:
        for pairing in pairings:
            assert pairing.sources == (
                WinnerOf(pairing.round - 1, 2 * pairing.number - 1),
                WinnerOf(pairing.round - 1, 2 * pairing.number),
            )


def test_every_seed_feeds_the_layout_once() -> None:
    sources = [source for pairing in knockout.layout(11).rounds[0] for source in pairing.sources]

    assert sorted(source.seed for source in sources if isinstance(source, Seeded)) == list(range(1, 12))


@pytest.mark.parametrize("entries", [0, 1, 65])
def test_a_knockout_takes_2_to_64_entries(entries: int) -> None:
    with pytest.raises(WrongNumberOfEntries):
        knockout.first_round(range(entries))


def test_after_a_double_walkover_nobody_waits_for_an_opponent_that_cannot_come() -> None:
    drawn = knockout.next_round([7, None, None, None])

    assert drawn[0].goes_through == 0
    assert not drawn[1].is_played
    assert drawn[1].goes_through is None
    assert knockout.next_round([7, None])[0].sides == (7, None)


def test_after_the_final_there_is_no_round() -> None:
    assert knockout.next_round([3]) == ()


def test_seeds_one_and_two_stand_in_different_halves_for_every_size() -> None:
    for exponent in range(1, 7):
        order = bracket_order(2**exponent)
        assert order.index(1) < len(order) // 2 <= order.index(2)


def test_a_won_match_sends_its_winner_on() -> None:
    won = MatchResult("won", winner=1, advances=None, by="target", last_scored_deal=9)

    assert knockout.decide(won) == Decision("won", 1, "target")


@pytest.mark.parametrize("ended_by", ["cap", "clock"])
def test_a_level_match_stays_a_draw_and_its_last_scored_deal_sends_on(ended_by: str) -> None:
    level = MatchResult("drawn", winner=None, advances=1, by=ended_by, last_scored_deal=6)

    assert knockout.decide(level) == Decision("drawn", 1, "last_round", deal=6, level_at=ended_by)


def test_a_void_match_and_one_without_a_scored_deal_are_left_to_the_director() -> None:
    void = MatchResult("void", None, None, "all_pass", 3)
    never_scored = MatchResult("drawn", None, None, "clock", None)

    assert knockout.decide(void) is None
    assert knockout.decide(never_scored) is None
