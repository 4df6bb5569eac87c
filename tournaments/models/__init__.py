"""The stored facts of clubs and tournaments.

Read ``tournament`` (who takes part), ``stage`` (in which format, under which rules), then ``round`` (who
meets whom, and what was said of the result). Places and standings are nowhere stored: they are computed
from results.
"""

from .action import Action
from .appointment import Appointment
from .club import Club, ClubRules, Membership, OwnerLink, Role, TournamentRole
from .director_call import DirectorCall
from .drafts import Draft, DrawWishes, KeptApart
from .invitation import Invitation
from .player import Player
from .prize import Prize
from .registration import Registration
from .regular import Regular
from .reminder import Reminder
from .round import Pairing, Report, Round, Side
from .round_time import RoundTime
from .shown import Shown
from .single import Single
from .stage import Slot, Stage
from .substitution import Substitution
from .tournament import Entry, EntryPlayer, Tournament

__all__ = [
    "Action",
    "Appointment",
    "Club",
    "ClubRules",
    "DirectorCall",
    "Draft",
    "DrawWishes",
    "Entry",
    "EntryPlayer",
    "Invitation",
    "KeptApart",
    "Membership",
    "OwnerLink",
    "Pairing",
    "Player",
    "Prize",
    "Registration",
    "Regular",
    "Reminder",
    "Report",
    "Role",
    "Round",
    "RoundTime",
    "Shown",
    "Side",
    "Single",
    "Slot",
    "Stage",
    "Substitution",
    "Tournament",
    "TournamentRole",
]
