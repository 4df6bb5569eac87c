"""Matches that are played later: what waits for them, what does not, and what they count for meanwhile."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.models import Table, User
from tests.cast import NOW, client_of
from tests.tournaments.desk import public_state, undo_last
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
from tests.tournaments.hall import enter, plays, won
from tests.tournaments.test_formats import alone
from tests.tournaments.test_leaving import entry_of
from tournaments.models import Action, Club, Pairing, Report, Round, Stage, Tournament
from tournaments.services import course, due, hall, postponing, record, results, rounds, rulings, withdrawals
from tournaments.services.actions import Author
from tournaments.services.board import board, place_in, postponed
from tournaments.services.changes import ChangedSince
from tournaments.services.following import StillPostponed
from tournaments.services.penalties import ReasonMissing
from tournaments.services.standings import read_standings

pytestmark = pytest.mark.django_db

LATER = Author(why="Their car has broken down.")
HALL: dict[str, Any] = {"place": Stage.Place.HALL}
SWISS: dict[str, Any] = {"format": "swiss", "options": {"rounds": 2}}


def postpone(cup: Tournament, number: int, of_round: int = 1) -> Pairing:
    """Let a match of a round be played later."""
    pairing = pairing_of(cup, of_round, number)
    postponing.postpone(pairing_id=pairing.pk, author=LATER, now=NOW)
    return pairing


def take_up(pairing: Pairing) -> Pairing:
    """Let a postponed match be played, and be called."""
    postponing.take_up(pairing_id=pairing.pk, author=LATER, now=NOW)
    rounds.call_waiting(round_id=pairing.round_id, now=NOW, stream=STREAM)
    pairing.refresh_from_db()
    return pairing


def play_rest(cup: Tournament, number: int) -> None:
    """Enter what is called in a round, the first side winning, and let the sweep close it."""
    for pairing in round_of(cup, number).pairings.filter(state=Pairing.State.CALLED):
        enter(pairing, won())
    due.close_due(now=NOW, stream=STREAM)


def points(cup: Tournament) -> dict[int | None, float]:
    """Return the table points by seed."""
    stage = cup.stages.get()
    slots = list(stage.slots.select_related("entry"))
    cup.refresh_from_db()
    found = read_standings(stage, slots, list(stage.rounds.all()), version=cup.version)
    seeds = {slot.entry_id: slot.entry.seed for slot in slots}
    return {seeds[one.entry]: float(one.line.points) for one in found}


# ---- what is postponed, and what cannot be


def test_a_postponed_match_leaves_its_table_and_no_grace_runs_for_it(club: Club) -> None:
    cup = started(club, 4)
    table = pairing_of(cup, 1, 1).table

    pairing = postpone(cup, 1)

    pairing.refresh_from_db()
    assert (pairing.state, pairing.table, pairing.called_at) == (Pairing.State.POSTPONED, None, None)
    assert table is not None
    assert Table.objects.get(pk=table.pk).state == Table.State.CLOSED


def test_a_match_is_postponed_with_a_reason_only(club: Club) -> None:
    pairing = pairing_of(started(club, 4), 1, 1)

    with pytest.raises(ReasonMissing):
        postponing.postpone(pairing_id=pairing.pk, author=Author(), now=NOW)


def test_a_match_of_which_something_was_said_is_not_postponed(club: Club) -> None:
    cup = started(club, 4, best_of=3, **HALL)
    enter(pairing_of(cup, 1, 1), won())

    with pytest.raises(postponing.MatchHasBegun):
        postpone(cup, 1)


def test_what_is_decided_or_postponed_is_not_postponed(club: Club) -> None:
    cup = started(club, 4, **HALL)
    enter(pairing_of(cup, 1, 1), won())
    postpone(cup, 2)

    for number in (1, 2):
        with pytest.raises(postponing.NothingToPostpone):
            postpone(cup, number)
    with pytest.raises(postponing.NotPostponed):
        take_up(pairing_of(cup, 1, 1))


def test_a_result_of_a_postponed_match_waits_until_it_is_taken_up(club: Club) -> None:
    cup = started(club, 4, **HALL)
    pairing = postpone(cup, 1)

    with pytest.raises(hall.ResultKnown):
        enter(pairing, won())


def test_a_match_of_a_round_that_has_not_started_is_not_called_with_the_others(club: Club) -> None:
    cup = drawn(club, 4, **HALL)
    pairing = postpone(cup, 1)

    rounds.open_round(round_id=round_of(cup, 1).pk, author=LATER, now=NOW, stream=STREAM)

    pairing.refresh_from_db()
    assert pairing.state == Pairing.State.POSTPONED
    assert pairing_of(cup, 1, 2).state == Pairing.State.CALLED


def test_undoing_it_opens_the_table_again(club: Club) -> None:
    cup = started(club, 4)
    before = public_state(cup)
    postpone(cup, 1)

    undo_last(cup, Action.Verb.POSTPONE)

    pairing = pairing_of(cup, 1, 1)
    assert public_state(cup) == before
    assert (pairing.state, pairing.postponed_at) == (Pairing.State.CALLED, None)
    assert pairing.table is not None
    assert pairing.table.state == Table.State.WAITING


def test_its_table_in_the_hall_is_free_for_others_and_it_gets_a_free_one_later(club: Club) -> None:
    cup = started(club, 6, **SWISS, **HALL)
    pairing = postpone(cup, 1)
    play_rest(cup, 1)
    tables = set(round_of(cup, 2).pairings.exclude(hall_table=None).values_list("hall_table", flat=True))

    take_up(pairing)

    assert 1 in tables
    assert pairing.hall_table not in tables
    assert hall.pairing_at(cup, pairing.hall_table or 0) == pairing


# ---- taken up while its round is in play


def test_taken_up_in_its_round_it_is_waited_for_again(club: Club) -> None:
    cup = started(club, 4, **SWISS, **HALL)
    pairing = take_up(postpone(cup, 1))

    enter(pairing_of(cup, 1, 2), won())
    due.close_due(now=NOW, stream=STREAM)

    assert (pairing.state, pairing.postponed_at) == (Pairing.State.CALLED, None)
    assert round_of(cup, 1).state == Round.State.OPEN


def test_what_is_played_later_has_time_although_time_was_called_in_its_round(club: Club) -> None:
    cup = started(club, 4, **SWISS, **HALL)
    pairing, other = postpone(cup, 1), pairing_of(cup, 1, 2)
    rounds.stop_deals(round_id=round_of(cup, 1).pk, author=LATER, now=NOW)
    enter(other, won(0, 12, 3))

    enter(take_up(pairing), won(0, 12, 3))

    assert (other.decided_by, pairing.decided_by) == (Pairing.DecidedBy.CLOCK, Pairing.DecidedBy.CAP)


# ---- the families of formats


def test_a_swiss_goes_on_from_the_points_that_all_have_and_the_two_do_not_meet_again(club: Club) -> None:
    cup = started(club, 4, format="swiss", options={"rounds": 3}, **HALL)
    postpone(cup, 1)

    play_rest(cup, 1)

    later = set(seeds_in(pairing_of(cup, 1, 1)))
    assert round_of(cup, 1).state == Round.State.CLOSED
    assert {points(cup)[seed] for seed in later} == {0}
    assert all(set(seeds_in(one)) != later for one in round_of(cup, 2).pairings.all())


def test_a_result_that_is_played_later_counts_in_the_table(club: Club) -> None:
    cup = started(club, 6, **SWISS, **HALL)
    pairing = postpone(cup, 1)
    play_rest(cup, 1)

    enter(take_up(pairing), won())

    assert points(cup)[seeds_in(pairing)[0]] == 2


def test_a_round_robin_plays_its_next_rounds(club: Club) -> None:
    cup = started(club, 4, format="round-robin", **HALL)
    postpone(cup, 1)

    play_rest(cup, 1)
    play_rest(cup, 2)

    assert round_of(cup, 3).state == Round.State.OPEN


def test_an_individual_goes_on_with_other_partners(club: Club) -> None:
    cup = alone(club, 8, format="individual", options={"rounds": 3}, **HALL)
    four = set(seeds_in(postpone(cup, 1)))

    play_rest(cup, 1)

    assert all(set(seeds_in(one)) != four for one in round_of(cup, 2).pairings.all())


def test_in_a_knockout_only_the_match_that_comes_after_it_waits(club: Club) -> None:
    cup = started(club, 8, **HALL)
    pairing = postpone(cup, 1)
    play_rest(cup, 1)
    waiting, playing = pairing_of(cup, 2, 1), pairing_of(cup, 2, 2)
    assert (waiting.state, waiting.sides.count()) == (Pairing.State.WAITING, 0)
    assert playing.state == Pairing.State.CALLED

    enter(take_up(pairing), won())
    due.call_due(now=NOW + timedelta(minutes=1), stream=STREAM)

    waiting.refresh_from_db()
    assert waiting.state == Pairing.State.CALLED
    assert seeds_in(waiting)[0] == seeds_in(pairing)[0]


def test_a_final_is_not_drawn_before_a_postponed_semi_final_is_played(club: Club) -> None:
    cup = started(club, 4, **HALL)
    pairing = postpone(cup, 1)
    enter(pairing_of(cup, 1, 2), won())
    with pytest.raises(StillPostponed, match="Player 1 A"):
        rounds.close_round(round_id=round_of(cup, 1).pk, author=LATER, now=NOW, stream=STREAM)

    enter(take_up(pairing), won())
    due.close_due(now=NOW, stream=STREAM)

    assert set(seeds_in(pairing_of(cup, 2, 1))) == {seeds_in(pairing)[0], seeds_in(pairing_of(cup, 1, 2))[0]}


def test_who_waits_in_a_bracket_goes_through_when_neither_comes(club: Club) -> None:
    cup = started(club, 8, **HALL)
    pairing = postpone(cup, 1)
    play_rest(cup, 1)

    ruling = rulings.Ruling(Report.Kind.DOUBLE_WALKOVER)
    rulings.settle(pairing_id=pairing.pk, ruling=ruling, author=LATER, now=NOW, stream=STREAM)

    through = pairing_of(cup, 2, 1)
    assert (through.state, through.decided_by) == (Pairing.State.DECIDED, Pairing.DecidedBy.WALKOVER)
    undo_last(cup, Action.Verb.DOUBLE_WALKOVER)
    assert pairing_of(cup, 2, 1).state == Pairing.State.WAITING


def test_a_walkover_that_somebody_has_been_called_after_is_not_undone(club: Club) -> None:
    cup = started(club, 8, **HALL)
    pairing = postpone(cup, 1)
    play_rest(cup, 1)
    ruling = rulings.Ruling(Report.Kind.WALKOVER, 0)
    rulings.settle(pairing_id=pairing.pk, ruling=ruling, author=LATER, now=NOW, stream=STREAM)
    due.call_due(now=NOW + timedelta(minutes=1), stream=STREAM)

    with pytest.raises(ChangedSince):
        undo_last(cup, Action.Verb.WALKOVER)


def test_in_a_double_knockout_the_loser_is_waited_for_as_well(club: Club) -> None:
    cup = started(club, 8, format="double-knockout", **HALL)
    pairing = postpone(cup, 1)
    play_rest(cup, 1)
    empty = round_of(cup, 2).pairings.filter(sides=None)
    assert empty.count() == 2

    enter(take_up(pairing), won())

    assert not round_of(cup, 2).pairings.filter(sides=None).exists()


# ---- the end


def test_a_stage_does_not_end_before_a_postponed_match_is_decided(club: Club) -> None:
    cup = started(club, 4, format="swiss", options={"rounds": 1}, **HALL)
    pairing = postpone(cup, 1)
    play_rest(cup, 1)
    assert round_of(cup, 1).state == Round.State.OPEN
    with pytest.raises(StillPostponed, match="Player 1 A"):
        rounds.close_round(round_id=round_of(cup, 1).pk, author=LATER, now=NOW, stream=STREAM)

    enter(take_up(pairing), won())
    due.close_due(now=NOW, stream=STREAM)

    cup.refresh_from_db()
    assert cup.state == Tournament.State.FINISHED


def test_a_stage_is_not_ended_early_either(club: Club) -> None:
    cup = started(club, 4, format="swiss", options={"rounds": 3}, break_seconds=60, **HALL)
    postpone(cup, 1)
    play_rest(cup, 1)

    with pytest.raises(StillPostponed):
        course.finish_early(tournament_id=cup.pk, author=LATER, now=NOW, stream=STREAM)


def test_who_leaves_loses_the_match_he_had_still_to_play(club: Club) -> None:
    cup = started(club, 6, **SWISS, **HALL)
    pairing = postpone(cup, 1)
    play_rest(cup, 1)
    seed = seeds_in(pairing)[0] or 0

    verb: withdrawals.Verb = Action.Verb.WITHDRAW_IN_PLAY
    entry = entry_of(cup, seed)
    withdrawals.leave(entry_id=entry.pk, verb=verb, foreseen=None, author=LATER, now=NOW)

    pairing.refresh_from_db()
    assert (pairing.decided_by, pairing.advances) == (Pairing.DecidedBy.WALKOVER, 1)


# ---- at tables of this site


def test_a_table_is_opened_for_it_later_and_its_result_counts(club: Club) -> None:
    cup = started(club, 6, **SWISS)
    pairing = postpone(cup, 1)
    play_round(cup, 1)
    assert round_of(cup, 2).state == Round.State.OPEN

    ended(take_up(pairing))
    results.record_finished(now=NOW, stream=STREAM)

    assert points(cup)[seeds_in(pairing)[0]] == 2
    assert not postponed(cup)


def test_the_log_replays_with_what_was_played_later(club: Club) -> None:
    cup = started(club, 8, **HALL)
    pairing = postpone(cup, 1)
    play_rest(cup, 1)
    enter(take_up(pairing), won(1))
    rounds.call_waiting(round_id=round_of(cup, 2).pk, now=NOW, stream=STREAM)
    play_rest(cup, 2)

    written = record.text(cup.pk)

    with record.empty_database():
        record.demand_equal(written, record.replay(record.read_record(written.encode())))


# ---- pages


def test_its_players_read_that_it_is_still_to_be_played(club: Club) -> None:
    cup = started(club, 6, **SWISS, **HALL)
    pairing = postpone(cup, 1)
    play_rest(cup, 1)
    user = plays(pairing, 0)

    place = place_in(cup, board(cup), user, now=NOW)

    assert place is not None
    assert [one.id for one in place.postponed] == [pairing.pk]


def test_the_director_postpones_and_takes_up_on_a_page_that_says_the_rule(club: Club, alice: User) -> None:
    cup = started(club, 4, **HALL)
    pairing = pairing_of(cup, 1, 1)
    browser, page = client_of(alice), f"/en/tournaments/{cup.slug}/postponed/"

    answer = browser.post(
        f"{page}postpone/", {"pairing": pairing.pk, "why": "No bus.", "key": "a"}, follow=True
    )

    assert "counts for nobody until it is played" in answer.text
    assert f"{page}{pairing.pk}/" in answer.text
    browser.post(f"{page}{pairing.pk}/", {"key": "b"})
    pairing.refresh_from_db()
    assert pairing.state == Pairing.State.WAITING
