"""The native double-dummy solver, spoken to directly: four structures and one function of its library.

The library is Bo Haglund's and Soren Hein's DDS, as the package ``endplay`` ships it. Of that package
nothing is imported: it would load what it plots with. The library numbers suits as we do, with 4 for no
trump, and hands in the order of play.
"""

import ctypes
from collections.abc import Mapping

from games.rules import NO_TRUMP, RANK_OF, SUIT_OF, Card, Play, Suit, Trump

ALL_CARDS, SEARCH_ALWAYS = 3, 1
NO_TRUMP_STRAIN = len(Suit)
LOWEST_RANK = 2
"""The library's number of a deuce; ours is 0."""


class SolverFault(Exception):
    """The library refused a position, or answered something that cannot be."""


class _Position(ctypes.Structure):
    _fields_ = [
        ("trump", ctypes.c_int),
        ("leader", ctypes.c_int),
        ("suits_on_table", ctypes.c_int * 3),
        ("ranks_on_table", ctypes.c_int * 3),
        ("holdings", (ctypes.c_uint * 4) * 4),
    ]


class _Answer(ctypes.Structure):
    _fields_ = [
        ("nodes", ctypes.c_int),
        ("cards", ctypes.c_int),
        ("suits", ctypes.c_int * 13),
        ("ranks", ctypes.c_int * 13),
        ("equals", ctypes.c_int * 13),
        ("scores", ctypes.c_int * 13),
    ]


class NativeSolver:
    """Solves one position at a time: a process needs no more than one, and uses it from one thread."""

    def __init__(self, library: str) -> None:
        """Load the library from a file.

        :raises SolverFault: if it cannot be loaded.
        """
        try:
            self._library = ctypes.CDLL(library)
        except OSError as fault:
            raise SolverFault(str(fault)) from fault
        self._library.SetMaxThreads(1)

    def tricks(self, play: Play) -> Mapping[Card, int]:
        """Return what each legal card leads to, as ``Solver`` promises.

        :raises SolverFault: if the library refuses the position.
        """
        answer = _Answer()
        code = self._library.SolveBoard(
            _position(play), -1, ALL_CARDS, SEARCH_ALWAYS, ctypes.byref(answer), 0
        )
        if code != 1:
            raise SolverFault(f"code {code}")
        found = {card: score for card, score in _scores(answer) if card in play.hands[play.turn]}
        if set(found) != {*play.legal()}:
            raise SolverFault("not the legal cards")
        return found


def _position(play: Play) -> _Position:
    position = _Position(
        trump=_strain(play.trump),
        leader=play.trick.leader,
    )
    for at, card in enumerate(play.cards):
        position.suits_on_table[at] = SUIT_OF[card]
        position.ranks_on_table[at] = RANK_OF[card] + LOWEST_RANK
    for seat, hand in enumerate(play.hands):
        for card in hand:
            position.holdings[seat][SUIT_OF[card]] |= 1 << (RANK_OF[card] + LOWEST_RANK)
    return position


def _strain(trump: Trump | None) -> int:
    """Return trump as the library numbers it."""
    return NO_TRUMP_STRAIN if trump is None or trump is NO_TRUMP else int(trump)


def _scores(answer: _Answer) -> list[tuple[Card, int]]:
    """Return every card of the answer with its score: the library names one of several equal cards."""
    scores = []
    for at in range(answer.cards):
        same = answer.equals[at] | 1 << answer.ranks[at]
        ranks = [rank for rank in range(LOWEST_RANK, LOWEST_RANK + 13) if same >> rank & 1]
        scores += [(_card(answer.suits[at], rank), answer.scores[at]) for rank in ranks]
    return scores


def _card(suit: int, rank: int) -> Card:
    return Card(Suit(suit) * 13 + rank - LOWEST_RANK)
