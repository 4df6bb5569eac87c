"""What the wall of the hall shows, on the nights too on which clocks change."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tournaments.services import walls

BERLIN, BEIRUT = "Europe/Berlin", "Asia/Beirut"
wall = datetime.fromisoformat


def test_a_time_on_the_wall_is_a_moment_by_the_rules_of_that_day_and_not_of_today() -> None:
    """O-10: after the clock change of 25 October, a Friday's seven in Berlin is 18:00 of UTC."""
    before = walls.moment_of(wall("2026-10-23 19:00"), BERLIN)
    after = walls.moment_of(wall("2026-10-30 19:00"), BERLIN)

    assert before == datetime(2026, 10, 23, 17, 0, tzinfo=UTC)
    assert after == datetime(2026, 10, 30, 18, 0, tzinfo=UTC)
    assert walls.wall_of(after, BERLIN) == wall("2026-10-30 19:00")
    assert walls.wall_of(after, "Asia/Riyadh") == wall("2026-10-30 21:00")
    assert walls.wall_of(after, BEIRUT) == wall("2026-10-30 20:00")


def test_a_time_the_clocks_are_put_forward_over_is_refused() -> None:
    with pytest.raises(walls.NoSuchTime) as refused:
        walls.moment_of(wall("2027-03-28 02:30"), BERLIN)

    assert refused.value.params == {"wall": "2027-03-28 02:30", "zone": BERLIN}
    with pytest.raises(walls.NoSuchTime):  # in Beirut it is midnight that is skipped
        walls.moment_of(wall("2027-03-28 00:30"), BEIRUT)


def test_of_a_time_that_comes_twice_the_first_is_meant() -> None:
    twice = wall("2026-10-25 02:30")

    assert walls.comes_twice(twice, BERLIN)
    assert walls.moment_of(twice, BERLIN) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert not walls.comes_twice(wall("2026-10-25 03:00"), BERLIN)
    assert not walls.comes_twice(wall("2027-03-28 02:30"), BERLIN), "it never comes at all"


def test_a_zone_nobody_knows_is_refused() -> None:
    with pytest.raises(walls.UnknownZone):
        walls.moment_of(wall("2026-10-30 19:00"), "../etc")
