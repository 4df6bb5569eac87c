"""A stage as data, pure: who takes part, what was played, by which options.

``read_state`` reads it strictly. What draws a round (``formats``) and what ranks a field
(``standings``) work on this and on nothing else, whether it comes from a file or from the database.
Source: docs/stages.md. Read ``stage`` first.
"""

from .reading import read_state
from .stage import (
    FORMAT_KEYS,
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
)

__all__ = [
    "FORMAT_KEYS",
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
    "read_state",
]
