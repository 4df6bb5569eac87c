"""Reminders: players are told of a start so many minutes before it, once. Source: docs/schedule.md#reminders.

A reminder is a row with a due time. What a player's pages show follows from it, and open pages are told
to look again, as after every change.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from games.models import claim
from games.rules import Refusal
from tournaments import notices
from tournaments.models import Appointment, Pairing, Reminder, RoundTime, Tournament

from .once import unless_late


class ReminderSent(Refusal):
    """Somebody else has sent it."""

    code = "reminder_sent"


def plan_reminders(tournament: Tournament, *, now: datetime) -> None:
    """Write the reminders of all starts and agreed matches to come, in the caller's transaction.

    What was sent stays; a start that was moved is told of again.
    """
    Reminder.objects.filter(tournament=tournament, sent_at__isnull=True).delete()
    if tournament.remind_minutes is None:
        return
    ahead = timedelta(minutes=tournament.remind_minutes)
    told = set(Reminder.objects.filter(tournament=tournament).values_list("pairing", "starts_at"))
    coming = [one for one in (*_starts(tournament), *_agreed(tournament)) if one not in told and one[1] > now]
    Reminder.objects.bulk_create(
        Reminder(tournament=tournament, pairing_id=pairing, starts_at=start, due_at=start - ahead)
        for pairing, start in coming
    )


def _starts(tournament: Tournament) -> list[tuple[None, datetime]]:
    rounds = RoundTime.objects.filter(stage__tournament=tournament)
    times = (tournament.starts_at, *rounds.values_list("starts_at", flat=True))
    return [(None, time) for time in sorted({time for time in times if time is not None})]


def _agreed(tournament: Tournament) -> list[tuple[int, datetime]]:
    """Return the matches that are played at a time their sides agreed on, or the director set."""
    to_play = Pairing.objects.filter(round__stage__tournament=tournament).undecided()
    agreed = Appointment.objects.filter(pairing__in=to_play, agreed_at__isnull=False)
    return list(agreed.order_by("pairing").values_list("pairing", "starts_at"))


def send_due(*, now: datetime) -> int:
    """Send what is due, of starts that are still to come; return how many."""
    late = (ReminderSent,)
    return sum(
        unless_late(send, late=late, about={"reminder": row.pk}, reminder=row, now=now)
        for row in Reminder.objects.to_send(now)
    )


def send(*, reminder: Reminder, now: datetime) -> None:
    """Tell the players of a start, once.

    :raises ReminderSent: when it was done.
    """
    with transaction.atomic():
        unsent = Reminder.objects.filter(pk=reminder.pk, sent_at__isnull=True)
        claim(unsent, refusal=ReminderSent(), sent_at=now)
        notices.changed(reminder.tournament_id)


def told_of(tournament: Tournament, *, entry: int, now: datetime) -> datetime | None:
    """Return the start to come that an entry has been told of, if any; no query without reminders."""
    if tournament.remind_minutes is None:
        return None
    sent = Reminder.objects.filter(tournament=tournament, sent_at__isnull=False, starts_at__gt=now)
    own = Pairing.objects.filter(sides__entry=entry, appointment__agreed_at__isnull=False).undecided()
    still = Q(pairing__in=own, pairing__appointment__starts_at=F("starts_at"))
    sent = sent.filter(Q(pairing=None) | still)
    return sent.order_by("starts_at").values_list("starts_at", flat=True).first()
