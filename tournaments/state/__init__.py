"""A stage as data, pure: who takes part, what was played, by which options.

``read_state`` reads it strictly, ``write_state`` writes it. What draws a round (``formats``) and what
ranks a field (``standings``) work on this and on nothing else, whether it comes from a file or the database.
Source: docs/stages.md. Read ``stage`` first.
"""

from .parts import MOST_POINTS, exactly
from .reading import LATE_FORMATS, read_options, read_state
from .stage import (
    ALONE,
    ALONE_FORMATS,
    FORMAT_KEYS,
    TIE_BREAK_CODES,
    BadState,
    Entry,
    EntryId,
    FormatKey,
    Kind,
    Options,
    Pairing,
    State,
    TablePoints,
    Team,
    TieBreakCode,
    shape_of,
)
from .writing import write_state

__all__ = [
    "ALONE",
    "ALONE_FORMATS",
    "FORMAT_KEYS",
    "LATE_FORMATS",
    "MOST_POINTS",
    "TIE_BREAK_CODES",
    "BadState",
    "Entry",
    "EntryId",
    "FormatKey",
    "Kind",
    "Options",
    "Pairing",
    "State",
    "TablePoints",
    "Team",
    "TieBreakCode",
    "exactly",
    "read_options",
    "read_state",
    "shape_of",
    "write_state",
]
