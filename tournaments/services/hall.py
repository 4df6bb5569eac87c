"""Results from the hall as directors and scorers enter them: deal by deal, or totals alone.

An entry is a report like a table's, and decides its pairing through the same ``books``. A sheet that
is not full yet is a report too: whoever goes on with it, on whatever phone, finds its lines. Players'
words are in ``words``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Case, When

from games.rules import LastGainMissing, Refusal
from tournaments.models import Action, Pairing, Report, Tournament

from . import books
from .actions import Account, Author, acting
from .changes import Changes
from .replays import let_play_on
from .said import Said, Told, Totals, Weighed, told, weigh


class NotInTheHall(Refusal):
    """This pairing is played at a table of this site, which reports its result itself."""

    code = "not_in_the_hall"


class NotCalled(Refusal):
    """This pairing has not been called to a table yet."""

    code = "not_called"


class ResultKnown(Refusal):
    """The result of this pairing is in the books, or the director decides."""

    code = "result_known"


class ResultMoved(Refusal):
    """Somebody else has written meanwhile: look at that, then choose."""

    code = "result_moved"


class OwnPairing(Refusal):
    """Who plays in a pairing speaks for his side, and settles nothing there."""

    code = "own_pairing"


class NothingToTakeBack(Refusal):
    """This is not the last result from the hall, or its round is closed."""

    code = "nothing_to_take_back"


class NoSuchPairing(Refusal):
    """Nothing is played at a table of this number now."""

    code = "no_such_pairing"


def pairing_at(tournament: Tournament, number: int) -> Pairing:
    """Return the pairing at a table of the rounds in play, by the number of the table.

    :raises NoSuchPairing: when there is none.
    """
    playing = Pairing.objects.filter(round__stage__tournament=tournament).in_play()
    # Where a round has more pairings than tables, the one that is played there now, else the last that was.
    is_decided = Case(When(state=Pairing.State.DECIDED, then=1), default=0)
    found: Pairing | None = playing.at_table(number).order_by(is_decided, "-number").first()
    if found is None:
        raise NoSuchPairing(number=number)
    return found


def enter(*, pairing_id: int, said: Said, author: Author, now: datetime, seen: int | None = None) -> None:
    """Enter a result, or a sheet as far as it has got.

    :param seen: the report that the author had before him (``Told.seen_by``); unasked where ``None``.
    :raises ResultMoved: when there is a newer one.
    :raises OwnPairing: when he plays there.
    :raises Refusal: when the pairing is not open to results from the hall, or they cannot be.
    """
    pairing = in_hall(pairing_id)
    with acting(pairing.round.stage.tournament_id, Action.Verb.SCORE, author, now=now) as account:
        demand_open(pairing)
        demand_other(pairing, author)
        heard = told(pairing.reports.all())
        demand_seen(heard, None, seen)
        weighed = weigh(pairing, heard, said)
        kind = Report.Kind.TOTALS if isinstance(said, Totals) else Report.Kind.SHEET
        decide(pairing, weighed, kind, said.to_data(), author=author, account=account, now=now)


def in_hall(pairing_id: int) -> Pairing:
    """Return a pairing with its round and stage."""
    found: Pairing = Pairing.objects.select_related("round__stage", "table").get(pk=pairing_id)
    return found


def with_players(pairing_id: int) -> Pairing:
    """Return a pairing with everything its page shows, in a fixed number of queries."""
    rows = Pairing.objects.select_related("round__stage__tournament", "table")
    found: Pairing = rows.prefetch_related("sides__entry__members__player").get(pk=pairing_id)
    return found


def demand_open(pairing: Pairing) -> None:
    """Refuse a result for a pairing that is not called to a table of the hall.

    :raises NotCalled: before that.
    :raises ResultKnown: after it.
    :raises NotInTheHall: when it is played here.
    """
    pairing.refresh_from_db(fields=["state", "hall_table"])
    if pairing.state == Pairing.State.WAITING:
        raise NotCalled()
    if pairing.state != Pairing.State.CALLED:
        raise ResultKnown()
    if pairing.hall_table is None:
        raise NotInTheHall(number=pairing.table_number)


def demand_other(pairing: Pairing, author: Author) -> None:
    """Refuse somebody who plays in the pairing.

    :raises OwnPairing: when he does.
    """
    if pairing.side_of(author.user_id) is not None:
        raise OwnPairing()


def demand_seen(heard: Told, side: int | None, seen: int | None) -> None:
    """Refuse what was written before something newer.

    :raises ResultMoved: naming the newer report.
    """
    newest = heard.seen_by(side)
    if seen is not None and seen != newest:
        raise ResultMoved(report=newest)


def decide(
    pairing: Pairing,
    weighed: Weighed,
    kind: Report.Kind,
    data: dict[str, Any],
    *,
    author: Author,
    account: Account,
    now: datetime,
) -> Report:
    """Write a report from the hall, and what it makes of its pairing; open sheets make nothing of it yet.

    :raises games.rules.LastGainMissing: for level totals in a format where somebody has to go on.
    """
    account.before |= {"pairing": pairing.pk, "state": pairing.state}
    account.after |= {"pairing": pairing.pk, "kind": kind.value, "totals": list(weighed.outcome.totals)}
    data |= {"game": None}
    if weighed.game is not None:
        found = books.read(pairing, weighed.game)
        if found.is_for_director and weighed.sheet is None:
            raise LastGainMissing()
        account.after |= books.write(found, refusal=ResultKnown())
        let_play_on(pairing, Changes())
        kind = Report.Kind.UNDECIDED if found.is_for_director else kind
        data |= {"game": weighed.game.to_data()}
    written: Report = Report.objects.create(
        pairing=pairing, kind=kind, by_id=author.user_id, data=data, at=now
    )
    account.after["report"] = written.pk
    return written


def take_back(*, pairing_id: int, report_id: int, author: Author, now: datetime) -> None:
    """Take the last result from the hall back while its round is in play: the pairing is open again.

    :raises NothingToTakeBack: when this is not the last one any more, or a table's, or the round is closed.
    """
    pairing = in_hall(pairing_id)
    with acting(pairing.round.stage.tournament_id, Action.Verb.TAKE_BACK, author, now=now) as account:
        game = take_out(pairing, report_id, author=author, now=now)
        account.before = {"pairing": pairing.pk, "report": game.pk} | game.data
        account.after = {"pairing": pairing.pk}


def take_out(pairing: Pairing, report_id: int, *, author: Author, now: datetime) -> Report:
    """Take a result out of the books, in the caller's transaction; return its report.

    :raises NothingToTakeBack: when this is not the last one any more, or a table's, or the round is closed.
    """
    game = told(pairing.reports.all()).game
    if game is None or game.pk != report_id or game.match_id is not None:
        raise NothingToTakeBack()
    Report.objects.create(
        pairing=pairing,
        kind=Report.Kind.TAKEN_BACK,
        by_id=author.user_id,
        data={"report": game.pk},
        at=now,
    )
    books.reopen(pairing, refusal=NothingToTakeBack())
    return game
