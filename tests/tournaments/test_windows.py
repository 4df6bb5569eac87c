"""Rounds that are played over days: a time is agreed on, and what becomes of who does not come."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.models import Seat, User
from games.services.clocks import TablePolicy
from tests.cast import NOW, client_of
from tests.tournaments import hall
from tests.tournaments.evenings import STREAM, pairing_of, round_of, started
from tests.tournaments.over_days import players, proposed, week
from tournaments import tasks
from tournaments.models import Appointment, Club, DirectorCall, Pairing, Round, RoundTime, Stage, Tournament
from tournaments.services import appointments, timetables, timing, windows
from tournaments.services.absences import absences
from tournaments.services.actions import PROGRAM, Author
from tournaments.services.seats import NotYourPairing
from tournaments.services.timetables import Given, StageTimes

pytestmark = pytest.mark.django_db
wall = datetime.fromisoformat


def closes(cup: Tournament) -> datetime:
    """Return when the window of the first round closes."""
    return RoundTime.objects.get(stage__tournament=cup).until or NOW


def ended(cup: Tournament) -> Pairing:
    """Let the window's end come; return the first pairing."""
    tasks.sweep_windows(now=closes(cup), stream=STREAM)
    return pairing_of(cup, 1, 1)


# ---- agreeing on a time -------------------------------------------------------------------------


def test_one_side_names_a_time_and_the_other_says_yes(club: Club) -> None:
    cup = week(club)
    first, second = players(cup)
    proposed(cup, first)
    named = Appointment.objects.get()

    with pytest.raises(appointments.AppointmentMoved):  # one's own proposal is no agreement
        agreed(cup, first, named.starts_at)
    agreed(cup, second, named.starts_at)

    named.refresh_from_db()
    assert named.agreed_at is not None


def agreed(cup: Tournament, user: User, seen: datetime) -> None:
    """Let somebody say yes to a time."""
    pairing = pairing_of(cup, 1, 1)
    appointments.agree(pairing_id=pairing.pk, seen=seen, author=Author(user.pk), now=NOW)


def test_the_last_word_counts_and_nobody_agrees_to_what_he_has_not_seen(club: Club) -> None:
    cup = week(club)
    first, second = players(cup)
    proposed(cup, first)
    seen = Appointment.objects.get().starts_at
    proposed(cup, first, after=timedelta(days=3))

    with pytest.raises(appointments.AppointmentMoved):
        agreed(cup, second, seen)
    proposed(cup, second, after=timedelta(days=4))

    assert Appointment.objects.get().side == 1
    assert Appointment.objects.get().agreed_at is None


def test_a_time_lies_in_the_window_and_ahead(club: Club) -> None:
    cup = week(club)
    first, _second = players(cup)

    for days in (-1, 8):
        with pytest.raises(appointments.OutsideWindow):
            proposed(cup, first, after=timedelta(days=days))
    with pytest.raises(appointments.NoWindow):
        proposed(started(club, 2), first)


def test_a_stranger_names_no_time_and_the_director_s_needs_no_yes(
    club: Club, charlie: User, alice: User
) -> None:
    cup = week(club)
    pairing = pairing_of(cup, 1, 1)
    at = wall("2026-12-02 20:00")

    with pytest.raises(NotYourPairing):
        appointments.propose(pairing_id=pairing.pk, wall=at, author=Author(charlie.pk), now=NOW)
    appointments.propose(pairing_id=pairing.pk, wall=at, author=Author(alice.pk), now=NOW, as_director=True)

    assert Appointment.objects.get().agreed_at == NOW


def test_players_agree_on_their_page(club: Club) -> None:
    cup = week(club)
    first, second = players(cup)
    proposed(cup, first)
    page = f"/en/tournaments/{cup.slug}/pairings/{pairing_of(cup, 1, 1).pk}/time/"
    seen = Appointment.objects.get().starts_at.isoformat()

    mine = client_of(first).get(page).content.decode()
    asked = client_of(second).get(page).content.decode()
    client_of(second).post(f"{page}agree/", {"seen": seen})
    step = client_of(second).get("/en/me/").content.decode()

    assert ("Yes, then" in mine, "Yes, then" in asked) == (False, True)
    assert Appointment.objects.get().agreed_at is not None
    assert "You play" in step
    assert page in step


# ---- who is missing -----------------------------------------------------------------------------


def test_in_a_window_nobody_is_missing_before_the_time_that_was_agreed_on(club: Club) -> None:
    cup = week(club)
    first, second = players(cup)
    grace = timedelta(seconds=TablePolicy.from_json(cup.policy).no_show_seconds)

    unnamed = absences(cup, now=NOW + timedelta(days=1))
    proposed(cup, first)
    at = Appointment.objects.get().starts_at
    unagreed = absences(cup, now=at + grace)
    agreed(cup, second, at)

    assert (unnamed, unagreed) == ([], [])
    assert absences(cup, now=at + grace - timedelta(seconds=1)) == []
    assert len(absences(cup, now=at + grace)) == 4


