"""A best of N at a table: the next game begins by itself, once, and the games decide the pairing."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from games.models import Match, Seat, Table
from games.rules import Refusal
from games.services import play, tables
from games.services.clocks import TablePolicy
from tests.cast import NOW, person
from tests.tournaments.evenings import STREAM, ended, level, pairing_of, seeds_in, started, void
from tournaments import tasks
from tournaments.models import Club, Pairing, Report, Side, Tournament
from tournaments.services import due, results, rounds, rulings
from tournaments.services.actions import PROGRAM
from tournaments.services.rulings import Ruling
from tournaments.services.stage_states import slots_of
from tournaments.services.standings import read_standings


@pytest.fixture
def pairing(club: Club) -> Pairing:
    """The one pairing of a cup that is a best of three, at its table."""
    return pairing_of(started(club, 2, best_of=3), 1, 1)


def play_game(pairing: Pairing, winner: int | None, **outcome: Any) -> None:
    """Let the game in hand end, won 31-20 or level, and the worker record it."""
    if winner is None:
        level(pairing, **outcome)
    else:
        ended(pairing, winner=winner, totals=[31, 20] if winner == 0 else [20, 31], **outcome)
    results.record_finished(now=NOW, stream=STREAM)
    pairing.refresh_from_db()


def books(pairing: Pairing) -> tuple[str, str, int | None]:
    """Return where a pairing stands, by what, and who goes on."""
    return pairing.state, pairing.decided_by, pairing.advances


def sides(pairing: Pairing) -> list[tuple[int | None, int | None, int | None]]:
    """Return points, halves and placement of both sides."""
    rows = Side.objects.filter(pairing=pairing).order_by("number")
    return list(rows.values_list("score", "halves", "placement"))


def games(pairing: Pairing) -> list[tuple[int, str]]:
    """Return the games that were begun at the pairing's table."""
    return list(
        Match.objects.filter(table=pairing.table_id).order_by("number").values_list("number", "state")
    )


@pytest.mark.django_db
def test_while_a_series_is_open_the_next_game_begins_at_the_same_table_and_seats(pairing: Pairing) -> None:
    before = list(Seat.objects.filter(table=pairing.table_id).values_list("number", "holder", "name", "kind"))

    play_game(pairing, winner=1)

    assert books(pairing) == ("called", "", None)
    assert sides(pairing) == [(20, 0, None), (31, 2, None)]
    assert games(pairing) == [(1, "won"), (2, "open")]
    after = Seat.objects.filter(table=pairing.table_id).values_list("number", "holder", "name", "kind")
    assert list(after) == before


@pytest.mark.django_db
def test_the_table_is_told_which_game_of_how_many_it_plays(pairing: Pairing) -> None:
    table = Table.objects.filter(pairing=pairing)

    told = [table.get().series]
    for winner in (1, 0, 0):
        play_game(pairing, winner)
        told.append(table.get().series)

    assert told == [
        {"game": 1, "of": 3, "halves": [0, 0]},
        {"game": 2, "of": 3, "halves": [0, 2]},
        {"game": 3, "of": 3, "halves": [2, 2]},
        {"game": 3, "of": 3, "halves": [4, 2]},
    ]


@pytest.mark.django_db
def test_whoever_has_more_than_half_of_the_games_has_won_and_no_other_is_begun(pairing: Pairing) -> None:
    for winner in (0, 0):
        play_game(pairing, winner)

    assert books(pairing) == ("decided", "games", 0)
    assert pairing.outcome == "won"
    assert sides(pairing) == [(62, 4, 1), (40, 0, 2)]
    assert games(pairing) == [(1, "won"), (2, "won")]


@pytest.mark.django_db
def test_a_level_series_is_a_draw_in_the_books_and_the_winner_of_its_last_game_goes_on(
    pairing: Pairing,
) -> None:
    play_game(pairing, winner=0)
    play_game(pairing, None, advances=0)
    play_game(pairing, winner=1)

    assert books(pairing) == ("decided", "last_game", 1)
    assert (pairing.outcome, pairing.deal, pairing.level_at) == ("drawn", None, "games")
    assert sides(pairing) == [(73, 3, 1), (73, 3, 1)]


@pytest.mark.django_db
def test_where_the_last_game_was_drawn_its_last_deal_sends_a_side_on(pairing: Pairing) -> None:
    play_game(pairing, winner=0)
    play_game(pairing, winner=1)
    play_game(pairing, None, advances=1)

    assert books(pairing) == ("decided", "last_round", 1)
    assert (pairing.outcome, pairing.deal, pairing.level_at) == ("drawn", 6, "cap")


@pytest.mark.django_db
def test_each_game_is_reported_once_with_its_own_points(pairing: Pairing) -> None:
    for winner in (0, 1, 1):
        play_game(pairing, winner)

    reports = Report.objects.filter(pairing=pairing).order_by("pk")
    assert [(one.kind, one.data["totals"], one.data["halves"]) for one in reports] == [
        ("played", [31, 20], [2, 0]),
        ("played", [20, 31], [2, 2]),
        ("played", [20, 31], [2, 4]),
    ]


