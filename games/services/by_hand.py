"""A match that leaves its table for real cards: its deals become the first lines of a score sheet.

A deal in hand is dropped, and dealt again by the same dealer. On the way back, a table is opened with
the totals so far (``TablePlan.carried``). Who may is for ``tournaments`` to say.
Source: docs/formats.md#results-from-the-hall.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db import transaction

from games import store
from games.rules import SEATS, Course, Line, Phase, Terms, Written, WrongPhase, score_sheet
from games.services import tables


@dataclass(frozen=True, slots=True)
class LeftOff:
    """What a match was played under, and the deals played so far, as lines of a sheet."""

    terms: Terms
    lines: tuple[Written, ...]


def leave_off(*, table_id: int) -> LeftOff:
    """Close a table for good in the middle of its match, and return what was played there.

    :raises WrongPhase: when the match is over.
    """
    with transaction.atomic():
        tables.hold([table_id])
        position = store.read([table_id])[table_id].position
        if position.phase is Phase.OVER:
            raise WrongPhase(phase=position.phase.value)
        tables.close_tables([table_id])
    return _left(position.course, is_between=position.phase is Phase.RESULT)


def _left(course: Course, *, is_between: bool) -> LeftOff:
    """Return what is left of a match; ``is_between`` where the dealer of the last deal still stands there."""
    scored, rules = iter(course.sheet), course.rules
    lines = tuple(None if points is None else Line.of(next(scored), rules) for points in course.deals)
    adjustments = tuple((min(at, len(lines)), side, points) for at, side, points in course.adjustments)
    terms = Terms(rules, course.target, course.cap, SEATS[0], adjustments)
    sheet = score_sheet(terms, lines)
    counted = sheet.rows[-1].dealer if is_between else sheet.dealer
    return LeftOff(replace(terms, dealer=SEATS[(course.dealer - counted) % 4]), lines)
