"""Tournaments that are played again and again."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from games.models import User
from tests.cast import NOW, client_of
from tests.tournaments.evenings import started
from tests.tournaments.signing_up import ask, opened
from tests.tournaments.weekly import THURSDAY, weekly
from tournaments import tasks
from tournaments.models import Action, Club, Regular, RoundTime, Stage, Tournament
from tournaments.services import clubs, recurrence, regular, walls
from tournaments.services.planning import NextStage, Plan

pytestmark = pytest.mark.django_db
BEIRUT = "Asia/Beirut"
wall = datetime.fromisoformat


@pytest.fixture
def pattern(club: Club) -> Tournament:
    """A Swiss cut to a final in Beirut, as it was played the Thursday before."""
    played = wall("2026-11-26 20:00")
    swiss = Plan(
        name="First",
        format="swiss",
        options={"rounds": 3},
        then=(NextStage("knockout", 2),),
        zone=BEIRUT,
        wall_start=played,
        break_seconds=300,
    )
    cup = opened(club, swiss)
    opens = walls.moment_of(played - timedelta(days=2), BEIRUT)
    ask(cup, check_in_opens_at=walls.moment_of(played - timedelta(hours=1), BEIRUT), closes_at=opens, fee=5)
    at = walls.moment_of(wall("2026-11-26 21:00"), BEIRUT)
    RoundTime.objects.create(stage=cup.stages.all()[0], number=2, starts_at=at, wall_start="2026-11-26T21:00")
    return cup


def made(club: Club) -> list[Tournament]:
    """Return what was made of the pattern."""
    return list(Tournament.objects.filter(club=club, name__startswith="Thursday Cup").order_by("starts_at"))


def test_the_next_one_is_made_some_days_ahead_like_its_pattern_and_without_its_people(
    club: Club, pattern: Tournament
) -> None:
    weekly(club, pattern=pattern, days_ahead=2)

    tasks.sweep_regulars(now=NOW)
    early = made(club)
    tasks.sweep_regulars(now=walls.moment_of(wall("2026-12-01 20:00"), BEIRUT))

    (cup,) = made(club)
    assert early == []
    assert (cup.name, cup.state) == ("Thursday Cup 2026-12-03", Tournament.State.REGISTRATION)
    assert cup.starts_at == walls.moment_of(THURSDAY, BEIRUT)
    assert [(one.format, one.takes, one.break_seconds) for one in cup.stages.all()] == [
        ("swiss", None, 300),
        ("knockout", 2, 300),
    ]
    assert cup.registration.check_in_opens_at == walls.moment_of(wall("2026-12-03 19:00"), BEIRUT)
    assert cup.registration.fee == 5
    assert cup.entries.count() == 0
    assert RoundTime.objects.get(stage__tournament=cup).wall_start == "2026-12-03T21:00"
    assert Action.objects.get(tournament=cup, verb=Action.Verb.CREATE).after["like"] == pattern.pk


def test_a_lot_is_drawn_anew_and_nobody_has_won_yet(club: Club) -> None:
    played = started(club, 4, name="Played")
    assert played.stages.get().options["lot_secret"]

    weekly(club, pattern=played)
    tasks.sweep_regulars(now=NOW)

    stage = Stage.objects.get(tournament__in=made(club))
    assert "lot_secret" not in stage.options
    assert stage.winner is None


def test_however_often_and_late_a_sweep_comes_each_is_made_once(club: Club, pattern: Tournament) -> None:
    weekly(club, pattern=pattern)
    row = Regular.objects.get()

    for _ in range(3):
        tasks.sweep_regulars(now=NOW)
    with pytest.raises(regular.RegularMoved):  # who read it before the first was made
        regular.make_next(regular_id=row.pk, seen=row.next_wall, now=NOW)
    tasks.sweep_regulars(now=NOW + timedelta(days=7))

    assert [cup.name for cup in made(club)] == ["Thursday Cup 2026-12-03", "Thursday Cup 2026-12-10"]


def test_what_was_missed_while_no_server_ran_is_not_made_up_for(club: Club, pattern: Tournament) -> None:
    weekly(club, pattern=pattern)
    after_three_weeks = NOW + timedelta(days=22)

    for _ in range(6):
        tasks.sweep_regulars(now=after_three_weeks)

    assert [cup.name for cup in made(club)] == ["Thursday Cup 2026-12-24"]


def test_it_is_eight_on_the_wall_in_winter_and_in_summer(club: Club, pattern: Tournament) -> None:
    weekly(club, pattern=pattern, first=wall("2027-03-25 20:00"))
    for days in (114, 121):
        tasks.sweep_regulars(now=NOW + timedelta(days=days))

    before, after = made(club)

    assert before.starts_at == datetime(2027, 3, 25, 18, 0, tzinfo=UTC)
    assert after.starts_at == datetime(2027, 4, 1, 17, 0, tzinfo=UTC)
    assert (before.wall_start, after.wall_start) == ("2027-03-25T20:00", "2027-04-01T20:00")


def test_on_a_night_on_which_the_time_never_comes_it_is_an_hour_later(club: Club) -> None:
    early = opened(club, Plan(name="Sunrise", zone="Europe/Berlin"))
    weekly(club, pattern=early, first=wall("2027-03-21 02:30"))

    for days in (110, 117):
        tasks.sweep_regulars(now=NOW + timedelta(days=days))

    assert [cup.wall_start for cup in made(club)] == ["2027-03-21T02:30", "2027-03-28T03:30"]
    assert Regular.objects.get().next_wall == "2027-04-04T02:30"


@pytest.mark.parametrize(
    ("first", "every", "expected"),
    [
        ("2026-12-03 20:00", "week", "2026-12-10 20:00"),
        ("2026-12-24 20:00", "fortnight", "2027-01-07 20:00"),
        ("2026-12-10 20:00", "month", "2027-01-14 20:00"),
        ("2026-12-31 20:00", "month", "2027-01-28 20:00"),
        ("2026-10-29 20:00", "month", "2026-11-26 20:00"),
    ],
)
def test_every_month_is_the_same_weekday_of_it_and_after_a_fifth_the_last(
    first: str, every: str, expected: str
) -> None:
    assert recurrence.after(wall(first), every) == wall(expected)


def test_while_it_is_paused_none_is_made_and_afterwards_the_next_that_is_still_to_come(
    club: Club, pattern: Tournament
) -> None:
    row = weekly(club, pattern=pattern)
    regular.pause(regular=row, now=NOW)
    later = NOW + timedelta(days=12)

    tasks.sweep_regulars(now=later)
    paused = made(club)
    regular.go_on(regular=row, now=later)
    tasks.sweep_regulars(now=later)

    assert paused == []
    assert [cup.name for cup in made(club)] == ["Thursday Cup 2026-12-17"]


def test_nothing_is_made_after_the_last_date_or_after_the_end(club: Club, pattern: Tournament) -> None:
    ended = weekly(club, pattern=pattern)
    regular.end(regular=ended, now=NOW)
    weekly(club, pattern=pattern, last_date=date(2026, 12, 5))

    for week in range(3):
        tasks.sweep_regulars(now=NOW + timedelta(weeks=week))

    assert len(made(club)) == 1
    with pytest.raises(regular.RegularMoved):
        regular.end(regular=ended, now=NOW)


def test_what_is_sent_twice_is_played_once_a_week(club: Club, pattern: Tournament) -> None:
    weekly(club, pattern=pattern)

    with pytest.raises(regular.RegularThere):
        weekly(club, pattern=pattern)

    assert regular.of_club(club).count() == 1


def test_a_pattern_is_the_club_s_own_and_the_first_one_is_to_come(club: Club, pattern: Tournament) -> None:
    other = clubs.create_club(name="Other Club", now=NOW)

    with pytest.raises(regular.PatternOfAnother):
        weekly(other, pattern=pattern)
    with pytest.raises(regular.FirstIsPast):
        weekly(club, pattern=pattern, first=wall("2026-11-30 20:00"))


def test_a_director_begins_one_on_the_page_and_pauses_it(
    club: Club, pattern: Tournament, alice: User
) -> None:
    page, director = f"/en/clubs/{club.slug}/regular/", client_of(alice)
    asked = {"name": "Thursday Cup", "pattern": pattern.pk, "first": "2026-12-03T20:00", "every": "week"}

    past = director.post(page, asked | {"first": "2020-12-03T20:00", "days_ahead": 6})
    begun = director.post(page, asked | {"days_ahead": 6, "first": "2026-12-06T20:00"})
    row = Regular.objects.get()
    director.post(f"{page}{row.pk}/pause/")

    assert "would be in the past" in past.content.decode()
    assert begun.status_code == 302
    row.refresh_from_db()
    assert row.is_paused
    assert "paused" in director.get(page).content.decode()