@pytest.mark.django_db
def test_a_round_closes_when_its_series_are_over_and_not_before(club: Club) -> None:
    cup = started(club, 4, best_of=3)
    first, second = pairing_of(cup, 1, 1), pairing_of(cup, 1, 2)
    for pairing in (first, second):
        play_game(pairing, winner=1)
    assert due.close_due(now=NOW, stream=STREAM) == 0

    for pairing in (first, second):
        play_game(pairing, winner=1)
    due.close_due(now=NOW, stream=STREAM)

    final = pairing_of(cup, 2, 1)
    assert seeds_in(final) == (4, 3)
    assert Table.objects.get(pairing=final).series == {"game": 1, "of": 3, "halves": [0, 0]}


@pytest.mark.django_db
def test_people_are_shown_for_fifteen_seconds_how_a_game_ended_and_bots_are_not(pairing: Pairing) -> None:
    sit_down(pairing)
    ended(pairing)
    moments = [NOW + timedelta(seconds=seconds) for seconds in (0, 14, 15)]

    assert [results.record_finished(now=now, stream=STREAM) for now in moments] == [0, 0, 1]

    assert games(pairing) == [(1, "won"), (2, "open")]


@pytest.mark.django_db
def test_the_game_that_decides_is_recorded_at_once_and_so_is_the_last_before_time_is_up(club: Club) -> None:
    cup = started(club, 4, best_of=3)
    decided, stopped = pairing_of(cup, 1, 1), pairing_of(cup, 1, 2)
    play_game(decided, winner=0)
    for pairing in (decided, stopped):
        sit_down(pairing)
        ended(pairing)

    assert results.record_finished(now=NOW, stream=STREAM) == 1
    stop_round(stopped)
    assert results.record_finished(now=NOW, stream=STREAM) == 1

    stopped.refresh_from_db()
    assert books(stopped) == ("decided", "clock", 0)


def sit_down(pairing: Pairing) -> None:
    """Let somebody with an account take seat 0 of the pairing's table."""
    user = person(f"player-{pairing.pk}")
    seat = Seat.objects.get(table=pairing.table_id, number=0)
    tables.hold_seats(user_id=user.pk, seat_ids=[seat.pk])
    tables.sit(table_id=seat.table_id, number=0, user=user, now=NOW)


# ---- once, whoever is killed and whoever comes twice ---------------------------------------------


@pytest.mark.django_db
def test_a_sweep_that_comes_twice_begins_one_game(pairing: Pairing) -> None:
    match = ended(pairing)

    tasks.sweep_results(now=NOW, stream=STREAM)
    tasks.sweep_results(now=NOW, stream=STREAM)
    tasks.record_match(match.pk)

    assert games(pairing) == [(1, "won"), (2, "open")]
    assert Report.objects.filter(pairing=pairing).count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("step", ["tables.hold", "opening._another"])
