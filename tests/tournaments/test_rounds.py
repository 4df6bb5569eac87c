"""Opening and closing rounds: once, completely, and never on old results."""

from __future__ import annotations

import threading
from collections import Counter
from datetime import timedelta

import pytest
from django.db import connection

from games.dealing import Stream
from games.models import Match, Table
from games.services.clocks import TablePolicy
from tests.cast import NOW
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
from tournaments.models import Action, Club, Pairing, Round, Side, Tournament
from tournaments.services import books, due, following, results, rounds
from tournaments.services.actions import PROGRAM
from tournaments.services.following import Following, what_follows


def close(tournament: Tournament, number: int) -> None:
    """Close a round."""
    round_id = round_of(tournament, number).pk
    rounds.close_round(round_id=round_id, author=PROGRAM, now=NOW, stream=STREAM)


def finish_all(tournament: Tournament, number: int) -> None:
    """End and record every match of a round, without closing it."""
    for pairing in round_of(tournament, number).pairings.filter(state=Pairing.State.CALLED):
        ended(pairing)
    results.record_finished(now=NOW, stream=STREAM)


@pytest.mark.django_db
def test_a_round_starts_by_itself_when_its_time_has_come(club: Club) -> None:
    tournament = drawn(club, 4)

    assert due.start_due(now=NOW - timedelta(seconds=1), stream=STREAM) == 0
    assert due.start_due(now=NOW, stream=STREAM) == 1

    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.RUNNING
    assert Table.objects.count() == 2


@pytest.mark.django_db
def test_a_round_starts_once(club: Club) -> None:
    tournament = started(club, 4)

    with pytest.raises(rounds.RoundNotDrawn):
        rounds.open_round(round_id=round_of(tournament, 1).pk, author=PROGRAM, now=NOW, stream=STREAM)

    assert Table.objects.count() == 2


@pytest.mark.django_db
def test_partners_sit_opposite_each_other(club: Club) -> None:
    table = pairing_of(started(club, 2), 1, 1).table
    assert table is not None

    names = list(table.seats.order_by("number").values_list("name", flat=True))

    assert names == ["Player 1 A", "Player 2 A", "Player 1 B", "Player 2 B"]


@pytest.mark.django_db
def test_an_evening_goes_on_by_itself_until_there_is_a_champion(club: Club) -> None:
    tournament = started(club, 6)

    for number in (1, 2, 3):
        play_round(tournament, number)

    tournament.refresh_from_db()
    final = pairing_of(tournament, 3, 1)
    assert tournament.state == Tournament.State.FINISHED
    assert seeds_in(final) == (1, 2)
    assert final.advances == 0
    assert Match.objects.count() == 5
    assert set(Table.objects.values_list("state", flat=True)) == {Table.State.CLOSED}


@pytest.mark.django_db
def test_a_round_does_not_close_while_a_result_is_missing(club: Club) -> None:
    tournament = started(club, 4)
    ended(pairing_of(tournament, 1, 1))
    results.record_finished(now=NOW, stream=STREAM)

    with pytest.raises(following.ResultsMissing) as refused:
        close(tournament, 1)

    assert refused.value.params == {"missing": 1}
    assert due.close_due(now=NOW, stream=STREAM) == 0


@pytest.mark.django_db
def test_whoever_is_late_closes_nothing(club: Club) -> None:
    tournament = started(club, 4)
    finish_all(tournament, 1)
    close(tournament, 1)

    with pytest.raises(rounds.RoundAlreadyClosed):
        close(tournament, 1)

    assert Action.objects.filter(verb=Action.Verb.CLOSE_ROUND).count() == 1


@pytest.mark.django_db
def test_a_result_that_changes_while_a_round_is_closed_makes_it_be_computed_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = started(club, 4)
    finish_all(tournament, 1)
    read, reads = what_follows, []

    def read_then_change(closing: Round, *, stream: Stream) -> Following:
        found = read(closing, stream=stream)
        reads.append(found)
        if len(reads) == 1:
            books.touch_round(closing.pk)
        return found

    monkeypatch.setattr("tournaments.services.rounds.what_follows", read_then_change)
    close(tournament, 1)

    assert len(reads) == 2
    assert round_of(tournament, 1).state == "closed"


