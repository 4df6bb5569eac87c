"""A best of N: the games of a pairing make one result. Source: docs/formats.md#best-of-n.

A game is a match by its own rules. What the result means - who goes on, or that level is level -
is for the format to say, exactly as of a single match.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .draw import MatchResult

BEST_OF = (1, 3, 5, 7)
"""How many games a pairing may be played over at most; 1 is a single match."""


@dataclass(frozen=True, slots=True)
class Series:
    """Where a best of N stands.

    :param halves: of each side, two for a game it won and one for a game that was drawn.
    :param result: what the games come to; ``None`` while another has to be played.
    """

    halves: tuple[int, int]
    result: MatchResult | None


def series(games: Sequence[MatchResult], *, best_of: int, time_up: bool = False) -> Series:
    """Return where a series stands after these games, at least one, the last of which has just ended.

    :param games: those that count for the books so far, and the last whatever came of it.
    :param time_up: no other game is begun, so a series still open is decided as it stands.
    """
    last, counted = games[-1], [game for game in games if _counts(game)]
    halves = (_halves(counted, 0), _halves(counted, 1))
    if _stands_alone(last, best_of, counted):
        return Series(halves, last)
    if max(halves) > best_of:
        return Series(halves, _won(halves, "games"))
    if time_up or not _counts(last):
        return Series(halves, _as_it_stands(halves, counted[-1], "clock"))
    if len(counted) == best_of:
        return Series(halves, _as_it_stands(halves, last, "games"))
    return Series(halves, None)


def _counts(game: MatchResult) -> bool:
    """Return whether it was won or drawn: one that time ended before a deal was scored was not played."""
    return game.state == "won" or (game.state == "drawn" and game.last_scored_deal is not None)


def _halves(counted: Sequence[MatchResult], side: int) -> int:
    return sum(2 * (game.winner == side) + (game.state == "drawn") for game in counted)


def _stands_alone(last: MatchResult, best_of: int, counted: Sequence[MatchResult]) -> bool:
    """Return whether the last game alone says what comes of the pairing.

    It does where it is the only one, where a side has retired, which it does from all of them, and
    where it is void, which is for the director.
    """
    return best_of == 1 or not counted or last.state == "void" or last.by == "retirement"


def _won(halves: tuple[int, int], by: str) -> MatchResult:
    return MatchResult("won", halves.index(max(halves)), None, by, None)


def _as_it_stands(halves: tuple[int, int], last: MatchResult, by: str) -> MatchResult:
    """Return the result of a series that goes no further: who is ahead, or level."""
    if halves[0] != halves[1]:
        return _won(halves, by)
    if last.state == "won":
        return MatchResult("drawn", None, last.winner, by, None, advances_by="last_game")
    return MatchResult("drawn", None, last.advances, last.by, last.last_scored_deal)
