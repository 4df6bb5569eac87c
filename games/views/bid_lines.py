"""What each bid wins and costs under a table's rules, in words, for the bid pad."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.rules import SEATS, Bid, RuleSet, score_deal

DECLARER = SEATS[0]
ALL_TRICKS = 13


def bid_lines(rules: RuleSet) -> dict[str, str]:
    """Return a sentence a bid, made from worked scores of the rule set and from nothing else."""
    bids = range(rules.bid_min, rules.bid_max + 1)
    return {str(bid): _line(rules, bid) for bid in bids}


def _line(rules: RuleSet, bid: int) -> str:
    made = _points(rules, bid, took=bid)
    failed = _points(rules, bid, took=bid - 1)
    return _("Made: %(won)s. Set: %(lost)s, and they score %(theirs)s or more.") % {
        "won": _signed(made[0]),
        "lost": _signed(failed[0]),
        "theirs": failed[1],
    }


def _points(rules: RuleSet, bid: int, *, took: int) -> tuple[int, ...]:
    tricks = (took, ALL_TRICKS - took, 0, 0)
    return tuple(score_deal(rules, declarer=DECLARER, bid=Bid(bid), tricks=tricks))


def _signed(points: int) -> str:
    """Return the points with their sign, kept left to right inside an Arabic sentence."""
    sign = "+" if points > 0 else "\u2212" if points < 0 else ""
    return f"\u2066{sign}{abs(points)}\u2069"
