"""The times of rounds: as the director sets them, as they are reckoned, and what happens when they come."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.models import User
from tests.cast import NOW, client_of
from tests.tournaments import hall
from tests.tournaments.evenings import STREAM, drawn, entered, play_round, round_of, started
from tournaments import tasks
from tournaments.models import Action, Club, Pairing, Report, Round, Stage, Tournament
from tournaments.services import clashes, due, durations, planning, rounds, timetables, timing, walls
from tournaments.services.actions import PROGRAM, AlreadyDone, Author
from tournaments.services.planning import NextStage, Plan
from tournaments.services.timetables import Given, StageTimes, Timetable, Wanted

pytestmark = pytest.mark.django_db
wall = datetime.fromisoformat
TEN, ELEVEN = wall("2026-11-30 22:00"), wall("2026-11-30 23:00")
"""On the wall in UTC; the evening is at 18:00."""


def times(**facts: Any) -> Wanted:
    """Return what is asked for in the one stage of a tournament."""
    return {1: StageTimes(**facts)}


def given(*walls: datetime | None) -> dict[int, Given]:
    """Return times of the rounds from the second on."""
    return {number: Given(wall) for number, wall in enumerate(walls, start=2)}


def settle(cup: Tournament, wanted: Wanted, **facts: Any) -> None:
    """Set the times of a tournament."""
    asked: dict[str, Any] = {"author": PROGRAM, "now": NOW, "remind_minutes": None, **facts}
    timing.set_times(tournament_id=cup.pk, wanted=wanted, **asked)
    cup.refresh_from_db()


def reckoned(cup: Tournament, **facts: Any) -> Timetable:
    """Return its timetable."""
    return timetables.timetable_of(cup, now=NOW, **facts)


# ---- when rounds start --------------------------------------------------------------------------


def test_the_next_round_starts_at_the_time_it_was_given_and_not_before(club: Club) -> None:
    cup = started(club, 4)
    settle(cup, times(rounds=given(TEN)))

    play_round(cup, 1)
    due.start_due(now=NOW + timedelta(hours=3, minutes=59), stream=STREAM)
    early = round_of(cup, 2).state
    due.start_due(now=NOW + timedelta(hours=4), stream=STREAM)

    assert (early, round_of(cup, 2).state) == (Round.State.DRAWN, Round.State.OPEN)


def test_a_round_whose_time_is_past_when_it_is_drawn_starts_after_its_pause(club: Club) -> None:
    cup = started(club, 4)
    settle(cup, times(rounds={2: Given(wall("2026-11-30 18:30"), pause=600)}), anyway=True)
    late = NOW + timedelta(hours=1)

    Pairing.objects.filter(round=round_of(cup, 1)).update(state="decided", advances=0, decided_by="target")
    rounds.close_round(round_id=round_of(cup, 1).pk, author=PROGRAM, now=late, stream=STREAM)

    assert round_of(cup, 2).starts_at == late + timedelta(minutes=10)


def test_a_round_that_waits_for_the_director_neither_starts_nor_closes_by_itself(club: Club) -> None:
    cup = started(club, 4)
    settle(cup, times(opens_by_itself=False, closes_by_itself=False))

    play_round(cup, 1)
    unclosed = round_of(cup, 1).state
    rounds.close_round(round_id=round_of(cup, 1).pk, author=PROGRAM, now=NOW, stream=STREAM)
    tasks.sweep_rounds(now=NOW + timedelta(days=1), stream=STREAM)
    waiting = round_of(cup, 2)
    rounds.open_round(round_id=waiting.pk, author=PROGRAM, now=NOW, stream=STREAM)

    assert unclosed == Round.State.OPEN
    assert (waiting.state, waiting.starts_at) == (Round.State.DRAWN, None)
    assert round_of(cup, 2).state == Round.State.OPEN


def test_letting_rounds_start_by_themselves_again_starts_the_one_that_waits(club: Club) -> None:
    cup = started(club, 4)
    settle(cup, times(opens_by_itself=False))
    play_round(cup, 1)

    settle(cup, times())
    tasks.sweep_rounds(now=NOW, stream=STREAM)

    assert round_of(cup, 2).state == Round.State.OPEN


def test_a_later_stage_begins_at_the_time_its_first_round_was_given(club: Club) -> None:
    cup = started(club, 4, format="round-robin", options={"rounds": 1}, then=(NextStage("knockout", 2),))
    settle(cup, {1: StageTimes(), 2: StageTimes(rounds={1: Given(TEN)})})

    play_round(cup, 1)

    final = Round.objects.get(stage__tournament=cup, stage__position=2)
    assert (final.state, final.starts_at) == (Round.State.DRAWN, NOW + timedelta(hours=4))


def test_the_first_round_s_time_is_the_tournament_s(club: Club) -> None:
    plan = Plan(name="Cup", zone="Asia/Beirut")
    cup = planning.create_tournament(club=club, plan=plan, author=Author(), now=NOW)

    settle(cup, times(rounds={1: Given(wall("2026-12-03 20:00"))}))

    assert cup.starts_at == walls.moment_of(wall("2026-12-03 20:00"), "Asia/Beirut")
    assert cup.wall_start == "2026-12-03T20:00"
    assert timetables.wanted_of(cup, timetables.stages_of(cup))[1].rounds[1].wall == wall("2026-12-03 20:00")


def test_times_that_are_saved_again_move_no_round_that_counts_down(club: Club) -> None:
    cup = started(club, 4, break_seconds=600)
    play_round(cup, 1)
    before = round_of(cup, 2).starts_at
    written = reckoned(cup).stages[0].times

    settle(cup, {1: written}, now=NOW + timedelta(minutes=5))

    assert round_of(cup, 2).starts_at == before == NOW + timedelta(minutes=10)


def test_the_times_of_rounds_that_have_begun_stay(club: Club) -> None:
    cup = started(club, 4)
    before = cup.starts_at

    settle(cup, times(rounds={1: Given(TEN), 2: Given(ELEVEN)}))

    assert cup.starts_at == before
    assert reckoned(cup).stages[0].times.rounds[2] == Given(ELEVEN)


def test_the_log_says_what_was_set_and_what_was_before(club: Club, alice: User) -> None:
    cup = started(club, 4)

    author = Author(alice.pk, key="once")
    settle(cup, times(rounds=given(TEN)), author=author)

    act = Action.objects.get(tournament=cup, verb=Action.Verb.SET_TIMES)
    assert act.before["1"]["rounds"] == {"1": ["2026-11-30T18:00", None, None]}
    assert act.after["1"]["rounds"]["2"] == ["2026-11-30T22:00", None, None]
    with pytest.raises(AlreadyDone):
        settle(cup, times(), author=author)


# ---- what stands against it ---------------------------------------------------------------------


def test_a_round_cannot_be_given_a_time_before_the_one_before_it(club: Club) -> None:
    cup = started(club, 8)

    with pytest.raises(clashes.OutOfOrder) as refused:
        settle(cup, times(rounds=given(ELEVEN, TEN)), anyway=True)

    assert refused.value.params == {"round": "Final", "before": "Semi-finals"}


def test_a_stage_that_would_begin_before_the_one_that_feeds_it_is_over_is_told_and_can_be_kept(
    club: Club,
) -> None:
    """O-11: what is planned too early is told before it is saved, and waits when its time comes."""
    cup = started(club, 4, format="round-robin", then=(NextStage("knockout", 2),))
    too_early = {1: StageTimes(), 2: StageTimes(rounds={1: Given(wall("2026-11-30 18:45"))})}

    with pytest.raises(clashes.RoundTooEarly) as refused:
        settle(cup, too_early)
    settle(cup, too_early, anyway=True)

    assert refused.value.params["round"] == "Final"
    final = reckoned(cup).rounds[-1].timed
    assert final.starts >= reckoned(cup).rounds[-2].timed.ends


def test_who_plays_in_two_tournaments_of_the_club_at_the_same_time_is_named(club: Club) -> None:
    first, _other = started(club, 4, name="First Cup"), started(club, 2, name="Other Cup")
    far = started(club, 4, name="Next Month")
    Tournament.objects.filter(pk=far.pk).update(starts_at=NOW + timedelta(days=30))
    Round.objects.filter(stage__tournament=far).update(opened_at=NOW + timedelta(days=30))

    found = clashes.clashes(first, reckoned(first), now=NOW)

    assert [(one.code, one.params["tournament"]) for one in found] == [("play_elsewhere", "Other Cup")]
    assert found[0].params["names"] == "Player 1 A, Player 1 B, Player 2 A, Player 2 B"


def test_tables_of_the_hall_that_are_given_twice_are_named(club: Club) -> None:
    first = hall_cup(club, "First Cup")
    other = hall_cup(club, "Other Cup")
    names = {"play_elsewhere"}

    both = clashes.clashes(first, reckoned(first), now=NOW)
    settle(other, times(first_table=3), anyway=True)
    apart = clashes.clashes(first, reckoned(first), now=NOW)

    assert [one.params for one in both if one.code not in names] == [
        {"tables": "1, 2", "tournament": "Other Cup"}
    ]
    assert [one for one in apart if one.code not in names] == []


def hall_cup(club: Club, name: str, **facts: Any) -> Tournament:
    """Return a cup of four pairs that is played with cards."""
    return started(club, 4, name=name, place=Stage.Place.HALL, **facts)


def test_a_hall_without_a_table_is_refused(club: Club) -> None:
    with pytest.raises(timing.TablesCross):
        settle(hall_cup(club, "Cup"), times(first_table=5, last_table=4))


def test_nothing_is_timed_any_more_when_the_tournament_is_over(club: Club) -> None:
    cup = started(club, 2)
    play_round(cup, 1)

    with pytest.raises(timing.TimesOver):
        settle(cup, times())


# ---- a hall with fewer tables than pairings -----------------------------------------------------


def test_who_finds_no_free_table_is_called_when_one_is(club: Club) -> None:
    """O-11: a table has one match at a time, and nobody waits longer than it takes."""
    cup = drawn(club, 8, place=Stage.Place.HALL)
    settle(cup, times(first_table=11, last_table=12, rounds={1: Given(wall("2026-11-30 18:00"))}))
    due.start_due(now=NOW, stream=STREAM)
    later = NOW + timedelta(minutes=30)

    at_first = tables_of(cup)
    hall.enter(Pairing.objects.get(round=round_of(cup, 1), number=2), hall.won(0, 31, 20))
    due.call_due(now=later, stream=STREAM)
    version = Tournament.objects.get(pk=cup.pk).version
    due.call_due(now=later, stream=STREAM)

    assert at_first == {1: 11, 2: 12, 3: None, 4: None}
    assert tables_of(cup) == {1: 11, 2: 12, 3: 12, 4: None}
    assert Pairing.objects.get(round=round_of(cup, 1), number=3).called_at == later
    assert Tournament.objects.get(pk=cup.pk).version == version, "who finds nothing tells nobody"


def tables_of(cup: Tournament) -> dict[int, int | None]:
    """Return the tables of the first round by the pairings' numbers."""
    return dict(round_of(cup, 1).pairings.values_list("number", "hall_table"))


