"""Sentences, each with the rule sets it is true of, and the values that are filled in.

A section of the book is a list of lines; a rule set chooses among them and fills in its own
numbers. No number that a rule set can change is written in a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from games.bid_names import bid_name
from games.numbers import signed
from games.rules import RuleSet, Seating, Suit, duration_of, values_of, worked_deals

from .deals import least, most

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

Holds = Callable[[RuleSet], bool]

SUITS: Final[Mapping[Suit, Words]] = {
    Suit.SPADES: _("spades"),
    Suit.HEARTS: _("hearts"),
    Suit.DIAMONDS: _("diamonds"),
    Suit.CLUBS: _("clubs"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence and the rule sets it is said of."""

    holds: Holds
    sentence: Words


def always(_rules: RuleSet) -> bool:
    """Hold of every rule set."""
    return True


def has(**wanted: object) -> Holds:
    """Return whether a rule set has these values, those of its score table under their own names."""
    return lambda rules: wanted.items() <= values_of(rules).items()


def unless(holds: Holds) -> Holds:
    """Return whether something does not hold."""
    return lambda rules: not holds(rules)


def both(first: Holds, second: Holds) -> Holds:
    """Return whether two things hold."""
    return lambda rules: first(rules) and second(rules)


_name = lazy(bid_name, str)

in_pairs = has(seating=Seating.PAIRS)
solo = has(seating=Seating.SOLO)


def said(lines: Iterable[Line], rules: RuleSet) -> tuple[str, ...]:
    """Return the sentences that hold, with the values of the rule set."""
    values = figures_of(rules)
    return tuple(line.sentence % values for line in lines if line.holds(rules))


@lru_cache(maxsize=256)
def figures_of(rules: RuleSet) -> Mapping[str, Any]:
    """Return what sentences may name: numbers, points with their sign, and the fixed trump.

    They are the same in every language: names of suits and bids are translated when they are filled in.
    """
    return {
        "lowest": rules.bid_min,
        "highest": rules.bid_max,
        "lowest_said": _name(rules, rules.bid_min),
        "highest_said": _name(rules, rules.bid_max),
        "limit": rules.all_pass_limit,
        "target": rules.target,
        "targets": " / ".join(map(str, rules.targets_allowed)),
        "cap": rules.round_cap,
        "honour": rules.honour,
        "flat": signed(rules.score.flat_points),
        "kaboot": signed(rules.score.kaboot or 0),
        "max_made": signed(rules.score.max_made or 0),
        "suit": "" if rules.fixed_trump is None else SUITS[rules.fixed_trump],
        "most": signed(most(rules)),
        "least": signed(least(rules)),
        "mean_deals": round(duration_of(rules).mean_deals),
        **_worked(rules),
    }


def _worked(rules: RuleSet) -> dict[str, Any]:
    """Return bid, tricks and points of those who bid in the worked deals, by their names."""
    return {
        f"{deal.name}_{what}": value
        for deal in worked_deals(rules)
        for what, value in (("bid", deal.bid), ("took", deal.took), ("won", signed(deal.won)))
    }
