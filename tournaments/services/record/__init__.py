"""A tournament as one file: written, read with every fault named, brought in, and played again from its log.

Read ``parts`` first: what is in it. ``writing`` and ``reading`` are the two directions, ``bringing``
stores what was read, ``replaying`` does all that the log says once more. Source: docs/tournament-record.md.
"""

from .apart import empty_database
from .bringing import AlreadyHere, bring
from .reading import (
    LARGEST_BYTES,
    LARGEST_OF_OPERATOR,
    RecordNotText,
    RecordOfAnotherVersion,
    RecordTooLarge,
    RecordWrong,
    read_record,
)
from .replaying import ActRefused, CannotReplay, ReplayDiffers, demand_equal, replay
from .schema import schema
from .stood import Stood, TooManyActs, as_it_stood
from .writing import RecordMoved, pieces, text

__all__ = [
    "LARGEST_BYTES",
    "LARGEST_OF_OPERATOR",
    "ActRefused",
    "AlreadyHere",
    "CannotReplay",
    "RecordMoved",
    "RecordNotText",
    "RecordOfAnotherVersion",
    "RecordTooLarge",
    "RecordWrong",
    "ReplayDiffers",
    "Stood",
    "TooManyActs",
    "as_it_stood",
    "bring",
    "demand_equal",
    "empty_database",
    "pieces",
    "read_record",
    "replay",
    "schema",
    "text",
]
