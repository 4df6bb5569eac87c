"""A tournament's times as a calendar file. Source: RFC 5545.

Times are instants of UTC, made from the wall of the hall by its zone when they were set: a clock change
between now and then moves nothing, and no calendar has to know the zone by a definition of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from .dates import Dated
from .shapes import Board

LONGEST_LINE = 75
"""In octets; a longer one goes on behind a line end and a space."""
EVENING, ROUND = timedelta(hours=4), timedelta(hours=1)
"""How long a tournament, and a round or match, is taken to last that does not say."""
STAMP = "%Y%m%dT%H%M%SZ"


def calendar(seen: Board, *, address: str, host: str, now: datetime, more: Iterable[Dated] = ()) -> str:
    """Return the file: the tournament, and each of its rounds that is drawn or in play and has a time.

    :param more: what else has a time.
    :param address: of the tournament's page.
    :param host: what makes the names of its events unique in the world.
    """
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//{host}//Tarneeb//EN"]
    lines = [
        *head,
        *_events(seen, address, host, now),
        *_more(more, seen, address, host, now),
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _events(seen: Board, address: str, host: str, now: datetime) -> Iterator[str]:
    tournament = seen.tournament
    if tournament.starts_at:
        name, end = tournament.name, tournament.starts_at + EVENING
        yield from _event(f"{tournament.slug}@{host}", name, (tournament.starts_at, end), seen, address, now)
    for round_ in seen.rounds:
        if (
            round_.state in ("drawn", "open")
            and round_.starts_at
            and round_.starts_at != tournament.starts_at
        ):
            end = round_.ends_at or round_.starts_at + ROUND
            key, name = f"{tournament.slug}-{round_.id}@{host}", f"{tournament.name}: {round_.name}"
            yield from _event(key, name, (round_.starts_at, end), seen, address, now)


def _more(more: Iterable[Dated], seen: Board, address: str, host: str, now: datetime) -> Iterator[str]:
    for one in more:
        key, times = f"{seen.tournament.slug}-{one.key}@{host}", (one.starts_at, one.starts_at + ROUND)
        yield from _event(key, f"{seen.tournament.name}: {one.name}", times, seen, address, now)


def _event(
    key: str, name: str, times: tuple[datetime, datetime], seen: Board, address: str, now: datetime
) -> Iterator[str]:
    start, end = times
    yield "BEGIN:VEVENT"
    yield f"UID:{key}"
    yield f"SEQUENCE:{seen.tournament.version}"
    yield f"DTSTAMP:{_instant(now)}"
    yield f"DTSTART:{_instant(start)}"
    yield f"DTEND:{_instant(end)}"
    yield f"SUMMARY:{_escaped(name)}"
    yield f"LOCATION:{_escaped(seen.tournament.club)}"
    yield f"URL:{address}"
    yield "END:VEVENT"


def _instant(at: datetime) -> str:
    return at.astimezone(UTC).strftime(STAMP)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _folded(line: str) -> str:
    """Return a line in pieces that are short enough, none of which ends within a letter."""
    pieces, room = [""], LONGEST_LINE
    for letter in line:
        size = len(letter.encode())
        if size > room:
            pieces.append("")
            room = LONGEST_LINE - 1
        pieces[-1] += letter
        room -= size
    return "\r\n ".join(pieces)
