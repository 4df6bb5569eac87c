"""The stored facts of a table; whatever holds a hidden card is in ``sealed`` and not named here."""

from . import sealed as _sealed  # so that Django knows its models
from .analysis import DealAnalysis
from .chat import Block, ChatLine, Mute, Report
from .claim import claim
from .heartbeat import Heartbeat
from .job import Job
from .kept import Kept
from .names import BadName, clean_line, clean_name, skeleton
from .person import User
from .saved_rules import KEY_PREFIX, SavedRules
from .sitting import Sitting
from .table import Match, Seat, Table

__all__ = [
    "KEY_PREFIX",
    "BadName",
    "Block",
    "ChatLine",
    "DealAnalysis",
    "Heartbeat",
    "Job",
    "Kept",
    "Match",
    "Mute",
    "Report",
    "SavedRules",
    "Seat",
    "Sitting",
    "Table",
    "User",
    "claim",
    "clean_line",
    "clean_name",
    "skeleton",
]
del _sealed
