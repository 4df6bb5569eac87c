"""From a log of events back to the position: the log is the truth, a stored position a cache.

Each entry that somebody caused is played again through ``apply``; each that only follows has to
be the very one that follows. So a log that was tampered with or cut in two is found out.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

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
from games.rules.auction import PASS
from games.rules.cards import parse_card, parse_cards, parse_trump
from games.rules.errors import BrokenRecord, Refusal
from games.rules.match import apply
from games.rules.position import Position
from games.rules.rulesets import RuleSet

_CAUSED: Mapping[str, Callable[[Event], Action]] = {
    "deal": lambda event: Deal(
        tuple(parse_cards(hand) for hand in event.data["hands"]),
        event.data["commitment"],
    ),
    "bid": lambda event: Call(str(event.data["bid"])),
    "pass": lambda event: Call(PASS),
    "trump": lambda event: NameTrump(parse_trump(event.data["suit"])),
    "card": lambda event: PlayCard(parse_card(event.data["card"])),
    "ready": lambda event: Ready(),
    "time_up": lambda event: TimeUp(),
    "adjust": lambda event: Adjust(event.data["side"], event.data["points"]),
    "retire": lambda event: Retire(event.data["side"]),
}


def replay(events: Iterable[Event]) -> Position:
    """Return the position a log of events leads to.

    :raises BrokenRecord: naming the entry, counted from 1, and what is wrong with it.
    """
    courses = list(replayed(events))
    if not courses:
        raise BrokenRecord(entry=0, reason="cut_short")
    return courses[-1][0]


def replayed(events: Iterable[Event]) -> Iterator[tuple[Position, tuple[Event, ...]]]:
    """Yield the position after each entry that somebody caused, with it and the entries that follow from it.

    :raises BrokenRecord: as ``replay`` does.
    """
    position: Position | None = None
    due: tuple[Event, ...] = ()
    left, entry = 0, 0
    for entry, event in enumerate(events, start=1):
        if not left:
            position, due = _caused(position, event, entry)
            left = len(due)
        if event != due[-left]:
            raise BrokenRecord(entry=entry, reason="not_what_follows", expected=due[-left].kind)
        left -= 1
        if not left and position is not None:
            yield position, due
    if left:
        raise BrokenRecord(entry=entry + 1, reason="cut_short")


def _caused(position: Position | None, event: Event, entry: int) -> tuple[Position, tuple[Event, ...]]:
    """Play an entry again; return the position and the entries it is good for, itself first."""
    try:
        if position is None:
            start = begun(event)
            return start, (start.opening,)
        action = action_of(event)
        if action is None:
            raise ValueError(f"nothing causes {event.kind}")
        return apply(position, event.seat, action)
    except Refusal as refusal:
        raise BrokenRecord(entry=entry, reason=refusal.code) from refusal
    except (KeyError, TypeError, ValueError) as fault:
        raise BrokenRecord(entry=entry, reason="unreadable") from fault


def begun(opening: Event) -> Position:
    """Return the position the first entry of a log begins with."""
    if opening.kind != "match":
        raise ValueError("a log begins with the match")
    data = opening.data
    rules = RuleSet.from_data(data["rule_set"])
    return Position.begin(rules, dealer=data["dealer"], target=data["target"], cap=data["cap"])


def action_of(event: Event) -> Action | None:
    """Return the action an entry is the mark of; None when it only follows from another.

    A trump without a seat is the one the rules fix.
    """
    if event.kind not in _CAUSED or (event.kind == "trump" and event.seat is None):
        return None
    return _CAUSED[event.kind](event)
