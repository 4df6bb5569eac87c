"""When a table moves by itself: the clocks of people, the pace of bots, the pauses between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, Self

from games.dealing import Stream
from games.rules import PASS, Phase, Position, Readiness
from games.services import offers
from games.store import SeatNow, Stored

RESULT_SECONDS_OF_BOTS = 4.0
LAG = timedelta(seconds=0.5)
"""How long after a person's time is up the table waits for an act that is on its way.

The same for everybody: to measure each line would be to believe what its other end says of it.
"""


@dataclass(frozen=True, slots=True)
class TablePolicy:
    """The clocks of a table in seconds; 0 is no clock.

    :param bot_seconds: shortest and longest time a bot takes for a call or card.
    :param trick_seconds: pause after a trick, so that people see it.
    :param entropy_seconds: for each of the two steps in which pages put their part into the deals.
    :param bank_seconds: for each seat and match, beside the time for calls and cards.
    :param away_after: turns in a row that the clock has played, after which somebody is away.
    :param away_seconds: for a call or card of who is away.
    :param no_show_seconds: from the call of a tournament's table until its director is told who has not
        come and a substitute may sit; ``report_seconds`` until he is told who has been away, and
        ``substitute_seconds`` until a substitute may sit there.
    :param bot: name of the bots that play here (``games.bots.BOTS``).
    :param bots_after: seconds after which bots take the seats nobody has taken; None is never.
    :param casual: whether its people settle when the next deal comes, and whether another match does;
        a tournament settles both for them.
    :param spectators: who may watch: ``all``, whoever has the table's address (``link``), or ``none``.
    :param deals_behind: how many whole deals spectators are kept behind the table; 0 is live, which
        shows them no hand either.
    :param free_chat: whether people at a casual table may write what they like.
    """

    call_seconds: float = 25
    trump_seconds: float = 20
    card_seconds: float = 20
    bank_seconds: float = 90
    ready_seconds: float = 15
    away_after: int = 2
    away_seconds: float = 3
    no_show_seconds: float = 300
    report_seconds: float = 120
    substitute_seconds: float = 300
    bot: str = "club"
    bot_seconds: tuple[float, float] = (0.6, 1.5)
    trick_seconds: float = 1.0
    entropy_seconds: float = 3.0
    bots_after: float | None = None
    casual: bool = False
    spectators: Literal["all", "link", "none"] = "all"
    deals_behind: int = 0
    free_chat: bool = False

    @classmethod
    def people(cls, *, bots_after: float | None = None) -> Self:
        """Return the pace of people."""
        return cls(bots_after=bots_after)

    @classmethod
    def fast(cls, *, bots_after: float | None = 0) -> Self:
        """Return bots that do not wait: for samples and simulations."""
        return cls(
            ready_seconds=1,
            bot_seconds=(0, 0),
            trick_seconds=0,
            entropy_seconds=0,
            bots_after=bots_after,
        )

    @classmethod
    def practice(cls) -> Self:
        """Return the pace of bots with no clock for people."""
        return cls(
            call_seconds=0,
            trump_seconds=0,
            card_seconds=0,
            ready_seconds=0,
            bots_after=0,
            casual=True,
        )

    @property
    def is_timed(self) -> bool:
        """Whether a clock runs for people at all."""
        return bool(self.call_seconds or self.trump_seconds or self.card_seconds)

    def is_away(self, seat: SeatNow) -> bool:
        """Return whether the clock has played for who has this seat too often in a row."""
        return seat.kind != "bot" and seat.missed >= self.away_after

    def bot_plays(self, seat: SeatNow) -> bool:
        """Return whether a bot chooses for this seat: its own, or that of who is away where bots may."""
        stands_in = self.casual and self.bots_after is not None and self.is_away(seat)
        return seat.kind == "bot" or stands_in

    def to_json(self) -> dict[str, Any]:
        """Return JSON values."""
        return asdict(self) | {"bot_seconds": list(self.bot_seconds)}

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Self:
        """Read a policy back; what is missing has its default."""
        values = dict(found)
        if "bot_seconds" in values:
            values["bot_seconds"] = tuple(values["bot_seconds"])
        return cls(**values)


@dataclass(frozen=True, slots=True)
class Clock:
    """Answers when a table is due, from what everybody may know and nothing else."""

    policy: TablePolicy
    seats: Sequence[SeatNow]
    public_id: str

    @classmethod
    def of(cls, stored: Stored) -> Self:
        """Return the clock of a table as it is stored."""
        return cls(TablePolicy.from_json(stored.policy), stored.seats, stored.public_id)

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
