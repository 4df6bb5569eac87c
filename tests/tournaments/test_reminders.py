"""Players are told of a start that is near, once."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import User
from tests.cast import NOW, client_of
from tests.tournaments.evenings import pairing_of, started
from tests.tournaments.over_days import players, proposed, week
from tests.tournaments.signing_up import opened, signed_up
from tournaments import tasks
from tournaments.models import Appointment, Club, Reminder, Tournament
from tournaments.services import appointments, openings, reminders, timing
from tournaments.services.actions import PROGRAM, Author
from tournaments.services.timetables import Given, StageTimes
from tournaments.services.walls import wall_of

pytestmark = pytest.mark.django_db
EIGHT = datetime.fromisoformat("2026-12-03 20:00")
AT = datetime.fromisoformat("2026-12-03T20:00+00:00")


def timed(cup: Tournament, *starts: datetime | None, minutes: int | None = 60) -> None:
    """Give the rounds of a tournament their times, and let its players be told of them."""
    given = {number: Given(wall) for number, wall in enumerate(starts, start=1)}
    timing.set_times(
        tournament_id=cup.pk,
        wanted={1: StageTimes(rounds=given)},
        author=PROGRAM,
        now=NOW,
        remind_minutes=minutes,
    )


@pytest.fixture
def cup(club: Club, bob: User, alice: User) -> Tournament:
    """A cup in which Bob plays with Alice."""
    tournament = opened(club)
    signed_up(tournament, bob, alice)
    return tournament


def test_players_are_told_so_many_minutes_before_a_start_and_strangers_are_not(
    cup: Tournament, bob: User, charlie: User
) -> None:
    timed(cup, EIGHT)
    version = Tournament.objects.get(pk=cup.pk).version

    early = tasks.sweep_reminders(now=AT - timedelta(minutes=61))
    sent = tasks.sweep_reminders(now=AT - timedelta(minutes=60))

    assert (early, sent) == (0, 1)
    assert Tournament.objects.get(pk=cup.pk).version == version + 1, "open pages look again"
    told = reminders.told_of(Tournament.objects.get(pk=cup.pk), entry=0, now=AT - timedelta(minutes=30))
    assert told == AT
    assert "It starts soon" not in client_of(charlie).get(f"/en/tournaments/{cup.slug}/").content.decode()


def test_a_player_reads_it_on_his_page(cup: Tournament, bob: User) -> None:
    Tournament.objects.filter(pk=cup.pk).update(remind_minutes=60)
    Reminder.objects.create(tournament=cup, starts_at=AT, due_at=AT, sent_at=NOW)

    shown = client_of(bob).get("/en/me/").content.decode()

    assert "It starts soon" in shown


def test_it_is_sent_once_however_often_and_late_anybody_tries(cup: Tournament) -> None:
    timed(cup, EIGHT)
    row = Reminder.objects.get()

    found = [tasks.sweep_reminders(now=AT - timedelta(minutes=minutes)) for minutes in (50, 50, 10)]
    with pytest.raises(reminders.ReminderSent):
        reminders.send(reminder=row, now=AT)

    assert found == [1, 0, 0]


def test_nobody_is_told_of_a_start_that_is_past_or_called_off(cup: Tournament) -> None:
    timed(cup, EIGHT)

    late = tasks.sweep_reminders(now=AT + timedelta(minutes=1))
    openings.cancel(tournament_id=cup.pk, author=Author(why="No hall"), now=NOW)
    called_off = tasks.sweep_reminders(now=AT - timedelta(minutes=10))

    assert (late, called_off) == (0, 0)


def test_a_start_that_is_moved_is_told_of_again_and_one_that_stays_is_not(cup: Tournament) -> None:
    timed(cup, EIGHT)
    tasks.sweep_reminders(now=AT - timedelta(minutes=60))

    timed(cup, EIGHT)
    again = tasks.sweep_reminders(now=AT - timedelta(minutes=50))
    timed(cup, EIGHT + timedelta(hours=1))
    moved = tasks.sweep_reminders(now=AT)

    assert (again, moved) == (0, 1)


def test_each_round_that_has_a_time_is_told_of(club: Club) -> None:
    running = started(club, 8)

    timed(running, None, EIGHT, EIGHT + timedelta(days=7), minutes=120)

    assert [row.due_at for row in Reminder.objects.all()] == [
        AT - timedelta(hours=2),
        AT + timedelta(days=7, hours=-2),
    ]
    timed(running, None, EIGHT, minutes=None)
    assert not Reminder.objects.exists()


def test_the_sides_of_a_match_are_told_of_the_time_they_agreed_on_and_nobody_else(club: Club) -> None:
    cup = week(club, pairs=4)
    Tournament.objects.filter(pk=cup.pk).update(remind_minutes=60)
    first, second = players(cup)
    proposed(cup, first)
    named = Appointment.objects.get()
    hour = named.starts_at - timedelta(minutes=60)
    assert tasks.sweep_reminders(now=hour) == 0, "a proposal obliges nobody"
    agree: dict[str, Any] = {"pairing_id": named.pairing_id, "seen": named.starts_at}
    appointments.agree(**agree, author=Author(second.pk), now=named.at)

    sent = tasks.sweep_reminders(now=hour)

    cup.refresh_from_db()
    theirs, others = (pairing_of(cup, 1, number).sides.all() for number in (1, 2))
    told = [reminders.told_of(cup, entry=side.entry_id, now=hour) for side in (*theirs, *others)]
    assert (sent, told) == (1, [named.starts_at, named.starts_at, None, None])


def test_a_match_that_is_moved_is_told_of_at_its_new_time(club: Club) -> None:
    cup = week(club)
    Tournament.objects.filter(pk=cup.pk).update(remind_minutes=60)
    pairing = pairing_of(cup, 1, 1)
    for days in (2, 3):
        moment = max(NOW, timezone.now()) + timedelta(days=days)
        wall = wall_of(moment, cup.zone).replace(second=0, microsecond=0)
        details: dict[str, Any] = {"pairing_id": pairing.pk, "author": Author(), "as_director": True}
        appointments.propose(**details, wall=wall, now=max(NOW, timezone.now()))

    assert Reminder.objects.get().starts_at == Appointment.objects.get().starts_at
