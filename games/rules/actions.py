"""What can be done at a table, and what is written down when it is done.

An action is asked for; an event happened. Events hold JSON values only, cards as two letters.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from games.rules.cards import Card, Hand, Trump
from games.rules.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class Deal:
    """The table hands out the pack: the cards of seats 0 to 3, and what was promised of them."""

    hands: tuple[Hand, ...]
    commitment: str = ""

    @classmethod
    def of_numbers(cls, hands: Iterable[Iterable[int]], commitment: str = "") -> Self:
        """Return the deal of hands given as card numbers, as ``games.dealing`` gives them."""
        return cls(tuple(tuple(Card(card) for card in hand) for hand in hands), commitment)


@dataclass(frozen=True, slots=True)
class Call:
    """A seat passes (``P``) or bids a number of tricks."""

    call: str


@dataclass(frozen=True, slots=True)
class NameTrump:
    """The declarer names trump, or that there is none where the rules offer it."""

    trump: Trump


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A seat plays a card."""

    card: Card


@dataclass(frozen=True, slots=True)
class Ready:
    """A seat has seen the score and is ready for the next deal."""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """No deal is begun any more: the one in hand is played out, then the match is decided."""


@dataclass(frozen=True, slots=True)
class Adjust:
    """A director gives a side points or takes some from it: a penalty, or the undoing of one."""

    side: Side
    points: int


@dataclass(frozen=True, slots=True)
class Retire:
    """A side has left for good: the score stays as it is and the other side has won."""

    side: Side


Action = Deal | Call | NameTrump | PlayCard | Ready | TimeUp | Adjust | Retire


class Event(NamedTuple):
    """One entry of a match's log; ``seat`` is None for what the table does by itself."""

    kind: str
    seat: Seat | None
    data: Mapping[str, Any]
