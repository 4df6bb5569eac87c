"""Tips for beginners and questions with their answers: what they say depends on the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.rules import (
    ALL_TRICKS,
    AllPass,
    AuctionShape,
    Made,
    NextDealer,
    RuleSet,
    SetDeclarer,
    SetDefenders,
    TrumpChoice,
)

from .deals import can_lose, one_side_gains, paid
from .lines import Line, always, both, has, in_pairs, said, solo, unless
from .parts import Described, Section, Sentences
from .pays import has_lower_bids
from .scoring import overtricks

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words


def kaboot_pays(rules: RuleSet) -> bool:
    """Return whether all thirteen tricks on a lower bid bring more than a point beyond twelve."""
    if rules.score.kaboot is None or not has_lower_bids(rules):
        return False
    twelve, thirteen = (paid(rules, bid=rules.bid_min, took=took).points[0] for took in (12, ALL_TRICKS))
    return thirteen > twelve + 1


def highest_bid_costs(rules: RuleSet) -> bool:
    """Return whether the highest bid takes points from the side that misses it."""
    return paid(rules, bid=rules.bid_max, took=0).points[0] < 0


TIPS = (
    Line(
        has(trump=TrumpChoice.DECLARER),
        _(
            "Count before you bid: aces, kings with a second card beside them, and a long suit to be the"
            " trump."
        ),
    ),
    Line(
        has(trump=TrumpChoice.FIXED),
        _(
            "Count before you bid: aces, kings with a second card beside them, and above all your trumps. A"
            " long suit that is not %(suit)s is worth little."
        ),
    ),
    Line(
        in_pairs,
        _("Your partner takes tricks too: bid on what you hold and on a fair share of his."),
    ),
    Line(
        in_pairs,
        _("Do not outbid your partner only to be the declarer: you raise your own side’s contract."),
    ),
    Line(
        solo,
        _("You bid for yourself alone: nobody helps you to make it, and three play against you."),
    ),
    Line(
        has(made=Made.BID),
        _("The bid is all that a made contract pays: with a strong hand, bid what it is worth."),
    ),
    Line(
        has(made=Made.TRICKS),
        _(
            "Tricks are paid, not the bid: take the contract as low as the others let you, then play for"
            " every trick."
        ),
    ),
    Line(
        has(made=Made.FLAT),
        _("Contracts pay the same whatever was bid: the lowest bid that wins the auction is the best."),
    ),
    Line(
        has(set_declarer=SetDeclarer.MINUS_BID),
        _(
            "A contract that is set costs the whole bid and pays the others too: when in doubt, leave it to"
            " them."
        ),
    ),
    Line(
        has(set_declarer=SetDeclarer.ZERO),
        _(
            "A contract that is set takes nothing from what you have: rather bid than let the others have it"
            " cheaply."
        ),
    ),
    Line(
        kaboot_pays,
        _("When twelve tricks are certain, look for the thirteenth: all of them pay %(kaboot)s."),
    ),
    Line(
        both(unless(has(max_made=None)), highest_bid_costs),
        _(
            "A bid of %(highest)s scores %(highest_made_won)s or %(highest_set_won)s: bid it when you see"
            " every trick."
        ),
    ),
    Line(
        both(unless(has(max_made=None)), unless(highest_bid_costs)),
        _("A bid of %(highest)s pays %(highest_made_won)s: bid it when you see every trick."),
    ),
    Line(
        has(auction=AuctionShape.REENTRY),
        _("A pass shuts nobody out: you may wait and hear what the others bid."),
    ),
    Line(
        has(auction=AuctionShape.PASS_OUT),
        _("Whoever passes is out: with a hand worth a bid, do not pass in order to wait."),
    ),
    Line(
        has(auction=AuctionShape.ONCE),
        _("You have one call: say at once what your hand is worth."),
    ),
    Line(
        has(all_pass=AllPass.DEALER_FORCED),
        _(
            "After three passes the dealer has to bid, whatever he holds: think of it before yours is the"
            " third."
        ),
    ),
    Line(
        has(no_trump=True),
        _("To play without trump you want high cards in every suit; one long suit makes a better trump."),
    ),
    Line(
        unless(has(honour=None)),
        _(
            "Holding the king of hearts, keep it back while an opponent may have the ace of trumps; holding"
            " that ace, wait for the king."
        ),
    ),
    Line(
        always,
        _("Count the trumps that fall: then you know when your high cards of other suits are safe."),
    ),
    Line(
        has(set_defenders=SetDefenders.TRICKS),
        _(
            "Against a contract every trick counts: each brings it nearer to failing, and is paid when it"
            " does."
        ),
    ),
    Line(
        has(set_defenders=SetDefenders.FLAT),
        _("Against a contract only one thing counts: that it fails. By how much makes no difference."),
    ),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the lines its answer is made of; it is not asked where none of them holds."""

    question: Words
    answer: tuple[Line, ...]


