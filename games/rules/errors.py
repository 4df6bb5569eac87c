"""Refusals: what is said no to, and why.

A refusal is not a fault of the program. Each is named for the fact, and carries a stable ``code``
for clients and logs and ``params`` for the sentence a person reads.
"""

from typing import ClassVar


class Refusal(Exception):
    """Something that was asked for is not allowed; the root of every refusal of this project."""

    code: ClassVar[str] = "refused"

    def __init__(self, **params: object) -> None:
        """Remember ``params``, the values the sentence for a reader is filled with."""
        super().__init__(self.code)
        self.params: dict[str, object] = params

    def __str__(self) -> str:
        """Return the code and its values, for logs."""
        values = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code} ({values})" if values else self.code


class WrongPhase(Refusal):
    """The match is not at a point where this can be done."""

    code = "wrong_phase"


class NotYourTurn(Refusal):
    """Another seat is to move."""

    code = "not_your_turn"


class NotASeatsAction(Refusal):
    """Dealing and calling time belong to the table, calling and playing to a seat."""

    code = "not_a_seats_action"


class AlreadyReady(Refusal):
    """This seat has said that it is ready."""

    code = "already_ready"


class TimeAlreadyUp(Refusal):
    """Time was called before."""

    code = "time_already_up"


class NoSuchSide(Refusal):
    """There is no side of this number at the table."""

    code = "no_such_side"


class BadDeal(Refusal):
    """A deal is the whole pack, thirteen cards to each seat."""

    code = "bad_deal"


class TargetNotAllowed(Refusal):
    """The rule set is not played to this target."""

    code = "target_not_allowed"


class CapNotAllowed(Refusal):
    """A cap on the scored deals is a number from 1 up."""

    code = "cap_not_allowed"


class BadRules(Refusal):
    """These values do not make a rule set: ``field`` is at fault, ``rule`` names what it breaks."""

    code = "bad_rules"


class UnknownRules(Refusal):
    """There is no rule set of this name, or not in this version."""

    code = "unknown_rules"


class BadCard(Refusal):
    """A card is a rank of 23456789TJQKA and a suit of SHDC."""

    code = "bad_card"


class BadSuit(Refusal):
    """A suit is one of the letters S, H, D and C."""

    code = "bad_suit"


class IllegalCall(Refusal):
    """This call cannot be made."""

    code = "illegal_call"


class UnknownCall(IllegalCall):
    """A call is P or a number of tricks the rules let one bid."""

    code = "unknown_call"


class BidTooLow(IllegalCall):
    """Every bid beats the one before, even a partner's."""

    code = "bid_too_low"


class MustPass(IllegalCall):
    """There is nothing above the highest bid: only a pass is left."""

    code = "must_pass"


class MustBid(IllegalCall):
    """The other three have passed and the rules have the dealer bid."""

    code = "must_bid"


class AuctionClosed(IllegalCall):
    """The auction is over."""

    code = "auction_closed"


class CallOutOfTurn(NotYourTurn, IllegalCall):
    """Another seat is to call."""

    code = "not_your_turn"


class PassedOut(NotYourTurn, IllegalCall):
    """This seat has passed, and a pass was its last word in this auction."""

    code = "passed_out"


class IllegalCard(Refusal):
    """This card cannot be played."""

    code = "illegal_card"


class NotYourCard(IllegalCard):
    """The seat does not hold this card."""

    code = "not_your_card"


class MustFollowSuit(IllegalCard):
    """The seat holds the suit led and has to play it."""

    code = "must_follow_suit"


class BrokenRecord(Refusal):
    """A log of events contradicts itself or the rules, at the entry named."""

    code = "broken_record"


class BadRecord(Refusal):
    """A match as text cannot be read, at the line named."""

    code = "bad_record"


class BadSheetLine(Refusal):
    """A line of a score sheet cannot be: ``line`` is its number, from 1."""

    code = "bad_sheet_line"


class UnreadableLine(BadSheetLine):
    """These values are no line of a score sheet."""

    code = "unreadable_line"


class BadSheetBid(BadSheetLine):
    """The rules know no such bid."""

    code = "bad_sheet_bid"


class BadSheetTricks(BadSheetLine):
    """The tricks of a deal are thirteen, shared out among the sides."""

    code = "bad_sheet_tricks"


class BadSheetTrump(BadSheetLine):
    """Nobody can have named this trump."""

    code = "bad_sheet_trump"


class BadSheetBonus(BadSheetLine):
    """The rules pay no bonus for the king of hearts, or that side took no trick to earn it with."""

    code = "bad_sheet_bonus"


class DealerHasToBid(BadSheetLine):
    """By these rules no deal is passed by everyone."""

    code = "dealer_has_to_bid"


class LineAfterTheEnd(BadSheetLine):
    """The match was over before this line."""

    code = "line_after_the_end"


class BadTotals(Refusal):
    """No match by these rules ends with these totals."""

    code = "bad_totals"


class TotalsTooLow(BadTotals):
    """Nobody has reached the target, and neither a cap nor the clock can have ended the match."""

    code = "totals_too_low"


class TotalsLevel(BadTotals):
    """Level at the target: another deal is played."""

    code = "totals_level"


class LastGainMissing(BadTotals):
    """Level totals need the side that gained in the last scored deal, one of those that are level."""

    code = "last_gain_missing"
