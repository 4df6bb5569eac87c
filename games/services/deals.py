"""A match's cards, from the promise to the secrets shown: what happens is added to the log.

The promise comes with the opening of the match; what the players put in when all seats are taken;
then the first dealer is drawn, and each deal dealt when its turn has come. Its secret is shown when
it has been played. Source: docs/dealing.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from games.dealing import (
    FIRST_DEALER,
    Promise,
    commitment,
    deal,
    deal_secret,
    first_dealer,
    span,
)
from games.hub import Logged
from games.rules import SEATS, Adjust, Deal, Event, Phase, Position, Seat, apply
from games.services.entropy import Entropy, Step, told
from games.store import Stored


@dataclass(frozen=True, slots=True)
class Source:
    """What a match's cards come from: the secret of the server, and what the players put in."""

    master: bytes
    entropy: Entropy

    @classmethod
    def of(cls, stored: Stored) -> Self:
        """Return that of a table's match."""
        return cls(stored.master, Entropy.from_json(stored.entropy))

    def promise(self, *, deal: int) -> Promise:
        """Return the promise that covers a deal."""
        match, public_number = self.entropy.match, self.entropy.public_number
        return Promise.of(self.master, match=match, public_number=public_number, deal=deal)


@dataclass(frozen=True, slots=True)
class Beginning:
    """How a match begins: with its promise, and where no seat is empty, as far as it goes by itself."""

    position: Position
    source: Source
    events: tuple[Logged, ...]


def match_name(public_id: str, number: int) -> str:
    """Return what a match of a table is called in its promise: no other has this name."""
    return f"{public_id}/{number}"


def beginning(
    waiting: Position, *, master: bytes, match: str, public_number: str, asked: Iterable[Seat] | None
) -> Beginning:
    """Promise the cards of a match, and go on if its table is full.

    :param waiting: about to deal for the first time; who deals is drawn later.
    :param asked: the seats whose pages are asked to put something in; None while a seat is empty.
    """
    promise = Promise.of(master, match=match, public_number=public_number, deal=1)
    source, logged = Source(master, Entropy.after(promise)), [_published(promise)]
    if asked is not None:
        waiting, source = filled(waiting, source, asked=asked, logged=logged)
    return Beginning(waiting, source, tuple(logged))


def _published(promise: Promise) -> Logged:
    known = {
        "match": promise.match,
        "public_number": promise.public_number,
        "first": promise.first,
        "last": promise.last,
        "root": promise.root,
    }
    return _table("commitments", known)


def _table(kind: str, known: dict[str, object]) -> Logged:
    return Logged(Event(kind, None, known), "table")


def filled(
    position: Position, source: Source, *, asked: Iterable[Seat], logged: list[Logged]
) -> tuple[Position, Source]:
    """Ask the pages of these seats when the last seat is taken; where there are none, deal at once."""
    return go_on(position, source, source.entropy.ask(asked), logged)


def go_on(
    position: Position, source: Source, after: Entropy, logged: list[Logged]
) -> tuple[Position, Source]:
    """Go on with what was put in; when that is all, begin the match and deal for the first time."""
    logged += [Logged(event, "table") for event in told(source.entropy, after)]
    source = replace(source, entropy=after)
    if after.step is Step.DONE:
        position = dealt(_begun(position, source, logged), source, logged)
    return position, source


def called_off(position: Position, source: Source, logged: list[Logged]) -> tuple[Position, Source]:
    """Begin a match that will not be dealt, with what has been put in until now."""
    after = source.entropy.closed()
    logged += [Logged(event, "table") for event in told(source.entropy, after)]
    source = replace(source, entropy=after)
    return _begun(position, source, logged), source


def _begun(position: Position, source: Source, logged: list[Logged]) -> Position:
    """Draw the first dealer and begin the match; his secret is shown at once: no card hangs on it."""
    secret = deal_secret(source.master, FIRST_DEALER)
    dealer = SEATS[first_dealer(secret, public=source.entropy.public)]
    begun = Position.begin(position.rules, dealer=dealer, target=position.target, cap=position.cap)
    logged += [Logged(begun.opening, "table"), _reveal(source.master, FIRST_DEALER)]
    for _, side, points in position.course.adjustments:  # what the sides bring with them from real cards
        begun, events = apply(begun, None, Adjust(side, points))
        logged += [Logged(event, "director") for event in events]
    return begun


def dealt(position: Position, source: Source, logged: list[Logged]) -> Position:
    """Deal the cards of the deal in hand."""
    number, entropy = position.deal_number, source.entropy
    if span(number)[0] == number and not position.redeals:
        logged.append(_published(source.promise(deal=number)))
    secret = deal_secret(source.master, number)
    hands = deal(secret, public=entropy.public, redeal=position.redeals, dealer=position.dealer)
    position, events = apply(position, None, Deal.of_numbers(hands, commitment(secret)))
    logged += [Logged(event, "table") for event in events]
    return position


def revealed(before: Position, after: Position, master: bytes) -> list[Logged]:
    """Return the secret of the deal that a move has finished, to be shown to everybody."""
    number = finished(before, after)
    return [] if number is None else [_reveal(master, number)]


def finished(before: Position, after: Position) -> int | None:
    """Return the deal that every table which plays it has finished with this move, None for none.

    A deal that everyone passed is dealt again from the same secret, so it is finished only when it
    has been scored or the match is over. Every deal is played at one table: this is where to ask
    when several play the same.
    """
    scored = len(after.sheet) > len(before.sheet)
    was_in_hand = before.phase not in (Phase.DEAL, Phase.RESULT)
    return before.deal_number if scored or (was_in_hand and after.phase is Phase.OVER) else None


def _reveal(master: bytes, number: int) -> Logged:
    return _table("reveal", {"deal": number, "secret": deal_secret(master, number).hex()})