QUESTIONS = (
    Asked(
        _("What is the lowest bid, and what the highest?"),
        (Line(always, _("The lowest is %(lowest)s tricks, the highest %(highest)s.")),),
    ),
    Asked(
        _("May I bid again after I have passed?"),
        (
            Line(
                has(auction=AuctionShape.REENTRY),
                _("Yes, when the turn comes back to you before the auction is over."),
            ),
            Line(has(auction=AuctionShape.PASS_OUT), _("No: a pass puts you out of this auction.")),
            Line(has(auction=AuctionShape.ONCE), _("No: each player has one call.")),
        ),
    ),
    Asked(
        _("What happens when everyone passes?"),
        (
            Line(
                has(all_pass=AllPass.REDEAL, dealer_all_pass=NextDealer.NEXT),
                _("Nothing is scored, and the next player deals."),
            ),
            Line(
                has(all_pass=AllPass.REDEAL, dealer_all_pass=NextDealer.SAME),
                _("Nothing is scored, and the same player deals again."),
            ),
            Line(
                has(all_pass=AllPass.DEALER_FORCED),
                _("It cannot happen: after three passes the dealer has to bid."),
            ),
            Line(
                unless(has(all_pass_limit=None)),
                ngettext_lazy(
                    "After %(limit)s such deal the match ends without a result.",
                    "After %(limit)s such deals in a row the match ends without a result.",
                    "limit",
                ),
            ),
        ),
    ),
    Asked(
        _("Do I have to trump when I cannot follow suit?"),
        (Line(always, _("No: play any card you like, a trump or another.")),),
    ),
    Asked(
        _("Can a deal be played without trump?"),
        (
            Line(has(no_trump=True), _("Yes, when the declarer chooses it.")),
            Line(has(no_trump=False), _("No: every deal has a trump.")),
        ),
    ),
    Asked(
        _("Do tricks beyond the bid count?"),
        (
            Line(
                both(overtricks, has(made=Made.BID)),
                _("No: bid %(made_bid)s, take %(made_took)s, and the score is %(made_won)s."),
            ),
            Line(
                both(overtricks, has(made=Made.TRICKS)),
                _("Yes: bid %(made_bid)s, take %(made_took)s, and the score is %(made_won)s."),
            ),
            Line(both(overtricks, has(made=Made.FLAT)), _("No: a made contract pays %(flat)s.")),
        ),
    ),
    Asked(
        _("What do all thirteen tricks pay?"),
        (
            Line(unless(has(kaboot=None)), _("On a lower bid %(kaboot)s: that is kaboot.")),
            Line(has(kaboot=None), _("On a lower bid nothing extra.")),
            Line(unless(has(max_made=None)), _("When %(highest)s was bid, %(max_made)s.")),
            Line(has(max_made=None), _("When %(highest)s was bid, no more than any contract of that bid.")),
        ),
    ),
    Asked(
        _("What does the highest bid cost when it is set?"),
        (
            Line(highest_bid_costs, _("The side that bid %(highest)s scores %(highest_set_won)s.")),
            Line(unless(highest_bid_costs), _("Nothing: it only pays the others.")),
        ),
    ),
    Asked(
        _("Can a total fall below zero?"),
        (
            Line(can_lose, _("Yes, without a floor.")),
            Line(unless(can_lose), _("No: no deal takes anything from a total.")),
        ),
    ),
    Asked(
        _("Can both sides reach the target in the same deal?"),
        (
            Line(one_side_gains, _("No: only one side gains in a deal.")),
            Line(
                both(in_pairs, unless(one_side_gains)),
                _("Yes: then the higher total wins."),
            ),
        ),
    ),
    Asked(
        _("How long is a match?"),
        (
            Line(
                always,
                ngettext_lazy(
                    "To %(target)s points it takes about %(mean_deals)s deal.",
                    "To %(target)s points it takes about %(mean_deals)s deals.",
                    "mean_deals",
                ),
            ),
        ),
    ),
)


def tips(rules: RuleSet) -> Section:
    """Return what helps a beginner."""
    return Section("tips", gettext("Tips"), (Sentences(said(TIPS, rules)),))


def questions(rules: RuleSet) -> Section:
    """Return what people ask, with the answers."""
    answered = [(str(asked.question), " ".join(said(asked.answer, rules))) for asked in QUESTIONS]
    return Section(
        "questions",
        gettext("Questions"),
        (Described(tuple((question, answer) for question, answer in answered if answer)),),
    )
