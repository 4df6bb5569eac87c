"""Acts that are undone: everybody sees what he saw before, and of two who undo one is told."""

from __future__ import annotations

import json
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from tests.cast import NOW
from tests.tournaments.desk import WHY, correct, last, public_state, undo_last, won_by
from tests.tournaments.evenings import (
    STREAM,
    ended,
    pairing_of,
    play_round,
    round_of,
    seeds_in,
    started,
    void,
)
from tests.tournaments.hall import enter, won
from tournaments.models import Action, Appointment, Club, Pairing, Report, Round, Stage, Tournament
from tournaments.services import appointments, due, postponing, results, rounds, rulings, undo
from tournaments.services.actions import PROGRAM, Author
from tournaments.services.changes import ChangedSince
from tournaments.services.effects import Choice
from tournaments.services.planning import NextStage
from tournaments.services.reopening import PlayedSince
from tournaments.services.rulings import Ruling
from tournaments.services.walls import wall_of

pytestmark = pytest.mark.django_db


def settle(pairing: Pairing, kind: Report.Kind, winner: int | None = None) -> None:
    """Rule on a pairing."""
    rulings.settle(
        pairing_id=pairing.pk,
        ruling=Ruling(kind, winner),
        author=Author(),
        now=NOW,
        stream=STREAM,
    )


def test_a_result_that_was_entered_is_taken_back(club: Club) -> None:
    tournament = started(club, 4, place=Stage.Place.HALL)
    before = public_state(tournament)
    enter(pairing_of(tournament, 1, 1), won(0))

    undo_last(tournament, Action.Verb.SCORE)

    assert public_state(tournament) == before


@pytest.mark.parametrize(
    ("kind", "winner"),
    [(Report.Kind.WALKOVER, 1), (Report.Kind.DOUBLE_WALKOVER, None), (Report.Kind.LOT, None)],
)
def test_a_ruling_is_undone_and_its_match_can_be_ruled_on_again(
    club: Club, kind: Report.Kind, winner: int | None
) -> None:
    """O-07: undoing an adjudication left a game that nobody could play."""
    tournament = started(club, 4)
    first = pairing_of(tournament, 1, 1)
    void(first)
    results.record_finished(now=NOW, stream=STREAM)
    before = public_state(tournament)
    settle(first, kind, winner)

    undo_last(tournament, Action.Verb(kind.value))

    assert public_state(tournament) == before
    settle(first, Report.Kind.REPLAY)
    first.refresh_from_db()
    assert first.state == Pairing.State.CALLED


def test_a_walkover_that_is_undone_lets_its_table_play(club: Club) -> None:
    tournament = started(club, 4)
    first = pairing_of(tournament, 1, 1)
    settle(first, Report.Kind.WALKOVER, 1)

    undo_last(tournament, Action.Verb.WALKOVER)

    play_round(tournament, 1)
    assert seeds_in(pairing_of(tournament, 2, 1)) == (1, 2)


def test_an_act_is_undone_once(club: Club) -> None:
    tournament = started(club, 4)
    settle(pairing_of(tournament, 1, 1), Report.Kind.WALKOVER, 1)
    undo_last(tournament, Action.Verb.WALKOVER)

    with pytest.raises(undo.AlreadyUndone):
        undo_last(tournament, Action.Verb.WALKOVER)

    assert Action.objects.filter(verb=Action.Verb.UNDO).count() == 1


@pytest.mark.parametrize(
    "plan",
    [
        {"format": "knockout"},
        {"format": "knockout", "break_seconds": 600, "options": {"third_place": True}},
        {"format": "double-knockout"},
        {"format": "swiss", "options": {"rounds": 3}},
        {"format": "round-robin"},
        {"format": "swiss", "options": {"rounds": 1}, "then": (NextStage("knockout", 4),)},
    ],
)
def test_a_round_that_was_closed_too_early_is_open_again(club: Club, plan: dict[str, object]) -> None:
    tournament = started(club, 5, **plan)
    for pairing in round_of(tournament, 1).pairings.filter(state=Pairing.State.CALLED):
        ended(pairing)
    results.record_finished(now=NOW, stream=STREAM)
    before = public_state(tournament)
    close(tournament, 1)
    after = public_state(tournament)

    undo_last(tournament, Action.Verb.CLOSE_ROUND)

    assert public_state(tournament) == before
    assert due.close_due(now=NOW, stream=STREAM) == 0
    close(tournament, 1)
    assert without_addresses(public_state(tournament)) == without_addresses(after)


def close(tournament: Tournament, number: int) -> None:
    """Close a round of the first stage."""
    row = tournament.stages.get(position=1).rounds.get(number=number)
    rounds.close_round(round_id=row.pk, author=PROGRAM, now=NOW, stream=STREAM)


def without_addresses(state: str) -> str:
    """Return what the API says without the addresses of pairings and their tables, which are always new."""

    def without(found: dict[str, Any]) -> dict[str, Any]:
        is_pairing = "sides" in found
        return {name: value for name, value in found.items() if not (is_pairing and name in {"id", "table"})}

    return json.dumps(json.loads(state, object_hook=without))


