"""What no rule set may say: ``check`` refuses it, naming the field and the rule it breaks.

Each demand is a line: the field at fault, a stable name for the rule, and the test. The order is
that of the fields; the first demand that fails is the one that is named.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.rules.cards import Suit
from games.rules.choices import AllPass, AuctionShape, SetDefenders, TrumpChoice
from games.rules.errors import BadRules
from games.rules.rulesets import RuleSet, ScoreTable

LONGEST_KEY: Final = 40
HIGHEST_POINTS: Final = 100
HIGHEST_TARGET: Final = 1000
MOST_TARGETS: Final = 6

Demand = tuple[str, str, Callable[[RuleSet], bool]]

RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "version": (1, 10**6),
    "bid_max": (1, 13),
    "bid_min": (1, 13),
    "all_pass_limit": (1, 1000),
    "flat_points": (1, HIGHEST_POINTS),
    "kaboot": (1, HIGHEST_POINTS),
    "max_made": (1, HIGHEST_POINTS),
    "max_set": (-HIGHEST_POINTS, 0),
    "max_set_factor": (1, 4),
    "honour": (1, HIGHEST_POINTS),
    "round_cap": (1, 1000),
}
"""The lowest and the highest number each field may hold."""


def check(rules: RuleSet) -> None:
    """Return if a match can be played by these rules.

    :raises BadRules: naming the field and the rule that is broken.
    """
    for field, rule, holds in DEMANDS:
        if not holds(rules):
            raise BadRules(field=field, rule=rule)


def _is_number(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _number(field: str) -> Demand:
    return field, "out_of_range", lambda rules: _is_number(_value(rules, field), *RANGES[field])


def _number_or_none(field: str) -> Demand:
    _, rule, holds = _number(field)
    return field, rule, lambda rules: _value(rules, field) is None or holds(rules)


def _value(rules: RuleSet, field: str) -> Any:
    return getattr(rules if hasattr(rules, field) else rules.score, field)


def _targets_are_numbers(rules: RuleSet) -> bool:
    allowed = rules.targets_allowed
    return len(allowed) <= MOST_TARGETS and all(_is_number(target, 1, HIGHEST_TARGET) for target in allowed)


DEMANDS: Final[tuple[Demand, ...]] = (
    ("key", "out_of_range", lambda rules: isinstance(rules.key, str) and 0 < len(rules.key) <= LONGEST_KEY),
    _number("version"),
    _number("bid_max"),
    _number("bid_min"),
    ("bid_min", "above_the_highest_bid", lambda rules: rules.bid_min <= rules.bid_max),
    ("max_bid_closes", "not_a_choice", lambda rules: type(rules.max_bid_closes) is bool),
    ("no_trump", "not_a_choice", lambda rules: type(rules.no_trump) is bool),
    (
        "fixed_trump",
        "a_fixed_trump_names_its_suit",
        lambda rules: rules.trump is not TrumpChoice.FIXED or isinstance(rules.fixed_trump, Suit),
    ),
    (
        "fixed_trump",
        "only_a_fixed_trump_names_a_suit",
        lambda rules: rules.trump is TrumpChoice.FIXED or rules.fixed_trump is None,
    ),
    (
        "no_trump",
        "a_fixed_trump_leaves_no_choice",
        lambda rules: not (rules.no_trump and rules.trump is TrumpChoice.FIXED),
    ),
    (
        # With re-entry nobody is ever the last one who may still bid, so nobody can be forced.
        "all_pass",
        "with_reentry_nobody_is_last",
        lambda rules: rules.all_pass is AllPass.REDEAL or rules.auction is not AuctionShape.REENTRY,
    ),
    _number_or_none("all_pass_limit"),
    (
        # Without it four people who have left the table would be dealt to for ever.
        "all_pass_limit",
        "passed_deals_need_a_limit",
        lambda rules: rules.all_pass is AllPass.DEALER_FORCED or rules.all_pass_limit is not None,
    ),
    (
        "all_pass_limit",
        "a_forced_dealer_never_passes",
        lambda rules: rules.all_pass is AllPass.REDEAL or rules.all_pass_limit is None,
    ),
    ("score", "not_an_object", lambda rules: isinstance(rules.score, ScoreTable)),
    _number("flat_points"),
    _number_or_none("kaboot"),
    _number_or_none("max_made"),
    _number_or_none("max_set"),
    _number("max_set_factor"),
    (
        "max_set_factor",
        "only_tricks_are_multiplied",
        lambda rules: rules.score.max_set_factor == 1 or rules.score.set_defenders is SetDefenders.TRICKS,
    ),
    _number_or_none("honour"),
    ("targets_allowed", "out_of_range", _targets_are_numbers),
    ("target", "not_one_of_the_targets", lambda rules: rules.target in rules.targets_allowed),
    _number_or_none("round_cap"),
)