# ---- how long it takes --------------------------------------------------------------------------


def test_before_a_club_has_played_enough_the_rules_say_how_long_a_round_takes(club: Club) -> None:
    cup = started(club, 4)

    pace = durations.pace_of(cup.stages.get())

    assert pace.matches == 0
    assert timedelta(minutes=25) < pace.usual(1) < pace.usual(8) < pace.late(8)


def test_from_eight_matches_on_a_club_is_as_slow_as_it_was(club: Club) -> None:
    cup = started(club, 16, place=Stage.Place.HALL)
    first = round_of(cup, 1).pairings.order_by("number")
    for minutes, pairing in enumerate(first, start=41):
        said(pairing, minutes)
    ninth = started(club, 2, place=Stage.Place.HALL).stages.get()

    pace = durations.pace_of(ninth)

    assert (pace.matches, pace.usual(1)) == (8, timedelta(minutes=44.5))
    assert pace.usual(1) < pace.usual(4) < pace.late(4) <= timedelta(minutes=48)
    assert durations.pace_of(started(club, 2).stages.get()).matches == 0, "online is another matter"


def said(pairing: Pairing, minutes: int, **facts: Any) -> None:
    """Let a match in the hall have lasted so long."""
    Pairing.objects.filter(pk=pairing.pk).update(state="decided", advances=0, decided_by="target", **facts)
    at = NOW + timedelta(minutes=minutes)
    Report.objects.create(pairing=pairing, kind=Report.Kind.TOTALS, at=at)


