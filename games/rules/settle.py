"""When a match is over, and for whom: the one place that decides it.

After every deal, in this order: everybody passing once too often, the target, the cap, the clock.
Source: docs/rules/levantine.md#match.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from games.rules.choices import Level
from games.rules.rulesets import RuleSet
from games.rules.scoring import Points
from games.rules.seats import Side

Adjustment = tuple[int, Side, int]
"""The entry of ``deals`` it counts from (0 before the first), the side, and the points."""

State = Literal["open", "won", "drawn", "void"]
DecidedBy = Literal["target", "cap", "clock", "all_pass", "retirement"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where a match stands.

    ``advances`` is the side a bracket sends through when the match is drawn: of those level at the
    top, the one that did best in the last scored deal. ``at`` counts the deals looked at.
    """

    state: State
    winner: Side | None
    advances: Side | None
    by: DecidedBy | None
    totals: Points
    at: int

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each side, from 1: the winner's first, and sides that are level share theirs."""
        standing = [(side == self.winner, total) for side, total in enumerate(self.totals)]
        return tuple([1 + sum(other > own for other in standing) for own in standing])


def settle(
    rules: RuleSet,
    deals: Sequence[Sequence[int] | None],
    target: int | None = None,
    cap: int | None = None,
    time_up: bool = False,
    adjustments: Sequence[Adjustment] = (),
) -> Outcome:
    """Return the outcome of a match after these deals.

    :param deals: the points each side gained in a deal, ``None`` for a deal everyone passed.
    :param target: the rule set's own when ``None``; so is ``cap``.
    :param time_up: no further deal is begun, so a match still open is decided as it stands.
    :param adjustments: what a director gave or took; each counts from the entry it was made in.
    """
    goal = rules.target if target is None else target
    limit = rules.round_cap if cap is None else cap
    scored: list[Points] = []
    totals = adjusted((0,) * rules.seating.sides, adjustments, 0)
    if (given := _ended(rules, scored, totals, goal, limit)) is not None:
        return _decided(given, scored, totals, 0)
    passed = 0
    for at, points in enumerate(deals, start=1):
        passed = passed + 1 if points is None else 0
        if points is not None:
            scored.append(tuple(points))
            totals = tuple([total + gain for total, gain in zip(totals, points, strict=True)])
        totals = adjusted(totals, adjustments, at)
        if passed == rules.all_pass_limit:
            return Outcome("void", None, None, "all_pass", totals, at)
        ended = _ended(rules, scored, totals, goal, limit)
        if ended is not None:
            return _decided(ended, scored, totals, at)
    if time_up:
        return _decided("clock", scored, totals, len(deals))
    return Outcome("open", None, None, None, totals, len(deals))


def adjusted(totals: Points, adjustments: Sequence[Adjustment], at: int) -> Points:
    """Return the totals with the adjustments that were made in an entry."""
    changed = list(totals)
    for made_in, side, points in adjustments:
        changed[side] += points * (made_in == at)
    return tuple(changed)


def _ended(
    rules: RuleSet, scored: list[Points], totals: Points, target: int, cap: int | None
) -> DecidedBy | None:
    top = max(totals)
    if top >= target and (totals.count(top) == 1 or rules.level is Level.DRAW):
        return "target"
    return "cap" if len(scored) == cap else None


def _decided(by: DecidedBy, scored: list[Points], totals: Points, at: int) -> Outcome:
    """Close a match: the highest total wins, level totals are a draw."""
    leaders = [Side(side) for side, total in enumerate(totals) if total == max(totals)]
    if len(leaders) == 1:
        return Outcome("won", leaders[0], None, by, totals, at)
    return Outcome("drawn", None, _best_lately(leaders, scored), by, totals, at)


def _best_lately(leaders: list[Side], scored: list[Points]) -> Side | None:
    """Return which of the leaders did best in the last scored deal, or else in the one before."""
    for points in reversed(scored):
        best = max(points[side] for side in leaders)
        leaders = [side for side in leaders if points[side] == best]
        if len(leaders) == 1:
            return leaders[0]
    return None