@pytest.mark.django_db
def test_a_result_that_keeps_changing_is_refused_and_nothing_is_written(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = started(club, 4)
    finish_all(tournament, 1)
    read = what_follows

    def read_then_change(closing: Round, *, stream: Stream) -> Following:
        found = read(closing, stream=stream)
        books.touch_round(closing.pk)
        return found

    monkeypatch.setattr("tournaments.services.rounds.what_follows", read_then_change)
    with pytest.raises(rounds.RoundMoved):
        close(tournament, 1)

    assert round_of(tournament, 2).state == "planned"
    assert Table.objects.count() == 2


@pytest.mark.django_db
def test_a_worker_that_dies_while_a_round_closes_has_done_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = started(club, 8)
    finish_all(tournament, 1)

    def die(*_args: object, **_details: object) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(rounds, "call_pairings", die)
        with pytest.raises(KeyboardInterrupt):
            close(tournament, 1)
    assert round_of(tournament, 1).state == "open"
    assert not Side.objects.filter(round__number=2, entry__isnull=False).exists()

    due.close_due(now=NOW, stream=STREAM)

    sides = Side.objects.filter(round__number=2)
    assert set(Counter(sides.values_list("entry", flat=True)).values()) == {1}
    assert sides.count() == 4


@pytest.mark.django_db(transaction=True)
def test_two_workers_that_close_a_round_at_once_draw_the_next_one_once(club: Club) -> None:
    """K-03: two games were created for each pairing of a round."""
    tournament = started(club, 16)
    finish_all(tournament, 1)
    gate, said = threading.Barrier(2), []

    def worker() -> None:
        gate.wait()
        try:
            close(tournament, 1)
            said.append("closed")
        except (rounds.RoundAlreadyClosed, rounds.RoundMoved) as refusal:
            said.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=worker) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(said) == ["closed", "round_already_closed"]
    assert Pairing.objects.filter(round__number=2, table__isnull=False).count() == 4
    entries = Side.objects.filter(round__number=2).values_list("entry", flat=True)
    assert len(set(entries)) == 8


@pytest.mark.django_db
def test_with_a_pause_the_next_round_is_drawn_at_once_and_starts_later(club: Club) -> None:
    tournament = started(club, 4, break_seconds=600)

    play_round(tournament, 1)

    final = round_of(tournament, 2)
    assert (final.state, final.starts_at) == ("drawn", NOW + timedelta(minutes=10))
    assert seeds_in(pairing_of(tournament, 2, 1)) == (1, 2)
    assert due.start_due(now=NOW + timedelta(minutes=10), stream=STREAM) == 1


@pytest.mark.django_db
def test_a_round_s_clock_calls_no_new_deal_once(club: Club) -> None:
    tournament = started(club, 4, round_seconds=1800, policy=TablePolicy.people(bots_after=0))
    late = NOW + timedelta(seconds=1800)

    assert due.stop_due(now=late - timedelta(seconds=1)) == 0
    assert due.stop_due(now=late) == 1
    assert due.stop_due(now=late) == 0

    with pytest.raises(rounds.RoundNotOpen):
        rounds.stop_deals(round_id=round_of(tournament, 1).pk, author=PROGRAM, now=late)


@pytest.mark.django_db
def test_at_a_table_where_no_card_was_dealt_the_clock_leaves_it_to_the_director(club: Club) -> None:
    tournament = started(club, 4, round_seconds=60)

    due.stop_due(now=NOW + timedelta(seconds=60))
    results.record_finished(now=NOW + timedelta(seconds=61), stream=STREAM)

    assert pairing_of(tournament, 1, 1).state == Pairing.State.VOID


@pytest.mark.django_db
def test_a_round_of_thirty_two_tables_is_opened_and_closed_in_short_transactions(club: Club) -> None:
    tournament = started(club, 64, policy=TablePolicy.people(bots_after=120))

    play_round(tournament, 1)

    assert round_of(tournament, 2).state == "open"
    assert Table.objects.count() == 48
