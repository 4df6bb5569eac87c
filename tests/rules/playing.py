"""Playing matches at random, and short cuts to the moments tests begin at."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

from games.bots import choose
from games.dealing import Stream
from games.rules import (
    PACK,
    PASS,
    SEATS,
    Action,
    Call,
    Card,
    Deal,
    Event,
    NameTrump,
    Phase,
    PlayCard,
    Position,
    Ready,
    RuleSet,
    Seat,
    TimeUp,
    apply,
    parse_card,
    parse_trump,
    view,
)
from games.rules.trick import trumps
from tests.rules.presets import LEVANTINE

# Seat 0 holds the spades, seat 1 the hearts, seat 2 the diamonds and seat 3 the clubs.
SUIT_EACH = Deal(tuple(PACK[seat * 13 : seat * 13 + 13] for seat in SEATS), "promised")


def shuffled(stream: Stream) -> Deal:
    """Return a deal at random."""
    pack = stream.shuffled(PACK)
    return Deal(tuple(tuple(sorted(pack[seat::4])) for seat in SEATS), stream.token(8))


def legal(position: Position) -> list[str]:
    """Return what the seat to move may do."""
    assert position.turn is not None
    choices: list[str] = view(position, position.turn)["legal"]
    return choices


Chooser = Callable[[Position, Seat, Stream], Action]


def at_random(position: Position, seat: Seat, stream: Stream) -> Action:
    """Choose any legal move, passes and low bids more often than not.

    Read off the position: making the view of every moment would take most of the time of a match.
    """
    if position.auction is not None and position.phase is Phase.AUCTION:
        calls = position.auction.legal_calls()
        return Call(stream.choice(calls[:2] if stream.below(8) else calls))
    if position.phase is Phase.TRUMP:
        return NameTrump(stream.choice(trumps(position.rules)))
    return PlayCard(stream.choice(position.play.legal()))


def by_bots(position: Position, seat: Seat, stream: Stream) -> Action:
    """Choose what a bot does, which sees no more than its seat."""
    return choose(view(position, seat), stream, position.rules)


def chosen(position: Position, stream: Stream, chooser: Chooser = at_random) -> tuple[Seat | None, Action]:
    """Return what happens next: a deal, a seat saying that it is ready, or the move of the one to move."""
    if position.phase is Phase.DEAL:
        return None, shuffled(stream)
    if position.phase is Phase.RESULT:
        return stream.choice([seat for seat in SEATS if seat not in position.ready]), Ready()
    assert position.turn is not None
    return position.turn, chooser(position, position.turn, stream)


Happened = tuple[Position, Seat | None, Action, Position, tuple[Event, ...]]


def steps(
    rules: RuleSet, seed: int, *, cap: int | None = None, chooser: Chooser = at_random
) -> Iterator[Happened]:
    """Play a match; say of each step what was, what was done and what came of it.

    One match in four is cut short by the clock.
    """
    stream = Stream(f"match {seed}".encode())
    position = Position.begin(rules, dealer=stream.choice(SEATS), cap=cap)
    while position.phase is not Phase.OVER:
        seat, action = chosen(position, stream, chooser)
        if stream.below(400) == 0 and seed % 4 == 0 and not position.time_up:
            seat, action = None, TimeUp()
        after, events = apply(position, seat, action)
        yield position, seat, action, after, events
        position = after


@cache
def match(rules: RuleSet, seed: int, cap: int | None = None) -> tuple[Happened, ...]:
    """Return the steps of a match played at random, at most two thousand of them."""
    return tuple(islice(steps(rules, seed, cap=cap), 2000))


def log(happened: tuple[Happened, ...]) -> tuple[Event, ...]:
    """Return the log of a match: its opening and everything that happened."""
    opening = happened[0][0].opening
    return (opening, *(event for *_, events in happened for event in events))


def dealt(deal: Deal = SUIT_EACH, *, rules: RuleSet = LEVANTINE, **begun: Any) -> Position:
    """Return a match with the cards dealt; seat 3 is the dealer, so seat 0 calls first."""
    start = Position.begin(rules, dealer=SEATS[3], **begun)
    return apply(start, None, deal)[0]


def call(position: Position, *calls: str) -> Position:
    """Return the position after calls, each by the seat whose turn it is."""
    for said in calls:
        position, _ = apply(position, position.turn, Call(said))
    return position


def contracted(
    bid: int = 7, trump: str = "S", deal: Deal = SUIT_EACH, rules: RuleSet = LEVANTINE
) -> Position:
    """Return a position in which seat 0 has won the auction and named trump."""
    position = call(dealt(deal, rules=rules), str(bid), PASS, PASS, PASS)
    return apply(position, SEATS[0], NameTrump(parse_trump(trump)))[0]


def play(position: Position, *cards: str) -> Position:
    """Return the position after cards, each by the seat whose turn it is."""
    for card in cards:
        position, _ = apply(position, position.turn, PlayCard(parse_card(card)))
    return position


def play_out(position: Position) -> Position:
    """Return the position after the deal was played out, each with the lowest legal card."""
    while position.phase is Phase.PLAY:
        position = play(position, legal(position)[0])
    return position


def all_ready(position: Position) -> Position:
    """Return the position after everyone said they were ready."""
    for seat in SEATS:
        position, _ = apply(position, seat, Ready())
    return position


def card(name: str) -> Card:
    """Return the card two letters name."""
    return parse_card(name)


def kinds(events: tuple[Event, ...]) -> list[str]:
    """Return what happened, in order."""
    return [event.kind for event in events]
