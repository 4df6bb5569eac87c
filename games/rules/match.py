"""The course of a match: ``apply`` is the only thing that changes a position.

An action asked for becomes events that happened, the asked one first and then what follows from
it: the last card of a deal is followed by its score, and the score by the end of the match or a
pause. Pure and total: the same position and action give the same result, or the same refusal.
Source: docs/rules/levantine.md#match.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.rules.actions import (
    Action,
    Call,
    Deal,
    Event,
    NameTrump,
    PlayCard,
    Ready,
    TimeUp,
)
from games.rules.auction import PASS, Auction
from games.rules.cards import NAME_OF, PACK, SUITS, Card, Suit, names
from games.rules.choices import TrumpChoice
from games.rules.errors import (
    AlreadyReady,
    BadDeal,
    BadSuit,
    MustFollowSuit,
    NotASeatsAction,
    NotYourCard,
    NotYourTurn,
    TimeAlreadyUp,
    WrongPhase,
)
from games.rules.position import (
    Contract,
    Course,
    Phase,
    Play,
    Position,
    ScoredDeal,
    next_deal,
)
from games.rules.scoring import score_deal, side_tricks
from games.rules.seats import SEATS, Seat, next_seat, side_of
from games.rules.settle import settle
from games.rules.trick import Trick, playable, winning_play

Step = tuple[Position, tuple[Event, ...]]


def apply(position: Position, seat: Seat | None, action: Action) -> Step:
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


def _deal(position: Position, _: Seat | None, action: Deal) -> Step:
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
        play=Play(hands, Trick(next_seat(course.dealer))),
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


def _call(position: Position, seat: Seat, action: Call) -> Step:
    _demand(position, Phase.AUCTION)
    assert position.auction is not None
    auction = position.auction.call(seat, action.call)
    called = replace(position, auction=auction)
    if action.call == PASS:
        event = Event("pass", seat, {})
    else:
        event = Event("bid", seat, {"bid": int(action.call)})
    match auction.outcome:
        case None:
            return called, (event,)
        case ("won", declarer, bid):
            return _contracted(called, (event,), Contract(declarer, bid))
        case _:
            return _all_passed(called, (event,))


def _contracted(
    position: Position, events: tuple[Event, ...], contract: Contract
) -> Step:
    rules = position.rules
    told = Event(
        "contract", None, {"declarer": contract.declarer, "bid": contract.tricks}
    )
    waiting = replace(position, phase=Phase.TRUMP, contract=contract)
    if rules.trump is TrumpChoice.FIXED and rules.fixed_trump is not None:
        return _with_trump(waiting, (*events, told), None, rules.fixed_trump)
    return waiting, (*events, told)


def _all_passed(position: Position, events: tuple[Event, ...]) -> Step:
    course = replace(position.course, deals=(*position.deals, None))
    told = Event("all_pass", None, {"in_a_row": course.redeals + 1})
    return _settled(course, (*events, told), all_passed=True)


def _name_trump(position: Position, seat: Seat, action: NameTrump) -> Step:
    _demand(position, Phase.TRUMP)
    _demand_turn(position, seat)
    if action.suit not in SUITS:
        raise BadSuit(suit=action.suit)
    return _with_trump(position, (), seat, SUITS[action.suit])


def _with_trump(
    position: Position, events: tuple[Event, ...], seat: Seat | None, suit: Suit
) -> Step:
    assert position.contract is not None
    contract = replace(position.contract, trump=suit)
    play = replace(position.play, trick=Trick(contract.declarer))
    told = Event("trump", seat, {"suit": suit.letter})
    leading = replace(position, phase=Phase.PLAY, contract=contract, play=play)
    return leading, (*events, told)


def _play_card(position: Position, seat: Seat, action: PlayCard) -> Step:
    _demand(position, Phase.PLAY)
    _demand_turn(position, seat)
    card, play = action.card, position.play
    hand = play.hands[seat]
    if card not in hand:
        raise NotYourCard(card=_name(card))
    if card not in playable(hand, play.trick.led):
        raise MustFollowSuit(card=_name(card))
    data: dict[str, Any] = {"card": NAME_OF[card]}
    laid = _laid(play, seat, card)
    if len(laid.trick.cards) == 4:
        laid = _taken(laid, position.contract)
        data["won"] = laid.trick.leader
    events = (Event("card", seat, data),)
    moved = Position(
        position.course,
        Phase.PLAY,
        laid,
        position.auction,
        position.contract,
        position.ready,
    )
    return _scored(moved, events) if len(laid.played) == 52 else (moved, events)


def _name(card: Card) -> str:
    return NAME_OF[card] if card in PACK else str(card)


def _laid(play: Play, seat: Seat, card: Card) -> Play:
    """Return the play with a card moved from a hand to the table."""
    hand = play.hands[seat]
    at = hand.index(card)
    hands = (*play.hands[:seat], hand[:at] + hand[at + 1 :], *play.hands[seat + 1 :])
    trick = Trick(play.trick.leader, (*play.trick.cards, card))
    return Play(
        hands, trick, play.last_trick, play.tricks_won, (*play.played, (seat, card))
    )


def _taken(play: Play, contract: Contract | None) -> Play:
    """Return the play with a full trick turned over; its winner leads the next."""
    assert contract is not None
    trick = play.trick
    winner = next_seat(trick.leader, winning_play(trick.cards, contract.trump))
    won = tuple([count + (at == winner) for at, count in enumerate(play.tricks_won)])
    return Play(play.hands, Trick(winner), trick, won, play.played)


def _scored(position: Position, events: tuple[Event, ...]) -> Step:
    contract, tricks = position.contract, position.tricks_won
    assert contract is not None and contract.trump is not None
    rules, declarer, bid = position.rules, contract.declarer, contract.tricks
    points = score_deal(rules, declarer=declarer, bid=bid, tricks=tricks)
    took = side_tricks(rules, tricks)[side_of(declarer, rules.seating)]
    line = ScoredDeal(
        position.deal_number, declarer, bid, contract.trump, tricks, took, points
    )
    course = replace(
        position.course, deals=(*position.deals, points), sheet=(*position.sheet, line)
    )
    return _settled(course, events, all_passed=False, paused=position)


def _settled(
    course: Course,
    events: tuple[Event, ...],
    *,
    all_passed: bool,
    paused: Position | None = None,
) -> Step:
    """Return what follows a deal: the end of the match, a pause to read the score, or a deal."""
    outcome = settle(
        course.rules, course.deals, course.target, course.cap, course.time_up
    )
    course = replace(course, outcome=outcome)
    shown = (
        Position(course, Phase.RESULT)
        if paused is None
        else replace(paused, course=course)
    )
    if not all_passed:
        events = (*events, _score_event(course.sheet[-1], outcome.totals))
    if outcome.state != "open":
        return _over(shown, events)
    if all_passed:
        return Position(next_deal(course, all_passed=True), Phase.DEAL), events
    return replace(shown, phase=Phase.RESULT), events


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
    }
    return Event("score", None, data)


def _over(position: Position, events: tuple[Event, ...]) -> Step:
    outcome = position.outcome
    data = {
        "state": outcome.state,
        "winner": outcome.winner,
        "advances": outcome.advances,
        "by": outcome.by,
        "totals": list(outcome.totals),
    }
    return replace(position, phase=Phase.OVER), (*events, Event("over", None, data))


def _ready(position: Position, seat: Seat, _: Ready) -> Step:
    _demand(position, Phase.RESULT)
    if seat in position.ready:
        raise AlreadyReady(seat=seat)
    events = (Event("ready", seat, {}),)
    ready = position.ready | {seat}
    if len(ready) == 4:
        return Position(
            next_deal(position.course, all_passed=False), Phase.DEAL
        ), events
    return replace(position, ready=ready), events


def _time_up(position: Position, _: Seat | None, __: TimeUp) -> Step:
    if position.phase is Phase.OVER:
        raise WrongPhase(phase=position.phase.value)
    if position.time_up:
        raise TimeAlreadyUp()
    course = replace(position.course, time_up=True)
    events = (Event("time_up", None, {}),)
    if position.phase not in (Phase.DEAL, Phase.RESULT):
        return replace(position, course=course), events
    outcome = settle(
        course.rules, course.deals, course.target, course.cap, time_up=True
    )
    return _over(replace(position, course=replace(course, outcome=outcome)), events)


_ACTORS = (None, *SEATS)
_BY_THE_TABLE = (Deal, TimeUp)

# Any: each step takes the action it is listed under, which the mapping cannot say.
_STEPS: dict[type, Callable[[Position, Any, Any], Step]] = {
    Deal: _deal,
    Call: _call,
    NameTrump: _name_trump,
    PlayCard: _play_card,
    Ready: _ready,
    TimeUp: _time_up,
}
