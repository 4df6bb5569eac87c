"""What a tournament expects of one player, as templates read it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from .complaints import Complaints
from .shapes import LaterMatch, PairingView, RoundView, SideView, TournamentCard


@dataclass(frozen=True, slots=True)
class Place:
    """What a tournament expects of one player now; ``sides`` are there when there is a score to show.

    :param time_url: where a time is agreed on, in a round that is played over days.
    :param time: the time that was named there.
    :param reminder: the start to come that he has been told of.
    :param corrected: why a result was corrected that has changed where he stands, until a round is closed.
    :param why: why the tournament is cancelled.
    :param postponed: his matches that were postponed and are still to be played.
    :param complaints: the calls for the director from his pairing.
    """

    tournament: TournamentCard
    version: int
    entry: str
    entry_id: int
    partner: str
    state: str
    round: RoundView | None = None
    number: int | None = None
    opponents: tuple[str, ...] = ()
    opponent_entry: str = ""
    table: int | None = None
    seat: int | None = None
    sit_url: str = ""
    result_url: str = ""
    table_url: str = ""
    replay_url: str = ""
    decided_by: str = ""
    pairing: PairingView | None = None
    sides: tuple[SideView, ...] = field(default=())
    corrected: str = ""
    why: str = ""
    reminder: datetime | None = None
    time_url: str = ""
    time: datetime | None = None
    time_agreed: bool = False
    postponed: tuple[LaterMatch, ...] = ()
    complaints: Complaints | None = None
