"""The table of a stage: points first, then the tie-breaks in the order the stage has chosen.

With no tie-break left, equal is equal: those entries share their place. Source: docs/formats.md#tie-breaks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby, takewhile

from tournaments.state import EntryId, State, TieBreakCode

from .results import EVERYBODY_EVERY_ROUND, Won, points_of, results_of
from .tie_breaks import AMONG_THE_TIED, LESS_IS_BETTER, TIE_BREAKS, Field, Value
from .withdrawals import annulled, counted


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table. ``rank`` is ``None`` for who has no place in it.

    ``played``, ``won``, ``drawn`` and ``lost`` count matches that were played; ``difference`` is the points
    from them less those given away; ``form`` is how each round went, ``""`` for one without a result. They
    explain and do not decide.
    """

    entry: EntryId
    rank: int | None
    points: Fraction
    tie_breaks: Mapping[str, Value] = field(default_factory=dict)
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    difference: int = 0
    form: tuple[Won, ...] = ()


def ranking(state: State) -> tuple[Line, ...]:
    """Return the table of a stage, the best first; who is annulled stands last, without a place."""
    out = annulled(state)
    kept = counted(_closed(state))
    seen = Field.of(kept, results_of(kept))
    points = {entry: points_of(lines) for entry, lines in seen.results.items()}
    ranked = [entry for entry in state.seeded if entry not in out]
    lines: list[Line] = []
    for level in _levels(ranked, points, reverse=True):
        for tied in _parted(seen, level, state.options.tie_breaks, {entry: {} for entry in level}):
            rank = len(lines) + 1
            for entry, values in tied:
                lines.append(_line(entry, rank, points[entry], _in_order(values, state), seen))
    return (*lines, *(Line(entry, None, Fraction(0)) for entry in state.seeded if entry in out))


def _closed(state: State) -> State:
    """Return the stage with the rounds that count: where all play on, those before a result is missing.

    A tie-break that rested on half a round would rank by who has finished early.
    """
    if state.format not in EVERYBODY_EVERY_ROUND:
        return state
    closed = takewhile(lambda round_: not any(pairing.is_pending for pairing in round_), state.rounds)
    return replace(state, rounds=tuple(closed))


def _in_order(values: Mapping[str, Value], state: State) -> dict[str, Value]:
    return {code: values[code] for code in state.options.tie_breaks}


def _line(entry: EntryId, rank: int, points: Fraction, values: Mapping[str, Value], seen: Field) -> Line:
    played = [one for one in seen.results[entry] if one.kind == "played"]
    how = Counter(one.won for one in played)
    gained = sum(one.scores[0] - other for one in played for other in one.scores[1:])
    form = tuple(one.won for one in seen.results[entry])
    return Line(entry, rank, points, values, len(played), how["won"], how["drawn"], how["lost"], gained, form)


Values = dict[str, Value]


def _parted(
    seen: Field, level: Sequence[EntryId], codes: Sequence[TieBreakCode], known: Mapping[EntryId, Values]
) -> Iterator[list[tuple[EntryId, Values]]]:
    """Yield those who stay tied after all tie-breaks, best group first, each with its values."""
    if not codes:
        yield [(entry, known[entry]) for entry in level]
        return
    code, *rest = codes
    tied = frozenset(level)
    values = {entry: TIE_BREAKS[code](seen, entry, tied) for entry in level}
    with_it = {entry: _with(known[entry], code, values[entry]) for entry in level}
    worth = {entry: one.order for entry, one in values.items()}
    for group in _levels(level, worth, reverse=code not in LESS_IS_BETTER):
        again = code in AMONG_THE_TIED and 1 < len(group) < len(level)
        yield from _parted(seen, group, codes if again else rest, with_it)


def _with(known: Values, code: TieBreakCode, value: Value) -> Values:
    """Return the values with one more; of those asked again the first that says something is shown."""
    before = known.get(code)
    return known | {code: value} if before is None or before.value is None else known


def _levels(
    entries: Sequence[EntryId], worth: Mapping[EntryId, Fraction], *, reverse: bool
) -> Iterator[list[EntryId]]:
    """Yield the entries that are worth the same, the best first, each group in its order before."""
    ordered = sorted(entries, key=worth.__getitem__, reverse=reverse)
    for _, group in groupby(ordered, key=worth.__getitem__):
        yield list(group)
