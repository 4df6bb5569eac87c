"""A tournament as one file: written, read with every fault named, brought in, and played again from its log.

Read ``parts`` first: what is in it. ``writing`` and ``reading`` are the two directions, ``bringing``
stores what was read, ``replaying`` does all that the log says once more. Source: docs/tournament-record.md.
"""

from .bringing import AlreadyHere, bring
from .reading import RecordNotText, RecordOfAnotherVersion, RecordTooLarge, RecordWrong, read_record
from .writing import RecordMoved, pieces, text

__all__ = [
    "AlreadyHere",
    "RecordMoved",
    "RecordNotText",
    "RecordOfAnotherVersion",
    "RecordTooLarge",
    "RecordWrong",
    "bring",
    "pieces",
    "read_record",
    "text",
]
