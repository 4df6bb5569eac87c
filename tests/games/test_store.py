"""One commit for everyone: what is acknowledged is written, once, and nothing else is."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from django.db import DatabaseError, close_old_connections, connection, transaction

from games import store
from games.hub import TABLE_EVENTS
from games.models import Match, Table, User
from games.rules import SEATS, Call, MustFollowSuit, NotYourTurn, PlayCard, Refusal, replay, view
from games.services import opening, play, rulings, tables
from games.store import Acknowledged, Committed, Move, Request, TableMoved
from tests.cast import NOW
from tests.games.scene import bots_table, log_of, next_act, opened, play_on, play_out, stored


def test_an_acknowledged_act_is_in_the_log_and_in_the_position(four: list[User]) -> None:
    table = opened(four)
    before = stored(table).seq
    seat, act = next_act(table, four)

    answer = play.submit_now(table.pk, act, seat=seat, now=NOW)

    assert answer.first_seq == before + 1
    assert store.seqs([table.pk]) == {table.pk: before + 1}
    assert log_of(table)[-1].event.kind == "bid"
    assert replay_of(table) == stored(table).position


def replay_of(table: Table) -> object:
    """Return the position a table's log leads to; what the table does beside is no part of a match."""
    return replay(entry.event for entry in log_of(table) if entry.event.kind not in TABLE_EVENTS)


def test_an_act_that_comes_again_gets_its_first_answer_and_is_written_once(four: list[User]) -> None:
    table = opened(four)
    seat, act = next_act(table, four)
    first = play.submit_now(table.pk, act, seat=seat, now=NOW)
    play_on(table, four, 3)
    written = len(log_of(table))

    again = play.submit_now(table.pk, act, seat=seat, now=NOW)

    assert again == Acknowledged(first.first_seq)
    assert len(log_of(table)) == written


def test_an_act_decided_before_its_twin_was_written_gets_the_twins_answer(four: list[User]) -> None:
    table = opened(four)
    before, (seat, act) = stored(table), next_act(table, four)
    move = play.decide(before, seat, act.action, now=NOW, by="user", client_id=act.client_id)
    (first,) = store.commit([move], now=NOW)

    (second,) = store.commit([move], now=NOW)

    assert isinstance(first, Committed)
    assert second == Acknowledged(first.first_seq)


def test_the_same_name_of_an_act_from_another_seat_is_another_act(four: list[User]) -> None:
    table = opened(four)
    for _ in range(2):
        seat, act = next_act(table, four, client_id="9f-1")
        answer = play.submit_now(table.pk, act, seat=seat, now=NOW)
        assert isinstance(answer, Committed)


def test_an_act_on_what_is_no_longer_so_is_refused_and_writes_nothing(four: list[User]) -> None:
    table = opened(four)
    seat, late = next_act(table, four)
    play_on(table, four, 4)
    before = stored(table)

    with pytest.raises(TableMoved) as refused:
        play.submit_now(table.pk, replace(late, client_id="late"), seat=seat, now=NOW)

    assert refused.value.params == {"seq": before.seq}
    assert stored(table) == before


def test_of_two_moves_from_the_same_position_one_is_written(four: list[User]) -> None:
    table = opened(four)
    before = stored(table)
    seat = before.position.turn
    moves = [play.decide(before, seat, Call(call), now=NOW, by="user") for call in ("7", "8")]

    answers = [*store.commit(moves[:1], now=NOW), *store.commit(moves[1:], now=NOW)]

    assert [type(answer) for answer in answers] == [Committed, TableMoved]
    assert stored(table).position == moves[0].position


def test_one_batch_answers_each_of_its_requests_in_order(four: list[User]) -> None:
    good, moved = opened(four), bots_table()
    seat, act = next_act(good, four)
    never = Request(good.pk + 1000, lambda _: pytest.fail("there is no such table"))
    asleep = Request(moved.pk, refuse)
    request = play._request(good.pk, act, seat, NOW)

    answers = store.carry_out([asleep, request, never], now=NOW)

    assert [type(answer) for answer in answers] == [play.NotDue, Committed, store.NoSuchTable]


def refuse(_: store.Stored) -> Move:
    raise play.NotDue()


def test_nobody_acts_for_a_seat_that_is_not_his(four: list[User], charlie: User) -> None:
    table = opened(four)
    seat, act = next_act(table, four)
    before = stored(table)

    for user in [*four, charlie]:
        if user != four[seat]:
            with pytest.raises((NotYourTurn, play.NotSeated)):
                play.submit_now(table.pk, replace(act, user_id=user.pk), seat=seat, now=NOW)

    assert stored(table) == before


