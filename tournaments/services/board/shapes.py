"""What templates read: names and codes of a tournament as its pages show them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from games.services.live import LiveTable
from tournaments.formats import CONSOLATION, is_consolation
from tournaments.names import PART_NAMES, RESULT_NAMES, TIE_BREAK_NAMES, TIE_BREAK_SIGNS, round_name

LONG_ROUND = 16
"""How many pairings of a round a bracket folds away once they are decided."""
MANY_COLUMNS = 3
"""How many tie-breaks leave no room in a table for more."""


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
    source: str = ""
    players: tuple[str, ...] = ()

    @property
    def families(self) -> str:
        """The pair by the last words of its names, for where there is no room: "Haddad – Khoury (2)"."""
        return " – ".join(map(_family, self.players))


def _family(player: str) -> str:
    """Return the last word of a name, with the number or letter behind it that tells namesakes apart."""
    words = player.split()
    last = max((n for n, word in enumerate(words) if word[0].isalpha()), default=0)
    return " ".join(words[last:])


@dataclass(frozen=True, slots=True)
class PairingView:
    """A pairing.

    ``state`` is a page's word: waiting, ready, playing, postponed, finished, void, decided, bye. ``entries``
    are who is there, in the order of their places. ``game`` of ``best_of`` is the one at the table; 0 of 0
    where a single match decides.
    """

    id: int
    number: int
    sides: tuple[SideView, ...]
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
    place: str = ""
    why: Mapping[str, Any] = field(default_factory=dict)

    @property
    def has_score(self) -> bool:
        """Whether there are points to show."""
        return any(side.score is not None for side in self.sides)


@dataclass(frozen=True, slots=True)
class LaterMatch:
    """A match that was postponed, or can be. ``state`` is postponed, waiting for a table, called, or void.

    :param here: the names of those who sit at its table of this site.
    :param has_begun: whether something of it has been played, so that it is not postponed any more.
    :param time: when it is to be played, where its sides have agreed or the director has said so.
    """

    id: int
    stage: int
    round: int
    round_name: str
    entries: tuple[int, ...]
    names: tuple[str, ...]
    state: str
    table: int | None
    in_hall: bool
    url: str
    here: tuple[str, ...]
    has_begun: bool
    time: datetime | None


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round: ``size`` is its number of pairings, the final has 1."""

    id: int
    number: int
    size: int
    name: str
    state: str
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    paused_at: datetime | None = None
    stopped: bool = False
    pairings: tuple[PairingView, ...] = ()

    @property
    def is_past(self) -> bool:
        """Whether it is over and so long that a bracket is easier to read without it."""
        return self.state == "closed" and len(self.pairings) >= LONG_ROUND

    @property
    def left(self) -> str:
        """What is left on a clock that is paused, as ``24:18``."""
        if self.ends_at is None or self.paused_at is None:
            return ""
        minutes, seconds = divmod(round((self.ends_at - self.paused_at).total_seconds()), 60)
        return f"{minutes}:{seconds:02}"

    def of(self, pairing: PairingView) -> RoundView:
        """Return it as it is called for one of its pairings: the consolation is no semi-final."""
        return replace(self, name=str(PART_NAMES[CONSOLATION])) if is_consolation(pairing.place) else self


@dataclass(frozen=True, slots=True)
class TieBreakView:
    """A tie-break's value in a line of the standings, and what adds up to it."""

    code: str
    value: str
    working: str


@dataclass(frozen=True, slots=True)
class TieBreakColumn:
    """A tie-break a table is ordered by."""

    code: str

    @property
    def name(self) -> str:
        """What it is called."""
        return str(TIE_BREAK_NAMES[self.code])

    @property
    def sign(self) -> str:
        """The same where there is little room."""
        return str(TIE_BREAK_SIGNS.get(self.code, TIE_BREAK_NAMES[self.code]))


