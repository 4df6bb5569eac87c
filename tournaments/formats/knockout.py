"""The knockout: whoever loses is out. Source: docs/formats.md#knockout.

``layout`` is the declarative description: every round, every pairing, and what feeds each side.
``first_round`` fills its seeds, ``next_round`` its winners; neither can disagree with the layout
because pairing k always takes the winners of pairings 2k - 1 and 2k.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.rules import Refusal

from .draw import Decision, Drawn, MatchResult
from .seeding import bracket_order

FEWEST, MOST = 2, 64


class WrongNumberOfEntries(Refusal):
    """A knockout takes 2 to 64 entries."""

    code = "wrong_number_of_entries"


@dataclass(frozen=True, slots=True)
class Seeded:
    """A side fed by the entry of this seed."""

    seed: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """A side fed by the winner of a pairing of the round before."""

    round: int
    number: int


Source = Seeded | WinnerOf


@dataclass(frozen=True, slots=True)
class PlannedPairing:
    """A pairing before anything is played. One source only is a bye."""

    round: int
    number: int
    sources: tuple[Source] | tuple[Source, Source]

    @property
    def is_bye(self) -> bool:
        """Whether its only side goes on without playing."""
        return len(self.sources) == 1


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole bracket for a number of entries, round by round."""

    entries: int
    rounds: tuple[tuple[PlannedPairing, ...], ...]


@lru_cache(maxsize=MOST)
def layout(entries: int) -> Layout:
    """Return the bracket for so many entries.

    :raises WrongNumberOfEntries: below 2 and above 64.
    """
    if not FEWEST <= entries <= MOST:
        raise WrongNumberOfEntries(entries=entries, fewest=FEWEST, most=MOST)
    rounds = [_first(entries)]
    while len(rounds[-1]) > 1:
        rounds.append(_following(rounds[-1]))
    return Layout(entries, tuple(rounds))


def _first(entries: int) -> tuple[PlannedPairing, ...]:
    places = 1 << (entries - 1).bit_length()
    order = bracket_order(places)
    return tuple(
        PlannedPairing(1, number, _seeded(order[2 * number - 2], order[2 * number - 1], entries))
        for number in range(1, places // 2 + 1)
    )


def _seeded(strong: int, weak: int, entries: int) -> tuple[Source] | tuple[Source, Source]:
    return (Seeded(strong), Seeded(weak)) if weak <= entries else (Seeded(strong),)


def _following(before: tuple[PlannedPairing, ...]) -> tuple[PlannedPairing, ...]:
    at = before[0].round
    return tuple(
        PlannedPairing(at + 1, number, (WinnerOf(at, 2 * number - 1), WinnerOf(at, 2 * number)))
        for number in range(1, len(before) // 2 + 1)
    )


def first_round(seeded: Sequence[int]) -> tuple[Drawn, ...]:
    """Return the first round for entries given from seed 1 down."""
    places = 2 * len(layout(len(seeded)).rounds[0])
    padded = [*seeded, *[None] * (places - len(seeded))]
    return _in_twos([padded[seed - 1] for seed in bracket_order(places)])


def next_round(winners: Sequence[int | None]) -> tuple[Drawn, ...]:
    """Return the round after one whose pairings, in order, sent these entries on.

    ``None`` stands for a pairing that sent nobody on. After the final there is no next round.
    """
    return _in_twos(winners) if len(winners) > 1 else ()


def _in_twos(entries: Sequence[int | None]) -> tuple[Drawn, ...]:
    return tuple(
        Drawn(number, (upper, lower))
        for number, (upper, lower) in enumerate(zip(entries[::2], entries[1::2], strict=True), start=1)
    )


def decide(result: MatchResult) -> Decision | None:
    """Return whom a finished match sends on, or ``None`` when only the director can say.

    A level match stays a draw; its last scored deal says who goes on, or its last game in a series.
    """
    if result.state == "won":
        return Decision("won", result.winner, result.by)
    if result.state == "drawn" and result.advances is not None:
        deal, by = result.last_scored_deal, result.advances_by
        return Decision("drawn", result.advances, by, deal=deal, level_at=result.by)
    return None
