"""``tournament_fuzz --services``: evenings hold what the checker demands, and it sees what does not."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tournaments import notices
from tournaments.formats import BRACKETS, Drawn, drawn
from tournaments.management.fuzz import Played, play
from tournaments.models import Action, Club, Report, Round, Stage, Tournament
from tournaments.services import (
    books,
    changes,
    corrections,
    drawing,
    following,
    rounds,
    stage_states,
    standings,
)
from tournaments.services.actions import PROGRAM, acting
from tournaments.state import State

pytestmark = pytest.mark.django_db
EVENINGS = int(os.environ.get("EVENINGS", "10"))
SALTS = count(10**9, 10**6)


@pytest.fixture(autouse=True)
def _no_long_transaction() -> None:
    """Let an evening be one transaction, which is taken back: nobody else waits for it."""


@pytest.mark.timeout(0)  # as long as the number of evenings asks for
def test_evenings_through_the_services_are_played_without_a_fault_and_leave_nothing() -> None:
    """Ten evenings; `make soak` plays a hundred."""
    out = io.StringIO()

    call_command("tournament_fuzz", "--services", "--events", str(EVENINGS), "--check", stdout=out)

    assert "acts" in out.getvalue()
    assert not Club.objects.exists()
    assert not Action.objects.exists()


Plant = Callable[[pytest.MonkeyPatch], None]


def result_counted_twice(plant: pytest.MonkeyPatch) -> None:
    """The table counts what was played in a round a second time."""

    def twice(stage: Stage) -> Any:
        found: Any = read(stage)
        found.update({number: [*played, *played] for number, played in found.items()})
        return found

    read = stage_states.read_meetings
    plant.setattr(standings, "read_meetings", twice)


def bye_lost(plant: pytest.MonkeyPatch) -> None:
    """Who does not play is not written."""

    def those_who_play(state: State, number: int) -> tuple[Drawn, ...] | None:
        found = drawn(state, number)
        return found and tuple(one for one in found if one.is_played or state.format in BRACKETS)

    plant.setattr(drawing, "drawn", those_who_play)


def leaving_forgotten(plant: pytest.MonkeyPatch) -> None:
    """Who has left is drawn all the same."""
    plant.setattr(stage_states, "_left", lambda *_: frozenset())


def version_left(plant: pytest.MonkeyPatch) -> None:
    """No page hears that something has changed."""
    plant.setattr(notices, "changed", lambda _: None)


def scores_exchanged(plant: pytest.MonkeyPatch) -> None:
    """Each side gets the points of the other."""

    def exchanged(found: books.Books, numbers: Sequence[int]) -> dict[int, Any]:
        values = list(scores(found, numbers).values())
        return dict(zip(numbers, reversed(values), strict=True))

    scores = books.scores
    plant.setattr(books, "scores", exchanged)


def undone_in_part(plant: pytest.MonkeyPatch) -> None:
    """What is undone stays as it is."""
    plant.setattr(changes, "_put_back", lambda *_: None)


def refusal_that_writes(plant: pytest.MonkeyPatch) -> None:
    """What is refused changes a row."""

    def written(tournament_id: int, **details: Any) -> None:
        Tournament.objects.filter(pk=tournament_id).update(public_number="7")
        finish(tournament_id=tournament_id, **details)

    finish = corrections.finish_again
    plant.setattr(corrections, "finish_again", written)


def act_logged_twice(plant: pytest.MonkeyPatch) -> None:
    """A round that starts says so twice."""

    def twice(round_id: int, **details: Any) -> None:
        tournament = Round.objects.values_list("stage__tournament", flat=True).get(pk=round_id)
        with acting(tournament, Action.Verb.OPEN_ROUND, PROGRAM, now=details["now"]):
            start(round_id=round_id, **details)

    start = rounds.open_round
    plant.setattr(rounds, "open_round", twice)


def nobody_has_won(plant: pytest.MonkeyPatch) -> None:
    """The end of a stage has no winner."""
    plant.setattr(following, "winner_of", lambda _: None)


def loser_goes_on(plant: pytest.MonkeyPatch) -> None:
    """In a bracket the wrong side is in the next round."""

    def wrong(row: Any, sides: Sequence[Any], stage: Stage) -> Any:
        found = read(row, sides, stage)
        if stage.format not in BRACKETS or found is None or found.goes_on is None or len(found.sides) != 2:
            return found
        (other,) = (side for side in found.sides if side != found.goes_on)
        return replace(found, winner=None, advances=other)

    read = stage_states._pairing
    plant.setattr(stage_states, "_pairing", wrong)


def taken_back_in_part(plant: pytest.MonkeyPatch) -> None:
    """A result that is taken back stays in the books."""
    plant.setattr(books, "reopen", lambda *_, **__: None)


def correction_unsaid(plant: pytest.MonkeyPatch) -> None:
    """A correction changes the books, and no report says so."""

    def unsaid(*of: Any) -> Report:
        written = report(*of)
        Report.objects.filter(pk=written.pk)._raw_delete("default")  # past what keeps it
        return written

    report = corrections._report
    plant.setattr(corrections, "_report", unsaid)


@pytest.fixture
def one_database() -> None:
    """Skip where the same was tried on the other: the checker does not depend on it."""
    if connection.vendor != "sqlite":
        pytest.skip("tried on SQLite")


def faults() -> Iterator[str]:
    """Yield what is wrong with some evenings."""
    for number in range(12):
        yield from play(number, seed=1, salt=next(SALTS), played=Played())


@pytest.mark.usefixtures("one_database")
@pytest.mark.parametrize(
    ("plant", "said"),
    [
        (result_counted_twice, "points and should have"),
        (bye_lost, "is missing in round"),
        (leaving_forgotten, "does not play and is in round"),
        (version_left, "the tournament's version has not risen"),
        (scores_exchanged, "and should have ["),
        (undone_in_part, "was undone, and not all is as it was"),
        (refusal_that_writes, "and something has changed"),
        (act_logged_twice, "2 actions were written"),
        (nobody_has_won, "was won by None and its table says"),
        (loser_goes_on, "is out and stands in"),
        (taken_back_in_part, "and nobody has said so"),
        (correction_unsaid, "sent"),
    ],
)
def test_a_fault_planted_in_the_services_is_found(
    plant: Plant, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)

    assert any(said in fault for fault in faults())


def test_a_fault_ends_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    version_left(monkeypatch)

    with pytest.raises(CommandError, match="faults"):
        call_command("tournament_fuzz", "--services", "--events", "1", "--check", stdout=io.StringIO())
