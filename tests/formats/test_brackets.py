"""Brackets: who meets, who falls, who goes through without playing, and which place that makes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.stages import after, by_seed, final, level, meetings, played, stage, won
from tournaments.formats import double_knockout, knockouts, single_knockout, stages
from tournaments.formats.bracket import Loser
from tournaments.formats.bracket_places import real_meetings
from tournaments.formats.stages import next_round, table
from tournaments.state import EntryId, FormatKey, Pairing, State


def drawn(state: State) -> list[tuple[EntryId, ...]]:
    """Return who meets whom next."""
    found = next_round(state)
    assert found is not None
    return [tuple(side[0] for side in match.sides) for match in found.matches]


def places(state: State) -> dict[EntryId, int | None]:
    """Return everybody's place."""
    return {line.entry: line.rank for line in table(state)}


# ---- knockout


def test_the_best_seeds_stand_where_they_meet_last() -> None:
    assert drawn(stage("knockout", 8)) == [(1, 8), (4, 5), (2, 7), (3, 6)]


@pytest.mark.parametrize("entries", range(2, 65))
def test_a_knockout_has_one_match_less_than_entries(entries: int) -> None:
    assert len(real_meetings(single_knockout.bracket(entries), entries)) == entries - 1


def test_a_thousand_and_twenty_four_may_take_part() -> None:
    assert len(drawn(stage("knockout", 1024))) == 512


def test_byes_go_to_the_best_seeds() -> None:
    found = next_round(stage("knockout", 5))

    assert found is not None
    assert found.byes == (1, 2, 3)
    assert drawn(stage("knockout", 5)) == [(4, 5)]


def test_who_goes_on_from_a_level_match_is_whom_it_names() -> None:
    state = after(stage("knockout", 4), [level(1, 4, advances=4), won(2, 3)])

    assert drawn(state) == [(4, 2)]


def test_a_level_match_that_names_nobody_has_to_be_settled_before_the_next_round() -> None:
    state = after(stage("knockout", 4), [level(1, 4), won(2, 3)])

    assert drawn(state) == [(1, 4)]


def test_a_void_match_counts_for_nobody_and_is_played_again() -> None:
    state = after(stage("knockout", 4), [Pairing(((1,), (4,)), kind="void"), won(2, 3)])

    assert drawn(state) == [(1, 4)]
    assert drawn(after(state, [won(4, 1)])) == [(4, 2)]


def test_after_a_double_walkover_the_other_side_goes_through() -> None:
    state = after(stage("knockout", 4), [Pairing(((1,), (4,)), kind="double_walkover"), won(2, 3)])

    assert next_round(state) is None
    assert places(state)[2] == 1


def test_a_result_may_be_told_in_either_order_of_its_sides() -> None:
    state = after(stage("knockout", 4), [won(4, 1), won(3, 2)])

    assert drawn(state) == [(4, 3)]


def test_losers_of_a_round_share_a_place() -> None:
    found = places(final(stage("knockout", 8), decide=by_seed))

    assert found == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5, 7: 5, 8: 5}


def test_who_is_still_in_has_no_place_yet() -> None:
    state = after(stage("knockout", 4), [won(1, 4)])

    assert places(state) == {1: None, 2: None, 3: None, 4: 3}


def test_the_losing_finalist_is_second_even_when_others_have_more_points() -> None:
    """S-04."""
    state = after(
        stage("knockout", 4),
        [Pairing(((1,), (4,)), winner=(1,), kind="walkover"), won(2, 3)],
        [Pairing(((1,), (2,)), winner=(1,), kind="walkover")],
    )

    assert (places(state)[1], places(state)[2]) == (1, 2)


def test_the_third_place_is_played_for_where_the_stage_says_so() -> None:
    state = after(stage("knockout", 4, third_place=True), [won(1, 4), won(2, 3)])

    assert drawn(state) == [(4, 3), (1, 2)]
    assert places(state) == {1: None, 2: None, 3: None, 4: None}
    assert places(after(state, [won(3, 4), won(2, 1)])) == {2: 1, 1: 2, 3: 3, 4: 4}


