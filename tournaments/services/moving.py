"""A pairing that goes on with real cards from the score at its table, and back to a table from its sheet."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.dealing import Stream
from games.models import Table
from games.rules import Refusal, Terms
from games.services import by_hand, opening
from tournaments.models import Action, Pairing, Report

from .actions import Account, Author, acting
from .calling import plan_again
from .hall import demand_open, in_hall
from .said import sheet_so_far, terms_of, told, weigh


class NotAtATable(Refusal):
    """This pairing is not being played at a table of this site."""

    code = "not_at_a_table"


class GoesOnWithCards(Refusal):
    """From this score the match can only go on where it is."""

    code = "goes_on_with_cards"


def go_to_cards(*, pairing_id: int, author: Author, now: datetime) -> None:
    """Close a pairing's table to play; what was played there are the first lines of its score sheet.

    :raises NotAtATable: when it has no table in play.
    """
    pairing = in_hall(pairing_id)
    with acting(pairing.round.stage.tournament_id, Action.Verb.GO_TO_CARDS, author, now=now) as account:
        pairing.refresh_from_db()
        if pairing.state != Pairing.State.CALLED or pairing.table is None or pairing.hall_table is not None:
            raise NotAtATable()
        left = by_hand.leave_off(table_id=pairing.table.pk)
        data = _to_data(left.terms) | {"lines": [line and line.to_data() for line in left.lines]}
        note_left(pairing, pairing.table, data, account=account, author=author, now=now)


def note_left(
    pairing: Pairing,
    table: Table,
    data: dict[str, Any],
    *,
    account: Account,
    author: Author,
    now: datetime,
) -> None:
    """Write what was played at a table that a pairing has left, in the caller's transaction."""
    account.before = {"pairing": pairing.pk, "table": table.public_id}
    account.after = {"pairing": pairing.pk, "lines": len(data["lines"])}
    Pairing.objects.filter(pk=pairing.pk).update(hall_table=table.number or pairing.number)
    report = Report.objects.create(
        pairing=pairing, kind=Report.Kind.CARDS, by_id=author.user_id, data=data, at=now
    )
    account.after["report"] = report.pk


def go_online(*, pairing_id: int, author: Author, now: datetime, stream: Stream) -> None:
    """Open a table at which a pairing goes on with the totals of its sheet.

    Who deals first there is drawn anew. With no deal to come, or level at the target, it cannot.

    :raises GoesOnWithCards: when a table could not go on from there.
    """
    pairing = in_hall(pairing_id)
    with acting(pairing.round.stage.tournament_id, Action.Verb.GO_ONLINE, author, now=now) as account:
        demand_open(pairing)
        heard = told(pairing.reports.all())
        written = heard.sheet or max(heard.words.values(), key=lambda word: word.pk, default=None)
        weighed = weigh(pairing, heard, sheet_so_far(written, heard))
        terms, totals = terms_of(pairing, heard), weighed.outcome.totals
        if weighed.sheet is None or weighed.game is not None or max(totals) >= terms.target:
            raise GoesOnWithCards()
        cap = None if terms.cap is None else terms.cap - weighed.sheet.scored
        (table,) = opening.open_tables([plan_again(pairing, carried=totals, cap=cap, stream=stream)], now=now)
        account.before = {"pairing": pairing.pk, "hall_table": pairing.hall_table}
        account.after = {"pairing": pairing.pk, "table": table.public_id, "totals": list(totals)}
        Pairing.objects.filter(pk=pairing.pk).update(hall_table=None, table=table)
        Report.objects.create(
            pairing=pairing,
            kind=Report.Kind.ONLINE,
            by_id=author.user_id,
            data={"totals": list(totals)},
            at=now,
        )


def _to_data(terms: Terms) -> dict[str, object]:
    """Return what a match was played under, but for its rules, which are the stage's."""
    given = [list(adjustment) for adjustment in terms.adjustments]
    return {"target": terms.target, "cap": terms.cap, "dealer": terms.dealer, "adjustments": given}
