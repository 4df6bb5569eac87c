"""What pages show of tournaments, read in a fixed number of queries; nothing here changes a row.

Interfaces find a tournament with ``for_user`` and hand it over. ``board`` makes the whole board of one,
``pairings`` its rounds, ``cards`` the lines of a list, ``places`` what is expected of a player,
``console`` and ``history`` what only its director sees, ``desk`` what its scorers see, ``sheet`` the
score sheet of one pairing, ``later`` the matches that were postponed, ``putting_right`` what a
correction or a withdrawal does, ``prize_list`` what there is to win, ``entries`` an entry's own page,
``complaints`` what was ruled there, ``whereabouts`` where everybody plays, ``ranges`` some of the tables,
``screen`` the pictures of a hall's screen, ``texts``, ``calendar``, ``dates``, ``lists`` and ``picture``
what leaves the site, ``bars`` a timetable as a picture, ``moment`` what all of it depends on. The shapes
that templates read are in ``shapes``.
"""

from . import putting_right
from .bars import bars
from .board import RoundAsked, board, board_now
from .calendar import calendar
from .cards import cards
from .complaints import Complaints, complaints
from .console import empty_seats, seats_to_print, substitutes_to_print
from .dates import dates
from .desk import Desk, HallTable, desk
from .entries import EntryStage, entry_stages, is_mine
from .history import LogLine, log
from .kept import Kept, forget_all
from .later import postponed, to_come, to_postpone
from .lists import LISTS
from .moments import Moment, moment, onlookers_moment
from .paper import paper_sheets
from .picture import KINDS, kinds, picture
from .place import Place
from .places import place_in, places_of
from .prize_list import handed_out, prizes
from .ranges import Tables, tables_of
from .screen import PARTS, Picture, Wanted, pictures
from .shapes import Board, PairingView, RoundView, Slip, Verb
from .sheet import Heard, SheetView, heard_view, sheet_view
from .texts import Text, texts
from .whereabouts import Whereabouts, round_to_find, whereabouts

__all__ = [
    "KINDS",
    "LISTS",
    "PARTS",
    "Board",
    "Complaints",
    "Desk",
    "EntryStage",
    "HallTable",
    "Heard",
    "Kept",
    "LogLine",
    "Moment",
    "PairingView",
    "Picture",
    "Place",
    "RoundAsked",
    "RoundView",
    "SheetView",
    "Slip",
    "Tables",
    "Text",
    "Verb",
    "Wanted",
    "Whereabouts",
    "bars",
    "board",
    "board_now",
    "calendar",
    "cards",
    "complaints",
    "dates",
    "desk",
    "empty_seats",
    "entry_stages",
    "forget_all",
    "handed_out",
    "heard_view",
    "is_mine",
    "kinds",
    "log",
    "moment",
    "onlookers_moment",
    "paper_sheets",
    "picture",
    "pictures",
    "place_in",
    "places_of",
    "postponed",
    "prizes",
    "putting_right",
    "round_to_find",
    "seats_to_print",
    "sheet_view",
    "substitutes_to_print",
    "tables_of",
    "texts",
    "to_come",
    "to_postpone",
    "whereabouts",
]
