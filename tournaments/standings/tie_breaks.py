"""Tie-breaks: what parts entries with the same table points.

====================  =========================  ==================================================  ========
code                  name                       value; more is better unless it says so             source
====================  =========================  ==================================================  ========
direct                direct encounter           points from the matches of the tied among them      FIDE C.07
mini_diff             difference among the tied  as diff, from those matches only                    clubs
diff                  difference                 own points less the others', a match up to the cap  clubs
wins                  wins                       matches won, walkovers included, byes not           FIDE C.07
buchholz              Buchholz                   sum of the opponents' adjusted points               FIDE C.07
buchholz_cut1         Buchholz, one cut          the same without the lowest                         FIDE C.07
median                median Buchholz            the same without the lowest and the highest         FIDE C.07
sb                    Sonneborn-Berger           each result's part of a win times those points      FIDE C.07
omw                   opponents' match win       mean of the opponents' shares of all points, each   MTR
                                                 at least 0.33
seed                  seed                       the seed; less is better                            clubs
lot                   lot                        HMAC-SHA256 of the id under the secret; less first  ours
====================  =========================  ==================================================  ========

The rules in prose are in docs/formats.md#tie-breaks. ``value_of`` returns a value with its working:
what is added up to it.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tournaments.state import EntryId, State, TieBreakCode, exactly

from .results import Result, Results, points_of, total

Working = tuple[Fraction, ...]
LOWEST_SHARE = Fraction(33, 100)
"""The least an opponent's share of its points counts as."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a tie-break says of an entry: ``None`` where it says nothing. ``terms`` add up to it."""

    value: Fraction | None
    terms: Working = ()

    @property
    def order(self) -> Fraction:
        """What is compared, more is better; who has no value comes last, level with his like."""
        return Fraction(-(10**12)) if self.value is None else self.value


@dataclass(frozen=True)
class Field:
    """A stage to be ranked: its results and, made of them once, everybody's adjusted points.

    ``among`` keeps for each set of tied what ``direct`` says of all of them, so that it is asked once.
    """

    state: State
    results: Results
    adjusted: Mapping[EntryId, Fraction]
    among: dict[frozenset[EntryId], Mapping[EntryId, Fraction]] = field(default_factory=dict)

    @classmethod
    def of(cls, state: State, results: Results) -> Field:
        """Return the field of a stage."""
        return cls(state, results, {entry: _adjusted(lines, state) for entry, lines in results.items()})


def _adjusted(lines: Sequence[Result], state: State) -> Fraction:
    """Return an entry's points as its opponents count them: rounds after it left count as drawn."""
    staying = [at for at, line in enumerate(lines) if not line.of_own_will]
    last = staying[-1] if staying else -1
    gone = len(lines) - 1 - last
    return points_of(lines[: last + 1]) + gone * exactly(state.options.points.draw)


# ---- each tie-break, from a field, an entry and those it is level with


def _wins(field: Field, entry: EntryId, _: frozenset[EntryId]) -> Value:
    won = [Fraction(line.won == "won") for line in field.results[entry] if line.kind != "bye"]
    return Value(total(won), tuple(won))


def _diff(field: Field, entry: EntryId, _: frozenset[EntryId]) -> Value:
    return _difference(field, field.results[entry])


def _mini_diff(field: Field, entry: EntryId, tied: frozenset[EntryId]) -> Value:
    return _difference(field, [_against(line, tied) for line in _meetings(field, entry, tied)])


def _against(line: Result, tied: frozenset[EntryId]) -> Result:
    """Return a result with the scores of the tied alone, where three others play for themselves."""
    if len(line.scores) <= 2:
        return line
    own, *others = line.scores
    kept = (score for one, score in zip(line.opponents, others, strict=True) if one in tied)
    return replace(line, scores=(own, *kept))


def _difference(field: Field, lines: Sequence[Result]) -> Value:
    cap = field.state.options.diff_cap
    terms = []
    for line in lines:
        for other in line.scores[1:]:
            margin = line.scores[0] - other
            terms.append(Fraction(margin if cap is None else max(-cap, min(cap, margin))))
    return Value(total(terms), tuple(terms))


def _direct(field: Field, entry: EntryId, tied: frozenset[EntryId]) -> Value:
    """Say how all of the tied did if they have met; else only who leads them whatever is missing."""
    if tied not in field.among:
        got = {one: _among(field, one, tied) for one in tied}
        field.among[tied] = got if _all_have_met(field, tied) else _leader(field, got, tied)
    found = field.among[tied]
    if entry not in found:
        return Value(None)
    terms = tuple(line.points for line in _meetings(field, entry, tied))
    return Value(found[entry], terms)


