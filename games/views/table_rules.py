"""What the table's page has to know of the rules played there, and what it says because of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.bid_names import bid_key, bid_name
from games.rule_names import rules_name
from games.rules import AuctionShape, BidLabel, RuleSet, Seating
from games.services.clocks import TablePolicy
from games.views.bid_lines import bid_lines

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

Plural = Callable[[int], str]

PAIRS: Final[Mapping[str, Words]] = {
    "choose_bid": _("Choose how many tricks your side takes, or pass."),
    "over_won": _("{side} have won"),
    "over_won_us": _("You have won"),
}
PAIRS_OVER_SIX: Final = _("Choose how many tricks above six your side takes, or pass.")

ALONE: Final[Mapping[str, Words]] = {
    "choose_bid": _("Choose how many tricks you take alone, or pass."),
    "over_won": _("{side} has won"),
    "over_won_us": pgettext_lazy("alone", "You have won"),
}
ALONE_OVER_SIX: Final = _("Choose how many tricks above six you take alone, or pass.")


@dataclass(frozen=True, slots=True)
class RuleStrings:
    """Sentences, sentences with a number in them, names of bids by their tricks, and keys."""

    flat: Mapping[str, str]
    counted: Mapping[str, Plural]
    bid_names: Mapping[str, str]
    keys: Mapping[str, str]


def rule_strings(rules: RuleSet) -> RuleStrings:
    """Return what the script says by these rules and would say otherwise by others."""
    alone, over_six = rules.seating is Seating.SOLO, rules.bid_label is BidLabel.OVER_SIX
    flat = {key: str(words) for key, words in (ALONE if alone else PAIRS).items()}
    if over_six:
        flat["choose_bid"] = str(ALONE_OVER_SIX if alone else PAIRS_OVER_SIX)
    flat["bids"] = gettext("Tricks above six") if over_six else gettext("Number of tricks")
    flat["your_bid"] = gettext("Your only bid") if rules.auction is AuctionShape.ONCE else gettext("Your bid")
    names = {str(bid): bid_name(rules, bid) for bid in _bids(rules)}
    return RuleStrings(flat, {"told_trick": _trick_alone if alone else _trick_of_side}, names, _keys(rules))


def _bids(rules: RuleSet) -> range:
    return range(rules.bid_min, rules.bid_max + 1)


def _trick_of_side(n: int) -> str:
    return ngettext(
        "{name} takes the trick; {side}: {n} trick.", "{name} takes the trick; {side}: {n} tricks.", n
    )


def _trick_alone(n: int) -> str:
    return ngettext("{name} takes the trick: {n} trick.", "{name} takes the trick: {n} tricks.", n)


def _keys(rules: RuleSet) -> dict[str, str]:
    bids = _bids(rules)
    values = {"lowest": bid_name(rules, bids[0]), "highest": bid_name(rules, bids[-1])}
    return {" ".join(bid_key(rules, bid) for bid in bids): gettext("Bid %(lowest)s to %(highest)s") % values}


def table_rules(rules: RuleSet, policy: TablePolicy) -> dict[str, Any]:
    """Return what the script has to know of the rules, as JSON values; ``bids`` by their tricks."""
    lines = bid_lines(rules)
    bids = {str(bid): {"key": bid_key(rules, bid), "line": lines[str(bid)]} for bid in _bids(rules)}
    return {
        "name": rules_name(rules),
        "seating": rules.seating.value,
        "direction": rules.direction.value,
        "auction": rules.auction.value,
        "bids": bids,
        "fixed_trump": None if rules.fixed_trump is None else rules.fixed_trump.letter,
        "kaboot": rules.score.kaboot is not None,
        "max_set_factor": rules.score.max_set_factor,
        "honour": rules.honour,
        "after_match": rules.after_match.value,
        "casual": policy.casual,
    }
