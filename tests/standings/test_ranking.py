"""The table of a stage: points, then the tie-breaks in their order, each with its working."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.stages import after, bye, final, level, stage, won
from tournaments.standings.ranking import Line, ranking
from tournaments.standings.results import points_of, results_of
from tournaments.standings.tie_breaks import TIE_BREAKS
from tournaments.state import Entry, EntryId, Pairing, State, TablePoints, TieBreakCode


def lines(state: State) -> dict[EntryId, Line]:
    """Return the table by entry."""
    return {line.entry: line for line in ranking(state)}


def value(state: State, code: TieBreakCode, entry: EntryId) -> Fraction | None:
    """Return what a tie-break says of an entry."""
    options = replace(state.options, tie_breaks=(code,))
    return lines(replace(state, options=options))[entry].tie_breaks[code].value


def order(state: State, *codes: TieBreakCode) -> list[EntryId]:
    """Return the entries in the order of the table."""
    return [line.entry for line in ranking(replace(state, options=replace(state.options, tie_breaks=codes)))]


# ---- points


@pytest.mark.parametrize(
    ("pairing", "points"),
    [
        (won(1, 2), (2, 0)),
        (level(1, 2), (1, 1)),
        (Pairing(((1,), (2,)), winner=(1,), kind="walkover"), (2, 0)),
        (Pairing(((1,), (2,)), kind="double_walkover"), (0, 0)),
        (Pairing(((1,), (2,)), kind="void"), (0, 0)),
        (Pairing(((1,), (2,)), (20, 31), (1,), kind="adjudicated"), (2, 0)),
    ],
)
def test_a_result_is_worth_what_the_stage_says(pairing: Pairing, points: tuple[int, int]) -> None:
    table = lines(after(stage("swiss", 2), [pairing]))

    assert [table[1].points, table[2].points] == [*points]


def test_a_level_match_is_a_draw_whoever_advances() -> None:
    table = lines(after(stage("knockout", 2), [level(1, 2, advances=2)]))

    assert [table[1].points, table[2].points] == [1, 1]


def test_in_solo_those_level_at_the_top_have_drawn_and_the_others_lost() -> None:
    four = Pairing(((1,), (2,), (3,), (4,)), (31, 12, 31, 4))

    table = lines(after(stage("solo-swiss", 4), [four]))

    assert [table[n].points for n in (1, 2, 3, 4)] == [1, 0, 1, 0]


def test_without_a_tie_break_equal_is_equal() -> None:
    table = ranking(after(stage("swiss", 4), [won(1, 3), won(2, 4)]))

    assert [(line.entry, line.rank) for line in table] == [(1, 1), (2, 1), (3, 3), (4, 3)]


# ---- the tie-breaks, one by one


def circle() -> State:
    """Return a round robin in which 1 beat 2, 2 beat 3, 3 beat 1 and all beat 4."""
    return after(
        stage("round-robin", 4),
        [won(1, 4, by=3), won(2, 3, by=10)],
        [won(1, 2, by=5), won(3, 4, by=20)],
        [won(3, 1, by=1), won(2, 4, by=30)],
    )


def test_direct_encounter_parts_two_by_their_match() -> None:
    state = after(stage("swiss", 4), [won(2, 1), won(3, 4)], [won(1, 3), won(2, 4)], [won(1, 4), won(3, 2)])

    assert order(state, "direct")[:3] == [1, 2, 3]
    assert value(state, "direct", 1) == 2


def test_direct_encounter_says_nothing_of_three_in_a_circle_and_the_next_one_decides() -> None:
    assert value(circle(), "direct", 1) == 2
    assert order(circle(), "direct", "mini_diff") == [2, 1, 3, 4]


def test_direct_encounter_says_nothing_unless_all_have_met_or_one_leads_whatever_is_missing() -> None:
    apart = after(stage("swiss", 4), [won(1, 3), won(2, 4)])
    leading = after(stage("swiss", 6), [won(1, 2), won(3, 4)], [won(1, 3), won(2, 5)], [won(6, 1), won(3, 5)])

    assert value(apart, "direct", 1) is None
    assert order(leading, "direct")[0] == 1


def test_direct_encounter_is_asked_again_of_those_it_leaves_level() -> None:
    state = after(
        stage("round-robin", 5, points=TablePoints(win=2, draw=1, loss=0, bye=0)),
        [won(1, 2), won(2, 3), won(3, 1)],
        [won(1, 4), won(4, 2), won(4, 3)],
        [won(5, 1), won(2, 5), won(3, 5)],
    )
    state = replace(state, rounds=tuple((pairing,) for round_ in state.rounds for pairing in round_))

    assert order(state, "direct") == [1, 4, 2, 3, 5]


def test_direct_encounter_names_a_leader_and_says_nothing_of_those_who_have_not_all_met() -> None:
    """1 has beaten 2, 3 and 4, and 2 has beaten 3; 4 could still be ahead of 2."""
    state = after(
        stage("swiss", 8),
        [won(1, 2), won(3, 5), won(4, 6)],
        [won(1, 3), won(2, 7), won(4, 8)],
        [won(1, 4), won(2, 3)],
        [won(5, 1), won(3, 8)],
        [won(6, 1)],
        [won(7, 1), won(2, 5), won(4, 5), won(3, 6)],
    )

    table = lines(replace(state, options=replace(state.options, tie_breaks=("direct",))))

    assert {table[n].points for n in (1, 2, 3, 4)} == {6}
    assert [table[n].rank for n in (1, 2, 3, 4)] == [1, 2, 2, 2]
    assert [table[n].tie_breaks["direct"].value for n in (1, 2, 3, 4)] == [6, None, None, None]


def test_who_is_asked_again_after_a_leader_shows_what_then_parts_them() -> None:
    """1 has beaten 2 and 3, who have met 2 alone of the others; 2 and 3 are then two who have met."""
    state = after(
        stage("swiss", 6),
        [won(1, 2), won(3, 4)],
        [won(1, 3), won(2, 5)],
        [won(5, 1), won(2, 3)],
        [won(6, 1), won(3, 5)],
    )

    table = lines(replace(state, options=replace(state.options, tie_breaks=("direct",))))

    assert [table[n].points for n in (1, 2, 3)] == [4, 4, 4]
    assert [table[n].rank for n in (1, 2, 3)] == [1, 2, 3]


def test_among_three_others_the_difference_among_the_tied_is_from_the_tied_alone() -> None:
    four = Pairing(((1,), (2,), (3,), (4,)), (20, 10, 5, 20))
    state = after(stage("solo-swiss", 4), [four])

    assert value(state, "mini_diff", 1) == 0
    assert value(state, "mini_diff", 2) == 5


def test_the_difference_counts_a_match_at_most_as_the_cap() -> None:
    state = after(stage("swiss", 4), [won(1, 3, by=31), won(2, 4, by=12)])

    assert value(state, "diff", 1) == 31
    assert value(replace(state, options=replace(state.options, diff_cap=20)), "diff", 1) == 20
    assert value(replace(state, options=replace(state.options, diff_cap=20)), "diff", 3) == -20


@pytest.mark.parametrize("kind", ["walkover", "adjudicated"])
def test_what_was_not_played_adds_nothing_to_a_difference(kind: str) -> None:
    state = after(stage("swiss", 2), [Pairing(((1,), (2,)), winner=(1,), kind=kind)])  # type: ignore[arg-type]  # one of Kind

    assert value(state, "diff", 1) == 0


def test_wins_count_walkovers_and_no_byes() -> None:
    walkover = Pairing(((1,), (2,)), winner=(1,), kind="walkover")
    state = after(stage("swiss", 3), [walkover, bye(3)], [won(1, 3), bye(2)])

    assert [value(state, "wins", n) for n in (1, 2, 3)] == [2, 0, 0]


def four_rounds() -> State:
    """Return a Swiss of four after three rounds: points 6, 4, 2 and 0."""
    return after(stage("swiss", 4), [won(1, 3), won(2, 4)], [won(1, 2), won(3, 4)], [won(1, 4), won(2, 3)])


def test_buchholz_is_the_sum_of_the_opponents_points() -> None:
    assert [value(four_rounds(), "buchholz", n) for n in (1, 2, 3, 4)] == [6, 8, 10, 12]


def test_its_cuts_leave_out_the_lowest_and_the_highest() -> None:
    assert [value(four_rounds(), "buchholz_cut1", n) for n in (1, 4)] == [6, 10]
    assert [value(four_rounds(), "median", n) for n in (1, 4)] == [2, 4]


def test_a_cut_takes_the_round_that_was_missed_of_ones_own_will_first() -> None:
    state = after(stage("swiss", 3), [won(1, 2)], [Pairing(((1,),), kind="sit_out"), won(3, 2)])

    assert value(state, "buchholz", 1) == 0 + 2
    assert value(state, "buchholz_cut1", 1) == 0


def test_a_round_without_an_opponent_counts_ones_own_points() -> None:
    state = after(stage("swiss", 3), [won(1, 2), bye(3)])

    assert value(state, "buchholz", 3) == 2


def test_rounds_after_an_opponent_left_count_as_drawn() -> None:
    state = after(stage("swiss", 4), [won(1, 2), won(3, 4)], [won(1, 3)], [won(3, 1)])

    assert value(state, "buchholz", 1) == (0 + 2) + (4) + (4)


def test_sonneborn_berger_counts_whom_one_has_beaten_and_half_of_whom_one_drew_with() -> None:
    state = after(stage("swiss", 4), [won(1, 3), level(2, 4)], [won(2, 3), won(1, 4)])

    assert value(state, "sb", 1) == 0 + 1
    assert value(state, "sb", 2) == Fraction(1, 2) * 1 + 0


def test_in_a_round_robin_a_bye_adds_nothing_to_sonneborn_berger() -> None:
    state = after(stage("round-robin", 3), [won(1, 2), bye(3)])

    assert value(state, "sb", 3) == 0


def test_opponents_match_win_counts_no_opponent_below_a_third() -> None:
    state = after(stage("swiss", 4), [won(1, 3), won(2, 4)], [won(1, 2), won(3, 4)])

    assert value(state, "omw", 3) == Fraction(1, 2) * (1 + Fraction(33, 100))


@pytest.mark.parametrize("kind", ["void", "sit_out"])
def test_a_round_nobody_could_win_is_not_of_an_opponents_share(kind: str) -> None:
    apart = [Pairing(((1,), (3,)), kind="void")] if kind == "void" else []
    out = [Pairing(((1,),), kind="sit_out"), Pairing(((3,),), kind="sit_out")] if kind == "sit_out" else []
    state = after(stage("swiss", 3), [won(1, 2)], [*apart, *out])

    assert value(state, "omw", 2) == 1


def test_who_sits_out_by_the_movement_has_not_missed_it_of_his_own_will() -> None:
    four, five = Pairing(((1, 2), (3, 4)), (31, 20), (1, 2)), Pairing(((5,),), kind="sit_out")
    state = after(stage("individual", 5), [four, five], [five_plays(), Pairing(((1,),), kind="sit_out")])

    assert value(state, "buchholz", 3) == (2 + 4) + (2 + 4)


def five_plays() -> Pairing:
    """Return a match of an individual that the fifth player and the second have won."""
    return Pairing(((5, 2), (3, 4)), (31, 20), (5, 2))


def test_the_better_seed_is_the_last_resort_and_a_lot_the_very_last() -> None:
    state = stage("swiss", 6, lot_secret="cedar")

    assert order(state, "seed") == [1, 2, 3, 4, 5, 6]
    assert order(state, "lot") != [1, 2, 3, 4, 5, 6]
    assert order(state, "lot") == order(state, "lot")
    assert order(state, "lot") != order(stage("swiss", 6, lot_secret="olive"), "lot")


# ---- what happens later, and what did not happen


def test_who_leaves_after_the_last_round_does_not_change_the_table() -> None:
    """O-04: not a place and not a value, by any tie-break."""
    state = final(stage("swiss", 9, rounds=4, tie_breaks=tuple(TIE_BREAKS)), seed=3)
    third = ranking(state)[2].entry

    assert ranking(replace(state, withdrawn=frozenset([third]))) == ranking(state)


def test_the_points_shown_are_the_sum_of_the_rounds_also_when_a_bye_becomes_a_match() -> None:
    """S-05."""
    before = after(stage("swiss", 4, rounds=2), [won(1, 3), bye(2), bye(4)], [won(1, 2), won(3, 4)])
    played = replace(before, rounds=((won(1, 3), won(4, 2)), before.rounds[1]))

    for state, points in ((before, [4, 2, 2, 2]), (played, [4, 0, 2, 2])):
        shown = {entry: line.points for entry, line in lines(state).items()}
        assert [shown[n] for n in (1, 2, 3, 4)] == points
        assert shown == {entry: points_of(of_rounds) for entry, of_rounds in results_of(state).items()}


def test_whose_opponent_leaves_in_the_middle_is_not_ranked_by_what_had_been_scored() -> None:
    """S-07: two deals of three were played, and the entry that stayed was behind."""
    cut_short = Pairing(((1,), (2,)), (9, 12), (1,), kind="adjudicated")
    state = after(stage("swiss", 4), [cut_short, won(3, 4, by=1)])

    assert value(state, "diff", 1) == 0
    assert [lines(state)[n].points for n in (1, 2)] == [2, 0]


def test_while_a_round_is_played_the_table_is_that_of_the_rounds_before() -> None:
    """S-06."""
    state = after(stage("swiss", 4, rounds=2, tie_breaks=tuple(TIE_BREAKS)), [won(1, 3), won(2, 4)])
    begun = after(state, [Pairing(((1,), (2,))), won(4, 3)])

    assert ranking(begun) == ranking(state)


# ---- all of them


@given(st.integers(2, 12), st.integers(0, 10**6), st.permutations(sorted(TIE_BREAKS)))
def test_a_table_has_everybody_once_and_ranks_that_go_down(entries: int, seed: int, codes: list[str]) -> None:
    state = final(stage("swiss", entries, rounds=3, tie_breaks=tuple(codes)), seed=seed)

    table = ranking(state)

    assert {line.entry for line in table} == set(range(1, entries + 1))
    assert [line.rank for line in table] == list(range(1, entries + 1))
    assert all(set(line.tie_breaks) == set(codes) for line in table)
    points = [line.points for line in table]
    assert points == sorted(points, reverse=True)


@given(st.integers(2, 12), st.integers(0, 10**6), st.sampled_from(sorted(TIE_BREAKS)))
def test_the_working_of_a_tie_break_adds_up_to_its_value(entries: int, seed: int, code: str) -> None:
    state = final(stage("swiss", entries, rounds=3, tie_breaks=(code,)), seed=seed)

    for line in ranking(state):
        found = line.tie_breaks[code]
        if found.terms and code != "omw":
            assert found.value == sum(found.terms)


@given(st.integers(2, 12), st.integers(0, 10**6))
def test_the_table_does_not_depend_on_the_order_results_were_written_in(entries: int, seed: int) -> None:
    state = final(stage("swiss", entries, rounds=3, tie_breaks=("direct", "buchholz", "sb")), seed=seed)
    mixed = replace(state, rounds=tuple(tuple(reversed(round_)) for round_ in state.rounds))

    assert ranking(state) == ranking(mixed)


def test_who_goes_on_by_the_last_deal_has_not_won_the_match() -> None:
    level = Pairing((("A",), ("B",)), scores=(22, 22), advances=("B",))
    state = State("knockout", (Entry("A", 1), Entry("B", 2)), rounds=((level,),))

    table = lines(state)

    assert [(table[one].won, table[one].drawn, table[one].lost) for one in "AB"] == [(0, 1, 0), (0, 1, 0)]
