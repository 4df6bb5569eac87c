"""What a director's ruling would do to a match, for who is about to give it.

Source: docs/formats.md#rulings-at-a-table.
"""

from dataclasses import dataclass

from games.rules.actions import Adjust, Retire
from games.rules.match import apply
from games.rules.position import Phase, Position
from games.rules.settle import Outcome, settle


@dataclass(frozen=True, slots=True)
class Outlook:
    """Where a match stands ``before`` a ruling and ``after`` it, were the deal in hand to bring nothing.

    ``at_once`` says that the match is settled the moment the ruling is given, not only after that deal.
    """

    before: Outcome
    after: Outcome
    at_once: bool

    @property
    def ends(self) -> bool:
        """Whether the match ends by it: at once, or with the deal in hand unless that changes it."""
        return self.before.state == "open" != self.after.state

    @property
    def reopens(self) -> bool:
        """Whether the match goes on by it, which would have ended with the deal in hand."""
        return self.before.state != "open" == self.after.state


def outlook(position: Position, ruling: Adjust | Retire) -> Outlook:
    """Return what a ruling would do, without giving it.

    :raises WrongPhase: when the match is over, or its rules know no such ruling.
    :raises NoSuchSide: for a side the match has not.
    """
    ruled, _ = apply(position, None, ruling)
    at_once = ruled.phase is Phase.OVER or position.phase in (Phase.DEAL, Phase.RESULT)
    return Outlook(_standing(position), ruled.outcome if at_once else _standing(ruled), at_once)


def _standing(position: Position) -> Outcome:
    """Return where a match stands if the deal in hand brings nothing."""
    course = position.course
    deals = len(course.deals)
    made = [(min(entry, deals), side, points) for entry, side, points in course.adjustments]
    return settle(course.rules, course.deals, course.target, course.cap, adjustments=made)
