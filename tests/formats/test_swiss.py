"""The Swiss: nobody meets twice, those with as many points meet, byes go round, chance has no part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.dealing import Stream
from tests.formats.stages import after, by_seed, bye, entries_in, final, level, meetings, played, stage, won
from tournaments.formats.next_round import Match
from tournaments.formats.stages import next_round, table
from tournaments.formats.swiss import Field, pair, players_of
from tournaments.formats.swiss import next_round as swiss_round
from tournaments.formats.swiss.field import Player
from tournaments.formats.swiss.matching import exact, sparse
from tournaments.formats.swiss.slide import slide
from tournaments.state import BadState, EntryId, Pairing, State, TablePoints, read_state, write_state


def drawn(state: State) -> list[set[EntryId]]:
    """Return who meets whom next."""
    found = next_round(state)
    assert found is not None
    return [{side[0] for side in match.sides} for match in found.matches]


def states(entries: int, seed: int, rounds: int, *, clubs: int = 0) -> State:
    """Return a Swiss after so many rounds."""
    so_far = (state for state, _ in played(stage("swiss", entries, clubs=clubs, rounds=99), seed=seed))
    return next(islice(so_far, rounds, None))


# ---- who meets whom


def test_the_upper_half_meets_the_lower_first_against_first() -> None:
    assert drawn(stage("swiss", 8)) == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]


def test_winners_meet_winners() -> None:
    state = after(stage("swiss", 8), [won(1, 5), won(2, 6), won(3, 7), won(4, 8)])

    assert drawn(state) == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]


def test_rank_is_points_then_seed_and_never_a_tie_break() -> None:
    """K-02: seed 3 stands above seed 4, who has met the stronger."""
    state = after(stage("swiss", 8), [won(4, 1), won(3, 7), won(2, 6), won(5, 8)])

    order = [player.entry for player in players_of(state)]

    assert order == [2, 3, 4, 5, 1, 6, 7, 8]


@given(st.integers(2, 40), st.integers(0, 10**6))
@settings(max_examples=60)
def test_nobody_meets_anybody_twice_while_it_can_be_helped(entries: int, seed: int) -> None:
    for state, found in played(stage("swiss", entries, rounds=min(7, entries - 1)), seed=seed):
        again = {frozenset(side[0] for side in match.sides) for match in found.matches} & set(meetings(state))
        noted = [note for note in found.notes if note["code"] == "rematches"]
        assert bool(again) == bool(noted)
        if again:
            assert pair(Field(_without_bye(state, found.byes), found.number)) is None


def _without_bye(state: State, byes: tuple[EntryId, ...]) -> list[Player]:
    return [player for player in players_of(state) if player.entry not in byes]


@given(st.integers(2, 60), st.integers(0, 10**6))
@settings(max_examples=40)
def test_everybody_who_is_in_is_in_every_round_once(entries: int, seed: int) -> None:
    for state, found in played(stage("swiss", entries, rounds=5), seed=seed):
        assert sorted(entries_in(found), key=str) == sorted(state.active, key=str)


@pytest.mark.parametrize("seed", range(30))
def test_eight_pairs_play_three_rounds_without_a_rematch(seed: int) -> None:
    """K-01."""
    met = meetings(final(stage("swiss", 8, rounds=3), seed=seed))

    assert len(met) == len(set(met)) == 12


def test_those_who_have_had_byes_meet_no_more_often_than_others_with_as_many_points() -> None:
    """S-02: of all who could meet in the third round, among nine."""
    could: Counter[bool] = Counter()
    did: Counter[bool] = Counter()
    for seed in range(100):
        state = states(9, seed, 2)
        couples = drawn(state)
        for one, other in combinations(players_of(state), 2):
            if one.points == other.points and one.may_meet(other):
                both = bool(one.byes and other.byes)
                could[both] += 1
                did[both] += {one.entry, other.entry} in couples

    assert could[True] > 20
    assert did[True] / could[True] <= did[False] / could[False] + 0.15


def test_those_kept_apart_do_not_meet_in_round_one_or_later() -> None:
    """S-03."""
    state = replace(stage("swiss", 8, rounds=3), forbidden=frozenset([frozenset([1, 5]), frozenset([2, 6])]))

    final_state = final(state)

    assert not {frozenset([1, 5]), frozenset([2, 6])} & set(meetings(final_state))


def test_those_kept_apart_meet_only_where_nothing_else_is_left_and_it_is_noted() -> None:
    state = replace(stage("swiss", 2, rounds=1), forbidden=frozenset([frozenset([1, 2])]))

    found = next_round(state)

    assert found is not None
    assert found.notes == ({"code": "kept_apart", "matches": 1},)


def test_club_mates_meet_only_where_it_does_not_cost_a_difference() -> None:
    found = next_round(stage("swiss", 8, clubs=4))

    assert found is not None
    assert not any(match.why["club_mates"] for match in found.matches)


@pytest.mark.parametrize(
    ("worth", "apart"), [(TablePoints(), [3, 1]), (TablePoints(1, 0.5, 0, 1), [1.5, 0.5])]
)
def test_a_difference_of_more_than_a_group_is_told_with_its_match(
    worth: TablePoints, apart: list[float]
) -> None:
    """K-01: both points stand behind each pairing's reasons, in table points."""
    state = after(stage("swiss", 4, rounds=3, points=worth), [won(1, 3), won(2, 4)], [won(1, 2), level(3, 4)])

    found = next_round(state)

    assert found is not None
    assert [match.why["difference"] for match in found.matches] == apart
    assert [one - other for one, other in (match.why["points"] for match in found.matches)] == apart
    assert drawn(state) == [{1, 4}, {2, 3}]


