"""What a score table says, as lines that can be read and worked out again.

``score_deal`` decides what a deal pays; a line here says the same of all deals that end one way.
A test works every line out for every bid and every number of tricks, and compares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.rules import ALL_TRICKS, Made, MadeDefenders, RuleSet, SetDeclarer, SetDefenders

Ending = Literal["made", "kaboot", "highest_made", "set", "highest_set"]


@dataclass(frozen=True, slots=True)
class Pay:
    """So many points for the deal, for each trick of the bid, or for each trick the side took."""

    points: int
    each: Literal["deal", "bid", "trick"]


NOTHING = Pay(0, "deal")


@dataclass(frozen=True, slots=True)
class PayLine:
    """What deals that end this way pay the side that bid, and each of the others.

    A later line goes before an earlier one where both hold: all thirteen tricks on a lower bid are
    a contract made, too.
    """

    ending: Ending
    declaring: Pay
    others: Pay


def pay_lines(rules: RuleSet) -> tuple[PayLine, ...]:
    """Return the lines of the score table, without those that no bid can reach."""
    return (*_made_lines(rules), *_set_lines(rules))


def has_lower_bids(rules: RuleSet) -> bool:
    """Return whether there is a bid below the highest."""
    return rules.bid_min < rules.bid_max


def _made_lines(rules: RuleSet) -> list[PayLine]:
    score, lower = rules.score, has_lower_bids(rules)
    others = Pay(1, "trick") if score.made_defenders is MadeDefenders.TRICKS else NOTHING
    lines = []
    if lower or score.max_made is None:
        lines.append(PayLine("made", _made(rules), others))
    if lower and score.kaboot is not None:
        lines.append(PayLine("kaboot", Pay(score.kaboot, "deal"), NOTHING))
    if score.max_made is not None:
        left = NOTHING if rules.bid_max == ALL_TRICKS else others
        lines.append(PayLine("highest_made", Pay(score.max_made, "deal"), left))
    return lines


def _made(rules: RuleSet) -> Pay:
    flat = Pay(rules.score.flat_points, "deal")
    return {Made.TRICKS: Pay(1, "trick"), Made.BID: Pay(1, "bid"), Made.FLAT: flat}[rules.score.made]


def _set_lines(rules: RuleSet) -> list[PayLine]:
    score = rules.score
    flat = score.set_defenders is SetDefenders.FLAT
    costs = Pay(-1, "bid") if score.set_declarer is SetDeclarer.MINUS_BID else NOTHING
    plain = PayLine("set", costs, Pay(score.flat_points, "deal") if flat else Pay(1, "trick"))
    highest = PayLine(
        "highest_set",
        costs if score.max_set is None else Pay(score.max_set, "deal"),
        plain.others if flat else Pay(score.max_set_factor, "trick"),
    )
    if (highest.declaring, highest.others) == (plain.declaring, plain.others):
        return [plain]
    return [plain, highest] if has_lower_bids(rules) else [highest]
