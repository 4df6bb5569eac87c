"""Times on the wall of the hall, and the moments they are. Source: docs/schedule.md#clock-changes.

Directors write what the clock on the wall will show, and rows keep moments of UTC. On two nights a year
a wall skips an hour, or shows one twice.
"""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from games.rules import Refusal


class UnknownZone(Refusal):
    """There is no time zone of this name."""

    code = "unknown_zone"


class NoSuchTime(Refusal):
    """Clocks go forward that night, and the wall never shows this time."""

    code = "no_such_time"


def zone_of(name: str) -> ZoneInfo:
    """Return the time zone of this name.

    :raises UnknownZone: when there is none.
    """
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as fault:
        raise UnknownZone(zone=name) from fault


def moment_of(wall: datetime, zone: str) -> datetime:
    """Return the moment of UTC at which the wall shows this time; of two, the first.

    :param wall: a time without a zone.
    :raises UnknownZone: when there is no such zone.
    :raises NoSuchTime: when the clocks are put forward over it.
    """
    found = wall.replace(tzinfo=zone_of(zone), fold=0).astimezone(UTC)
    if wall_of(found, zone) != wall:
        raise NoSuchTime(wall=wall.isoformat(sep=" ", timespec="minutes"), zone=zone)
    return found


def wall_of(moment: datetime, zone: str) -> datetime:
    """Return what the wall shows at a moment, without a zone."""
    return moment.astimezone(zone_of(zone)).replace(tzinfo=None, fold=0)


def comes_twice(wall: datetime, zone: str) -> bool:
    """Return whether the clocks are put back over this time, so that the wall shows it twice."""
    first, second = (wall.replace(tzinfo=zone_of(zone), fold=fold) for fold in (0, 1))
    return first.astimezone(UTC) < second.astimezone(UTC)