def test_who_withdraws_sends_his_next_opponent_through() -> None:
    state = replace(after(stage("knockout", 4), [won(1, 4), won(2, 3)]), withdrawn=frozenset([1]))

    assert next_round(state) is None
    assert places(state)[2] == 1


# ---- double knockout


def test_who_withdraws_before_the_final_is_second() -> None:
    state = after(stage("knockout", 4), [won(1, 4), won(2, 3)])
    state = replace(state, withdrawn=frozenset([2]))

    assert next_round(state) is None
    assert places(state) == {1: 1, 2: 2, 3: 3, 4: 3}
    assert [line.entry for line in table(state)] == [1, 2, 3, 4]


def test_who_withdraws_below_has_the_place_of_where_he_would_have_played() -> None:
    state = after(stage("double-knockout", 4), [won(1, 4), won(2, 3)])
    state = replace(state, withdrawn=frozenset([4]))

    assert places(after(state, [won(1, 2)], [won(3, 2)], [won(1, 3)])) == {1: 1, 3: 2, 2: 3, 4: 4}


def test_who_withdraws_before_the_match_for_the_third_place_is_fourth() -> None:
    state = after(stage("knockout", 4, third_place=True), [won(1, 4), won(2, 3)], [won(1, 2)])

    assert places(replace(state, withdrawn=frozenset([3]))) == {1: 1, 2: 2, 4: 3, 3: 4}
    assert places(replace(state, withdrawn=frozenset([3, 4]))) == {1: 1, 2: 2, 3: 3, 4: 3}


def test_of_three_nobody_is_fourth_where_one_leaves_before_his_first_match() -> None:
    state = replace(stage("knockout", 3, third_place=True), withdrawn=frozenset([1]))

    assert places(after(state, [won(2, 3)])) == {2: 1, 1: 3, 3: 3}


def test_the_upper_losers_meet_below_while_the_winners_play_on() -> None:
    state = after(stage("double-knockout", 4), [won(1, 4), won(2, 3)])

    assert drawn(state) == [(1, 2), (4, 3)]


def test_who_has_lost_once_can_still_win() -> None:
    """K-04."""
    state = after(stage("double-knockout", 4), [won(1, 4), won(2, 3)], [won(1, 2), won(3, 4)], [won(2, 3)])

    assert drawn(state) == [(1, 2)]
    assert drawn(after(state, [won(2, 1)])) == [(1, 2)]
    assert places(after(state, [won(2, 1)], [won(2, 1)])) == {2: 1, 1: 2, 3: 3, 4: 4}


def test_a_second_final_is_played_only_when_the_unbeaten_side_has_lost_the_first() -> None:
    """K-04."""
    state = after(stage("double-knockout", 4), [won(1, 4), won(2, 3)], [won(1, 2), won(3, 4)], [won(2, 3)])

    assert next_round(after(state, [won(1, 2)])) is None
    assert places(after(state, [won(1, 2)]))[2] == 2


def test_a_stage_may_do_without_a_second_final() -> None:
    state = stage("double-knockout", 4, second_final=False)
    state = after(state, [won(1, 4), won(2, 3)], [won(1, 2), won(3, 4)], [won(2, 3)], [won(2, 1)])

    assert next_round(state) is None
    assert (places(state)[2], places(state)[1]) == (1, 2)


def test_two_entries_play_one_match() -> None:
    state = after(stage("double-knockout", 2), [won(2, 1)])

    assert next_round(state) is None
    assert places(state) == {2: 1, 1: 2}


@pytest.mark.parametrize("entries", range(3, 65))
def test_a_double_knockout_has_two_matches_less_than_twice_its_entries(entries: int) -> None:
    state = final(stage("double-knockout", entries), decide=by_seed)

    assert len(meetings(state)) == 2 * entries - 2


def test_with_seven_nobody_waits_below_for_an_opponent_that_cannot_come() -> None:
    """K-09."""
    state = after(stage("double-knockout", 7), [won(4, 5), won(2, 7), won(3, 6)])

    found = next_round(state)

    assert found is not None
    assert found.byes == (5,)
    assert drawn(state) == [(1, 4), (2, 3), (7, 6)]
    lower_second_round = drawn(after(state, [won(1, 4), won(2, 3), won(6, 7)]))
    assert 5 in {entry for couple in lower_second_round for entry in couple}


