"""Rule sets in a few words, and two or more of them side by side, in the words of their fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.rule_words import LABELS, said
from games.rules import Made, RuleSet, SetDefenders, values_of

IN_SHORT: Final = (
    *("seating", "direction", "auction", "trump", "fixed_trump", "made", "set_declarer"),
    *("honour", "target", "round_cap"),
)
ON_A_CARD: Final = ("seating", "auction", "trump", "made", "target")


def described(rules: RuleSet, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return what these fields are called and what they say, without a suit where none is fixed."""
    told = [name for name in names if name != "fixed_trump" or rules.fixed_trump is not None]
    return tuple((str(LABELS[name]), _told(rules, name)) for name in told)


def side_by_side(*rule_sets: RuleSet) -> tuple[tuple[str, ...], ...]:
    """Return the fields in which these are not all alike: what it is called, and what it says in each."""
    held = [values_of(rules) for rules in rule_sets]
    differing = [name for name in LABELS if len({values[name] for values in held}) > 1]
    return tuple((str(LABELS[name]), *(_told(rules, name) for rules in rule_sets)) for name in differing)


def unlike(rules: RuleSet, other: RuleSet) -> tuple[tuple[str, str], ...]:
    """Return what a rule set says where another says something else."""
    return tuple((label, here) for label, here, _there in side_by_side(rules, other))


def _told(rules: RuleSet, name: str) -> str:
    """Return what a field says; where that is the fixed number of points, the number too."""
    value = values_of(rules)[name]
    words = said(name, value)
    return f"{words}: {rules.score.flat_points}" if value in {Made.FLAT, SetDefenders.FLAT} else words