def test_where_there_is_no_window_grace_runs_from_the_call(club: Club) -> None:
    assert len(absences(started(club, 2), now=NOW + timedelta(minutes=6))) == 4


# ---- when the window is over --------------------------------------------------------------------


def test_what_nobody_came_to_is_lost_by_both_where_the_stage_says_so(club: Club) -> None:
    cup = week(club, both_lose=True)

    tasks.sweep_windows(now=closes(cup) - timedelta(seconds=1), stream=STREAM)
    early = pairing_of(cup, 1, 1).state
    lost = ended(cup)
    again = tasks.sweep_windows(now=closes(cup), stream=STREAM)

    assert early == Pairing.State.CALLED
    assert (lost.state, lost.decided_by) == (Pairing.State.DECIDED, Pairing.DecidedBy.DOUBLE_WALKOVER)
    assert again == 0


def test_it_waits_for_the_director_where_the_stage_does_not(club: Club, alice: User) -> None:
    cup = week(club)
    Round.objects.filter(stage__tournament=cup).update(opened_at=NOW - timedelta(days=9))
    RoundTime.objects.update(until=NOW - timedelta(days=365))

    tasks.sweep_windows(now=NOW, stream=STREAM)
    shown = client_of(alice).get(f"/en/tournaments/{cup.slug}/direct/").content.decode()

    assert pairing_of(cup, 1, 1).state == Pairing.State.CALLED
    assert "Nobody came while it could be played." in shown


def test_no_deadline_decides_what_is_disputed_or_has_begun(club: Club, alice: User) -> None:
    called, sat, spoken = (week(club, both_lose=True, place=place) for place in ("online", "online", "hall"))
    DirectorCall.objects.create(pairing=pairing_of(called, 1, 1), seat=0, name="Bob", seq=1, at=NOW)
    Seat.objects.filter(table=pairing_of(sat, 1, 1).table, number=2).update(
        kind=Seat.Kind.USER, user=alice, name="Alice"
    )
    hall.say(pairing_of(spoken, 1, 1), 0, hall.won(0, 31, 20))

    states = [ended(cup).state for cup in (called, sat, spoken)]

    assert states == [Pairing.State.CALLED] * 3


def test_in_the_hall_nobody_came_when_nobody_has_said_anything(club: Club) -> None:
    cup = week(club, both_lose=True, place=Stage.Place.HALL)

    assert ended(cup).decided_by == Pairing.DecidedBy.DOUBLE_WALKOVER


# ---- setting it ---------------------------------------------------------------------------------


def settle(cup: Tournament, given: Given, **facts: Any) -> None:
    """Give the second round of a tournament its times."""
    wanted = {1: StageTimes(rounds={2: given}, **facts)}
    timing.set_times(tournament_id=cup.pk, wanted=wanted, remind_minutes=None, author=PROGRAM, now=NOW)


def test_a_round_with_a_window_is_over_when_that_is(club: Club) -> None:
    cup = started(club, 4)
    settle(cup, Given(wall("2026-12-07 00:00"), until=wall("2026-12-13 23:59")))

    final = timetables.timetable_of(cup, now=NOW).rounds[1].timed

    assert (final.starts.day, final.ends.day, final.late.day) == (7, 13, 13)
    assert RoundTime.objects.get(stage__tournament=cup).wall_until == "2026-12-13T23:59"


def test_a_window_is_not_over_before_it_opens_and_not_where_bots_take_seats(club: Club) -> None:
    with pytest.raises(timing.WindowEndsEarly):
        settle(started(club, 4), Given(wall("2026-12-13 20:00"), until=wall("2026-12-13 19:00")))
    with pytest.raises(timing.BotsDoNotWait):
        settle(started(club, 4, policy=TablePolicy.fast()), Given(until=wall("2026-12-13 19:00")))


def test_a_window_that_is_open_can_be_longer(club: Club, alice: User) -> None:
    cup = week(club)
    posted = {"s1_opens": "on", "s1_closes": "on", "s1_unplayed": "director"}
    longer = posted | {"s1r1_until": "2026-12-13T20:00"}

    answer = client_of(alice).post(f"/en/tournaments/{cup.slug}/schedule/", longer)

    assert answer.status_code == 302
    assert RoundTime.objects.get().wall_until == "2026-12-13T20:00"
    assert round_of(cup, 1).state == Round.State.OPEN
    assert windows.window_of(pairing_of(cup, 1, 1)) is not None
