"""When rounds begin and end, from how long they take."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.timetable import Coming, Timed, timetable

EIGHT = datetime(2026, 12, 3, 20, 0, tzinfo=UTC)
HALF_AN_HOUR = timedelta(minutes=30)
FIVE = timedelta(minutes=5)


def coming(pairings: int, **facts: Any) -> Coming:
    """Return a round of half an hour for each pairing."""
    known: dict[str, Any] = {"usual": HALF_AN_HOUR, "late": HALF_AN_HOUR + FIVE, "pause": FIVE}
    return Coming(pairings, **known | facts)


def minutes(timed: Timed) -> tuple[float, float]:
    """Return how long after eight a round begins and ends."""
    starts, ends = ((moment - EIGHT) / timedelta(minutes=1) for moment in (timed.starts, timed.ends))
    return starts, ends


def test_a_round_starts_when_the_one_before_is_over_and_its_pause_is() -> None:
    first, second = timetable([coming(4), coming(2)], begins=EIGHT)

    assert minutes(first) == (0, 30)
    assert minutes(second) == (35, 65)


def test_a_round_waits_for_the_time_it_was_given() -> None:
    at_nine = EIGHT + timedelta(hours=1)

    first, second = timetable([coming(4), coming(2, not_before=at_nine)], begins=EIGHT)

    assert minutes(second) == (60, 90)
    assert second.too_early == timedelta(0)
    assert first.late - first.ends == FIVE
    assert second.late - second.ends == FIVE, "a longer pause takes up what the first was late"


def test_a_round_given_a_time_before_the_last_is_over_starts_after_it_and_is_told() -> None:
    too_early = EIGHT + timedelta(minutes=20)

    _first, second = timetable([coming(4), coming(2, not_before=too_early)], begins=EIGHT)

    assert minutes(second) == (35, 65)
    assert second.too_early == timedelta(minutes=10)


def test_what_makes_rounds_late_adds_up_as_independent_lengths_do() -> None:
    timed = timetable([coming(1)] * 4, begins=EIGHT)

    assert abs(timed[-1].late - timed[-1].ends - 2 * FIVE) < timedelta(seconds=1)


def test_no_semi_final_starts_before_the_last_group_match_ends_and_each_table_has_one_match_at_a_time() -> (
    None
):
    """O-11: two groups of four, then semi-finals and a final, at two tables of half an hour a match."""
    groups, semi_finals, final = [coming(4, tables=2)] * 3, coming(2, tables=2), coming(1, tables=2)

    timed = timetable([*groups, semi_finals, final], begins=EIGHT)

    assert [minutes(one) for one in timed] == [(0, 60), (65, 125), (130, 190), (195, 225), (230, 260)]
    last_group_match = max(one.ends for round_ in timed[:3] for one in round_.sittings)
    assert all(one.starts >= last_group_match for one in timed[3].sittings)
    demand_one_at_a_time(timed)
    assert max(timed, key=lambda one: one.starts) is timed[-1], "the final is last"


def demand_one_at_a_time(timed: tuple[Timed, ...]) -> None:
    """Demand that a table has one match at a time, and that nobody plays two: his are in different rounds."""
    tables = defaultdict(list)
    for round_ in timed:
        for one in round_.sittings:
            tables[one.table].append((one.starts, one.ends))
    for sittings in tables.values():
        assert all(ends <= starts for (_, ends), (starts, _) in pairwise(sorted(sittings)))
    for before, after in pairwise(timed):
        assert all(one.starts >= before.ends for one in after.sittings)


def after_eight(minutes: int) -> datetime:
    """Return a time of the evening."""
    return EIGHT + timedelta(minutes=minutes)


@given(
    rounds=st.lists(
        st.builds(
            coming,
            st.integers(0, 40),
            tables=st.one_of(st.none(), st.integers(1, 12)),
            not_before=st.one_of(st.none(), st.integers(0, 3000).map(after_eight)),
        ),
        max_size=12,
    )
)
def test_however_many_rounds_and_tables_nobody_and_no_table_is_needed_twice(rounds: list[Coming]) -> None:
    timed = timetable(rounds, begins=EIGHT)

    demand_one_at_a_time(timed)
    assert all(len(one.sittings) == asked.pairings for one, asked in zip(timed, rounds, strict=True))
    assert all(one.starts <= one.ends <= one.late for one in timed)
