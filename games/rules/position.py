"""What a table holds at a moment, hidden cards included: ``Position``.

It is split by how often its parts change, so that playing a card copies little: the ``Course`` of
the match changes between deals, the ``Play`` with every card. What they are made with is a tuple
with names because one is made for every card. Readers use the names on ``Position`` itself. Nothing
here may reach a player except through ``games.rules.view``.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from games.rules.actions import Event
from games.rules.auction import Auction, Bid
from games.rules.cards import Card, Hand, Trump
from games.rules.choices import NextDealer
from games.rules.errors import CapNotAllowed, TargetNotAllowed
from games.rules.honour import honour_earned
from games.rules.play import Play
from games.rules.rulesets import RuleSet
from games.rules.scoring import Points
from games.rules.seats import Seat, Side, next_seat
from games.rules.settle import Adjustment, Outcome, settle
from games.rules.trick import Trick


class Phase(StrEnum):
    """What a match waits for."""

    DEAL = "deal"
    AUCTION = "auction"
    TRUMP = "trump"
    PLAY = "play"
    RESULT = "result"
    OVER = "over"


# What may follow each phase; apply() is checked against it by a property test.
NEXT: dict[Phase, frozenset[Phase]] = {
    Phase.DEAL: frozenset({Phase.AUCTION, Phase.OVER}),
    Phase.AUCTION: frozenset(
        {Phase.AUCTION, Phase.TRUMP, Phase.PLAY, Phase.DEAL, Phase.OVER},
    ),
    Phase.TRUMP: frozenset({Phase.TRUMP, Phase.PLAY}),
    Phase.PLAY: frozenset({Phase.PLAY, Phase.RESULT, Phase.OVER}),
    Phase.RESULT: frozenset({Phase.RESULT, Phase.DEAL, Phase.OVER}),
    Phase.OVER: frozenset(),
}


class Contract(NamedTuple):
    """The winning bid: the seat that made it and the tricks it promised."""

    declarer: Seat
    tricks: Bid


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A line of the score sheet: ``tricks`` by seat, ``points`` by side.

    ``honour`` is the side that earned the bonus for the king of hearts and ``bonus`` what it was
    paid: 0 when it lapsed, for want of points of its own.
    """

    deal: int
    declarer: Seat
    bid: Bid
    trump: Trump
    tricks: tuple[int, ...]
    took: int
    points: Points
    honour: Side | None = None
    bonus: int = 0

    @property
    def made(self) -> bool:
        """Whether the declaring side took its contract."""
        return self.took >= self.bid


@dataclass(frozen=True, slots=True)
class Course:
    """How the match has gone, and which deal is in hand."""

    rules: RuleSet
    target: int
    cap: int | None
    dealer: Seat
    outcome: Outcome
    deal_number: int = 1
    redeals: int = 0
    commitment: str = ""
    deals: tuple[Points | None, ...] = ()
    sheet: tuple[ScoredDeal, ...] = ()
    time_up: bool = False
    adjustments: tuple[Adjustment, ...] = ()

    def settled(self) -> Outcome:
        """Return where the match stands after its deals, what a director gave or took included."""
        return settle(self.rules, self.deals, self.target, self.cap, self.time_up, self.adjustments)


