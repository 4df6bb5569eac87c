"""Directors and workers that do the same at the same moment: one effect, and the other is told what changed.

Run on both databases: ``python -m tests.postgres`` in front of the command chooses PostgreSQL.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client

from games.models import User
from games.rules import Refusal
from tests.api.situations import SITUATIONS, Situation
from tests.api.test_commands import weighed
from tests.cast import NOW, client_of
from tests.tournaments.desk import WHY, public_state, won_by
from tests.tournaments.drafts import draft_in, drafted
from tests.tournaments.evenings import STREAM, entered, pairing_of, round_of, started
from tests.tournaments.hall import played_in_hall, won
from tournaments.models import Action, Club, Pairing, Report, Round, Stage, Tournament
from tournaments.services import corrections, draw, hall, rounds, rulings, undo, withdrawals
from tournaments.services.actions import Author
from tournaments.services.board import board
from tournaments.services.effects import Choice
from tournaments.services.rulings import Ruling

pytestmark = pytest.mark.django_db(transaction=True)
DONE = "done"
RACES = int(os.environ.get("RACES", "3"))


def race(acts: Sequence[Callable[[], object]], *, apart: float = 0) -> list[str]:
    """Let each act in a thread of its own, so many seconds apart; return what came of each, sorted."""
    gate, said = threading.Barrier(len(acts)), []

    def run(number: int, act: Callable[[], object]) -> None:
        gate.wait()
        time.sleep(number * apart)
        try:
            act()
            said.append(DONE)
        except Refusal as refusal:
            said.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=one) for one in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(said)


def in_hall(club: Club, pairs: int = 4, **plan: object) -> Tournament:
    """Return a tournament in the hall whose first round is in play."""
    return started(club, pairs, place=Stage.Place.HALL, **plan)


def enter(pairing: Pairing, winner: int = 0) -> None:
    """Enter a result."""
    hall.enter(pairing_id=pairing.pk, said=won(winner), author=Author(), now=NOW)


def finish(tournament: Tournament, number: int) -> None:
    """Enter the results of a round and close it."""
    for pairing in round_of(tournament, number).pairings.filter(state=Pairing.State.CALLED):
        enter(pairing)
    close(tournament, number)


def close(tournament: Tournament, number: int) -> None:
    """Close a round as a director does."""
    rounds.close_round(round_id=round_of(tournament, number).pk, author=Author(), now=NOW, stream=STREAM)


@pytest.mark.parametrize("apart", [0, 0.08, 0.15, 0.25])
def test_a_draw_that_is_asked_for_twice_is_made_once(club: Club, apart: float) -> None:
    tournament = entered(club, 8, name="Thursday Cup", author=Author())

    def ask() -> None:
        draw.draw(tournament_id=tournament.pk, author=Author(), now=NOW, stream=STREAM)

    assert race([ask, ask], apart=apart) == ["already_drawn", DONE]
    assert Pairing.objects.filter(round__stage__tournament=tournament).count() == 7
    assert Action.objects.filter(verb=Action.Verb.DRAW).count() == 1


def test_of_two_who_enter_different_results_at_once_one_is_told(club: Club) -> None:
    tournament = in_hall(club)
    first = pairing_of(tournament, 1, 1)

    said = race([lambda: enter(first, 0), lambda: enter(first, 1)])

    assert said == [DONE, "result_known"]
    assert Report.objects.filter(pairing=first).count() == 1


def test_of_two_who_correct_at_once_the_second_looks_again(club: Club) -> None:
    tournament = in_hall(club)
    finish(tournament, 1)
    first = pairing_of(tournament, 1, 1)
    other = won_by(4, first)
    seen = corrections.foresee(pairing_id=first.pk, result=other)

    def correct() -> None:
        corrections.correct(
            pairing_id=first.pk,
            result=other,
            choice=Choice.FOLLOW,
            foreseen=seen.summary,
            author=WHY,
            now=NOW,
            stream=STREAM,
        )

    assert race([correct, correct]) == [DONE, "effects_changed"]
    assert Report.objects.filter(kind=Report.Kind.CORRECTION).count() == 1


def test_a_correction_and_the_closing_of_its_round_leave_one_state_that_fits(club: Club) -> None:
    tournament = in_hall(club)
    for number in (1, 2):
        enter(pairing_of(tournament, 1, number))
    first = pairing_of(tournament, 1, 1)
    other = won_by(4, first)
    seen = corrections.foresee(pairing_id=first.pk, result=other)

    def correct() -> None:
        corrections.correct(
            pairing_id=first.pk,
            result=other,
            choice=Choice.FOLLOW,
            foreseen=seen.summary,
            author=WHY,
            now=NOW,
            stream=STREAM,
        )

    said = race([correct, lambda: close(tournament, 1)])

    assert DONE in said
    first.refresh_from_db()
    through = first.sides.get(number=first.advances or 0).entry
    final = pairing_of(tournament, 2, 1)
    assert final.sides.filter(entry=through).exists()


def test_a_withdrawal_that_comes_twice_happens_once(club: Club) -> None:
    tournament = in_hall(club)
    entry = pairing_of(tournament, 1, 1).sides.get(number=0).entry
    seen = withdrawals.foresee(entry_id=entry.pk)

    def leave() -> None:
        withdrawals.leave(
            entry_id=entry.pk,
            verb=Action.Verb.WITHDRAW_IN_PLAY,
            foreseen=seen.summary,
            author=WHY,
            now=NOW,
        )

    assert race([leave, leave]) == [DONE, "not_taking_part"]
    assert Report.objects.filter(kind=Report.Kind.WALKOVER).count() == 1


def test_undoing_a_ruling_and_closing_its_round_leave_no_open_pairing_in_a_closed_round(
    club: Club,
) -> None:
    tournament = in_hall(club)
    first = pairing_of(tournament, 1, 1)
    rulings.settle(
        pairing_id=first.pk,
        ruling=Ruling(Report.Kind.WALKOVER, 0),
        author=Author(),
        now=NOW,
        stream=STREAM,
    )
    enter(pairing_of(tournament, 1, 2))
    action = Action.objects.get(verb=Action.Verb.WALKOVER)

    race(
        [
            lambda: undo.undo(action_id=action.pk, author=Author(), now=NOW),
            lambda: close(tournament, 1),
        ]
    )

    closed = Pairing.objects.filter(round__state=Round.State.CLOSED)
    assert not closed.undecided().exists()


@pytest.mark.parametrize("run", range(RACES))
def test_after_sixteen_results_at_once_the_standings_are_those_of_the_results(club: Club, run: int) -> None:
    """Three times; `make soak` does it fifty times."""
    tournament = in_hall(club, 32, format="swiss", options={"rounds": 3})
    pairings = list(round_of(tournament, 1).pairings.all())
    winners = {one.pk: (one.number + run) % 2 for one in pairings}

    said = race([partial(enter, one, winners[one.pk]) for one in pairings])
    close(tournament, 1)

    assert said == [DONE] * 16
    won_sides = {one.sides.get(number=winners[one.pk]).entry_id for one in pairings}
    table = board(tournament).stages[0].tables[0].rows
    assert {row.entry for row in table if row.won} == won_sides


def _entering(club: Club) -> Situation:
    pairing = played_in_hall(club)
    body = {"result": {"totals": [31, 20]}, "seen": 0}
    return Situation(pairing.round.stage.tournament, f"pairings/{pairing.pk}/reports/", body)


RACED = {
    Action.Verb.DRAW: "already_drawn",
    Action.Verb.PUBLISH: "draft_moved",
    Action.Verb.SCORE: "result_known",
    Action.Verb.CORRECT: "effects_changed",
    Action.Verb.UNDO: "already_undone",
    Action.Verb.CLOSE_ROUND: "round_already_closed",
}
"""What two directors command at once, and what the later one is told if both had begun."""


@pytest.mark.parametrize("verb", RACED)
def test_of_two_directors_one_does_it_and_the_other_gets_409_and_what_changed(
    verb: Action.Verb, club: Club, alice: User, adam: User
) -> None:
    situation = _entering(club) if verb == Action.Verb.SCORE else SITUATIONS[verb](club)
    cup = Tournament.objects.get(pk=situation.cup.pk)
    body = {"version": cup.version} | situation.body | weighed(alice, situation)
    address, before = (
        f"/api/v1/tournaments/{cup.slug}/{situation.path}",
        Action.objects.filter(verb=verb).count(),
    )
    answers: list[Any] = []

    def command(browser: Client, key: str) -> None:
        sent = body | {"key": key}
        answers.append(browser.post(address, sent, content_type="application/json"))

    race([partial(command, client_of(by), by.username) for by in (alice, adam)])

    done, refused = sorted(answers, key=lambda answer: answer.status_code)
    assert (done.status_code // 100, refused.status_code) == (2, 409), refused.content
    told = json.loads(refused.content)
    assert told["code"] in ("decided_since", RACED[verb]), told
    assert told["code"] != "decided_since" or verb in told["params"]["changed"]
    assert Action.objects.filter(verb=verb).count() == before + 1


def _publishing(club: Club) -> tuple[Tournament, str, dict[str, int]]:
    draft = draft_in(drafted(club, 4, format="swiss", options={"rounds": 2}))
    return draft.round.stage.tournament, f"draft/{draft.pk}/publish", {"seen": draft.version}


def _closing(club: Club) -> tuple[Tournament, str, dict[str, int]]:
    tournament = in_hall(club)
    for number in (1, 2):
        enter(pairing_of(tournament, 1, number))
    return tournament, "close", {"round": round_of(tournament, 1).pk}


@pytest.mark.parametrize("prepared", [_publishing, _closing])
def test_of_two_directors_who_press_one_button_the_other_reads_why_not(
    prepared: Callable[[Club], tuple[Tournament, str, dict[str, int]]], club: Club, alice: User, adam: User
) -> None:
    cup, button, form = prepared(club)
    address, said = f"/en/tournaments/{cup.slug}/{button}/", list[str]()

    def press(browser: Client) -> None:
        answer = browser.post(address, form)
        said.extend(message.level_tag for message in get_messages(answer.wsgi_request))
        assert browser.get(answer.headers["Location"]).status_code == 200

    outcome = race([partial(press, client_of(by)) for by in (alice, adam)])

    assert (outcome, sorted(said)) == ([DONE, DONE], ["error", "success"])


@pytest.mark.parametrize("author", [Author(), WHY])
def test_a_refused_act_leaves_no_row(club: Club, author: Author) -> None:
    tournament = in_hall(club)
    finish(tournament, 1)
    first = pairing_of(tournament, 1, 1)
    before = public_state(tournament), Action.objects.count(), Report.objects.count()

    with pytest.raises(Refusal):
        corrections.correct(
            pairing_id=first.pk,
            result=won_by(4, first),
            choice=Choice.REPLAY,
            foreseen="something else",
            author=author,
            now=NOW,
            stream=STREAM,
        )

    assert (public_state(tournament), Action.objects.count(), Report.objects.count()) == before
