"""The stored facts of a table; whatever holds a hidden card is in ``sealed`` and not named here."""

from . import sealed as _sealed  # so that Django knows its models
from .claim import claim
from .names import BadName, clean_name, skeleton
from .person import User
from .table import Match, Seat, Table

__all__ = [
    "BadName",
    "Match",
    "Seat",
    "Table",
    "User",
    "claim",
    "clean_name",
    "skeleton",
]
del _sealed