def test_who_is_disqualified_above_is_seated_nowhere_below() -> None:
    """O-03."""
    state = after(stage("double-knockout", 4), [won(1, 4), won(2, 3)])
    state = replace(state, withdrawn=frozenset([1]))

    assert drawn(state) == [(4, 3)]
    assert drawn(after(state, [won(4, 3)])) == [(2, 4)]


def test_who_has_met_above_meets_again_as_late_as_can_be() -> None:
    for entries in (8, 16, 32):
        so_far = [state for state, _ in played(stage("double-knockout", entries), decide=by_seed)]

        again = [state for state in so_far if len(set(meetings(state))) < len(meetings(state))]

        assert all(sum(line.rank is None for line in table(state)) <= 4 for state in again)


# ---- consolation


@pytest.mark.parametrize("entries", range(4, 65))
def test_the_loser_of_each_first_match_has_one_place_to_go_to(entries: int) -> None:
    bracket = single_knockout.bracket(entries, consolation=True)
    real = {meeting.name for meeting in real_meetings(bracket, entries)}
    firsts = [f"round-1.{at}" for at in range(1, (1 << (entries - 1).bit_length()) // 2 + 1)]
    after_byes = {f"round-2.{at // 2 + 1}" for at, name in enumerate(firsts) if name not in real}

    fed = [side.of for one in bracket for side in one.sides if isinstance(side, Loser) and side.of in real]

    assert sorted(fed) == sorted({*firsts} & real | after_byes)


@pytest.mark.parametrize("entries", range(4, 65))
def test_who_loses_his_first_match_plays_on_and_nobody_else(entries: int) -> None:
    state = final(stage("knockout", entries, consolation=True), seed=entries)

    lost_first = [entry for entry in state.seeded if not _has_won_first(state, entry)]

    assert len(meetings(state)) == len(set(meetings(state))) == entries - 1 + len(lost_first) - 1
    last = [line.entry for line in table(state)][-len(lost_first) :]
    assert sorted(map(str, last)) == sorted(map(str, lost_first))
    ranks = [line.rank or 0 for line in table(state)]
    assert ranks == [1 + sum(better < rank for better in ranks) for rank in ranks]


def _has_won_first(state: State, entry: EntryId) -> bool:
    return next(one.goes_on for one in state.pairings() if len(one.sides) == 2 and (entry,) in one.sides) == (
        entry,
    )


def test_the_consolation_is_played_beside_the_bracket_and_ends_with_the_final() -> None:
    state = after(stage("knockout", 8, consolation=True), [won(1, 8), won(4, 5), won(2, 7), won(3, 6)])

    assert drawn(state) == [(1, 4), (2, 3), (8, 5), (7, 6)]
    state = after(state, [won(1, 4), won(2, 3), won(5, 8), won(6, 7)])
    assert drawn(state) == [(1, 2), (5, 6)]
    assert places(after(state, [won(1, 2), won(6, 5)])) == {1: 1, 2: 2, 3: 3, 4: 3, 6: 5, 5: 6, 7: 7, 8: 7}


def test_the_stage_is_not_over_before_its_consolation_is() -> None:
    state = after(stage("knockout", 4, consolation=True), [won(1, 4), won(2, 3)], [won(1, 2)])

    assert drawn(state) == [(4, 3)]
    assert places(state) == {1: 1, 2: 2, 3: None, 4: None}


def test_who_had_a_bye_and_loses_his_first_match_falls_and_the_winner_of_two_does_not() -> None:
    """Of five, 1 has a bye and loses to 4; 2 and 3 have both had one."""
    state = after(stage("knockout", 5, consolation=True), [won(4, 5)], [won(4, 1), won(2, 3)])

    assert drawn(state) == [(4, 2), (1, 5)]
    state = after(state, [won(2, 4), won(1, 5)])
    assert drawn(state) == [(1, 3)]
    assert places(after(state, [won(3, 1)])) == {2: 1, 4: 2, 3: 3, 1: 4, 5: 5}


def test_where_the_one_with_the_bye_wins_the_other_goes_through_below_by_a_bye() -> None:
    state = after(stage("knockout", 5, consolation=True), [won(4, 5)], [won(1, 4), won(2, 3)])

    alone = [one for one in stages.drawn(state, 3) or () if not one.is_played]

    assert [(one.place, one.entries, one.unplayed) for one in alone] == [("consolation-1.1", (5,), "bye")]
    assert places(state) == {1: None, 2: None, 3: None, 4: 3, 5: None}


def test_who_plays_for_the_third_place_is_not_in_the_consolation() -> None:
    state = after(stage("knockout", 6, third_place=True, consolation=True), [won(4, 5), won(3, 6)])
    state = after(state, [won(1, 4), won(2, 3)])

    assert drawn(state) == [(4, 3), (1, 2), (5, 6)]


def test_who_comes_to_no_first_match_is_below_all_who_came() -> None:
    nobody = Pairing(((1,), (8,)), kind="double_walkover")
    state = after(stage("knockout", 8, consolation=True), [nobody, won(4, 5), won(2, 7), won(3, 6)])
    state = after(state, [won(2, 3), won(6, 7)], [won(2, 4), won(6, 5)])

    assert next_round(state) is None
    assert places(state) == {2: 1, 4: 2, 3: 3, 6: 5, 5: 6, 7: 7, 1: 7, 8: 7}


def test_who_withdraws_after_his_first_match_sends_his_opponent_through_below() -> None:
    state = after(stage("knockout", 8, consolation=True), [won(1, 8), won(4, 5), won(2, 7), won(3, 6)])
    state = replace(state, withdrawn=frozenset([8]))

    assert drawn(state) == [(1, 4), (2, 3), (7, 6)]
    assert places(state)[8] == 7
    assert drawn(after(state, [won(1, 4), won(2, 3), won(6, 7)])) == [(1, 2), (5, 6)]


def test_a_corrected_first_match_lets_the_other_one_fall() -> None:
    first = [won(1, 8), won(4, 5), won(2, 7), won(3, 6)]
    before = stage("knockout", 8, consolation=True)

    assert drawn(after(before, first))[2] == (8, 5)
    assert drawn(after(before, [won(8, 1), *first[1:]]))[2] == (1, 5)


@pytest.mark.parametrize("entries", [2, 3])
def test_of_fewer_than_four_there_is_no_consolation(entries: int) -> None:
    assert single_knockout.bracket(entries, consolation=True) == single_knockout.bracket(entries)


# ---- both


@given(
    st.sampled_from(["knockout", "double-knockout"]),
    st.integers(2, 40),
    st.integers(0, 10**6),
    st.booleans(),
)
def test_every_bracket_comes_to_an_end_with_one_champion(
    format_: FormatKey, entries: int, seed: int, extra: bool
) -> None:
    option: dict[str, Any] = {"third_place" if format_ == "knockout" else "second_final": extra}

    state = final(stage(format_, entries, **option), seed=seed)

    ranks = [line.rank for line in table(state)]
    assert ranks[:2] == [1, 2]
    assert None not in ranks
    matches = [pairing for pairing in state.pairings() if len(pairing.sides) == 2]
    lost = Counter(side for pairing in matches for side in pairing.sides if pairing.goes_on != side)
    most = 1 if format_ == "knockout" or entries == 2 else 2
    assert max(lost.values()) <= most + (format_ == "knockout" and extra)


@given(st.integers(2, 64))
def test_every_place_of_a_bracket_is_fed_by_places_before_it(entries: int) -> None:
    consoled = single_knockout.bracket(entries, third_place=True, consolation=True)
    for bracket in (single_knockout.bracket(entries), double_knockout.bracket(entries), consoled):
        seen: set[str] = set()
        for meeting in bracket:
            assert all(getattr(source, "of", None) in {None, *seen} for source in meeting.sides)
            seen.add(meeting.name)
        fed = [side for meeting in bracket if meeting.name != "second-final" for side in meeting.sides]
        assert len(fed) == len(set(fed)), "a winner and a loser go to one place each"


def test_why_two_meet_is_told_by_what_feeds_their_places() -> None:
    found = knockouts.next_round(after(stage("knockout", 4), [won(1, 4), won(2, 3)]))

    assert found is not None
    assert found.matches[0].why["from"] == ["winner of round-1.1", "winner of round-1.2"]
