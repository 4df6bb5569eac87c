"""Events as chance has them: any format, any size, and all that goes wrong on an evening."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.dealing import Stream
from tournaments.formats.deciding import BRACKETS
from tournaments.formats.draw import Drawn
from tournaments.formats.next_round import Match, NextRound
from tournaments.formats.stages import drawn, next_round, rounds_of
from tournaments.state import (
    FORMAT_KEYS,
    TIE_BREAK_CODES,
    Entry,
    EntryId,
    FormatKey,
    Options,
    Pairing,
    State,
    TablePoints,
)

SIZES: dict[FormatKey, tuple[int, int]] = {
    "swiss": (2, 40),
    "knockout": (2, 64),
    "double-knockout": (2, 64),
    "round-robin": (2, 14),
    "individual": (4, 20),
    "solo-swiss": (4, 40),
}
QUICK: tuple[FormatKey, ...] = ("swiss", "knockout", "double-knockout", "round-robin")
"""Played twice as often: a draw of the others takes a hundred times as long."""
MOST_ROUNDS = 7
POINTS = (
    TablePoints(),
    TablePoints(win=3, loss=1, bye=2, sit_out=1, missed=0.5),
    TablePoints(win=0.3, draw=0.1, bye=0.3, walkover=0.2, forfeit=0.05),
)
LATE: tuple[FormatKey, ...] = ("swiss", "individual", "solo-swiss")


@dataclass(frozen=True, slots=True)
class Event:
    """A moment of an event: a stage, and the round that is drawn from it; ``None`` when it is over.

    ``pages`` are how it stands on the page; in a bracket all that has begun, the last being what was drawn.
    """

    number: int
    state: State
    found: NextRound | None
    pages: tuple[tuple[Drawn, ...], ...] = ()


def events(number: int, *, seed: int) -> Iterator[Event]:
    """Yield the moments of one event, from its first draw to its end."""
    chance = Stream(b"tournament fuzz").derive(seed, number)
    state = _stage(chance)
    while True:
        found = next_round(state)
        if found is None:
            yield Event(number, state, None)
            return
        event = Event(number, state, found, _pages(state, found))
        yield event
        state = _after(event, found, chance)


def _pages(state: State, found: NextRound) -> tuple[tuple[Drawn, ...], ...]:
    if state.format not in BRACKETS:
        return (drawn(state, found.number) or (),)
    now = {match.why["place"] for match in found.matches}
    pages: list[tuple[Drawn, ...]] = []
    for number in range(1, rounds_of(state) + 1):
        pages.append(drawn(state, number) or ())
        if now <= {pairing.place for pairing in pages[-1]}:
            break
    return tuple(pages)


def _stage(chance: Stream) -> State:
    format_ = chance.choice((*FORMAT_KEYS, *QUICK))
    fewest, most = SIZES[format_]
    size = fewest + chance.below(most - fewest + 1)
    seeds = chance.shuffled(range(1, size + 1))
    entries = tuple(_entry(at, seed, format_, chance) for at, seed in enumerate(seeds))
    names = [one.id for one in entries]
    apart = [frozenset(chance.shuffled(names)[:2]) for _ in range(chance.below(3))]
    options = Options(
        points=chance.choice(POINTS),
        rounds=1 + chance.below(MOST_ROUNDS) if format_ in LATE else None,
        tie_breaks=tuple(chance.shuffled(TIE_BREAK_CODES)[:3]),
        withdrawn=chance.choice((None, "annul", "forfeit")),
        diff_cap=chance.choice((None, 31)),
        third_place=chance.below(2) == 1,
        consolation=chance.below(2) == 1,
        second_final=chance.below(2) == 1,
    )
    return State(format_, entries, options, forbidden=frozenset(apart if format_ == "swiss" else ()))


def _entry(at: int, seed: int, format_: FormatKey, chance: Stream) -> Entry:
    """Return an entry; of a Swiss one in twenty has a bye before the draw, and one in twenty asks for one."""
    entry = Entry(f"E{at}", seed, f"club {chance.below(5)}")
    if format_ != "swiss":
        return entry
    round_ = (1 + chance.below(3),)
    kind = chance.below(20)
    return replace(entry, byes=round_ if kind == 0 else (), sits_out=round_ if kind == 1 else ())


def _after(event: Event, found: NextRound, chance: Stream) -> State:
    """Return the stage after a round was played, and after what happened between it and the next."""
    state = event.state
    results = [_result(match, state.format, chance) for match in found.matches]
    byes = [
        Pairing(pairing.sides, kind="sit_out" if pairing.unplayed == "sit_out" else "bye")
        for pairing in event.pages[-1]
        if len(pairing.sides) == 1
    ]
    state = replace(state, rounds=(*state.rounds, tuple(chance.shuffled([*results, *byes]))))
    if chance.below(5) == 0:
        state = _corrected(state, chance)
    if chance.below(5) == 0 and len(state.active) > 2:
        state = replace(state, withdrawn=state.withdrawn | {chance.choice(state.active)})
    if chance.below(6) == 0 and state.format in LATE and len(state.entries) < SIZES[state.format][1]:
        late = len(state.entries) + 1
        state = replace(state, entries=(*state.entries, Entry(f"late {late}", late)))
    return state


def _result(match: Match, format_: FormatKey, chance: Stream) -> Pairing:
    kind = chance.below(20)
    if len(match.sides) == 2 and kind == 0:
        return Pairing(match.sides, winner=chance.choice(match.sides), kind="walkover")
    if len(match.sides) == 2 and kind == 1:
        return Pairing(match.sides, kind="double_walkover")
    if kind == 2:
        return Pairing(match.sides, kind="void")
    if kind == 3 and format_ not in BRACKETS:
        return Pairing(match.sides, kind="postponed")
    scores = tuple(chance.below(40) - 8 for _ in match.sides)
    if kind < 6:
        scores = tuple(max(scores) for _ in match.sides)
    best = [side for side, score in zip(match.sides, scores, strict=True) if score == max(scores)]
    if len(best) == 1:
        return Pairing(match.sides, scores, best[0])
    goes_on = chance.choice(best) if format_ in BRACKETS else None
    return Pairing(match.sides, scores, None, goes_on)


def _corrected(state: State, chance: Stream) -> State:
    """Return the stage after a result of the last round has turned out the other way round."""
    *before, last = state.rounds
    at = chance.below(len(last))
    wrong = last[at]
    if wrong.kind != "played" or wrong.winner is None or len(wrong.sides) != 2:
        return state
    winner: tuple[EntryId, ...] = next(side for side in wrong.sides if side != wrong.winner)
    right = replace(wrong, scores=wrong.scores[::-1], winner=winner)
    return replace(state, rounds=(*before, (*last[:at], right, *last[at + 1 :])))