def test_a_match_that_a_clock_ended_says_nothing_of_how_long_matches_are(club: Club) -> None:
    cup = started(club, 16, place=Stage.Place.HALL)
    for pairing in round_of(cup, 1).pairings.all():
        said(pairing, 40)
    Round.objects.filter(stage__tournament=cup).update(stopped_at=NOW)

    assert durations.pace_of(cup.stages.get()).matches == 0


def test_a_round_with_a_clock_ends_with_the_deal_in_hand_when_it_runs_out(club: Club) -> None:
    free, timed = (started(club, 4, round_seconds=seconds) for seconds in (None, 900))

    lasting = [
        found.rounds[1].timed.ends - found.rounds[1].timed.starts
        for found in (reckoned(free), reckoned(timed))
    ]

    assert lasting[1] < timedelta(minutes=20) < lasting[0]


def test_a_round_that_was_played_has_the_times_it_had(club: Club) -> None:
    cup = started(club, 4)
    play_round(cup, 1)
    ended = NOW + timedelta(minutes=33)
    Round.objects.filter(pk=round_of(cup, 1).pk).update(closed_at=ended)

    first = reckoned(cup).rounds[0].timed

    assert (first.starts, first.ends, first.late) == (NOW, ended, ended)


def test_a_tournament_that_is_not_drawn_is_reckoned_for_the_field_it_has(club: Club) -> None:
    cup = entered(club, 8, name="Cup", author=Author())
    empty = planning.create_tournament(club=club, plan=Plan(name="Empty"), author=Author(), now=NOW)

    assert [(one.name, one.pairings) for one in reckoned(cup).rounds] == [
        ("Quarter-finals", 4),
        ("Semi-finals", 2),
        ("Final", 1),
    ]
    assert reckoned(empty).stages[0].entries == 8
    assert not reckoned(cup).is_dated


