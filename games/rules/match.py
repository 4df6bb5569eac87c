"""The course of a match: ``apply`` is the only thing that changes a position.

An action asked for becomes events that happened, the asked one first and then what follows from
it: the last card of a deal is followed by its score, and the score by the end of the match or a
pause. A pass or card that was the only one is marked ``forced``: whoever reads the log later knows
that nothing was chosen. Pure and total: the same position and action give the same result, or the
same refusal. Source: docs/rules/levantine.md#match.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.rules.actions import (
    Action,
    Adjust,
    Call,
    Deal,
    Event,
    NameTrump,
    PlayCard,
    Ready,
    Retire,
    TimeUp,
)
from games.rules.aftermath import all_passed, scored
from games.rules.auction import PASS, Auction
from games.rules.cards import NAME_OF, PACK, Card, Trump, names
from games.rules.errors import (
    AlreadyReady,
    BadDeal,
    BadSuit,
    NotASeatsAction,
    NotYourTurn,
    WrongPhase,
)
from games.rules.honour import honour_earned
from games.rules.play import Play
from games.rules.position import Applied, Contract, Phase, Position, next_deal
from games.rules.rulesets import RuleSet
from games.rules.rulings import adjust, retire, time_up
from games.rules.seats import SEATS, Seat, next_seat
from games.rules.trick import trumps


def apply(position: Position, seat: Seat | None, action: Action) -> Applied:
    """Return the position after an action, and what is to be written down of it.

    :param seat: the seat that acts; None for the table itself, which deals and calls time.
    :raises Refusal: by the name of what stands against it; nothing has changed then.
    """
    step = _STEPS.get(type(action))
    if step is None or seat not in _ACTORS:
        raise TypeError(f"not an action of seat {seat!r}: {action!r}")
    if (seat is None) != (type(action) in _BY_THE_TABLE):
        raise NotASeatsAction(seat=seat, action=type(action).__name__)
    return step(position, seat, action)


def _demand(position: Position, *phases: Phase) -> None:
    if position.phase not in phases:
        raise WrongPhase(phase=position.phase.value)


def _demand_turn(position: Position, seat: Seat) -> None:
    turn = position.turn
    if seat != turn:
        raise NotYourTurn(seat=seat, turn=turn)


def _deal(position: Position, _: Seat | None, action: Deal) -> Applied:
    _demand(position, Phase.DEAL)
    if len(action.hands) != 4 or any(len(hand) != 13 for hand in action.hands):
        raise BadDeal()
    if sorted(card for hand in action.hands for card in hand) != list(PACK):
        raise BadDeal()
    hands = tuple(tuple(sorted(hand)) for hand in action.hands)
    course = replace(position.course, commitment=action.commitment)
    dealt = Position(
        course=course,
        phase=Phase.AUCTION,
        play=Play(hands, next_seat(course.dealer)),
        auction=Auction.open(course.rules, course.dealer),
    )
    data = {
        "deal": course.deal_number,
        "redeal": course.redeals,
        "dealer": course.dealer,
        "hands": [names(hand) for hand in hands],
        "commitment": action.commitment,
    }
    return dealt, (Event("deal", None, data),)


def _call(position: Position, seat: Seat, action: Call) -> Applied:
    _demand(position, Phase.AUCTION)
    assert position.auction is not None
    auction = position.auction.call(seat, action.call)
    called = Position(position.course, Phase.AUCTION, position.play, auction)
    events = (_call_event(seat, action.call, forced=position.auction.legal_calls() == (PASS,)),)
    match auction.outcome:
        case None:
            return called, events
        case ("won", declarer, bid):
            return _contracted(called, events, Contract(declarer, bid))
        case _:
            return all_passed(called, events)


def _call_event(seat: Seat, call: str, *, forced: bool) -> Event:
    if call == PASS:
        return Event("pass", seat, {"forced": True} if forced else {})
    return Event("bid", seat, {"bid": int(call)})


def _contracted(position: Position, events: tuple[Event, ...], contract: Contract) -> Applied:
    rules = position.rules
    told = Event("contract", None, {"declarer": contract.declarer, "bid": contract.tricks})
    waiting = position._replace(phase=Phase.TRUMP, contract=contract)
    if rules.fixed_trump is not None:
        return _with_trump(waiting, (*events, told), None, rules.fixed_trump)
    return waiting, (*events, told)


def _name_trump(position: Position, seat: Seat, action: NameTrump) -> Applied:
    _demand(position, Phase.TRUMP)
    _demand_turn(position, seat)
    if action.trump not in trumps(position.rules):
        raise BadSuit(suit=action.trump)
    return _with_trump(position, (), seat, action.trump)


def _with_trump(position: Position, events: tuple[Event, ...], seat: Seat | None, trump: Trump) -> Applied:
    assert position.contract is not None
    play = position.play._replace(turn=position.contract.declarer, trump=trump)
    told = Event("trump", seat, {"suit": trump.letter})
    return position._replace(phase=Phase.PLAY, play=play), (*events, told)


# Looking a member up on its enum costs more than all else that is asked about the phase.
_PLAYING = Phase.PLAY


def _play_card(position: Position, seat: Seat, action: PlayCard) -> Applied:
    course, phase, before, auction, contract, ready = position
    if phase is not _PLAYING:
        raise WrongPhase(phase=phase.value)
    play = before.lay(seat, action.card)
    moved = Position(course, phase, play, auction, contract, ready)
    data: dict[str, Any] = {"card": NAME_OF[action.card]}
    if len(before.legal()) == 1:
        data["forced"] = True
    if not play.cards:
        data["won"] = play.turn
    if course.rules.honour is not None:
        data |= _honour_told(before, seat, action.card, course.rules)
    events = (Event("card", seat, data),)
    return scored(moved, events) if len(play.tricks) == 13 else (moved, events)


def _honour_told(play: Play, seat: Seat, card: Card, rules: RuleSet) -> dict[str, Any]:
    """Return, with the card that earns the bonus for the king of hearts, the side that it earns it for."""
    trick = play.trick.plays
    earned = honour_earned((*trick, (seat, card)), play.trump, rules)
    told_before = honour_earned(trick, play.trump, rules) is not None
    return {} if earned is None or told_before else {"honour": earned}


def _ready(position: Position, seat: Seat, _: Ready) -> Applied:
    _demand(position, Phase.RESULT)
    if seat in position.ready:
        raise AlreadyReady(seat=seat)
    events = (Event("ready", seat, {}),)
    ready = position.ready | {seat}
    if len(ready) == 4:
        return Position(next_deal(position.course, all_passed=False), Phase.DEAL), events
    return position._replace(ready=ready), events


_ACTORS = (None, *SEATS)
_BY_THE_TABLE = (Deal, TimeUp, Adjust, Retire)

# Any: each step takes the action it is listed under, which the mapping cannot say.
_STEPS: dict[type, Callable[[Position, Any, Any], Applied]] = {
    Deal: _deal,
    Call: _call,
    NameTrump: _name_trump,
    PlayCard: _play_card,
    Ready: _ready,
    TimeUp: time_up,
    Adjust: adjust,
    Retire: retire,
}
