"""What a deal pays: the score table, worked deals, and the bonus for the king of hearts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.bid_names import bid_name
from games.numbers import signed
from games.rules import (
    ALL_TRICKS,
    Made,
    MadeDefenders,
    RuleSet,
    Seating,
    SetDeclarer,
    Side,
    TrumpChoice,
    worked_deals,
)

from .deals import PaidDeal, can_lose, one_side_gains, paid, shown_deals
from .lines import Line, always, both, has, in_pairs, said, solo, unless
from .parts import Block, Cell, Grid, Prose, Section, Sentences
from .pays import Ending, Pay, PayLine, pay_lines

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words


def overtricks(rules: RuleSet) -> bool:
    """Return whether the worked deal of a made contract has tricks beyond an ordinary bid."""
    made = next(deal for deal in worked_deals(rules) if deal.name == "made")
    return made.bid < rules.bid_max and made.bid < made.took < ALL_TRICKS


SCORING = (
    Line(
        both(overtricks, has(made=Made.BID)),
        _(
            "Tricks beyond the bid add nothing: who bids %(made_bid)s and takes %(made_took)s scores"
            " %(made_won)s."
        ),
    ),
    Line(
        both(overtricks, has(made=Made.TRICKS)),
        _(
            "Every trick counts, also those beyond the bid: who bids %(made_bid)s and takes %(made_took)s"
            " scores %(made_won)s."
        ),
    ),
    Line(
        both(overtricks, has(made=Made.FLAT)),
        _("A made contract pays the same, whatever was bid and however many tricks were taken."),
    ),
    Line(
        has(set_declarer=SetDeclarer.MINUS_BID),
        _("Missing the contract by one trick costs as much as missing it by all."),
    ),
    Line(
        has(set_declarer=SetDeclarer.ZERO),
        _("A contract that is set takes nothing from the side that bid; it pays the others."),
    ),
    Line(
        has(kaboot=None),
        _("There is no bonus for all thirteen tricks on a lower bid (kaboot)."),
    ),
    Line(
        has(made_defenders=MadeDefenders.TRICKS),
        _("Those who did not bid score their tricks even when the contract is made."),
    ),
    Line(one_side_gains, _("So exactly one side gains in every deal that is played.")),
    Line(always, _("The best deal there can be for a side is %(most)s, the worst %(least)s.")),
    Line(can_lose, _("Totals fall below zero, without a floor.")),
    Line(unless(can_lose), _("No deal takes anything from a total.")),
)

BONUS = (
    Line(
        always,
        ngettext_lazy(
            "An opponent has played the king of hearts, and you play the ace of trumps after it in the same"
            " trick: your side has earned a bonus of %(honour)s point.",
            "An opponent has played the king of hearts, and you play the ace of trumps after it in the same"
            " trick: your side has earned a bonus of %(honour)s points.",
            "honour",
        ),
    ),
    Line(
        has(trump=TrumpChoice.DECLARER),
        _(
            "The ace of trumps is the ace of the suit that was named: the ace of hearts when that is hearts,"
            " and in any other deal the ace of hearts earns nothing."
        ),
    ),
    Line(
        has(trump=TrumpChoice.FIXED),
        _("The ace of trumps is always the ace of %(suit)s."),
    ),
    Line(
        has(no_trump=True),
        _("A deal without trump has no ace of trumps, and so no bonus."),
    ),
    Line(
        in_pairs,
        _(
            "A partner’s king earns nothing; nor does an ace played before the king, nor a king and an ace"
            " in different tricks."
        ),
    ),
    Line(
        solo,
        _("An ace played before the king earns nothing; nor do a king and an ace in different tricks."),
    ),
    Line(
        always,
        _(
            "Who led does not matter, nor whether the king was led, followed suit or was thrown off. The"
            " trick still counts as one trick."
        ),
    ),
    Line(
        always,
        _(
            "The bonus is settled after the last trick. It goes to a side that gains in this deal without"
            " it, flat and after any doubling; otherwise it lapses."
        ),
    ),
    Line(
        always,
        _("There is one king of hearts and one ace of trumps, so one side at most earns it in a deal."),
    ),
)

ENDINGS: Final[Mapping[Ending, Words]] = {
    "made": _("Contract made"),
    "kaboot": _("All thirteen tricks on a lower bid (kaboot)"),
    "highest_made": _("Bid of %(highest)s made"),
    "set": _("Contract set"),
    "highest_set": _("Bid of %(highest)s set"),
}
LOWER_ENDINGS: Final[Mapping[Ending, Words]] = {
    "made": _("Contract below %(highest)s made"),
    "set": _("Contract below %(highest)s set"),
}
WORKED: Final[Mapping[str, Words]] = {
    "made": _("Contract made"),
    "kaboot": _("All thirteen tricks"),
    "set": _("Contract set"),
    "highest_made": _("Bid of %(highest)s made"),
    "highest_set": _("Bid of %(highest)s set"),
    "honour": _("Contract made, with the bonus"),
}


def scoring(rules: RuleSet) -> Section:
    """Return what deals pay: the table, what follows from it, worked deals, and every bid."""
    blocks: tuple[Block, ...] = (
        _score_table(rules),
        Sentences(said(SCORING, rules)),
        Prose(_order(rules)),
        _worked_table(rules),
        _bid_table(rules),
    )
    return Section("scoring", gettext("Scoring"), blocks)


def bonus(rules: RuleSet) -> Section | None:
    """Return the clauses of the bonus, where there is one."""
    if rules.honour is None:
        return None
    return Section("bonus", gettext("Bonus"), (Sentences(said(BONUS, rules)), _bonus_table(rules)))


def declaring(rules: RuleSet) -> str:
    """Return what the side that bid is called."""
    return gettext("Declaring side") if rules.seating is Seating.PAIRS else gettext("Declarer")


def others(rules: RuleSet) -> str:
    """Return what those who did not bid are called."""
    return gettext("Other side") if rules.seating is Seating.PAIRS else gettext("Each of the others")


def pay_words(pay: Pay) -> str:
    """Return what a line pays, in words where it is no fixed number."""
    if pay.each == "deal":
        return signed(pay.points)
    if pay.each == "bid":
        return gettext("the bid") if pay.points > 0 else gettext("minus the bid")
    return ngettext(
        "%(points)s point for each trick taken", "%(points)s points for each trick taken", pay.points
    ) % {"points": pay.points}


def ending_words(line: PayLine, rules: RuleSet) -> str:
    """Return how the deals of a line end; "below" where the highest bid has a line of its own."""
    endings = {other.ending for other in pay_lines(rules)}
    words = LOWER_ENDINGS if f"highest_{line.ending}" in endings else ENDINGS
    return words[line.ending] % {"highest": rules.bid_max}


def _score_table(rules: RuleSet) -> Grid:
    heads = (gettext("How the deal ends"), declaring(rules), others(rules))
    rows = [
        (
            Cell(ending_words(line, rules), facts={"ending": line.ending}),
            _pay_cell(line.declaring),
            _pay_cell(line.others),
        )
        for line in pay_lines(rules)
    ]
    return Grid(gettext("What a deal pays"), heads, tuple(rows))


def _pay_cell(pay: Pay) -> Cell:
    return Cell(pay_words(pay), facts={"points": str(pay.points), "each": pay.each})


def _worked_table(rules: RuleSet) -> Grid:
    heads = (gettext("Deal"), gettext("Bid"), gettext("Tricks"), gettext("Points"))
    rows = tuple(
        (
            Cell(WORKED[worked.name] % {"highest": rules.bid_max}),
            Cell(bid_words(rules, deal.bid)),
            deal.tricks_cell(rules),
            deal.cell(),
        )
        for worked, deal in shown_deals(rules)
    )
    return Grid(gettext("Worked deals"), heads, rows)


def bid_words(rules: RuleSet, bid: int) -> str:
    """Return a bid in tricks, and how it is said where that is something else."""
    said_as = bid_name(rules, bid)
    if said_as == str(bid):
        return said_as
    return gettext("%(bid)s, said %(said)s") % {"bid": bid, "said": said_as}


def _bid_table(rules: RuleSet) -> Grid:
    heads = (
        gettext("Bid"),
        gettext("Just made"),
        gettext("All thirteen tricks"),
        gettext("One trick short"),
    )
    rows = tuple(
        (
            Cell(bid_words(rules, bid)),
            *(paid(rules, bid=bid, took=took).cell(together=True) for took in (bid, ALL_TRICKS, bid - 1)),
        )
        for bid in range(rules.bid_min, rules.bid_max + 1)
    )
    return Grid(gettext("What each bid pays and costs"), heads, rows)


def _order(rules: RuleSet) -> str:
    """Return whose number stands where in the tables."""
    if rules.seating is Seating.PAIRS:
        return gettext("Below, the first number is the declaring side’s, the second the other side’s.")
    return gettext(
        "Below, the first number is the declarer’s. In the worked deals a number follows for each of the"
        " others; where there are two, the second is for the three others together."
    )


def _bonus_table(rules: RuleSet) -> Grid:
    heads = (
        gettext("Earned by"),
        gettext("Bid"),
        gettext("Tricks"),
        gettext("Points"),
        gettext("Bonus"),
    )
    shown = [deal for worked, deal in shown_deals(rules) if worked.name in {"made", "set", "highest_set"}]
    rows = [_bonus_row(rules, deal, Side(side)) for deal in shown for side in (0, 1)]
    return Grid(gettext("The bonus worked out"), heads, tuple(rows))


def _bonus_row(rules: RuleSet, deal: PaidDeal, side: Side) -> tuple[Cell, ...]:
    earned = paid(rules, bid=deal.bid, took=deal.tricks[0], bonus_side=side)
    gained = sum(earned.points) - sum(deal.points)
    other = gettext("Other side") if rules.seating is Seating.PAIRS else gettext("One of the others")
    return (
        Cell(declaring(rules) if side == 0 else other),
        Cell(bid_words(rules, deal.bid)),
        earned.tricks_cell(rules),
        earned.cell(),
        Cell(signed(gained) if gained else gettext("lapses")),
    )
