"""What no rule set may say: ``check`` refuses it, naming the field and the rule it breaks.

Each demand is a line: the field at fault, a stable name for the rule, and the test. The order is
that of the fields; the first demand that fails is the one that is named.
"""

from collections.abc import Callable
from typing import Final

from games.rules.cards import Suit
from games.rules.choices import AllPass, AuctionShape, SetDefenders, TrumpChoice
from games.rules.errors import BadRules
from games.rules.rulesets import RuleSet, ScoreTable

LONGEST_KEY: Final = 40
HIGHEST_POINTS: Final = 100
HIGHEST_TARGET: Final = 1000
MOST_TARGETS: Final = 6


def check(rules: RuleSet) -> None:
    """Return if a match can be played by these rules.

    :raises BadRules: naming the field and the rule that is broken.
    """
    for field, rule, holds in DEMANDS:
        if not holds(rules):
            raise BadRules(field=field, rule=rule)


def _is_number(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _is_number_or_none(value: object, low: int, high: int) -> bool:
    return value is None or _is_number(value, low, high)


def _targets_are_numbers(rules: RuleSet) -> bool:
    allowed = rules.targets_allowed
    return len(allowed) <= MOST_TARGETS and all(_is_number(target, 1, HIGHEST_TARGET) for target in allowed)


def _score_demand(
    field: str, holds: Callable[[ScoreTable], bool]
) -> tuple[str, str, Callable[[RuleSet], bool]]:
    return field, "out_of_range", lambda rules: holds(rules.score)


DEMANDS: Final[tuple[tuple[str, str, Callable[[RuleSet], bool]], ...]] = (
    ("key", "out_of_range", lambda rules: isinstance(rules.key, str) and 0 < len(rules.key) <= LONGEST_KEY),
    ("version", "out_of_range", lambda rules: _is_number(rules.version, 1, 10**6)),
    ("bid_max", "out_of_range", lambda rules: _is_number(rules.bid_max, 1, 13)),
    ("bid_min", "out_of_range", lambda rules: _is_number(rules.bid_min, 1, 13)),
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
    ("all_pass_limit", "out_of_range", lambda rules: _is_number_or_none(rules.all_pass_limit, 1, 1000)),
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
    _score_demand("flat_points", lambda score: _is_number(score.flat_points, 1, HIGHEST_POINTS)),
    _score_demand("kaboot", lambda score: _is_number_or_none(score.kaboot, 1, HIGHEST_POINTS)),
    _score_demand("max_made", lambda score: _is_number_or_none(score.max_made, 1, HIGHEST_POINTS)),
    _score_demand("max_set", lambda score: _is_number_or_none(score.max_set, -HIGHEST_POINTS, 0)),
    _score_demand("max_set_factor", lambda score: _is_number(score.max_set_factor, 1, 4)),
    (
        "max_set_factor",
        "only_tricks_are_multiplied",
        lambda rules: rules.score.max_set_factor == 1 or rules.score.set_defenders is SetDefenders.TRICKS,
    ),
    ("honour", "out_of_range", lambda rules: _is_number_or_none(rules.honour, 1, HIGHEST_POINTS)),
    ("targets_allowed", "out_of_range", _targets_are_numbers),
    ("target", "not_one_of_the_targets", lambda rules: rules.target in rules.targets_allowed),
    ("round_cap", "out_of_range", lambda rules: _is_number_or_none(rules.round_cap, 1, 1000)),
)
