"""What pages show of tournaments, read in a fixed number of queries; nothing here changes a row.

Interfaces find a tournament with ``for_user`` and hand it over. ``board`` makes the whole board of
one, ``pairings`` its rounds, ``cards`` the lines of a list, ``places`` what is expected of a player,
``console`` what only its director sees. The shapes that templates read are in ``shapes``.
"""

from .board import board
from .cards import cards
from .console import empty_seats, latest_actions, seats_to_print
from .places import place_in, places_of
from .shapes import Board, PairingView, Place, Slip, Verb

__all__ = [
    "Board",
    "PairingView",
    "Place",
    "Slip",
    "Verb",
    "board",
    "cards",
    "empty_seats",
    "latest_actions",
    "place_in",
    "places_of",
    "seats_to_print",
]