class Position(NamedTuple):
    """A match at a moment. A value: ``apply`` returns the next one."""

    course: Course
    phase: Phase
    play: Play = Play()
    auction: Auction | None = None
    contract: Contract | None = None
    ready: frozenset[Seat] = frozenset()

    @classmethod
    def begin(
        cls,
        rules: RuleSet,
        *,
        dealer: Seat,
        target: int | None = None,
        cap: int | None = None,
    ) -> "Position":
        """Return a match about to deal for the first time.

        :param target: points to play to; the rule set's own when None.
        :param cap: scored deals after which the score decides; the rule set's own when None.
        """
        goal = rules.target if target is None else target
        limit = rules.round_cap if cap is None else cap
        if goal not in rules.targets_allowed:
            raise TargetNotAllowed(target=goal, allowed=list(rules.targets_allowed))
        if limit is not None and limit < 1:
            raise CapNotAllowed(cap=limit)
        return cls(Course(rules, goal, limit, dealer, settle(rules, ())), Phase.DEAL)

    @property
    def opening(self) -> Event:
        """The first entry of a match's log: what it was begun with. Ask before the first deal."""
        course = self.course
        data = {
            "rules": course.rules.key,
            "version": course.rules.version,
            "digest": course.rules.digest,
            "rule_set": course.rules.to_data(),
            "target": course.target,
            "cap": course.cap,
            "dealer": course.dealer,
        }
        return Event("match", None, data)

    @property
    def turn(self) -> Seat | None:
        """The seat to call, name trump or play; None when the table waits for something else."""
        if self.phase is Phase.PLAY:
            return self.play.turn
        if self.phase is Phase.AUCTION and self.auction is not None:
            return self.auction.turn
        if self.phase is Phase.TRUMP and self.contract is not None:
            return self.contract.declarer
        return None

    @property
    def rules(self) -> RuleSet:
        """The rule set frozen when the match began."""
        return self.course.rules

    @property
    def target(self) -> int:
        """Points to reach."""
        return self.course.target

    @property
    def cap(self) -> int | None:
        """Scored deals after which the score decides."""
        return self.course.cap

    @property
    def dealer(self) -> Seat:
        """The seat that deals the deal in hand."""
        return self.course.dealer

    @property
    def deal_number(self) -> int:
        """The number of the deal in hand, from 1; a deal everyone passed keeps its number."""
        return self.course.deal_number

    @property
    def redeals(self) -> int:
        """How many deals in a row everyone has passed."""
        return self.course.redeals

    @property
    def deals(self) -> tuple[Points | None, ...]:
        """The points of each deal so far; None where everyone passed."""
        return self.course.deals

    @property
    def sheet(self) -> tuple[ScoredDeal, ...]:
        """The scored deals, in order."""
        return self.course.sheet

    @property
    def totals(self) -> Points:
        """Each side's points."""
        return self.course.outcome.totals

    @property
    def outcome(self) -> Outcome:
        """Where the match stands; its state is ``open`` until it is over."""
        return self.course.outcome

    @property
    def time_up(self) -> bool:
        """Whether no further deal is begun."""
        return self.course.time_up

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The cards each seat holds. Hidden."""
        return self.play.hands

    @property
    def trick(self) -> Trick:
        """The cards on the table."""
        return self.play.trick

    @property
    def trump(self) -> Trump | None:
        """Trump in the deal in hand, once it is named."""
        return self.play.trump

    @property
    def last_trick(self) -> Trick | None:
        """The trick before the one on the table."""
        return self.play.tricks[-1] if self.play.tricks else None

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """Tricks each seat has taken in this deal: who takes one leads the next."""
        return self.play.tricks_won

    @property
    def played(self) -> tuple[tuple[Seat, Card], ...]:
        """Every card played in this deal with the seat that played it, in order."""
        return self.play.played

    @property
    def honour(self) -> Side | None:
        """The side that has earned the bonus for the king of hearts in this deal, if the rules pay one."""
        return honour_earned(self.played, self.trump, self.rules)

    def to_json(self) -> str:
        """Return the position as canonical, compact JSON."""
        from games.rules.stored import position_text  # noqa: PLC0415 - stored.py is made of positions

        return position_text(self)

    @classmethod
    def from_json(cls, text: str, rules: RuleSet) -> "Position":
        """Read a position back, exactly, with the rule set that was frozen for its match.

        :raises ValueError: when it was played by other rules.
        """
        from games.rules.stored import position_from  # noqa: PLC0415 - stored.py is made of positions

        return position_from(text, rules)


Applied = tuple[Position, tuple[Event, ...]]


def next_deal(course: Course, *, all_passed: bool) -> Course:
    """Return the course with the next deal in hand: its dealer, number and count of redeals."""
    moves = not all_passed or course.rules.dealer_all_pass is NextDealer.NEXT
    return replace(
        course,
        dealer=next_seat(course.dealer) if moves else course.dealer,
        deal_number=course.deal_number + (not all_passed),
        redeals=course.redeals + 1 if all_passed else 0,
    )
