"""Rule sets in a few words, and two or more of them side by side, in the words of their fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.rule_words import LABELS, said, told_apart
from games.rules import FIELDS, RuleSet, values_of

IN_SHORT: Final = (
    *("seating", "direction", "auction", "trump", "fixed_trump", "made", "set_declarer"),
    *("honour", "target", "round_cap"),
)
ON_A_CARD: Final = ("seating", "auction", "trump", "made", "target")


def described(rules: RuleSet, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return what these fields are called and what they say, without a suit that is not fixed."""
    values = values_of(rules)
    told = [name for name in names if name != "fixed_trump" or values[name] is not None]
    return tuple((str(LABELS[name]), said(name, values[name])) for name in told)


def unlike(rules: RuleSet, other: RuleSet) -> tuple[tuple[str, str], ...]:
    """Return the same of the fields in which two rule sets are not alike, as the first has it."""
    return tuple((line.label, line.now) for line in told_apart(rules, other))


def side_by_side(rule_sets: Sequence[RuleSet]) -> tuple[tuple[str, ...], ...]:
    """Return the fields in which these are not all alike: what it is called, and what it says in each."""
    held = [values_of(rules) for rules in rule_sets]
    differing = [name for name in FIELDS if len({values[name] for values in held}) > 1]
    return tuple((str(LABELS[name]), *(said(name, values[name]) for values in held)) for name in differing)