def test_a_refused_card_leaves_everything_as_it_was(four: list[User]) -> None:
    table = opened(four)
    while (now := stored(table)).position.turn is None or view(now.position, now.position.turn)[
        "must"
    ] != "must_follow_suit":
        play_on(table, four, 1)
    seat = now.position.turn
    led = now.position.trick.plays[0][1] // 13
    card = next(card for card in now.position.hands[seat] if card // 13 != led)
    act = play.Act(four[seat].pk, PlayCard(card), "wrong", now.seq)

    with pytest.raises(MustFollowSuit):
        play.submit_now(table.pk, act, seat=seat, now=NOW)

    assert stored(table) == now


def test_a_match_writes_its_outcome_in_the_transaction_of_its_last_card(db: None) -> None:
    table = bots_table(cap=1)
    now = NOW
    while True:
        due = play.next_due()
        assert due is not None
        now = max(now, due)
        point = transaction.savepoint()
        play.play_due(now)
        match = Match.objects.get(table=table)
        ended = stored(table).position.outcome.state != "open"
        assert (match.state != Match.State.OPEN) == ended
        if ended:
            break
        transaction.savepoint_commit(point)

    transaction.savepoint_rollback(point)

    assert Match.objects.get(table=table).state == Match.State.OPEN
    assert stored(table).position.outcome.state == "open"
    assert Table.objects.get(pk=table.pk).state == Table.State.PLAYING


def test_the_log_of_a_whole_match_leads_to_the_stored_position_and_outcome(db: None) -> None:
    evening = [bots_table(master=bytes([seed] * 32)) for seed in range(4)]

    play_out()

    for table in evening:
        match, position = Match.objects.get(table=table), stored(table).position
        assert replay_of(table) == position
        assert match.totals == list(position.totals)
        assert (match.state, match.winner) == (position.outcome.state, position.outcome.winner)
        assert match.deals == len(position.deals)
        assert match.finished_at is not None
        assert Table.objects.get(pk=table.pk).state == Table.State.OVER


def test_a_match_that_has_ended_is_written_and_told_once(
    db: None, django_capture_on_commit_callbacks: object, monkeypatch: pytest.MonkeyPatch, bob: User
) -> None:
    told: list[int] = []
    monkeypatch.setattr(
        "games.store.writing.match_finished.send_robust", lambda *, sender, match_id: told.append(match_id)
    )
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        table = bots_table(cap=1, is_public=True)
        play_out()
        tables.hold_seats(user_id=bob.pk, seat_ids=[table.seats.get(number=0).pk])
        finished = Match.objects.get(table=table)
        tables.sit(table_id=table.pk, number=0, user=bob, now=NOW)

    assert told == [finished.pk]
    assert Match.objects.get(table=table).finished_at == finished.finished_at


def test_at_a_closed_table_nothing_is_written_any_more(four: list[User]) -> None:
    table = opened(four)
    play_on(table, four, 2)
    before = stored(table)
    seat, act = next_act(table, four)
    decided = play.decide(before, seat, act.action, now=NOW, by="user")

    tables.close_tables([table.pk])

    (late,) = store.commit([decided], now=NOW)
    assert isinstance(late, TableMoved)
    with pytest.raises(store.TableClosed):
        play.submit_now(table.pk, act, seat=seat, now=NOW)
    with pytest.raises(store.TableClosed):
        tables.leave(table_id=table.pk, user=four[0], now=NOW)
    assert stored(table).seq == before.seq
    assert play.next_due() is None
    assert table.seats.filter(user=four[0]).exists()


def test_a_second_match_goes_on_with_the_tables_numbers_and_its_own_log(db: None) -> None:
    table = bots_table(cap=1)
    play_out()
    before = stored(table)

    opening.play_again([table.pk], masters=[b"2" * 32], now=NOW)
    play_out()

    after = stored(table)
    assert after.match_id != before.match_id
    assert after.seq > before.seq
    assert [match.number for match in Match.objects.filter(table=table).order_by("number")] == [1, 2]
    assert replay_of(table) == after.position
    assert len(store.events_of_match(before.match_id)) == before.seq


def test_a_match_that_goes_on_is_not_followed_by_another(db: None) -> None:
    table = bots_table()

    with pytest.raises(opening.MatchGoesOn):
        opening.play_again([table.pk], masters=[b"2" * 32], now=NOW)


def test_time_is_called_at_every_table_however_often_it_moves_meanwhile(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = bots_table()
    decide, restless = play.decide, [True, True, True, False]

    def decide_late(*details: object, **named: object) -> Move:
        move = decide(*details, **named)  # type: ignore[arg-type]
        if named["by"] == "director" and restless.pop(0):
            play.play_due(play.next_due() or NOW)
        return move

    monkeypatch.setattr(play, "decide", decide_late)

    rulings.no_new_deal([table.pk], now=NOW)

    assert stored(table).position.time_up


def test_two_batches_in_opposite_orders_never_wait_for_each_other(transactional_db: None) -> None:
    """Planted: committing in the order given ended in "deadlock detected" on PostgreSQL."""
    both = [bots_table(), bots_table()]
    faults: list[Exception] = []
    together = threading.Barrier(2)

    def batch(order: list[Table]) -> None:
        try:
            for _ in range(40):
                moves = [move_of(table) for table in order]
                together.wait(10)
                store.commit(moves, now=NOW)
        except (DatabaseError, Refusal, threading.BrokenBarrierError) as fault:
            faults.append(fault)
            together.abort()
        finally:
            connection.close()

    threads = [threading.Thread(target=batch, args=(order,)) for order in (both, both[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(50)

    assert faults == []
    close_old_connections()


def move_of(table: Table) -> Move:
    """Return a move by which nothing happens: it takes the table's lock and the next number."""
    now = stored(table)
    leave = store.Logged(log_of(table)[0].event, "table")
    return Move(now.table_id, now.match_id, now.seq, now.position, (leave,), None, SEATS[0], None)
