"""What a tournament costs does not grow with its field: statements are counted, not time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.cast import NOW, client_of
from tests.tournaments.evenings import STREAM, drawn, ended, round_of
from tournaments.models import Club, Pairing, Round, Tournament
from tournaments.querysets import CALLED_WITHIN
from tournaments.services import calling, due, results, rounds
from tournaments.services.actions import PROGRAM
from tournaments.services.board import forget_all
from tournaments.services.stage_states import slots_of
from tournaments.services.standings import read_standings

pytestmark = pytest.mark.django_db
TIE_BREAKS = {"tie_breaks": ["buchholz_cut1", "direct", "diff"]}
SMALL, LARGE, LATE = 16, 128, 4
"""Pairs in the first round of one tournament, and of another in a later round."""


@contextmanager
def asked() -> Iterator[list[str]]:
    """Collect the statements of a block; what only frames a transaction is none."""
    found: list[str] = []
    with CaptureQueriesContext(connection) as captured:
        yield found
    frames = ("BEGIN", "SAVEPOINT", "RELEASE", "COMMIT")
    found += [one["sql"] for one in captured if not one["sql"].startswith(frames)]


def swiss(club: Club, pairs: int, *, at: int) -> Tournament:
    """Return a Swiss in the hall, of so many pairs, with its round ``at`` in play."""
    cup = drawn(club, pairs, format="swiss", options={"rounds": 12} | TIE_BREAKS, place="hall")
    due.start_due(now=NOW, stream=STREAM)
    for number in range(1, at):
        decide(cup, number)
        due.close_due(now=NOW, stream=STREAM)
    return cup


def decide(cup: Tournament, number: int) -> None:
    """Let the first side win every match of a round, without a report."""
    called = Pairing.objects.filter(round=round_of(cup, number), state="called")
    called.update(state="decided", outcome="won", advances=0, decided_by="target")


def close(cup: Tournament, number: int) -> None:
    """Close a round."""
    rounds.close_round(round_id=round_of(cup, number).pk, author=PROGRAM, now=NOW, stream=STREAM)


def test_closing_a_round_and_drawing_the_next_asks_as_much_for_many_as_for_few(club: Club) -> None:
    few, many = swiss(club, SMALL, at=1), swiss(club, LARGE, at=LATE)
    decide(few, 1)
    decide(many, LATE)

    with asked() as for_few:
        close(few, 1)
    with asked() as for_many:
        close(many, LATE)

    assert len(for_many) <= len(for_few) + 2


def test_drawing_a_round_takes_fifteen_statements_at_most(club: Club) -> None:
    cup = drawn(club, SMALL, format="swiss", options={"rounds": 3}, place="hall", break_seconds=60)
    due.start_due(now=NOW, stream=STREAM)
    decide(cup, 1)

    with asked() as statements:
        close(cup, 1)

    assert round_of(cup, 2).state == Round.State.DRAWN
    assert len(statements) <= 15, "\n".join(one[:150] for one in statements)


def test_standings_are_read_in_eight_statements_at_most_and_not_again_for_the_same_version(
    club: Club,
) -> None:
    cup = swiss(club, SMALL, at=2)
    stage = cup.stages.get()
    rows = list(stage.rounds.order_by("number"))

    with asked() as cold:
        first = read_standings(stage, slots_of(stage), rows, version=1)
    with asked() as warm:
        again = read_standings(stage, slots_of(stage), rows, version=1)

    assert len(cold) <= 8
    assert len(warm) < len(cold)
    assert again == first


@pytest.mark.parametrize("plan", ["swiss", "round-robin", "knockout", "double-knockout"])
def test_the_page_of_a_tournament_is_made_of_eight_statements_at_most_and_read_in_one(
    club: Club, plan: str
) -> None:
    cup = drawn(club, 8, format=plan, place="hall")
    due.start_due(now=NOW, stream=STREAM)

    assert len(read_by(client_of(None), cup)) <= 8
    with asked() as again:
        assert client_of(None).get(f"/en/tournaments/{cup.slug}/").status_code == 200

    assert len(again) == 1


def test_a_page_of_a_swiss_asks_as_much_for_many_as_for_few(club: Club) -> None:
    few, many = swiss(club, SMALL, at=1), swiss(club, LARGE, at=LATE)
    guest = client_of(None)
    guest.get(f"/en/tournaments/{few.slug}/")

    counted = [len(read_by(guest, cup)) for cup in (few, many)]

    assert abs(counted[0] - counted[1]) <= 2
    assert max(counted) <= 8


def read_by(guest: Client, cup: Tournament) -> list[str]:
    """Return the statements of a page that nobody has asked for before."""
    cache.clear()
    forget_all()
    with asked() as statements:
        assert guest.get(f"/en/tournaments/{cup.slug}/").status_code == 200
    return statements


def test_the_api_says_the_same_again_without_reading_it_and_what_has_changed_at_once(club: Club) -> None:
    cup, guest = swiss(club, 4, at=1), client_of(None)
    address = f"/api/v1/tournaments/{cup.slug}/"
    first = guest.get(address).json()

    with asked() as again:
        assert guest.get(address).json() == first
    decide(cup, 1)
    close(cup, 1)

    assert len(again) <= 2
    (stage,) = guest.get(address).json()["stages"]
    assert stage["rounds"][0]["state"] == "closed"


def test_a_result_is_recorded_in_as_many_statements_among_many_as_among_few(club: Club) -> None:
    counted = []
    for pairs in (4, 64):
        cup = drawn(club, pairs, format="swiss")
        due.start_due(now=NOW, stream=STREAM)
        match = ended(round_of(cup, 1).pairings.get(number=1))
        with asked() as statements:
            results.record_match(match_id=match.pk, now=NOW, stream=STREAM)
        counted.append(len(statements))

    assert counted[0] == counted[1]
    assert counted[0] <= 20


def test_very_many_tables_are_opened_some_at_a_time(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "TABLES_AT_ONCE", 3)
    cup = drawn(club, 16, format="swiss")

    due.start_due(now=NOW, stream=STREAM)

    pairings = Pairing.objects.filter(round=round_of(cup, 1)).order_by("number")
    assert [one.state for one in pairings] == ["called"] * 8
    assert [one.table.number for one in pairings if one.table] == [*range(1, 9)]


def test_where_a_process_died_between_the_sweep_opens_the_tables_that_are_missing(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calling, "TABLES_AT_ONCE", 3)
    cup = drawn(club, 16, format="swiss")
    monkeypatch.setattr(rounds, "_call_the_rest", lambda *_: None)
    due.start_due(now=NOW, stream=STREAM)
    first = round_of(cup, 1)
    assert first.pairings.filter(state="waiting").count() == 8
    first.pairings.filter(number__lte=2).update(state="decided", decided_by="walkover", advances=0)

    later = NOW + 2 * CALLED_WITHIN
    assert (due.call_due(now=NOW, stream=STREAM), due.call_due(now=later, stream=STREAM)) == (0, 1)

    called = first.pairings.filter(state="called").order_by("number")
    assert [(one.number, one.table and one.table.number) for one in called] == [(n, n) for n in range(3, 9)]
    assert due.call_due(now=later, stream=STREAM) == 0
