"""How a drawn tournament goes on otherwise: more rounds or fewer, an early end, a stage begun anew."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Table, User
from tests.cast import NOW, client_of
from tests.tournaments.desk import WHY, correct, public_state, undo_last, won_by
from tests.tournaments.drafts import start
from tests.tournaments.evenings import (
    STREAM,
    drawn,
    ended,
    pairing_of,
    play_round,
    round_of,
    seeds_in,
    started,
)
from tournaments.models import Action, Club, EntryPlayer, Pairing, Player, Round, Stage, Tournament
from tournaments.services import course, drafts, due, reopening, results
from tournaments.services.actions import Author, TournamentCancelled
from tournaments.services.penalties import ReasonMissing
from tournaments.services.planning import NextStage

pytestmark = pytest.mark.django_db
SWISS: dict[str, Any] = {"format": "swiss", "options": {"rounds": 3}, "break_seconds": 60}


def of(cup: Tournament, author: Author = WHY) -> dict[str, Any]:
    """Return what each verb is told: which tournament, who and why, and when."""
    return {"tournament_id": cup.pk, "author": author, "now": NOW}


def numbers(cup: Tournament) -> list[int]:
    """Return the rounds there are."""
    return list(
        Round.objects.filter(stage__tournament=cup).order_by("number").values_list("number", flat=True)
    )


def test_a_swiss_gets_another_round_and_loses_one_that_is_not_drawn(club: Club) -> None:
    cup = started(club, 8, **SWISS)

    course.set_rounds(rounds=4, **of(cup))
    assert numbers(cup) == [1, 2, 3, 4]
    course.set_rounds(rounds=1, **of(cup))

    assert numbers(cup) == [1]
    play_round(cup, 1)
    cup.refresh_from_db()
    assert cup.state == Tournament.State.FINISHED


def test_a_changed_number_of_rounds_is_undone(club: Club) -> None:
    cup = started(club, 8, **SWISS)
    before = public_state(cup)
    course.set_rounds(rounds=1, **of(cup))

    undo_last(cup, Action.Verb.SET_ROUNDS)

    assert public_state(cup) == before


def test_what_is_drawn_stays_and_a_round_robin_has_each_meeting_once(club: Club) -> None:
    cup = started(club, 8, **SWISS)
    play_round(cup, 1)
    with pytest.raises(course.RoundsDrawn):
        course.set_rounds(rounds=1, **of(cup))
    robin = started(club, 4, name="Robin Cup", format="round-robin")

    with pytest.raises(course.RoundsDrawn) as refused:
        course.set_rounds(rounds=4, **of(robin))

    assert refused.value.params == {"fewest": 1, "most": 3}


def test_a_bracket_has_its_rounds_from_its_size_and_ends_with_its_final(club: Club) -> None:
    cup = started(club, 4)

    with pytest.raises(course.NoStandings):
        course.set_rounds(rounds=3, **of(cup))
    with pytest.raises(course.NoStandings):
        course.finish_early(stream=STREAM, **of(cup))


def test_ended_early_the_first_of_the_table_has_won(club: Club) -> None:
    cup = started(club, 4, **SWISS)
    play_round(cup, 1)
    with pytest.raises(course.RoundNotClosed):  # the second is drawn
        course.finish_early(stream=STREAM, **of(cup))
    take_back(cup, 2)

    course.finish_early(stream=STREAM, **of(cup))

    cup.refresh_from_db()
    assert cup.state == Tournament.State.FINISHED
    assert numbers(cup) == [1]
    assert not Pairing.objects.filter(round__number=2).exists()


def take_back(cup: Tournament, number: int) -> None:
    """Take a published draw back, so that nothing is in play."""
    drafts.unpublish(round_id=round_of(cup, number).pk, author=WHY, now=NOW)


def test_an_early_end_is_undone_and_the_rounds_are_there_again(club: Club) -> None:
    cup = started(club, 4, **SWISS)
    play_round(cup, 1)
    take_back(cup, 2)
    course.finish_early(stream=STREAM, **of(cup))

    undo_last(cup, Action.Verb.FINISH_EARLY)

    cup.refresh_from_db()
    assert cup.state == Tournament.State.RUNNING
    assert numbers(cup) == [1, 2, 3]
    assert round_of(cup, 1).state == Round.State.OPEN


def test_ended_early_the_next_stage_begins_with_the_best(club: Club) -> None:
    cup = started(club, 4, **SWISS, then=(NextStage("knockout", takes=2),))
    play_round(cup, 1)
    take_back(cup, 2)

    course.finish_early(stream=STREAM, **of(cup))

    final = Pairing.objects.get(round__stage__position=2)
    assert sorted(seed or 0 for seed in seeds_in(final)) == [1, 2]
    cup.refresh_from_db()
    assert cup.state == Tournament.State.RUNNING


def test_a_stage_begun_on_a_wrong_result_begins_again_while_no_table_is_open(club: Club) -> None:
    options = {"format": "swiss", "options": {"rounds": 1}, "break_seconds": 60}
    cup = started(club, 4, **options, then=(NextStage("knockout", takes=2),))
    play_round(cup, 1)
    assert sorted(seed or 0 for seed in seeds_in(final_of(cup))) == [1, 2]
    first = Pairing.objects.get(round__stage__position=1, number=1)
    correct(first, won_by(3, first))

    course.begin_again(stream=STREAM, **of(cup))

    assert sorted(seed or 0 for seed in seeds_in(final_of(cup))) == [2, 3]
    Round.objects.filter(stage__position=2).update(starts_at=NOW)
    due.start_due(now=NOW, stream=STREAM)
    ended(final_of(cup))
    results.record_finished(now=NOW, stream=STREAM)
    with pytest.raises(reopening.PlayedSince):
        course.begin_again(stream=STREAM, **of(cup))


def final_of(cup: Tournament) -> Pairing:
    """Return the final of the second stage."""
    return Pairing.objects.get(round__stage__tournament=cup, round__stage__position=2)


def test_the_first_stage_does_not_begin_again(club: Club) -> None:
    cup = started(club, 4)

    with pytest.raises(course.NotBegunFromAnother):
        course.begin_again(stream=STREAM, **of(cup))


def test_cancelled_in_play_its_tables_close_and_who_plays_reads_why(club: Club, bob: User) -> None:
    cup = started(club, 4)
    member = EntryPlayer.objects.filter(tournament=cup)[0]
    Player.objects.filter(pk=member.player_id).update(user=bob)

    course.call_off(**of(cup))

    cup.refresh_from_db()
    assert cup.state == Tournament.State.CANCELLED
    assert set(Table.objects.values_list("state", flat=True)) == {Table.State.CLOSED}
    assert Pairing.objects.count() == 3  # nothing is deleted
    assert WHY.why in client_of(bob).get("/en/me/").content.decode()
    assert WHY.why in client_of(None).get(f"/en/tournaments/{cup.slug}/").content.decode()


def test_a_cancelled_tournament_starts_draws_and_records_nothing(club: Club) -> None:
    cup = drawn(club, 4)
    course.call_off(**of(cup))

    assert due.start_due(now=NOW, stream=STREAM) == 0
    with pytest.raises(TournamentCancelled):
        start(cup)
    assert round_of(cup, 1).state == Round.State.DRAWN


def test_a_match_that_had_ended_when_its_tournament_was_cancelled_is_not_asked_for_again(club: Club) -> None:
    cup = started(club, 4)
    ended(pairing_of(cup, 1, 1))
    course.call_off(**of(cup))

    assert results.record_finished(now=NOW, stream=STREAM) == 0


def test_a_cancelling_that_is_undone_has_changed_nothing(club: Club) -> None:
    cup = started(club, 4)
    before = public_state(cup)
    course.call_off(**of(cup))

    undo_last(cup, Action.Verb.CANCEL_IN_PLAY)

    assert public_state(cup) == before
    play_round(cup, 1)
    assert seeds_in(pairing_of(cup, 2, 1)) == (1, 2)


def test_each_change_of_the_course_needs_a_reason_and_a_tournament_in_play(club: Club) -> None:
    cup = started(club, 2)
    verbs: list[Any] = [
        lambda **given: course.set_rounds(rounds=2, **given),
        lambda **given: course.finish_early(stream=STREAM, **given),
        lambda **given: course.begin_again(stream=STREAM, **given),
        course.call_off,
    ]

    for verb in verbs:
        with pytest.raises(ReasonMissing):
            verb(**of(cup, Author()))
    play_round(cup, 1)
    for verb in verbs:
        with pytest.raises(course.NotInPlay):
            verb(**of(cup))
    assert Stage.objects.get(tournament=cup).winner is not None
