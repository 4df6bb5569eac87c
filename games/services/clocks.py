"""When a table moves by itself: the clocks of people, the pace of bots, the pauses between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self

from games.dealing import Stream
from games.rules import PASS, Phase, Position, Readiness
from games.services import offers
from games.store import SeatNow, Stored, TablePolicy

__all__ = ["LAG", "RESULT_SECONDS_OF_BOTS", "Clock", "TablePolicy", "is_forced"]

RESULT_SECONDS_OF_BOTS = 4.0
LAG = timedelta(seconds=0.5)
"""How long after a person's time is up the table waits for an act that is on its way.

The same for everybody: to measure each line would be to believe what its other end says of it.
"""


@dataclass(frozen=True, slots=True)
class Clock:
    """Answers when a table is due, from what everybody may know and nothing else."""

    policy: TablePolicy
    seats: Sequence[SeatNow]
    public_id: str

    @classmethod
    def of(cls, stored: Stored) -> Self:
        """Return the clock of a table as it is stored."""
        return cls(stored.policy, stored.seats, stored.public_id)

    @property
    def is_deserted(self) -> bool:
        """Whether everybody has left whom a table of people would be played for: it stands still."""
        return self.policy.casual and not any(seat.kind == "user" for seat in self.seats)

    def due_at(
        self, position: Position, *, seq: int, now: datetime, trick_ended: bool = False, asking: bool = False
    ) -> datetime | None:
        """Return when the table moves by itself; None when it waits for people without a clock.

        :param asking: whether pages are asked to put their part into the deals.
        """
        seconds = self.policy.entropy_seconds if asking else self._seconds(position, seq)
        if seconds is None:
            return None
        pause = self.policy.trick_seconds if trick_ended else 0
        return now + timedelta(seconds=round(seconds + pause, 3))

    def _seconds(self, position: Position, seq: int) -> float | None:
        if self.is_deserted:
            return None
        turn = position.turn
        if turn is None:
            return self._pause_seconds(position)
        if self.seats[turn].kind == "bot" or is_forced(position):
            return self._bot_seconds(seq)
        seconds = self._person_seconds(position)
        return None if seconds is None else seconds + self.bank(position)

    def bank(self, position: Position) -> float:
        """Return the seconds of its bank that the seat to move has beside the time for its turn."""
        turn = position.turn
        if turn is None or self.seats[turn].kind == "bot" or is_forced(position):
            return 0
        if self._person_seconds(position) is None or self.policy.is_away(self.seats[turn]):
            return 0
        return max(0, self.policy.bank_seconds - self.seats[turn].bank_used)

    def _person_seconds(self, position: Position) -> float | None:
        by_phase = {
            Phase.AUCTION: self.policy.call_seconds,
            Phase.TRUMP: self.policy.trump_seconds,
            Phase.PLAY: self.policy.card_seconds,
        }
        seconds, turn = by_phase[position.phase] or None, position.turn
        if seconds is None or turn is None or not self.policy.is_away(self.seats[turn]):
            return seconds
        return min(seconds, self.policy.away_seconds)

    def _bot_seconds(self, seq: int) -> float:
        """Return a bot's time, from the public name of the moment, so that it tells nothing."""
        public = Stream(b"pace of bots").derive(self.public_id, seq)
        return public.uniform(*self.policy.bot_seconds)

    def _pause_seconds(self, position: Position) -> float | None:
        if position.phase is Phase.RESULT:
            return self._result_seconds(position)
        begins = offers.is_offered(position, self.seats, self.policy) and offers.comes_by_itself(position)
        return self.policy.ready_seconds or None if begins else None

    def _result_seconds(self, position: Position) -> float | None:
        if all(seat.kind == "bot" for seat in self.seats):
            return min(RESULT_SECONDS_OF_BOTS, self.policy.bot_seconds[1] * 3)
        if self.policy.casual and position.rules.ready is Readiness.ALL_HUMANS:
            return None
        return self.policy.ready_seconds or None


def is_forced(position: Position) -> bool:
    """Return whether the seat to move can only pass, as everybody sees from the bids."""
    auction = position.auction
    return position.phase is Phase.AUCTION and auction is not None and auction.legal_calls() == (PASS,)
