"""What a director does at tables in play: no new deal, points given or taken, a side that retires.

Whether he may is for ``tournaments`` to say. Source: docs/formats.md#rulings-at-a-table.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from games import store
from games.hub import Committed
from games.rules import Adjust, Outlook, Phase, Refusal, Retire, TimeUp, outlook
from games.services.play import decide
from games.store import Move, Request, Stored, TableMoved

MOST_POINTS = 100
"""No ruling is worth more: three matches to 31."""


class PointsOutOfRange(Refusal):
    """A director gives or takes 1 to 100 points."""

    code = "points_out_of_range"


class NotBegun(Refusal):
    """Before the first deal there is no score to change."""

    code = "not_begun"


class OutlookChanged(Refusal):
    """The table has moved, and the ruling would do something else than its director was shown."""

    code = "outlook_changed"


Ruling = Adjust | Retire


def no_new_deal(table_ids: Iterable[int], *, now: datetime) -> None:
    """Call time at the tables: a deal in hand is finished, then the match is decided.

    A table whose time was called before, or that is closed, is left as it is.
    """

    def prepare(stored: Stored) -> Move:
        return decide(stored, None, TimeUp(), now=now, by="director")

    left = sorted(table_ids)
    while left:  # a table in play may move as often as it likes, and is asked again
        requests = [Request(table_id, prepare) for table_id in left]
        answers = store.carry_out(requests, now=now)
        left = [
            table_id for table_id, answer in zip(left, answers, strict=True) if isinstance(answer, TableMoved)
        ]


def foresee(table_id: int, ruling: Ruling) -> Outlook:
    """Return what a ruling would do at a table, without giving it.

    :raises NoSuchTable: when there is no such table.
    :raises Refusal: when it cannot be given.
    """
    stored = store.read([table_id]).get(table_id)
    if stored is None:
        raise store.NoSuchTable()
    return _outlook(stored, ruling)


def give(*, table_id: int, ruling: Ruling, foreseen: str, now: datetime) -> Outlook:
    """Give a ruling at a table, if it still does what its director was shown.

    :param foreseen: ``summary`` of the outlook he was shown.
    :returns: what it has done.
    :raises OutlookChanged: when it would do something else now.
    :raises Refusal: when it cannot be given.
    """
    seen: list[Outlook] = []

    def prepare(stored: Stored) -> Move:
        seen.append(_outlook(stored, ruling))
        if summary(seen[-1]) != foreseen:
            raise OutlookChanged()
        return decide(stored, None, ruling, now=now, by="director")

    answer: object = TableMoved()
    while isinstance(answer, TableMoved):
        (answer,) = store.carry_out([Request(table_id, prepare)], now=now)
    if isinstance(answer, Refusal):
        raise answer
    assert isinstance(answer, Committed)
    return seen[-1]


def summary(seen: Outlook) -> str:
    """Return an outlook in a word, which a form can carry: the totals, and what becomes of the match."""
    totals = ["-".join(map(str, outcome.totals)) for outcome in (seen.before, seen.after)]
    return " ".join([*totals, seen.after.state, str(seen.after.winner), str(seen.at_once)])


def _outlook(stored: Stored, ruling: Ruling) -> Outlook:
    match ruling:
        case Adjust(points=points) if points == 0 or abs(points) > MOST_POINTS:
            raise PointsOutOfRange(most=MOST_POINTS)
        case Adjust() if stored.position.phase is Phase.DEAL:
            raise NotBegun()
    return outlook(stored.position, ruling)
