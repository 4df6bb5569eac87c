"""The log of a tournament says all that it takes to do it once more: then everybody sees the same."""

from __future__ import annotations

from typing import Any

import pytest

from tarneeb_site.simulation import own_database
from tests.cast import NOW
from tests.tournaments.desk import WHY, correct, undo_last
from tests.tournaments.evenings import STREAM, started
from tests.tournaments.hall import enter, won
from tournaments.models import Action, Club, Entry, Pairing, Report, Round, Stage, Tournament
from tournaments.services import record, rounds, rulings, withdrawals
from tournaments.services.actions import PROGRAM
from tournaments.services.planning import NextStage
from tournaments.services.record import demand_equal, read_record
from tournaments.services.rulings import Ruling

pytestmark = pytest.mark.django_db


def demand_replayed(written: str) -> None:
    """Do a tournament once more in an empty database, and demand that everybody sees the same."""
    with own_database():
        demand_equal(written, record.replay(read_record(written.encode())))


def evening(club: Club, **plan: Any) -> Tournament:
    """Return an evening in the hall with a walkover, a withdrawal, a correction and undone acts, to its end."""
    cup = started(club, 7, place=Stage.Place.HALL, **plan)
    stages = Stage.objects.filter(tournament=cup)
    leaver = Entry.objects.filter(tournament=cup).order_by("pk")[2]
    for number in range(1, 30):
        open_now = Round.objects.filter(stage__in=stages, state=Round.State.OPEN).first()
        if open_now is None:
            break
        for at, pairing in enumerate(open_now.pairings.filter(state=Pairing.State.CALLED)):
            enter(pairing, won(at % 2))
        if number == 1:
            undo_last(cup, Action.Verb.SCORE)
            again = open_now.pairings.get(state=Pairing.State.CALLED)
            rulings.settle(
                pairing_id=again.pk,
                ruling=Ruling(Report.Kind.WALKOVER, 1),
                author=WHY,
                now=NOW,
                stream=STREAM,
            )
            correct(open_now.pairings.filter(decided_by="target").first() or again, won(1))
        rounds.close_round(round_id=open_now.pk, author=PROGRAM, now=NOW, stream=STREAM)
        if number == 1:
            undo_last(cup, Action.Verb.CLOSE_ROUND)
            rounds.close_round(round_id=open_now.pk, author=PROGRAM, now=NOW, stream=STREAM)
            seen = withdrawals.foresee(entry_id=leaver.pk)
            withdrawals.leave(
                entry_id=leaver.pk,
                verb=Action.Verb.WITHDRAW_IN_PLAY,
                foreseen=seen.summary,
                author=WHY,
                now=NOW,
            )
    cup.refresh_from_db()
    assert cup.state == Tournament.State.FINISHED
    return cup


@pytest.mark.parametrize(
    "plan",
    [
        {"format": "knockout", "options": {"third_place": True}},
        {"format": "double-knockout"},
        {"format": "swiss", "options": {"rounds": 3, "tie_breaks": ["buchholz", "lot"]}},
        {"format": "round-robin"},
        {"format": "round-robin", "groups": 2, "then": (NextStage("knockout", 4),)},
        {"format": "swiss", "options": {"rounds": 2}, "then": (NextStage("double-knockout", 4),)},
    ],
    ids=["knockout", "double knockout", "swiss", "round robin", "groups and cut", "swiss and cut"],
)
def test_an_evening_done_again_from_its_log_is_the_same_to_the_byte(club: Club, plan: dict[str, Any]) -> None:
    written = record.text(evening(club, **plan).pk)

    demand_replayed(written)
