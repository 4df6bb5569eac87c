"""A position as text and back, exactly, for the row a table keeps.

The rule set is named by its digest: it is written once, with the match it is frozen in, and not again with
every card. What the calls imply is computed, not stored.
"""

import json
from collections.abc import Iterable
from typing import Any

from games.rules.auction import Auction
from games.rules.cards import NAME_OF, Card, Hand, parse_cards, parse_trump
from games.rules.play import Play
from games.rules.position import Contract, Course, Phase, Position, ScoredDeal
from games.rules.rulesets import RuleSet
from games.rules.settle import Outcome
from games.rules.trick import Trick

# ``json.dumps`` makes one a call for all but its own ways of writing.
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def position_text(position: Position) -> str:
    """Return the position as canonical, compact JSON."""
    stored = {
        "phase": position.phase.value,
        "course": _course_data(position.course),
        "play": _play_data(position.play),
        "calls": None if position.auction is None else position.auction.calls,
        "contract": _contract_data(position.contract),
        "ready": sorted(position.ready),
    }
    return _ENCODER.encode(stored)


def position_from(text: str, rules: RuleSet) -> Position:
    """Return the position a text of ``position_text`` holds.

    :raises ValueError: when it was played by other rules.
    """
    stored = json.loads(text)
    course = _course_from(stored["course"], rules)
    return Position(
        course=course,
        phase=Phase(stored["phase"]),
        play=_play_from(stored["play"]),
        auction=_auction_from(course, stored["calls"]),
        contract=_contract_from(stored["contract"]),
        ready=frozenset(stored["ready"]),
    )


def _course_data(course: Course) -> dict[str, Any]:
    outcome = course.outcome
    return {
        "rules": course.rules.digest,
        "target": course.target,
        "cap": course.cap,
        "dealer": course.dealer,
        "deal_number": course.deal_number,
        "redeals": course.redeals,
        "commitment": course.commitment,
        "deals": course.deals,
        "sheet": [_line_data(line) for line in course.sheet],
        "time_up": course.time_up,
        "adjustments": course.adjustments,
        "outcome": [
            outcome.state,
            outcome.winner,
            outcome.advances,
            outcome.by,
            outcome.totals,
            outcome.at,
        ],
    }


def _course_from(stored: dict[str, Any], rules: RuleSet) -> Course:
    if stored["rules"] != rules.digest:
        raise ValueError(f"played by rules {stored['rules']}, not by {rules.digest}")
    state, winner, advances, by, totals, at = stored["outcome"]
    return Course(
        rules=rules,
        target=stored["target"],
        cap=stored["cap"],
        dealer=stored["dealer"],
        outcome=Outcome(state, winner, advances, by, tuple(totals), at),
        deal_number=stored["deal_number"],
        redeals=stored["redeals"],
        commitment=stored["commitment"],
        deals=tuple(None if points is None else tuple(points) for points in stored["deals"]),
        sheet=tuple(_line_from(line) for line in stored["sheet"]),
        time_up=stored["time_up"],
        adjustments=tuple(map(tuple, stored["adjustments"])),
    )


def _line_data(line: ScoredDeal) -> list[Any]:
    trump = line.trump.letter
    return [
        line.deal,
        line.declarer,
        line.bid,
        trump,
        line.tricks,
        line.took,
        line.points,
        line.honour,
        line.bonus,
    ]


def _line_from(stored: list[Any]) -> ScoredDeal:
    deal, declarer, bid, trump, tricks, took, points, honour, bonus = stored
    return ScoredDeal(
        deal, declarer, bid, parse_trump(trump), tuple(tricks), took, tuple(points), honour, bonus
    )


def _play_data(play: Play) -> dict[str, Any]:
    return {
        "hands": [_cards_text(hand) for hand in play.hands],
        "turn": play.turn,
        "trump": None if play.trump is None else play.trump.letter,
        "cards": _cards_text(play.cards),
        "tricks": [(trick.leader, _cards_text(trick.cards)) for trick in play.tricks],
    }


def _play_from(stored: dict[str, Any]) -> Play:
    trump = stored["trump"]
    return Play(
        hands=tuple(map(_cards_from, stored["hands"])),
        turn=stored["turn"],
        trump=None if trump is None else parse_trump(trump),
        cards=_cards_from(stored["cards"]),
        tricks=tuple(Trick(leader, _cards_from(cards)) for leader, cards in stored["tricks"]),
    )


# One text for all the cards of a hand: a list of their names takes three times as long to write.
def _cards_text(cards: Iterable[Card]) -> str:
    return "".join([NAME_OF[card] for card in cards])


def _cards_from(text: str) -> Hand:
    return parse_cards(text[at : at + 2] for at in range(0, len(text), 2))


def _auction_from(course: Course, calls: list[list[Any]] | None) -> Auction | None:
    if calls is None:
        return None
    auction = Auction.open(course.rules, course.dealer)
    for seat, call in calls:
        auction = auction.call(seat, call)
    return auction


def _contract_data(contract: Contract | None) -> list[Any] | None:
    return None if contract is None else [*contract]


def _contract_from(stored: list[Any] | None) -> Contract | None:
    return None if stored is None else Contract(*stored)
