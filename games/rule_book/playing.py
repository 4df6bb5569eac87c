"""How it is played: players, cards, auction, trump and play."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules import AllPass, AuctionShape, BidLabel, Direction, NextDealer, RuleSet, TrumpChoice

from .lines import Line, always, has, in_pairs, said, solo
from .parts import Prose, Section, Sentences

PLAYERS = (
    Line(
        in_pairs,
        _(
            "Four players, two sides. Partners sit opposite each other and pool their tricks: which of the"
            " two takes one makes no difference."
        ),
    ),
    Line(
        solo,
        _("Four players, each for himself: there are no partners. In these rules a side is one player."),
    ),
    Line(
        has(direction=Direction.COUNTERCLOCKWISE),
        _("Deal, auction and play go counter-clockwise: the next player sits on the right."),
    ),
    Line(
        has(direction=Direction.CLOCKWISE),
        _("Deal, auction and play go clockwise: the next player sits on the left."),
    ),
)

CARDS = (
    Line(
        always,
        _(
            "One pack of fifty-two cards, without jokers. In every suit, trump or not, the ace is high, then"
            " king, queen, jack, ten and so down to the deuce."
        ),
    ),
    Line(
        always,
        _(
            "A deal is the whole pack: thirteen cards to each player, one at a time, beginning with the"
            " player after the dealer."
        ),
    ),
    Line(
        always,
        _("The first dealer is drawn by lot. After every deal that was played out, the next player deals."),
    ),
)

AUCTION = (
    Line(
        in_pairs,
        _(
            "The player after the dealer calls first. A call is a pass or a bid: how many tricks, from"
            " %(lowest)s to %(highest)s, the bidder’s side undertakes to take."
        ),
    ),
    Line(
        solo,
        _(
            "The player after the dealer calls first. A call is a pass or a bid: how many tricks, from"
            " %(lowest)s to %(highest)s, the bidder undertakes to take alone."
        ),
    ),
    Line(
        has(bid_label=BidLabel.OVER_SIX),
        _(
            "A bid is said as the tricks above six: %(lowest)s tricks are bid as %(lowest_said)s,"
            " %(highest)s tricks as %(highest_said)s."
        ),
    ),
    Line(
        in_pairs,
        _("Every bid is higher than the one standing, even when that is a partner’s."),
    ),
    Line(solo, _("Every bid is higher than the one standing.")),
    Line(
        has(auction=AuctionShape.PASS_OUT),
        _("Whoever passes is out of this auction. It is over when only the highest bidder is left."),
    ),
    Line(
        has(auction=AuctionShape.ONCE),
        _("Each player has one call and no more: after the dealer’s the auction is over."),
    ),
    Line(
        has(auction=AuctionShape.REENTRY),
        _(
            "A pass shuts nobody out: who has passed may bid when the turn comes back to him. The auction is"
            " over when three in a row have passed after the highest bid."
        ),
    ),
    Line(
        has(max_bid_closes=True),
        _("A bid of %(highest)s cannot be beaten and ends the auction at once."),
    ),
    Line(
        has(max_bid_closes=False),
        _("After a bid of %(highest)s the others can only pass, each in turn."),
    ),
    Line(always, _("The highest bidder is the declarer, and the number bid is the contract.")),
    Line(
        has(all_pass=AllPass.REDEAL, dealer_all_pass=NextDealer.NEXT),
        _(
            "When all four pass, there is no contract and no score. The deal does not count: the cards are"
            " shuffled again, and the next player deals."
        ),
    ),
    Line(
        has(all_pass=AllPass.REDEAL, dealer_all_pass=NextDealer.SAME),
        _(
            "When all four pass, there is no contract and no score. The deal does not count: the cards are"
            " shuffled again, and the same player deals."
        ),
    ),
    Line(
        has(all_pass=AllPass.DEALER_FORCED),
        _(
            "When the first three have passed, the dealer may not pass: he bids %(lowest)s or more. So every"
            " deal is played."
        ),
    ),
)

TRUMP = (
    Line(
        has(trump=TrumpChoice.DECLARER, no_trump=False),
        _(
            "After the auction the declarer names the trump, one of the four suits. He has to name one: no"
            " deal is played without trump."
        ),
    ),
    Line(
        has(trump=TrumpChoice.DECLARER, no_trump=True),
        _(
            "After the auction the declarer names the trump, one of the four suits, or says that this deal"
            " is played without trump."
        ),
    ),
    Line(
        has(trump=TrumpChoice.FIXED),
        _(
            "The trump is the same in every deal: %(suit)s. Nobody chooses it, and the declarer leads as"
            " soon as the auction is over."
        ),
    ),
)

PLAY = (
    Line(
        always,
        _(
            "Whoever holds the suit led has to follow it. Whoever does not is free: nobody has to trump, and"
            " nobody has to beat a trump that was played."
        ),
    ),
    Line(
        always,
        _(
            "The highest trump takes the trick; without a trump in it, the highest card of the suit led. Any"
            " trump beats any other card, and a card that is neither trump nor of the suit led never wins."
        ),
    ),
    Line(
        has(no_trump=True),
        _("In a deal without trump the highest card of the suit led takes every trick."),
    ),
    Line(always, _("Whoever takes a trick leads the next one.")),
    Line(
        always,
        _("All thirteen tricks are played, also when the contract has long been made or set."),
    ),
)


def players(rules: RuleSet) -> Section:
    """Return who plays with whom, and which way things go."""
    return Section("players", gettext("Players"), tuple(map(Prose, said(PLAYERS, rules))))


def cards(rules: RuleSet) -> Section:
    """Return what is dealt, and by whom."""
    return Section("cards", gettext("Cards"), tuple(map(Prose, said(CARDS, rules))))


def auction(rules: RuleSet) -> Section:
    """Return who may call what, and when it is over."""
    return Section("auction", gettext("Auction"), (Sentences(said(AUCTION, rules)),))


def trump(rules: RuleSet) -> Section:
    """Return who names the trump."""
    return Section("trump", gettext("Trump"), tuple(map(Prose, said(TRUMP, rules))))


def play(rules: RuleSet) -> Section:
    """Return how the tricks are played."""
    lead = gettext("The declarer leads the first trick with any card. Each plays one card in turn.")
    return Section("play", gettext("Play"), (Prose(lead), Sentences(said(PLAY, rules))))