def test_the_same_state_gives_the_same_draw_to_the_letter() -> None:
    state = states(30, 5, 4)

    assert next_round(state) == next_round(replace(state, entries=tuple(reversed(state.entries))))


# ---- as good as can be


def every_round(players: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Yield every way to pair players, without a thought."""
    if not players:
        yield []
        return
    for other in players[1:]:
        rest = [player for player in players[1:] if player != other]
        for round_ in every_round(rest):
            yield [(players[0], other), *round_]


@given(st.sampled_from([2, 4, 6, 8]), st.integers(0, 10**6), st.integers(0, 4))
@settings(max_examples=60)
def test_up_to_eight_no_round_of_all_there_are_has_a_lower_sum_of_squared_differences(
    entries: int, seed: int, rounds: int
) -> None:
    field = Field(players_of(states(entries, seed, rounds)), rounds + 1)
    allowed = [
        field.total(round_)
        for round_ in every_round(list(range(entries)))
        if all(field.players[one].may_meet(field.players[other]) for one, other in round_)
    ]

    found = pair(field)

    if found is None:
        assert allowed == []
    else:
        assert field.total(found).differences == min(allowed).differences
        assert exact(field) is not None
        assert field.total(exact(field) or []) == min(allowed)


@given(st.integers(33, 80), st.integers(0, 10**6), st.integers(0, 5), st.sampled_from([0, 20]))
@settings(max_examples=15)
def test_the_quick_ways_are_as_good_as_looking_at_every_pairing(
    couples: int, seed: int, rounds: int, clubs: int
) -> None:
    field = Field(players_of(states(2 * couples, seed, rounds, clubs=clubs)), rounds + 1)
    best = field.total(exact(field) or [])

    near, slid, found = sparse(field), slide(field), pair(field)

    assert found is not None
    assert field.total(found)[:5] == best[:5]
    assert near is not None
    assert field.total(near)[:5] == best[:5]
    if slid is not None:
        assert field.total(slid)[:5] == best[:5]
        assert best.differences == field.lowest_differences


def test_of_equal_rounds_the_one_is_taken_that_leaves_another() -> None:
    for seed in range(20):
        state = final(stage("swiss", 4, rounds=3), seed=seed, decide=all_level)

        assert max(Counter(meetings(state)).values()) == 1


def all_level(match: Match, _: Stream) -> Pairing:
    """Let every match end level."""
    return Pairing(match.sides, (24, 24))


# ---- byes


def test_the_bye_goes_to_the_lowest_and_to_nobody_twice_before_all_have_had_one() -> None:
    """O-01: byes differ by one at most at any time, and nobody has two running."""
    had: Counter[EntryId] = Counter()
    last: tuple[EntryId, ...] = ()
    for _, found in played(stage("swiss", 5, rounds=7)):
        assert found.byes != last
        last = found.byes
        had.update(found.byes)
        assert max(had.values()) - min(had[n] for n in range(1, 6)) <= 1
    assert sum(had.values()) == 7


def test_the_leader_gets_a_bye_only_when_everybody_below_has_had_one() -> None:
    """O-01."""
    for state, found in played(stage("swiss", 5, rounds=7), decide=by_seed):
        leader, *others = players_of(state)
        if leader.entry in found.byes:
            assert all(player.byes > leader.byes or player.had_last_bye for player in others)


def with_byes(state: State, *entries: EntryId, number: int = 1) -> State:
    """Return the stage with byes before the draw of a round."""
    field = [replace(one, byes=(number,) if one.id in entries else ()) for one in state.entries]
    return replace(state, entries=tuple(field))


def test_who_has_earned_a_first_round_bye_has_it_and_the_lowest_of_the_others_the_odd_one() -> None:
    """K-13."""
    found = next_round(with_byes(stage("swiss", 9), 1, 2))

    assert found is not None
    assert found.byes == (1, 2, 9)
    assert len(found.matches) == 3


def test_one_earned_bye_in_an_odd_field_leaves_everybody_else_a_match() -> None:
    """K-13."""
    found = next_round(with_byes(stage("swiss", 9), 1))

    assert found is not None
    assert (found.byes, len(found.matches), found.notes) == ((1,), 4, ())


def test_one_bye_given_by_hand_in_a_field_of_seven_leaves_three_matches() -> None:
    """O-02."""
    found = next_round(with_byes(stage("swiss", 7), 4))

    assert found is not None
    assert (found.byes, len(found.matches), found.notes) == ((4,), 3, ())


def test_two_byes_given_by_hand_in_a_field_of_seven_need_a_third_and_the_draw_says_so() -> None:
    """O-02."""
    found = next_round(with_byes(stage("swiss", 7), 4, 6))

    assert found is not None
    assert found.byes == (4, 6, 7)
    assert found.notes == ({"code": "another_bye", "given": 2, "left": 5},)


def test_a_bye_given_before_is_over_after_its_round_and_counts_as_one_had() -> None:
    state = after(with_byes(stage("swiss", 5, rounds=3), 5), [won(1, 3), won(2, 4), bye(5)])

    found = next_round(state)

    assert found is not None
    assert found.byes == (4,)


def test_when_all_have_a_bye_before_the_draw_nobody_meets() -> None:
    found = next_round(with_byes(stage("swiss", 3), 1, 2))

    assert found is not None
    assert (found.byes, found.matches) == ((1, 2, 3), ())


def test_who_won_by_walkover_gets_no_bye_before_the_others() -> None:
    walkover = Pairing(((3,), (1,)), winner=(3,), kind="walkover")
    state = replace(after(stage("swiss", 4, rounds=3), [walkover, won(2, 4)]), withdrawn=frozenset([1]))

    found = next_round(state)

    assert found is not None
    assert found.byes == (4,)


def test_who_was_absent_and_returns_has_no_points_for_the_rounds_between() -> None:
    """O-02."""
    state = after(stage("swiss", 4, rounds=3), [won(1, 2)])

    points = {line.entry: line.points for line in table(state)}

    assert [points[3], points[4]] == [0, 0]


# ---- coming and going


def test_after_saving_and_reading_who_has_left_is_not_drawn_and_his_result_stays() -> None:
    """K-12: nobody is drawn twice or against himself."""
    state = after(stage("swiss", 5, rounds=3, tie_breaks=("buchholz",)), [won(1, 3), won(4, 2), bye(5)])

    again = read_state(write_state(replace(state, withdrawn=frozenset([2]))))

    found = next_round(again)
    assert found is not None
    assert sorted(entries_in(found), key=str) == [1, 3, 4, 5]
    assert (len(found.matches), found.byes) == (2, ())
    lines = {line.entry: line for line in table(again)}
    assert len(lines[4].tie_breaks["buchholz"].terms) == 1


def test_who_has_left_is_drawn_no_more_and_his_result_stays_with_his_opponent() -> None:
    """K-12."""
    state = after(stage("swiss", 5, rounds=3, tie_breaks=("buchholz",)), [won(1, 3), won(4, 2), bye(5)])
    state = replace(state, withdrawn=frozenset([2]))

    assert sorted(entry for couple in drawn(state) for entry in couple) == [1, 3, 4, 5]
    lines = {line.entry: line for line in table(state)}
    assert lines[4].points == 2
    assert len(lines[4].tie_breaks["buchholz"].terms) == 1


def test_who_comes_late_has_nothing_for_what_he_missed_and_plays_on() -> None:
    """O-08."""
    early = final(stage("swiss", 8, rounds=3))
    state = replace(early, entries=stage("swiss", 9).entries, options=replace(early.options, rounds=4))

    found = next_round(state)

    assert found is not None
    assert len(found.matches) == 4
    assert len(found.byes) == 1
    assert {line.entry: line.points for line in table(state)}[9] == 0


def test_when_all_have_left_the_stage_is_over_as_the_table_stood() -> None:
    """S-01."""
    state = after(stage("swiss", 4, rounds=3), [won(1, 3), won(2, 4)])
    state = replace(state, withdrawn=frozenset([1, 2, 3]))

    assert next_round(state) is None
    assert [line.entry for line in table(state)] == [1, 2, 3, 4]


def test_the_next_round_waits_for_a_missing_result_and_names_the_place() -> None:
    """K-10."""
    state = after(stage("swiss", 4, rounds=3), [won(1, 3), Pairing(((2,), (4,)))])

    with pytest.raises(BadState, match=r"rounds\[0\]\.pairings\[1\]") as refused:
        next_round(state)

    assert "has no result" in str(refused.value)


def test_a_void_match_counts_for_nobody_and_is_no_meeting() -> None:
    state = after(stage("swiss", 4, rounds=3), [won(1, 3), Pairing(((2,), (4,)), kind="void")])

    assert {line.entry: line.points for line in table(state)} == {1: 2, 2: 0, 3: 0, 4: 0}
    assert players_of(state)[1].met == {}


def test_a_stage_ends_after_the_rounds_it_says_or_when_one_could_be_unbeaten() -> None:
    assert len(final(stage("swiss", 20, rounds=3)).rounds) == 3
    assert len(final(stage("swiss", 20)).rounds) == 5


def test_who_has_been_first_less_often_is_first() -> None:
    state = after(stage("swiss", 4, rounds=3), [won(1, 3), won(2, 4)])

    found = swiss_round(state)

    assert found is not None
    assert found.matches[0].sides == ((1,), (2,))
    assert found.matches[1].sides == ((3,), (4,))
