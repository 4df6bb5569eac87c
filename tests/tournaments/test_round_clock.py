"""The clock of a round: more time and less, a pause, and on again."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.urls import reverse

from games.models import User
from tests.cast import NOW, client_of
from tests.tournaments.desk import undo_last
from tests.tournaments.evenings import STREAM, round_of, started
from tournaments.models import Action, Club, Round, Tournament
from tournaments.services import due, round_clock, rounds
from tournaments.services.actions import PROGRAM

pytestmark = pytest.mark.django_db

HALF_AN_HOUR = timedelta(minutes=30)


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A knockout of four pairs whose first round has half an hour."""
    return started(club, 4, round_seconds=1800)


def ends(cup: Tournament) -> datetime | None:
    """Return when the first round is over."""
    found: datetime | None = round_of(cup, 1).ends_at
    return found


def give(cup: Tournament, minutes: int, now: datetime = NOW) -> None:
    """Give the first round more time, or less."""
    round_clock.give_time(round_id=round_of(cup, 1).pk, minutes=minutes, author=PROGRAM, now=now)


def pause(cup: Tournament, now: datetime) -> None:
    """Let the clock of the first round stand."""
    round_clock.pause(round_id=round_of(cup, 1).pk, author=PROGRAM, now=now)


def go_on(cup: Tournament, now: datetime) -> None:
    """Let it go on."""
    round_clock.go_on(round_id=round_of(cup, 1).pk, author=PROGRAM, now=now)


def test_a_round_with_extra_time_is_stopped_that_much_later_and_undo_takes_it_away(cup: Tournament) -> None:
    give(cup, 5)

    assert due.stop_due(now=NOW + HALF_AN_HOUR) == 0
    assert ends(cup) == NOW + timedelta(minutes=35)
    undo_last(cup, Action.Verb.GIVE_TIME)
    assert ends(cup) == NOW + HALF_AN_HOUR


def test_a_round_without_a_clock_is_given_one(club: Club) -> None:
    cup = started(club, 4)

    give(cup, 10)

    assert due.stop_due(now=NOW + timedelta(minutes=10)) == 1


def test_a_pause_takes_nothing_of_the_time_that_is_left(cup: Tournament) -> None:
    pause(cup, NOW + timedelta(minutes=20))

    assert due.stop_due(now=NOW + timedelta(hours=2)) == 0
    go_on(cup, NOW + timedelta(hours=2))
    assert ends(cup) == NOW + timedelta(hours=2, minutes=10)


def test_time_given_in_a_pause_is_there_when_it_is_over(cup: Tournament) -> None:
    pause(cup, NOW + timedelta(minutes=20))

    give(cup, -5, now=NOW + timedelta(hours=1))

    go_on(cup, NOW + timedelta(hours=2))
    assert ends(cup) == NOW + timedelta(hours=2, minutes=5)


@pytest.mark.parametrize("minutes", [0, -30, -31, 601])
def test_no_more_is_taken_than_is_left_and_no_nonsense_given(cup: Tournament, minutes: int) -> None:
    with pytest.raises(round_clock.NoTimeLeft):
        give(cup, minutes)

    assert ends(cup) == NOW + HALF_AN_HOUR


def test_a_clock_is_paused_once_and_goes_on_once(cup: Tournament) -> None:
    pause(cup, NOW)
    with pytest.raises(round_clock.ClockMoved):
        pause(cup, NOW)
    go_on(cup, NOW)

    with pytest.raises(round_clock.ClockMoved):
        go_on(cup, NOW)


def test_a_round_in_which_time_was_called_has_no_clock_any_more(cup: Tournament) -> None:
    pause(cup, NOW)
    rounds.stop_deals(round_id=round_of(cup, 1).pk, author=PROGRAM, now=NOW)

    for verb in (pause, go_on):
        with pytest.raises(rounds.RoundNotOpen):
            verb(cup, NOW)

    with pytest.raises(rounds.RoundNotOpen):
        give(cup, 5)


def test_the_director_s_page_and_the_screen_show_what_is_left_in_a_pause(
    cup: Tournament, alice: User
) -> None:
    pause(cup, NOW + timedelta(minutes=5, seconds=42))

    for page in ("direct", "screen"):
        shown = client_of(alice).get(reverse(f"tournaments:{page}", args=[cup.slug])).content.decode()
        assert "24:18" in shown
        assert "data-until" not in shown


@pytest.mark.parametrize(("act", "minutes"), [("more", 35), ("less", 25)])
def test_five_minutes_are_one_click(cup: Tournament, alice: User, act: str, minutes: int) -> None:
    Round.objects.filter(pk=round_of(cup, 1).pk).update(ends_at=NOW + timedelta(days=9, minutes=30))

    client_of(alice).post(reverse("tournaments:clock", args=[cup.slug]), {"act": act, "key": "a click"})

    assert ends(cup) == NOW + timedelta(days=9, minutes=minutes)


def test_what_no_button_says_is_not_there(cup: Tournament, alice: User) -> None:
    answer = client_of(alice).post(reverse("tournaments:clock", args=[cup.slug]), {"act": "stop"})

    assert answer.status_code == 404
    assert due.stop_due(now=NOW + HALF_AN_HOUR) == 1
    assert due.start_due(now=NOW, stream=STREAM) == 0