def test_a_worker_that_dies_before_the_next_game_has_recorded_nothing(
    pairing: Pairing, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    ended(pairing)

    def die(*_args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(f"games.services.{step}", die)
        with pytest.raises(KeyboardInterrupt):
            results.record_finished(now=NOW, stream=STREAM)
    assert not Report.objects.exists()
    assert sides(pairing) == [(None, None, None)] * 2

    results.record_finished(now=NOW, stream=STREAM)

    assert games(pairing) == [(1, "won"), (2, "open")]
    assert sides(pairing) == [(31, 2, None), (20, 0, None)]


@pytest.mark.django_db(transaction=True)
def test_two_workers_that_record_a_game_at_once_begin_one_next_game(pairing: Pairing) -> None:
    match = ended(pairing)

    said = side_by_side(*[lambda: results.record_match(match_id=match.pk, now=NOW, stream=STREAM)] * 2)

    assert said == ["already_recorded", "done"]
    assert games(pairing) == [(1, "won"), (2, "open")]


@pytest.mark.django_db(transaction=True)
def test_whoever_sits_down_while_the_next_game_begins_waits_for_nobody(pairing: Pairing) -> None:
    match, user = ended(pairing), person("late")
    seat = Seat.objects.get(table=pairing.table_id, number=0)
    tables.hold_seats(user_id=user.pk, seat_ids=[seat.pk])
    later = NOW + timedelta(seconds=15)

    said = side_by_side(
        lambda: results.record_match(match_id=match.pk, now=later, stream=STREAM),
        lambda: tables.sit(table_id=seat.table_id, number=0, user=user, now=NOW),
    )

    assert said == ["done", "done"]
    assert games(pairing) == [(1, "won"), (2, "open")]
    assert Seat.objects.get(pk=seat.pk).user == user


def side_by_side(*acts: Any) -> list[str]:
    """Let workers act at the same moment; return what came of it, sorted."""
    gate, said = threading.Barrier(len(acts)), []

    def worker(act: Any) -> None:
        gate.wait()
        try:
            act()
            said.append("done")
        except Refusal as refusal:
            said.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=worker, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(said)


# ---- the director and the clock ------------------------------------------------------------------


def stop_round(pairing: Pairing) -> None:
    """Call no new deal."""
    rounds.stop_deals(round_id=pairing.round_id, author=PROGRAM, now=NOW)


@pytest.mark.django_db
def test_after_no_new_deal_no_other_game_is_begun_and_who_is_ahead_has_won(club: Club) -> None:
    dealt = TablePolicy.people(bots_after=0)
    pairing = pairing_of(started(club, 2, best_of=3, policy=dealt), 1, 1)
    stop_round(pairing)

    play_game(pairing, winner=1)

    assert books(pairing) == ("decided", "clock", 1)
    assert games(pairing) == [(1, "won")]


@pytest.mark.django_db
def test_a_game_that_no_new_deal_called_off_counts_for_nobody(pairing: Pairing) -> None:
    play_game(pairing, winner=1)

    stop_round(pairing)
    results.record_finished(now=NOW, stream=STREAM)
    pairing.refresh_from_db()

    assert books(pairing) == ("decided", "clock", 1)
    assert sides(pairing) == [(20, 0, 2), (31, 2, 1)]
    assert games(pairing) == [(1, "won"), (2, "drawn")]


@pytest.mark.django_db
def test_a_void_game_waits_for_the_director_and_after_a_replay_the_series_goes_on(pairing: Pairing) -> None:
    play_game(pairing, winner=0)
    void(pairing)
    results.record_finished(now=NOW, stream=STREAM)
    pairing.refresh_from_db()
    assert books(pairing) == ("void", "", None)
    assert sides(pairing) == [(31, 2, None), (20, 0, None)]

    replay = Ruling(Report.Kind.REPLAY)
    rulings.settle(pairing_id=pairing.pk, ruling=replay, author=PROGRAM, now=NOW, stream=STREAM)
    assert Table.objects.get(pairing=pairing).series["game"] == 2
    play_game(pairing, winner=0)

    assert books(pairing) == ("decided", "games", 0)
    assert games(pairing) == [(1, "won"), (2, "void"), (3, "won")]


@pytest.mark.django_db
def test_who_retires_in_a_game_has_lost_the_series(pairing: Pairing) -> None:
    play_game(pairing, winner=0)

    play_game(pairing, winner=1, decided_by="retirement")

    assert books(pairing) == ("decided", "retirement", 1)
    assert sides(pairing) == [(51, 2, 2), (51, 2, 1)]


@pytest.mark.django_db
def test_a_walkover_in_a_series_decides_it_and_is_no_match_played(pairing: Pairing) -> None:
    play_game(pairing, winner=0)

    walkover = Ruling(Report.Kind.WALKOVER, winner=1)
    rulings.settle(pairing_id=pairing.pk, ruling=walkover, author=PROGRAM, now=NOW, stream=STREAM)

    pairing.refresh_from_db()
    assert books(pairing) == ("decided", "walkover", 1)
    assert [(line.played, line.won, line.difference) for line in table_of(pairing)] == [(0, 0, 0)] * 2


@pytest.mark.django_db
def test_in_the_standings_a_series_is_one_match_with_the_points_of_its_games(pairing: Pairing) -> None:
    for winner in (0, 1, 0):
        play_game(pairing, winner)

    first, second = table_of(pairing)

    assert (first.played, first.won, first.lost, first.difference) == (1, 1, 0, 11)
    assert (second.played, second.won, second.lost, second.difference) == (1, 0, 1, -11)


def table_of(pairing: Pairing) -> Any:
    """Return the standings of the pairing's tournament."""
    stage = pairing.round.stage
    return [one.line for one in read_standings(stage, slots_of(stage), [pairing.round], version=0)]


# ---- how a tournament is made --------------------------------------------------------------------


@pytest.mark.django_db
def test_a_match_is_one_game_unless_the_director_says_otherwise(club: Club) -> None:
    pairing = pairing_of(started(club, 2), 1, 1)

    play_game(pairing, winner=0)

    assert sides(pairing) == [(31, None, 1), (20, None, 2)]
    assert Table.objects.get(pairing=pairing).series == {}


@pytest.mark.django_db
def test_bots_play_a_series_to_its_end(club: Club) -> None:
    cup = started(club, 2, cap=1, best_of=3, policy=TablePolicy.fast())
    now = NOW
    while (due_at := play.next_due()) is not None:
        now = max(now, due_at)
        play.play_due(now)
        tasks.sweep_results(now=now, stream=STREAM)

    cup.refresh_from_db()
    assert cup.state == Tournament.State.FINISHED
    assert 2 <= Match.objects.count() <= 3
    assert pairing_of(cup, 1, 1).decided_by == Pairing.DecidedBy.GAMES
