"""Why values do not make a rule set: a sentence for each demand, and for each fault of a file.

``fault`` is what a form says beside the field, and the reason a reader gets wherever ``BadRules``
is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from games.rules import HIGHEST_TARGET, MOST_TARGETS, RANGES, BadRules

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

DEMANDED: Final[Mapping[tuple[str, str], Words]] = {
    ("key", "out_of_range"): _("The key of a rule set is a text of 1 to 40 signs."),
    ("bid_min", "above_the_highest_bid"): _("The lowest bid is above the highest one."),
    ("fixed_trump", "a_fixed_trump_names_its_suit"): _("Say which suit is always trump."),
    ("fixed_trump", "only_a_fixed_trump_names_a_suit"): _(
        "The player who won the auction chooses trump: no suit can be fixed beforehand."
    ),
    ("no_trump", "a_fixed_trump_leaves_no_choice"): _(
        "One suit is always trump: nobody can choose to play without."
    ),
    ("all_pass", "with_reentry_nobody_is_last"): _(
        "Where a pass means nothing for later, nobody is ever the last who may bid, "
        "so the dealer cannot be made to. Let a pass end a player's auction, or have the cards dealt again."
    ),
    ("all_pass_limit", "passed_deals_need_a_limit"): _(
        "Without a number, four who have left the table would be dealt to for ever."
    ),
    ("all_pass_limit", "a_forced_dealer_never_passes"): _(
        "The dealer has to bid, so there is never a deal without a bid: leave this empty."
    ),
    ("score", "not_an_object"): _("The scores are a group of fields in braces."),
    ("max_set_factor", "only_tricks_are_multiplied"): _(
        "The others score a fixed number of points: only tricks can count more than once."
    ),
    ("target", "not_one_of_the_targets"): _("The target is not one of those a table may choose from."),
}

OF_A_FILE: Final[Mapping[str, Words]] = {
    "not_json": _("This is not JSON, or it is cut off."),
    "not_an_object": _("A rule set is a group of fields in braces."),
    "missing": _("The field is missing."),
    "unknown": _("There is no such field in a rule set."),
    "not_a_choice": _("This is none of the values the field can have."),
}

NUMBER: Final = _("A whole number from %(lowest)s to %(highest)s.")
TARGETS: Final = _("At most %(most)s targets, each from 1 to %(highest)s.")


def fault(refusal: BadRules) -> str:
    """Return why the field is at fault, in the language that is active."""
    field, rule = str(refusal.params["field"]), str(refusal.params["rule"])
    if (field, rule) in DEMANDED:
        return str(DEMANDED[field, rule])
    if rule in OF_A_FILE:
        return str(OF_A_FILE[rule])
    return _out_of_range(field)


def _out_of_range(field: str) -> str:
    if field == "targets_allowed":
        return str(TARGETS) % {"most": MOST_TARGETS, "highest": HIGHEST_TARGET}
    lowest, highest = RANGES[field]
    return str(NUMBER) % {"lowest": lowest, "highest": highest}
