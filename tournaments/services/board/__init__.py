"""What pages show of tournaments, read in a fixed number of queries; nothing here changes a row.

Interfaces find a tournament with ``for_user`` and hand it over. ``board`` makes the whole board of
one, ``pairings`` its rounds, ``cards`` the lines of a list, ``places`` what is expected of a player,
``console`` what only its director sees, ``desk`` what its scorers see, ``sheet`` the score sheet of
one pairing. The shapes that templates read are in ``shapes``.
"""

from .board import board
from .cards import cards
from .console import empty_seats, latest_actions, seats_to_print
from .desk import Desk, HallTable, desk
from .places import place_in, places_of
from .shapes import Board, PairingView, Place, Slip, Verb
from .sheet import Heard, SheetView, heard_view, sheet_view

__all__ = [
    "Board",
    "Desk",
    "HallTable",
    "Heard",
    "PairingView",
    "Place",
    "SheetView",
    "Slip",
    "Verb",
    "board",
    "cards",
    "desk",
    "empty_seats",
    "heard_view",
    "latest_actions",
    "place_in",
    "places_of",
    "seats_to_print",
    "sheet_view",
]
