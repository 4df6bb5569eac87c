"""Two worlds that one viewer cannot tell apart: the same was done, with other cards in hidden hands.

Whatever he is sent in the one has to be sent in the other, to the byte and to the moment. What he
cannot know is the hands of the others, as far as they are not played and nobody has shown to be out
of a suit, and the hands of deals that everybody passed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from hypothesis import settings

from games.dealing import Stream
from games.rules import (
    SEATS,
    SPECTATOR,
    SUIT_OF,
    Action,
    Card,
    Deal,
    Event,
    Phase,
    PlayCard,
    Position,
    RuleSet,
    Seat,
    Suit,
    Viewer,
    apply,
)
from tests.rules.playing import Happened, steps

SOAKING = settings.get_current_profile_name() == "soak"
"""Whether very many pairs are compared."""
VIEWERS: tuple[Viewer, ...] = (*SEATS, SPECTATOR)
LONGEST = 150
"""Steps of a match that are looked at: two deals and the beginning of a third."""

Step = tuple[Position, Seat | None, Action, Position, tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class Told:
    """What was done, in order, with the deals as they were dealt in one of the worlds."""

    begun: Position
    done: tuple[tuple[Seat | None, Action], ...]

    @property
    def deals(self) -> tuple[Deal, ...]:
        """The cards of this world, deal by deal."""
        return tuple(action for _, action in self.done if isinstance(action, Deal))

    def steps(self) -> Iterator[Step]:
        """Yield what was, what was done and what came of it; in another world the same is legal."""
        position = self.begun
        for seat, action in self.done:
            after, events = apply(position, seat, action)
            yield position, seat, action, after, events
            position = after


def told(rules: RuleSet, seed: int, *, stream: Stream, longest: int = LONGEST) -> Told:
    """Return the beginning of a match played at random, broken off anywhere."""
    happened = tuple(islice(steps(rules, seed), longest))
    last = 1 + stream.below(len(happened))
    return Told(happened[0][0], tuple((seat, action) for _, seat, action, _, _ in happened[:last]))


def elsewhere(story: Told, viewer: Viewer, stream: Stream) -> Told:
    """Return the story in a world the viewer cannot tell from the one he saw."""
    happened = tuple(story.steps())
    dealings = [at for at, (_, _, action, _, _) in enumerate(happened) if isinstance(action, Deal)]
    done = list(story.done)
    for begun, end in zip(dealings, [*dealings[1:], len(happened)], strict=True):
        done[begun] = (None, _dealt_anew(happened[begun:end], viewer, stream))
    return Told(story.begun, tuple(done))


def _dealt_anew(happened: tuple[Happened, ...], viewer: Viewer, stream: Stream) -> Deal:
    """Return another deal that goes with all that was seen of this one."""
    dealing, end = happened[0][2], happened[-1][3]
    assert isinstance(dealing, Deal)
    played = _played(happened)
    hidden = {
        seat: [card for card in dealing.hands[seat] if card not in played[seat]]
        for seat in SEATS
        if seat != viewer
    }
    _exchange(hidden, _voids(happened), stream)
    assert end.phase is not Phase.OVER or not any(hidden.values())
    hands = (
        tuple(sorted([*hidden[seat], *played[seat]])) if seat in hidden else dealing.hands[seat]
        for seat in SEATS
    )
    return Deal(tuple(hands), dealing.commitment)


def _played(happened: tuple[Happened, ...]) -> dict[Seat, list[Card]]:
    played: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
    for _, seat, action, _, _ in happened:
        if isinstance(action, PlayCard) and seat is not None:
            played[seat].append(action.card)
    return played


def _voids(happened: tuple[Happened, ...]) -> dict[Seat, set[Suit]]:
    """Return the suits each seat has shown, by not following, that it had no more of."""
    shown: dict[Seat, set[Suit]] = {seat: set() for seat in SEATS}
    for before, seat, action, _, _ in happened:
        led = before.trick.led
        if isinstance(action, PlayCard) and seat is not None and led is not None:
            shown[seat] |= {led} - {SUIT_OF[action.card]}
    return shown


def _exchange(hidden: dict[Seat, list[Card]], voids: dict[Seat, set[Suit]], stream: Stream) -> None:
    """Exchange hidden cards two by two, wherever it goes with what was shown."""
    for _ in range(120):
        one, other = stream.choice(list(hidden)), stream.choice(list(hidden))
        if not (hidden[one] and hidden[other]):
            continue
        mine, yours = stream.below(len(hidden[one])), stream.below(len(hidden[other]))
        given, taken = hidden[one][mine], hidden[other][yours]
        if SUIT_OF[given] not in voids[other] and SUIT_OF[taken] not in voids[one]:
            hidden[one][mine], hidden[other][yours] = taken, given