@dataclass(frozen=True, slots=True)
class PartView:
    """A part of a bracket under its own heading; a knockout has one, without a name."""

    key: str
    rounds: tuple[RoundView, ...]

    @property
    def name(self) -> str:
        """Its heading."""
        return str(PART_NAMES.get(self.key, ""))

    @property
    def is_loose(self) -> bool:
        """Whether lines between its rounds would lie: who comes into one has not always been in the last."""
        halves = all(
            len(one.pairings) == 2 * len(after.pairings)
            for one, after in zip(self.rounds, self.rounds[1:], strict=False)
        )
        return self.key in ("lower", "final") or (self.key == CONSOLATION and not halves)


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of the standings."""

    entry: int
    rank: int | None
    name: str
    players: tuple[str, ...]
    points: str
    played: int
    won: int
    drawn: int
    lost: int
    difference: int
    tie_breaks: tuple[TieBreakView, ...]
    state: str
    form: tuple[str, ...] = ()

    @property
    def form_said(self) -> str:
        """How each of its rounds went, in words."""
        return ", ".join(str(RESULT_NAMES[one]) for one in self.form)


@dataclass(frozen=True, slots=True)
class TableView:
    """The table of a group; ``group`` is 0 where there is only one."""

    group: int
    rows: tuple[StandingRow, ...]


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage: its rounds and its tables. ``tie_breaks`` are what orders a table after points.

    ``after`` is the round its tables stand after, where they wait for whole rounds; ``drawn`` are then the
    numbers of all rounds that have been drawn, of which ``rounds`` shows one. ``is_last`` says that
    nothing comes after it, so that who is first has won the tournament. ``through`` is how many of each
    table come into the stage after it, ``None`` where no line in a table tells. ``points`` are what it gives
    other table points for than is usual, by name. ``left`` are the entries that left in it, ``left_later``
    those that left in a stage after it: its tables are as they were.
    """

    position: int
    format: str
    name: str
    is_bracket: bool
    rounds: tuple[RoundView, ...]
    tables: tuple[TableView, ...]
    tie_breaks: tuple[TieBreakColumn, ...] = ()
    after: int = 0
    drawn: tuple[int, ...] = ()
    is_last: bool = True
    through: int | None = None
    points: tuple[tuple[str, str], ...] = ()
    left: frozenset[int] = frozenset()
    left_later: frozenset[int] = frozenset()

    @property
    def is_folded(self) -> bool:
        """Whether its bracket has rounds that are folded away."""
        return any(round_.is_past for round_ in self.rounds)

    @property
    def is_played_on(self) -> bool:
        """Whether the round that is shown is not over, so that people look for it before the table."""
        return any(round_.state != "closed" for round_ in self.rounds)

    @property
    def shows_form(self) -> bool:
        """Whether there is room in its tables for how each round went."""
        return not self.is_bracket and self.after > 0 and len(self.tie_breaks) < MANY_COLUMNS

    @property
    def has_difference(self) -> bool:
        """Whether the difference is a tie-break, and so has a column already."""
        return any(column.code == "diff" for column in self.tie_breaks)

    @property
    def parts(self) -> tuple[PartView, ...]:
        """Its bracket, part by part."""
        if self.format != "double-knockout":
            main = PartView("", tuple(_before_consolation(self.rounds)))
            consolation = tuple(_beside(self.rounds))
            return (main, PartView(CONSOLATION, consolation)) if consolation else (main,)
        found = (PartView(key, tuple(_only(key, self.rounds))) for key in PART_NAMES)
        return tuple(part for part in found if part.rounds)


def _before_consolation(rounds: tuple[RoundView, ...]) -> Iterator[RoundView]:
    """Yield the rounds of a knockout without the consolation that is played beside them."""
    for round_ in rounds:
        pairings = tuple(one for one in round_.pairings if not is_consolation(one.place))
        if pairings or not round_.pairings:
            yield replace(round_, pairings=pairings)


def _beside(rounds: tuple[RoundView, ...]) -> Iterator[RoundView]:
    """Yield the rounds with the pairings of the consolation; what leads to the final has given them names."""
    for round_ in _only(CONSOLATION, rounds):
        yield replace(round_, name=round_name("", size=0, number=round_.number))


def _only(part: str, rounds: tuple[RoundView, ...]) -> Iterator[RoundView]:
    """Yield the rounds of a bracket with the pairings of one part."""
    for round_ in rounds:
        pairings = tuple(one for one in round_.pairings if part in one.place.split(".")[0])
        if pairings:
            yield replace(round_, pairings=pairings)


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
    zone: str
    round: RoundView | None
    champion: str
    live_tables: int


@dataclass(frozen=True, slots=True)
class TournamentHead:
    """The heading of a tournament's pages. ``is_alone`` where players enter without a partner."""

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
    zone: str
    public_number: str
    version: int
    is_alone: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """All that a tournament's page shows."""

    tournament: TournamentHead
    entries: int
    stages: tuple[StageView, ...]
    live_tables: tuple[LiveTable, ...]
    current: RoundView | None
    champions: tuple[StandingRow, ...]
    waits_for_director: int
    postponed: tuple[LaterMatch, ...] = ()
    has_prizes: bool = False

    @property
    def champion(self) -> str:
        """The name of who has won; of several who share the first place, all names."""
        return " · ".join(row.name for row in self.champions)

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
class Verb:
    """A director's button: whether it is there, whether it works, and if not, why."""

    shown: bool
    allowed: bool = True
    why: str = ""


@dataclass(frozen=True, slots=True)
class Slip:
    """A player's seat slip; ``replaces`` names whose place a substitute takes from the next round on."""

    player_id: int
    name: str
    partner: str
    entry: str
    link: str
    code: str
    used: bool
    replaces: str = ""
