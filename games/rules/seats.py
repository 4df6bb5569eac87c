"""Seats and sides.

Seats are numbered 0 to 3 in order of play, whichever way a table is drawn: the direction is a
matter of drawing only. In pairs, partners sit opposite each other, so a side is the seat's number
modulo two; in solo every seat is a side of its own. Source: docs/rules/levantine.md#players.
"""

from enum import StrEnum
from typing import NewType

Seat = NewType("Seat", int)
Side = NewType("Side", int)

SEATS: tuple[Seat, ...] = (Seat(0), Seat(1), Seat(2), Seat(3))


class Seating(StrEnum):
    """Whether seats opposite each other are partners."""

    PAIRS = "pairs"
    SOLO = "solo"

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return 2 if self is Seating.PAIRS else 4


def next_seat(seat: Seat, steps: int = 1) -> Seat:
    """Return the seat that acts ``steps`` after this one."""
    return SEATS[(seat + steps) % 4]


def partner(seat: Seat) -> Seat:
    """Return the seat opposite."""
    return next_seat(seat, 2)


def side_of(seat: Seat, seating: Seating) -> Side:
    """Return the side a seat plays for."""
    return Side(seat % seating.sides)


def seats_of(side: Side, seating: Seating) -> tuple[Seat, ...]:
    """Return the seats that play for a side."""
    return tuple(seat for seat in SEATS if seat % seating.sides == side)