def _meetings(field: Field, entry: EntryId, tied: frozenset[EntryId]) -> list[Result]:
    return [line for line in field.results[entry] if set(line.opponents) & tied]


def _among(field: Field, entry: EntryId, tied: frozenset[EntryId]) -> Fraction:
    return points_of(_meetings(field, entry, tied))


def _missing(field: Field, entry: EntryId, tied: frozenset[EntryId]) -> int:
    met = {other for line in field.results[entry] for other in line.opponents}
    return len(tied) - 1 - len(met & tied)


def _all_have_met(field: Field, tied: frozenset[EntryId]) -> bool:
    return all(_missing(field, one, tied) == 0 for one in tied)


def _leader(
    field: Field, got: Mapping[EntryId, Fraction], tied: frozenset[EntryId]
) -> Mapping[EntryId, Fraction]:
    """Return who is ahead of all others even if they won every match they have not played, if anybody is."""
    win = exactly(field.state.options.points.win)
    first = max(tied, key=got.__getitem__)
    others = [got[one] + win * _missing(field, one, tied) for one in tied - {first}]
    return {first: got[first]} if got[first] > max(others) else {}


def _contributions(field: Field, entry: EntryId) -> list[tuple[bool, Fraction]]:
    """Return what each round adds to Buchholz, and whether it was missed of own will.

    For a round without an opponent it is the entry's own points.
    """
    own = points_of(field.results[entry])
    return [
        (line.of_own_will, points)
        for line in field.results[entry]
        for points in ([field.adjusted[other] for other in line.opponents] or [own])
    ]


def _buchholz(field: Field, entry: EntryId, _: frozenset[EntryId]) -> Value:
    return _sum(points for _, points in _contributions(field, entry))


def _cut_lowest(lines: list[tuple[bool, Fraction]]) -> list[Fraction]:
    """Return what is left without the lowest; what was missed of own will goes before all else."""
    left = [points for _, points in lines]
    if left:
        left.remove(min([points for missed, points in lines if missed] or left))
    return left


def _buchholz_cut1(field: Field, entry: EntryId, _: frozenset[EntryId]) -> Value:
    return _sum(_cut_lowest(_contributions(field, entry)))


def _median(field: Field, entry: EntryId, _: frozenset[EntryId]) -> Value:
    left = sorted(_cut_lowest(_contributions(field, entry)))
    return _sum(left[:-1])


def _sonneborn_berger(field: Field, entry: EntryId, _: frozenset[EntryId]) -> Value:
    own = points_of(field.results[entry])
    alone = [] if field.state.format == "round-robin" else [own]
    return _sum(
        line.share * points
        for line in field.results[entry]
        for points in ([field.adjusted[other] for other in line.opponents] or alone)
    )


def _opponents_match_win(field: Field, entry: EntryId, _: frozenset[EntryId]) -> Value:
    shares = [_share(field, other) for line in field.results[entry] for other in line.opponents]
    if not shares:
        return Value(Fraction(0))
    return Value(total(shares) / len(shares), tuple(shares))


def _share(field: Field, entry: EntryId) -> Fraction:
    lines = [line for line in field.results[entry] if line.kind not in ("missed", "sit_out", "void")]
    most = exactly(field.state.options.points.win) * len(lines)
    return max(LOWEST_SHARE, points_of(lines) / most) if most else LOWEST_SHARE


def _seed(field: Field, entry: EntryId, _: frozenset[EntryId]) -> Value:
    return Value(Fraction(field.state.seed_of[entry]))


def _lot(field: Field, entry: EntryId, _: frozenset[EntryId]) -> Value:
    drawn = hmac.digest(field.state.options.lot_secret.encode(), field.state.lot_of[entry].encode(), "sha256")
    return Value(Fraction(int.from_bytes(drawn[:6], "big")))


def _sum(terms: Iterable[Fraction]) -> Value:
    kept = tuple(terms)
    return Value(total(kept), kept)


TieBreak = Callable[[Field, EntryId, frozenset[EntryId]], Value]

TIE_BREAKS: Mapping[TieBreakCode, TieBreak] = {
    "direct": _direct,
    "mini_diff": _mini_diff,
    "diff": _diff,
    "wins": _wins,
    "buchholz": _buchholz,
    "buchholz_cut1": _buchholz_cut1,
    "median": _median,
    "sb": _sonneborn_berger,
    "omw": _opponents_match_win,
    "seed": _seed,
    "lot": _lot,
}
LESS_IS_BETTER = ("seed", "lot")
AMONG_THE_TIED = ("direct", "mini_diff")
"""Those that are asked anew of the entries they leave tied."""
