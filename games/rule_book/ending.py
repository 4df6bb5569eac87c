"""How a match ends, what comes between two deals, and what happens when time runs out."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.rules import AfterMatch, AllPass, AuctionShape, Level, Readiness, RuleSet, TrumpChoice

from .deals import one_side_gains
from .lines import Line, always, has, in_pairs, said, solo, unless
from .parts import Block, Prose, Section, Sentences

ASKED = (
    Line(
        unless(has(all_pass_limit=None)),
        ngettext_lazy(
            "Has everyone passed in %(limit)s deal? Then the match ends without a result, whatever the"
            " score.",
            "Has everyone passed in %(limit)s deals in a row? Then the match ends without a result, whatever"
            " the score. Any bid begins the count again.",
            "limit",
        ),
    ),
    Line(one_side_gains, _("Has a side %(target)s points or more? It has won.")),
    Line(
        unless(one_side_gains),
        _("Has a side %(target)s points or more? It has won; of several the one with the highest total."),
    ),
    Line(
        unless(has(round_cap=None)),
        ngettext_lazy(
            "Has %(cap)s deal been scored? Then the highest total wins, and level totals are a draw.",
            "Have %(cap)s deals been scored? Then the highest total wins, and level totals are a draw. Deals"
            " that everyone passed are not counted.",
            "cap",
        ),
    ),
    Line(
        always,
        _("Is time up, where there is a clock? Then the highest total wins, and level totals are a draw."),
    ),
)

MATCH = (
    Line(
        has(level=Level.EXTRA_DEAL),
        _("When the highest totals are level at %(target)s or more, another deal is played."),
    ),
    Line(
        has(level=Level.DRAW),
        _("When the highest totals are level at %(target)s or more, the match is a draw."),
    ),
    Line(
        lambda rules: len(rules.targets_allowed) > 1,
        _("Whoever opens the table chooses the target: %(targets)s. Without a choice it is %(target)s."),
    ),
    Line(
        has(round_cap=None),
        _("There is no limit to the number of deals, unless a tournament sets one."),
    ),
    Line(
        unless(has(round_cap=None)),
        _("A tournament may set a smaller limit of deals."),
    ),
    Line(
        one_side_gains,
        _(
            "A drawn match stays a draw. In a bracket the side that gained in the last scored deal goes"
            " through: when that contract was set, the side that had not bid. When no deal was scored, the"
            " director decides."
        ),
    ),
    Line(
        unless(one_side_gains),
        _(
            "A drawn match stays a draw. In a bracket, of those level at the top, the one goes through that"
            " did best in the last scored deal, or else in the deal before it. When that settles nothing,"
            " the director decides."
        ),
    ),
)

BETWEEN = (
    Line(
        has(ready=Readiness.TIMED),
        _(
            "The next deal begins when all four have said that they are ready, or when the pause of the"
            " table is over."
        ),
    ),
    Line(
        has(ready=Readiness.ALL_HUMANS),
        _(
            "The next deal begins when all who sit at the table have said that they are ready. Only in a"
            " tournament does it begin after a pause in any case."
        ),
    ),
    Line(
        has(after_match=AfterMatch.UNANIMOUS_REMATCH),
        _(
            "After a match there is another one when all four want it, at the same seats and with a first"
            " dealer drawn anew. In a tournament there is no rematch."
        ),
    ),
    Line(
        has(after_match=AfterMatch.FRESH_MATCH),
        _(
            "After a match another one begins by itself, at the same seats and with a first dealer drawn"
            " anew, unless somebody leaves. In a tournament there is no rematch."
        ),
    ),
    Line(always, _("Bots are always ready, and want another match.")),
)

TIMER = (
    Line(has(all_pass=AllPass.REDEAL), _("In the auction it passes.")),
    Line(
        has(all_pass=AllPass.DEALER_FORCED),
        _("In the auction it passes, or bids %(lowest)s for a dealer who may not pass."),
    ),
    Line(
        has(trump=TrumpChoice.DECLARER, no_trump=False),
        _("As trump it names the longest suit."),
    ),
    Line(
        has(no_trump=True),
        _("As trump it names the longest suit; it never chooses to play without trump."),
    ),
    Line(always, _("It plays the weakest legal card.")),
)

DECIDED = (
    Line(always, _("The draw of the first dealer is kept with the match.")),
    Line(
        has(auction=AuctionShape.REENTRY),
        _(
            "Three passes before the first bid end nothing. When the fourth player then bids, the other"
            " three are asked again."
        ),
    ),
    Line(
        has(auction=AuctionShape.PASS_OUT, all_pass=AllPass.REDEAL),
        _("After three passes the dealer is free to pass too; if he bids, he has the contract at once."),
    ),
    Line(
        has(all_pass=AllPass.DEALER_FORCED),
        _("A dealer who has to bid may bid more than %(lowest)s."),
    ),
    Line(
        unless(has(all_pass_limit=None)),
        _("Passed deals have a limit, so that nobody is dealt to at a table everyone has left."),
    ),
    Line(
        always,
        _(
            "Any card may be led at any time, and nobody lays his hand down to claim the tricks that are"
            " left."
        ),
    ),
    Line(
        always,
        _("When time is called during a deal, that deal is played out and scored."),
    ),
    Line(
        always,
        _("Points that a director gives or takes count from that moment, and may decide the match."),
    ),
    Line(
        in_pairs,
        _("A side that leaves for good has lost, and the score stays as it is."),
    ),
    Line(
        solo,
        _("Players who are level below the winner share their place."),
    ),
    Line(
        has(trump=TrumpChoice.DECLARER),
        _(
            "Of suits equally long the table names the one whose ranks add up to more: ace fourteen, king"
            " thirteen, queen twelve, jack eleven, the others as printed. Then spades go before hearts,"
            " hearts before diamonds, diamonds before clubs."
        ),
    ),
    Line(
        always,
        _(
            "The weakest card is the lowest one that is no trump; only then a trump. Of equal ranks clubs"
            " are the weakest, then diamonds, hearts, spades."
        ),
    ),
)


def match(rules: RuleSet) -> Section:
    """Return what is asked after every deal, and what a draw leads to."""
    intro = gettext("After every deal these are asked, in this order:")
    blocks: tuple[Block, ...] = (
        Prose(intro),
        Sentences(said(ASKED, rules), numbered=True),
        *map(Prose, said(MATCH, rules)),
    )
    return Section("match", gettext("Match"), blocks)


def between(rules: RuleSet) -> Section:
    """Return what the next deal and the next match wait for."""
    return Section("between-deals", gettext("Between deals"), tuple(map(Prose, said(BETWEEN, rules))))


def timer(rules: RuleSet) -> Section:
    """Return what the table does for whoever lets his time run out."""
    intro = gettext("When a player’s time runs out, the table makes a legal move in his place.")
    return Section("timer", gettext("Timer"), (Prose(intro), Sentences(said(TIMER, rules))))


def decided(rules: RuleSet) -> Section:
    """Return what is settled here because tellings of the game leave it open."""
    intro = gettext("Tellings of the game leave these points open. Here they are settled so:")
    return Section("decided-here", gettext("Decided here"), (Prose(intro), Sentences(said(DECIDED, rules))))