# ---- the pages ----------------------------------------------------------------------------------


def test_the_director_sets_a_time_and_everybody_reads_it(club: Club, alice: User) -> None:
    cup = started(club, 4)
    page = f"/en/tournaments/{cup.slug}/schedule/"

    answer = client_of(alice).post(page, posted() | {"s1r2_at": "2026-11-30T22:00"})

    assert answer.status_code == 302
    shown = client_of(None).get(f"/en/tournaments/{cup.slug}/times/").content.decode()
    assert 'datetime="2026-11-30T22:00:00+00:00"' in shown


def posted() -> dict[str, str]:
    """Return the form as it is sent when nothing was changed."""
    return {"s1_opens": "on", "s1_closes": "on", "s1_break": "", "s1_unplayed": "director"}


def test_what_stands_against_it_is_told_first_and_saved_when_it_is_kept(club: Club, alice: User) -> None:
    cup = started(club, 4)
    page, asked = f"/en/tournaments/{cup.slug}/schedule/", posted() | {"s1r2_at": "2026-11-30T18:01"}
    director = client_of(alice)

    told = director.post(page, asked)
    unsaved = reckoned(cup).stages[0].times.rounds
    kept = director.post(page, asked | {"anyway": "on"})

    assert "is too early" in told.content.decode()
    assert 2 not in unsaved
    assert kept.status_code == 302
    assert reckoned(cup).stages[0].times.rounds[2] == Given(wall("2026-11-30 18:01"))


def test_a_time_that_is_never_on_the_wall_is_told_at_its_field(club: Club, alice: User) -> None:
    cup = started(club, 4, zone="Europe/Berlin")

    asked = posted() | {"s1r2_at": "2027-03-28T02:30"}
    told = client_of(alice).post(f"/en/tournaments/{cup.slug}/schedule/", asked)

    assert "it is never 2027-03-28 02:30" in told.content.decode()
