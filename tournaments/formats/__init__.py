"""Who meets whom, and who goes on: pure functions from results to draws.

Everything here reads a stage as data (``tournaments.state``). ``stages`` is the door: for any format it
says how many may play, in how many rounds, who meets in the next, and what the table is. ``decide`` says
what a finished match means for its pairing; ``series`` makes one result of the games of a best of N;
``caps`` says how often short matches end level. The rules in prose are in docs/formats.md. Read
``bracket`` first, then ``swiss``.
"""

from . import caps, editing
from .apart import parted
from .bracket import CONSOLATION, CONSOLATION_FINAL, SECOND_FINAL, THIRD_PLACE, is_consolation, is_main
from .consequences import Books, consequences, exchanged, is_known, places_changed, with_books
from .deciding import BRACKETS, decide
from .draw import Decision, Drawn, MatchResult, Unplayed, teams
from .seeding import Candidate, bracket_order, dealt_from, in_groups, in_seed_order
from .series import BEST_OF, Series, series
from .stages import (
    Fed,
    WrongNumberOfEntries,
    check_entries,
    drawn,
    feeding,
    layout,
    outline,
    rounds_of,
    sizes,
    table,
)

__all__ = [
    "BEST_OF",
    "BRACKETS",
    "CONSOLATION",
    "CONSOLATION_FINAL",
    "SECOND_FINAL",
    "THIRD_PLACE",
    "Books",
    "Candidate",
    "Decision",
    "Drawn",
    "Fed",
    "MatchResult",
    "Series",
    "Unplayed",
    "WrongNumberOfEntries",
    "bracket_order",
    "caps",
    "check_entries",
    "consequences",
    "dealt_from",
    "decide",
    "drawn",
    "editing",
    "exchanged",
    "feeding",
    "in_groups",
    "in_seed_order",
    "is_consolation",
    "is_known",
    "is_main",
    "layout",
    "outline",
    "parted",
    "places_changed",
    "rounds_of",
    "series",
    "sizes",
    "table",
    "teams",
    "with_books",
]