def test_the_end_of_a_tournament_is_undone(club: Club) -> None:
    tournament = started(club, 4)
    play_round(tournament, 1)
    ended(pairing_of(tournament, 2, 1))
    results.record_finished(now=NOW, stream=STREAM)
    before = public_state(tournament)
    due.close_due(now=NOW, stream=STREAM)

    undo_last(tournament, Action.Verb.CLOSE_ROUND)

    assert public_state(tournament) == before


def test_a_round_stays_closed_once_something_after_it_was_played(club: Club) -> None:
    tournament = started(club, 4)
    play_round(tournament, 1)
    ended(pairing_of(tournament, 2, 1))
    results.record_finished(now=NOW, stream=STREAM)

    with pytest.raises(PlayedSince):
        undo_last(tournament, Action.Verb.CLOSE_ROUND)

    assert round_of(tournament, 1).state == "closed"


def test_what_a_later_round_was_drawn_from_is_not_undone(club: Club) -> None:
    tournament = started(club, 4)
    settle(pairing_of(tournament, 1, 1), Report.Kind.WALKOVER, 1)
    play_round(tournament, 1)
    before = public_state(tournament)

    with pytest.raises(ChangedSince):
        undo_last(tournament, Action.Verb.WALKOVER)

    assert public_state(tournament) == before


def test_a_correction_on_which_a_later_one_stands_is_undone_after_that(club: Club) -> None:
    tournament = started(club, 4)
    play_round(tournament, 1)
    before = public_state(tournament)
    first = pairing_of(tournament, 1, 1)
    correct(first, won_by(4, first))
    earlier = last(tournament, Action.Verb.CORRECT)
    correct(first, won_by(1, first))

    with pytest.raises(ChangedSince):
        undo.undo(action_id=earlier.pk, author=Author(), now=NOW)
    undo_last(tournament, Action.Verb.CORRECT)
    undo.undo(action_id=earlier.pk, author=Author(), now=NOW)

    assert public_state(tournament) == before


def test_what_is_not_undone_says_so(club: Club) -> None:
    tournament = started(club, 4)

    with pytest.raises(undo.NotUndoable):
        undo_last(tournament, Action.Verb.DRAW)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_undo_the_same_one_is_told_so(club: Club) -> None:
    tournament = started(club, 4)
    before = public_state(tournament)
    settle(pairing_of(tournament, 1, 1), Report.Kind.WALKOVER, 1)
    action, gate, said = last(tournament, Action.Verb.WALKOVER), threading.Barrier(2), []

    def director() -> None:
        gate.wait()
        try:
            undo.undo(action_id=action.pk, author=Author(), now=NOW)
            said.append("undone")
        except undo.AlreadyUndone as refusal:
            said.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=director) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(said) == ["already_undone", "undone"]
    assert public_state(tournament) == before


def test_a_draw_is_taken_back_although_a_time_was_named_for_a_match_in_it(club: Club) -> None:
    cup = started(club, 4, format="swiss", options={"rounds": 3}, break_seconds=60)
    Tournament.objects.filter(pk=cup.pk).update(remind_minutes=60)
    play_round(cup, 1)
    pairing = pairing_of(cup, 2, 1)
    postponing.postpone(pairing_id=pairing.pk, author=WHY, now=NOW)
    tomorrow = wall_of(NOW + timedelta(days=1), cup.zone).replace(second=0, microsecond=0)
    appointments.propose(pairing_id=pairing.pk, wall=tomorrow, author=WHY, now=NOW, as_director=True)

    undo_last(cup, Action.Verb.CLOSE_ROUND)

    assert not Appointment.objects.exists()
    assert round_of(cup, 1).state == Round.State.OPEN


def test_undoing_a_correction_after_the_end_says_who_has_won_then(club: Club) -> None:
    cup = started(club, 4, format="round-robin")
    play_round(cup, 1)
    favourite = next(one for one in round_of(cup, 1).pairings.all() if 1 in seeds_in(one))
    correct(favourite, won_by(next(seed for seed in seeds_in(favourite) if seed and seed != 1), favourite))
    for number in (2, 3):
        play_round(cup, number)
    assert cup.stages.get().winner is None, "level without a tie-break"

    undo_last(cup, Action.Verb.CORRECT)

    cup.refresh_from_db()
    winner = cup.stages.get().winner
    assert winner is not None
    assert (winner.seed, cup.state) == (1, Tournament.State.REVIEW)


def test_a_correction_that_opened_an_earlier_round_again_is_undone_while_that_is_in_play(club: Club) -> None:
    cup = started(club, 8)
    play_round(cup, 1)
    play_round(cup, 2)
    before = public_state(cup)
    first = pairing_of(cup, 1, 1)
    correct(first, won_by(8, first), Choice.REPLAY)
    assert [round_of(cup, number).state for number in (2, 3)] == ["open", "planned"]

    undo_last(cup, Action.Verb.CORRECT)

    assert public_state(cup) == before
