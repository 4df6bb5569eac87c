"""A best of N, stated as sentences of docs/formats.md."""

from dataclasses import replace
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import BEST_OF, Decision, MatchResult, Series, decide, series

A, B = (MatchResult("won", side, None, "target", 9) for side in (0, 1))
LEVEL_A, LEVEL_B = (MatchResult("drawn", None, side, "cap", 6) for side in (0, 1))
VOID = MatchResult("void", None, None, "all_pass", None)
UNPLAYED = MatchResult("drawn", None, None, "clock", None)

COUNTED = st.sampled_from([A, B, LEVEL_A, LEVEL_B])
LONGER = st.sampled_from(BEST_OF[1:])


def played(best_of: int, games: list[MatchResult]) -> tuple[list[MatchResult], Series]:
    """Return the games that are begun of these, and where the series then stands."""
    for number in range(1, len(games) + 1):
        found = series(games[:number], best_of=best_of)
        if found.result is not None:
            break
    return games[:number], found


def turned_round(game: MatchResult) -> MatchResult:
    """Return the game with its sides exchanged."""
    winner, advances = (None if side is None else 1 - side for side in (game.winner, game.advances))
    return replace(game, winner=winner, advances=advances)


def decided(*games: MatchResult, best_of: int = 3, time_up: bool = False) -> Decision | None:
    """Return what a knockout makes of a series that has ended."""
    found = series(games, best_of=best_of, time_up=time_up).result
    assert found is not None
    return decide("knockout", found)


@pytest.mark.parametrize("game", [A, LEVEL_B, VOID, UNPLAYED])
def test_a_best_of_one_is_its_match(game: MatchResult) -> None:
    assert series([game], best_of=1).result == game


def test_whoever_wins_more_than_half_of_the_games_has_won_and_the_others_are_not_played() -> None:
    begun, found = played(5, [A, B, A, A, B])

    assert begun == [A, B, A, A]
    assert (found.halves, found.result) == ((6, 2), MatchResult("won", 0, None, "games", None))


def test_a_drawn_game_counts_half_for_each() -> None:
    begun, found = played(3, [A, LEVEL_B, LEVEL_B])

    assert len(begun) == 3
    assert (found.halves, found.result and found.result.winner) == ((4, 2), 0)


def test_one_win_and_one_draw_of_three_can_still_be_caught_up_with() -> None:
    assert series([A, LEVEL_A], best_of=3) == Series((3, 1), None)


def test_a_level_series_stays_level_and_the_winner_of_its_last_game_goes_on() -> None:
    assert decided(A, LEVEL_A, B) == Decision("drawn", 1, "last_game", level_at="games")


def test_when_the_last_game_was_drawn_too_its_last_deal_decides() -> None:
    assert decided(LEVEL_A, LEVEL_A, LEVEL_B) == Decision("drawn", 1, "last_round", deal=6, level_at="cap")


def test_level_by_a_last_game_that_no_deal_decides_is_left_to_the_director() -> None:
    assert decided(A, B, replace(LEVEL_A, advances=None)) is None


@pytest.mark.parametrize("before", [[], [A], [A, B]])
def test_a_void_game_leaves_the_pairing_to_the_director(before: list[MatchResult]) -> None:
    assert decided(*before, VOID) is None


def test_when_time_is_up_no_other_game_is_begun_and_who_is_ahead_has_won() -> None:
    assert decided(A, time_up=True) == Decision("won", 0, "clock")
    assert decided(LEVEL_A, B, best_of=5, time_up=True) == Decision("won", 1, "clock")


def test_when_time_is_up_and_the_games_are_level_the_last_one_decides() -> None:
    assert decided(A, B, time_up=True) == Decision("drawn", 1, "last_game", level_at="clock")
    assert decided(LEVEL_A, time_up=True) == Decision("drawn", 0, "last_round", deal=6, level_at="cap")


def test_a_game_that_time_ended_before_a_deal_was_scored_was_not_played() -> None:
    assert decided(B, UNPLAYED, time_up=True) == decided(B, UNPLAYED) == Decision("won", 1, "clock")
    assert decided(A, B, UNPLAYED, best_of=5, time_up=True) == decided(A, B, best_of=5, time_up=True)
    assert decided(UNPLAYED, time_up=True) is None


def test_who_retires_has_lost_the_series_whatever_was_won_before() -> None:
    assert decided(A, replace(B, by="retirement")) == Decision("won", 1, "retirement")


@given(LONGER, st.data())
def test_a_series_is_over_after_n_games_at_the_latest_and_by_no_side_s_seat(
    best_of: int, data: st.DataObject
) -> None:
    games = data.draw(st.lists(COUNTED, min_size=best_of, max_size=best_of))

    begun, found = played(best_of, games)
    mirrored, other = played(best_of, [turned_round(game) for game in games])

    assert found.result is not None
    assert sum(found.halves) == 2 * len(begun) <= 2 * best_of
    assert len(mirrored) == len(begun)
    assert other == Series((found.halves[1], found.halves[0]), turned_round(found.result))


@given(LONGER, st.data())
def test_it_is_open_exactly_while_neither_side_has_more_than_half_and_games_are_left(
    best_of: int, data: st.DataObject
) -> None:
    games = data.draw(st.lists(COUNTED, min_size=1, max_size=best_of))
    points = ((2, 0) if game == A else (0, 2) if game == B else (1, 1) for game in games)
    standing = list(accumulate(points, lambda before, more: (before[0] + more[0], before[1] + more[1])))
    over = [max(halves) > best_of or number == best_of for number, halves in enumerate(standing, start=1)]

    begun, found = played(best_of, games)

    assert (found.result is not None) == any(over)
    assert len(begun) == (over.index(True) + 1 if any(over) else len(games))


@given(LONGER, st.data())
def test_whenever_time_is_called_somebody_goes_on_and_it_is_who_is_ahead(
    best_of: int, data: st.DataObject
) -> None:
    games = data.draw(st.lists(COUNTED, min_size=1, max_size=best_of))
    begun, found = played(best_of, games)

    decision = decided(*begun, best_of=best_of, time_up=True)

    assert decision is not None
    assert decision.advances in (0, 1)
    if found.halves[0] != found.halves[1]:
        assert decision == replace(decision, outcome="won", advances=found.halves.index(max(found.halves)))
