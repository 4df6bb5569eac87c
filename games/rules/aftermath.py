"""What follows the end of a deal: the score, another deal, or the end of the match.

Source: docs/rules/levantine.md#match.
"""

from dataclasses import replace

from games.rules.actions import Event
from games.rules.position import Applied, Course, Phase, Position, ScoredDeal, next_deal
from games.rules.scoring import score_deal, side_tricks
from games.rules.seats import side_of


def all_passed(position: Position, events: tuple[Event, ...]) -> Applied:
    """Return what follows four passes: another deal, or an end for want of a bid."""
    course = replace(position.course, deals=(*position.deals, None))
    told = Event("all_pass", None, {"in_a_row": course.redeals + 1})
    return _settled(course, (*events, told), all_passed=True)


def scored(position: Position, events: tuple[Event, ...]) -> Applied:
    """Return what follows the last card of a deal: its score, then a pause or the end."""
    contract, tricks = position.contract, position.tricks_won
    assert contract is not None
    assert position.trump is not None
    rules, declarer, bid, honour = position.rules, contract.declarer, contract.tricks, position.honour
    points = score_deal(rules, declarer=declarer, bid=bid, tricks=tricks, bonus_side=honour)
    plain = score_deal(rules, declarer=declarer, bid=bid, tricks=tricks)
    line = ScoredDeal(
        deal=position.deal_number,
        declarer=declarer,
        bid=bid,
        trump=position.trump,
        tricks=tricks,
        took=side_tricks(rules, tricks)[side_of(declarer, rules.seating)],
        points=points,
        honour=honour,
        bonus=sum(points) - sum(plain),
    )
    course = replace(position.course, deals=(*position.deals, points), sheet=(*position.sheet, line))
    return _settled(course, events, all_passed=False, paused=position)


def _settled(
    course: Course,
    events: tuple[Event, ...],
    *,
    all_passed: bool,
    paused: Position | None = None,
) -> Applied:
    """Return what follows a deal: the end of the match, a pause to read the score, or a deal."""
    outcome = course.settled()
    course = replace(course, outcome=outcome)
    shown = Position(course, Phase.RESULT) if paused is None else paused._replace(course=course)
    if not all_passed:
        events = (*events, _score_event(course.sheet[-1], outcome.totals))
    if outcome.state != "open":
        return over(shown, events)
    if all_passed:
        return Position(next_deal(course, all_passed=True), Phase.DEAL), events
    return shown._replace(phase=Phase.RESULT), events


def _score_event(line: ScoredDeal, totals: tuple[int, ...]) -> Event:
    data = {
        "deal": line.deal,
        "declarer": line.declarer,
        "bid": line.bid,
        "trump": line.trump.letter,
        "tricks": list(line.tricks),
        "made": line.made,
        "points": list(line.points),
        "totals": list(totals),
        "honour": line.honour,
        "bonus": line.bonus,
    }
    return Event("score", None, data)


def over(position: Position, events: tuple[Event, ...]) -> Applied:
    """Return the match closed with the outcome it has."""
    outcome = position.outcome
    data = {
        "state": outcome.state,
        "winner": outcome.winner,
        "advances": outcome.advances,
        "by": outcome.by,
        "totals": list(outcome.totals),
    }
    return position._replace(phase=Phase.OVER), (*events, Event("over", None, data))
