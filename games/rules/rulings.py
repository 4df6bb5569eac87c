"""What a director does to a match in play: call time, give or take points, let a side retire.

Points count in the totals from the moment they are given. Between two deals the match is settled with
them at once; in a deal it is settled when the deal is, as with time. Source: docs/rules/levantine.md#match.
"""

from dataclasses import replace

from games.rules.actions import Adjust, Event, Retire, TimeUp
from games.rules.aftermath import over
from games.rules.errors import NoSuchSide, TimeAlreadyUp, WrongPhase
from games.rules.position import Applied, Course, Phase, Position
from games.rules.seats import Seat, Side
from games.rules.settle import Outcome, adjusted


def time_up(position: Position, _: Seat | None, __: TimeUp) -> Applied:
    """Begin no deal any more: the one in hand is played out, then the match is decided."""
    _demand_open(position)
    if position.time_up:
        raise TimeAlreadyUp()
    events = (Event("time_up", None, {}),)
    return _settled(position, replace(position.course, time_up=True), events)


def adjust(position: Position, _: Seat | None, action: Adjust) -> Applied:
    """Change a side's total by so many points."""
    _demand_open(position)
    _demand_side(position, action.side)
    course = position.course
    entry = len(course.deals) + (not _is_between_deals(position))
    made = (*course.adjustments, (entry, action.side, action.points))
    outcome = course.outcome
    totals = adjusted(outcome.totals, made[-1:], entry)
    told = {"side": action.side, "points": action.points, "entry": entry, "totals": list(totals)}
    changed = replace(course, adjustments=made, outcome=replace(outcome, totals=totals))
    return _settled(position, changed, (Event("adjust", None, told),))


def retire(position: Position, _: Seat | None, action: Retire) -> Applied:
    """End the match for the other side; the score stays as it is. In Solo nobody else has won by that."""
    _demand_open(position)
    _demand_side(position, action.side)
    if position.rules.seating.sides != 2:
        raise WrongPhase(phase=position.phase.value)
    before = position.outcome
    winner = Side(1 - action.side)
    outcome = Outcome("won", winner, None, "retirement", before.totals, len(position.deals))
    ended = position._replace(course=replace(position.course, outcome=outcome))
    return over(ended, (Event("retire", None, {"side": action.side}),))


def _demand_open(position: Position) -> None:
    if position.phase is Phase.OVER:
        raise WrongPhase(phase=position.phase.value)


def _demand_side(position: Position, side: int) -> None:
    if side not in range(position.rules.seating.sides):
        raise NoSuchSide(side=side)


def _is_between_deals(position: Position) -> bool:
    return position.phase in (Phase.DEAL, Phase.RESULT)


def _settled(position: Position, course: Course, events: tuple[Event, ...]) -> Applied:
    """Return the match with a changed course: over, if it is between two deals and that ends it."""
    if not _is_between_deals(position):
        return position._replace(course=course), events
    settled = replace(course, outcome=course.settled())
    moved = position._replace(course=settled)
    return (moved, events) if settled.outcome.state == "open" else over(moved, events)
