"""Telling the staff of somebody at one's table, with the place in the log, and settling it."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from games import store
from games.models import ChatLine, Report, User, claim
from games.rules import Refusal
from games.services import chat

LINES = 20


class ReportedBefore(Refusal):
    """The same person reported the same other in this match, and the staff have not settled it."""

    code = "reported_before"


class ReportSettled(Refusal):
    """Somebody has settled this report."""

    code = "report_settled"


class BadReason(Refusal):
    """A report is about words, play or a name."""

    code = "bad_reason"


def report(*, table_id: int, user: User, number: int, reason: str, now: datetime) -> None:
    """Report the one on a seat; where the table stands now is kept with it.

    :raises NotSeated: when he does not sit there himself.
    :raises NobodyThere: when no other person sits on that seat.
    :raises ReportedBefore: when the staff have such a report of his.
    """
    if reason not in Report.Reason.values:
        raise BadReason()
    about = chat.sitter(table_id=table_id, number=number, but=user)
    stored = store.read([table_id])[table_id]
    chat.seat_number(stored, user.pk)
    told = Report(match_id=stored.match_id, seq=stored.seq, user=user, about_id=about, reason=reason, at=now)
    try:
        with transaction.atomic():
            told.save()
    except IntegrityError as twice:
        raise ReportedBefore() from twice


def waiting() -> QuerySet[Report]:
    """Return the reports nobody has settled, the oldest first."""
    rows = Report.objects.filter(state=Report.State.OPEN).order_by("at", "pk")
    return rows.select_related("match__table", "user", "about")


def lines_of(report: Report) -> list[ChatLine]:
    """Return what the one reported said in that match up to then, the last lines in order."""
    said = ChatLine.objects.filter(match=report.match_id, user=report.about_id, at__lte=report.at)
    return list(reversed(said.order_by("-number")[:LINES]))


def settle(*, report_id: int, by: User, verdict: str, now: datetime) -> None:
    """Say what came of a report: upheld or dismissed.

    :raises ReportSettled: when somebody has settled it, or there is none.
    """
    if verdict not in Report.NEXT[Report.State.OPEN]:
        raise BadReason()
    mine = Report.objects.filter(pk=report_id, state=Report.State.OPEN)
    claim(mine, refusal=ReportSettled(), state=verdict, settled_by=by, settled_at=now)
