"""What each bid wins and costs under a table's rules, in words, for the bid pad.

Every figure comes from a worked deal: it is what the rules pay, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.numbers import isolated, signed
from games.rules import MadeDefenders, RuleSet, Seating, SetDefenders, worked_deal

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

ALL_TRICKS = 13

SET_PAIRS: Final[Mapping[str, Words]] = {
    "tricks": _("Set: %(lost)s, and they score %(theirs)s or more."),
    "times": _("Set: %(lost)s, and their tricks count %(times)s."),
    "flat": _("Set: %(lost)s, and they score %(theirs)s."),
}
SET_ALONE: Final[Mapping[str, Words]] = {
    "tricks": _("Set: %(lost)s, and each of the others scores his tricks."),
    "times": _("Set: %(lost)s, and the tricks of each of the others count %(times)s."),
    "flat": _("Set: %(lost)s, and each of the others scores %(theirs)s."),
}


def bid_lines(rules: RuleSet) -> dict[str, str]:
    """Return what is said of each bid, by its tricks."""
    return {str(bid): _line(rules, bid) for bid in range(rules.bid_min, rules.bid_max + 1)}


def _line(rules: RuleSet, bid: int) -> str:
    sentences = [_made(rules, bid), _others(rules), _kaboot(rules, bid), _set(rules, bid), _end(rules, bid)]
    return " ".join(filter(None, sentences))


def _made(rules: RuleSet, bid: int) -> str:
    """Say what a contract pays that is made, and whether tricks above it pay more."""
    most_tricks = ALL_TRICKS if rules.score.kaboot is None else ALL_TRICKS - 1
    least, more = _won(rules, bid, bid), _won(rules, bid, min(bid + 1, most_tricks))
    sentence = gettext("Made: %(won)s or more.") if more > least else gettext("Made: %(won)s.")
    return sentence % {"won": signed(least)}


def _others(rules: RuleSet) -> str:
    paid = rules.score.made_defenders is MadeDefenders.TRICKS
    return gettext("The others score their tricks all the same.") if paid else ""


def _kaboot(rules: RuleSet, bid: int) -> str:
    if rules.score.kaboot is None or bid == rules.bid_max:
        return ""
    return gettext("Kaboot, all 13 tricks: %(won)s.") % {"won": signed(_won(rules, bid, ALL_TRICKS))}


def _set(rules: RuleSet, bid: int) -> str:
    deal = worked_deal(rules, "", bid=bid, took=bid - 1)
    factor = rules.score.max_set_factor if bid == rules.bid_max else 1
    flat = rules.score.set_defenders is SetDefenders.FLAT
    sentences = SET_ALONE if rules.seating is Seating.SOLO else SET_PAIRS
    sentence = sentences["flat" if flat else "times" if factor > 1 else "tricks"]
    values = {"lost": signed(deal.won), "theirs": deal.theirs, "times": isolated(f"×{factor}")}
    return str(sentence) % values


def _end(rules: RuleSet, bid: int) -> str:
    closes = rules.max_bid_closes and bid == rules.bid_max
    return gettext("It closes the auction.") if closes else ""


def _won(rules: RuleSet, bid: int, took: int) -> int:
    return worked_deal(rules, "", bid=bid, took=max(bid, took)).won
