"""What templates read: names and codes of a tournament as its pages show them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from games.services.live import LiveTable


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of a pairing; ``source`` says where it comes from while nobody is there.

    ``score`` is its points, of a game in play those of that game; ``halves`` twice its games in a series.
    """

    name: str = ""
    seed: int | None = None
    score: int | None = None
    halves: int | None = None
    won: bool = False
    lost: bool = False
    mine: bool = False
    source: str = ""
    players: tuple[str, ...] = ()

    @property
    def families(self) -> str:
        """The pair by the last words of its names, for where there is no room: "Haddad – Khoury"."""
        return " – ".join(player.split()[-1] for player in self.players)


@dataclass(frozen=True, slots=True)
class PairingView:
    """A pairing. ``state`` is a page's word: waiting, ready, playing, finished, void, decided, bye.

    ``entries`` are who is there, in the order of their places. ``game`` of ``best_of`` is the one at the
    table; 0 of 0 where a single match decides.
    """

    id: int
    number: int
    sides: tuple[SideView, ...]
    mine: bool
    state: str
    decided_by: str
    decided_deal: int | None
    why_level: str
    table: int | None
    url: str
    live: LiveTable | None
    entries: tuple[int, ...]
    table_id: int | None
    replay_url: str
    game: int = 0
    best_of: int = 0
    group: int = 1
    in_hall: bool = False

    @property
    def has_score(self) -> bool:
        """Whether there are points to show."""
        return any(side.score is not None for side in self.sides)


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round: ``size`` is its number of pairings, the final has 1."""

    id: int
    number: int
    size: int
    name: str
    state: str
    starts_at: datetime | None = None
    stopped: bool = False
    pairings: tuple[PairingView, ...] = ()


@dataclass(frozen=True, slots=True)
class TieBreakView:
    """A tie-break's value in a line of the standings, and what adds up to it."""

    value: str
    working: str


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of the standings."""

    entry: int
    rank: int | None
    name: str
    players: tuple[str, ...]
    mine: bool
    points: str
    played: int
    won: int
    drawn: int
    lost: int
    difference: int
    tie_breaks: tuple[TieBreakView, ...]
    state: str


@dataclass(frozen=True, slots=True)
class TableView:
    """The table of a group; ``group`` is 0 where there is only one."""

    group: int
    rows: tuple[StandingRow, ...]


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage: its rounds and its tables. ``tie_breaks`` are the names of its tie-breaks, in their order.

    ``after`` is the round its tables stand after, where they wait for whole rounds; ``drawn`` are then the
    numbers of all rounds that have been drawn, of which ``rounds`` shows one.
    """

    position: int
    format: str
    name: str
    is_bracket: bool
    rounds: tuple[RoundView, ...]
    tables: tuple[TableView, ...]
    tie_breaks: tuple[str, ...] = ()
    after: int = 0
    drawn: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TournamentCard:
    """A tournament in a list."""

    slug: str
    name: str
    url: str
    club: str
    state: str
    entries: int
    starts_at: datetime | None
    round: RoundView | None
    champion: str
    live_tables: int


@dataclass(frozen=True, slots=True)
class TournamentHead:
    """The heading of a tournament's pages."""

    slug: str
    name: str
    club: str
    state: str
    format: str
    format_name: str
    rules_name: str
    target: int
    cap: int | None
    best_of: int
    starts_at: datetime | None
    public_number: str
    version: int


@dataclass(frozen=True, slots=True)
class Board:
    """All that a tournament's page shows."""

    tournament: TournamentHead
    entries: int
    stages: tuple[StageView, ...]
    live_tables: tuple[LiveTable, ...]
    current: RoundView | None
    champion: str
    waits_for_director: int

    @property
    def rounds(self) -> tuple[RoundView, ...]:
        """All rounds that are known, stage by stage."""
        return tuple(round_ for stage in self.stages for round_ in stage.rounds)

    def shows(self, stage: int, number: int) -> bool:
        """Return whether a round of a stage that is played round by round is the one shown."""
        return any(
            one.position == stage and number in one.drawn and one.rounds[0].number == number
            for one in self.stages
        )

    @property
    def next_round(self) -> RoundView | None:
        """The round that is drawn and has not started."""
        return next((one for one in self.rounds if one.state == "drawn"), None)


@dataclass(frozen=True, slots=True)
class Place:
    """What a tournament expects of one player now; ``sides`` are there when there is a score to show."""

    tournament: TournamentCard
    version: int
    entry: str
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


@dataclass(frozen=True, slots=True)
class Verb:
    """A director's button: whether it is there, whether it works, and if not, why."""

    shown: bool
    allowed: bool = True
    why: str = ""


@dataclass(frozen=True, slots=True)
class Slip:
    """A player's seat slip."""

    player_id: int
    name: str
    partner: str
    entry: str
    link: str
    code: str
    qr: str
    used: bool
