"""After the match: who is asked for another, who decides, and when it begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

import pytest

from games import store, sweep
from games.dealing import Stream
from games.models import Match, Table, User
from games.rules import Call, Phase, Refusal
from games.services import opening, play, rematch, tables
from games.services.clocks import TablePolicy
from games.services.opening import MatchGoesOn
from games.services.rematch import AlreadyAnswered, NoRematch
from games.store import TableClosed
from tests.cast import NOW
from tests.games.scene import CASUAL, SECOND, Phone, in_database, opened, over, stored
from tests.games.test_seats import at_once, state_of

NO_BOTS = replace(CASUAL, bots_after=None)
PAUSE = CASUAL.ready_seconds * SECOND
FRESH: dict[str, Any] = {"rules": "one-round"}


def say(table: Table, user: User, *, yes: bool = True, now: datetime = NOW, act: str | None = None) -> int:
    """Let somebody say whether he wants another match."""
    stream = Stream(f"another match {user}".encode())
    return rematch.answer(table_id=table.pk, user=user, yes=yes, now=now, stream=stream, client_id=act)


def matches(table: Table) -> int:
    """Return how many matches were begun at a table."""
    return Match.objects.filter(table=table).count()


def answers(table: Table) -> list[bool | None]:
    """Return what each seat has said to another match."""
    return [seat.rematch for seat in stored(table).seats]


# ---- everybody is asked -------------------------------------------------------------------------


def test_another_match_begins_at_the_same_seats_when_all_four_want_it(four: list[User]) -> None:
    table = over(four)
    before = stored(table)
    for user in four[:3]:
        say(table, user)
    assert matches(table) == 1

    say(table, four[3])

    after = stored(table)
    assert matches(table) == 2
    assert (after.match_id, after.master) != (before.match_id, before.master)
    assert (after.seats, after.position.rules) == (before.seats, before.position.rules)
    assert (after.position.phase, after.position.totals) == (Phase.AUCTION, (0, 0))
    assert state_of(table) == Table.State.PLAYING


def test_the_log_says_who_wanted_another_match(four: list[User]) -> None:
    table = over(four)
    match_id = stored(table).match_id

    for number in (2, 0, 1, 3):
        say(table, four[number])

    said = [entry for entry in store.events_of_match(match_id) if entry.event.kind == "rematch"]
    assert [(entry.event.seat, entry.event.data["yes"]) for entry in said] == [
        (number, True) for number in (2, 0, 1, 3)
    ]
    assert {entry.by for entry in said} == {"user"}


def played(people: Sequence[User | None], policy: TablePolicy, **details: Any) -> Table:
    """Return a table where a match has been played by bots and by the clock."""
    table = opened(people, policy=replace(policy, bots_after=0), cap=1, **details)
    while stored(table).position.phase is not Phase.OVER:
        play.play_due(play.next_due() or NOW)
    return table


def test_bots_always_want_another_match(bob: User) -> None:
    table = played([bob, None, None, None], CASUAL)

    say(table, bob)

    assert matches(table) == 2


@pytest.mark.parametrize("policy", [CASUAL, NO_BOTS])
def test_one_who_does_not_want_it_or_gets_up_is_the_end_of_it(four: list[User], policy: TablePolicy) -> None:
    declined, left = over(four, policy=policy), over(four, policy=policy)
    for table in (declined, left):
        say(table, four[0])

    say(declined, four[1], yes=False)
    tables.leave(table_id=left.pk, user=four[1], now=NOW)

    for table in (declined, left):
        for user in four[2:]:
            with pytest.raises(NoRematch):
                say(table, user)
        assert matches(table) == 1


def test_a_bot_among_people_does_not_stand_against_another_match(four: list[User]) -> None:
    table = played([*four[:3], None], CASUAL)

    for user in four[:3]:
        say(table, user)

    assert matches(table) == 2


def test_who_takes_the_seat_of_one_who_left_is_asked_himself(four: list[User]) -> None:
    table = over(four, policy=NO_BOTS)
    tables.leave(table_id=table.pk, user=four[3], now=NOW)
    tables.sit(table_id=table.pk, number=3, user=four[3], now=NOW)

    for user in four:
        assert matches(table) == 1
        say(table, user)

    assert matches(table) == 2


def test_the_next_match_knows_nothing_of_the_answers_after_the_last(four: list[User]) -> None:
    table = over(four)

    for user in four:
        say(table, user)

    assert answers(table) == [None] * 4


def test_an_answer_is_given_once_and_sent_as_often_as_it_takes(four: list[User]) -> None:
    table = over(four)
    first = say(table, four[0], act="a")

    assert say(table, four[0], act="a") == first
    with pytest.raises(AlreadyAnswered):
        say(table, four[0], yes=False, act="b")

    assert answers(table) == [True, None, None, None]


def test_a_match_that_goes_on_is_followed_by_none(four: list[User], charlie: User) -> None:
    table = opened(four, policy=CASUAL)

    with pytest.raises(MatchGoesOn):
        say(table, four[0])
    with pytest.raises(play.NotSeated):
        say(table, charlie)


def test_a_tournament_settles_itself_what_is_played(four: list[User]) -> None:
    table = over(four, policy=TablePolicy.people())

    with pytest.raises(NoRematch):
        say(table, four[0])

    assert answers(table) == [None] * 4


# ---- eight deals nobody wanted ------------------------------------------------------------------


def passed_out(people: list[User], policy: TablePolicy) -> Table:
    """Return a table where everybody passed, deal after deal."""
    table = opened(people, policy=policy)
    while (turn := stored(table).position.turn) is not None:
        act = play.Act(people[turn].pk, Call("P"), f"p{stored(table).seq}", stored(table).seq)
        play.submit_now(table.pk, act, seat=turn, now=NOW)
    return table


def test_a_table_where_nobody_bids_deal_after_deal_is_closed_without_a_result(four: list[User]) -> None:
    table = passed_out(four, CASUAL)

    match = Match.objects.get(table=table)
    assert (match.state, match.winner, match.decided_by, match.deals) == ("void", None, "all_pass", 8)
    assert (state_of(table), stored(table).due_at) == (Table.State.CLOSED, None)
    with pytest.raises(TableClosed):
        tables.leave(table_id=table.pk, user=four[0], now=NOW)


def test_a_tournament_s_table_where_nobody_bids_waits_for_its_director(four: list[User]) -> None:
    table = passed_out(four, TablePolicy.people())

    opening.play_again([table.pk], masters=[b"2" * 32], now=NOW)

    assert (matches(table), state_of(table)) == (2, Table.State.PLAYING)


# ---- another match by itself --------------------------------------------------------------------


def test_a_fresh_match_begins_by_itself_when_the_pause_is_over(four: list[User]) -> None:
    table = over(four, **FRESH)
    due = stored(table).due_at
    assert due == NOW + PAUSE

    assert sweep.sweep(due - SECOND) == 0
    assert sweep.sweep(due) == 1

    assert matches(table) == 2
    assert stored(table).position.phase is Phase.AUCTION


@pytest.mark.parametrize("policy", [CASUAL, NO_BOTS])
def test_no_fresh_match_begins_when_one_does_not_want_it_or_gets_up(
    four: list[User], policy: TablePolicy
) -> None:
    declined, left = over(four, policy=policy, **FRESH), over(four, policy=policy, **FRESH)

    say(declined, four[1], yes=False)
    tables.leave(table_id=left.pk, user=four[1], now=NOW)

    for table in (declined, left):
        assert stored(table).due_at is None
        assert (sweep.sweep(NOW + 2 * PAUSE), matches(table)) == (0, 1)


def test_a_fresh_match_begins_sooner_when_all_want_it_and_not_later_for_one(four: list[User]) -> None:
    table = over(four, **FRESH)

    for user in four[:3]:
        say(table, user, now=NOW + SECOND)
        assert stored(table).due_at == NOW + PAUSE
    say(table, four[3], now=NOW + SECOND)

    assert matches(table) == 2


def test_a_fresh_match_waits_for_the_people_of_a_table_without_a_clock(bob: User) -> None:
    table = played([bob, None, None, None], replace(CASUAL, call_seconds=1, ready_seconds=0), **FRESH)
    assert stored(table).due_at is None

    say(table, bob)

    assert matches(table) == 2


@pytest.mark.parametrize("seats", ["people of a tournament", "bots alone"])
def test_where_nobody_asked_for_it_no_match_follows_by_itself(four: list[User], seats: str) -> None:
    table = (
        over(four, policy=TablePolicy.people(), **FRESH)
        if seats == "people of a tournament"
        else opened([None] * 4, policy=replace(CASUAL, bots_after=0), **FRESH)
    )

    assert stored(table).due_at is None


# ---- at the same moment -------------------------------------------------------------------------


def test_when_the_last_two_say_yes_at_the_same_moment_one_match_begins(
    transactional_db: None, four: list[User]
) -> None:
    for _ in range(6):
        table = over(four)
        for user in four[:2]:
            say(table, user)

        ended = at_once(*(partial(say, table, user) for user in four[2:]))

        assert ended == [None, None]
        assert (matches(table), state_of(table)) == (2, Table.State.PLAYING)


def test_who_says_no_as_the_clock_begins_the_match_is_in_time_or_in_the_match(
    transactional_db: None, four: list[User]
) -> None:
    for _ in range(6):
        table = over(four, **FRESH)
        late = NOW + PAUSE

        refused, swept = at_once(partial(say, table, four[0], yes=False), partial(sweep.sweep, late))

        assert swept is None
        if refused is None:
            assert (matches(table), answers(table)) == (1, [False, None, None, None])
        else:
            assert isinstance(refused, Refusal)
            assert (matches(table), answers(table)) == (2, [None] * 4)


# ---- over a socket ------------------------------------------------------------------------------


async def test_all_hear_who_wants_another_match_and_are_shown_it(
    seam: None, transactional_db: None, four: list[User]
) -> None:
    table = await in_database(over)(four)
    phones = [Phone(user) for user in four]
    for phone in phones:
        known = await phone.watch(table)
        assert known["seats"][0] == {"name": "Bob", "kind": "user", "rematch": None, "away": False}

    for phone in phones:
        await phone.do("rematch", {"yes": True})
        await phone.hear_until("ack")

    heard = [frame for frame in await phones[0].hear_all() if frame.get("k") in ("rematch", "match")]
    assert [(frame["k"], frame["seat"]) for frame in heard][-2:] == [("rematch", 3), ("match", None)]
    assert heard[-2]["d"] == {"seat": 3, "yes": True}


async def test_what_is_neither_yes_nor_no_is_no_answer(
    seam: None, transactional_db: None, four: list[User]
) -> None:
    table = await in_database(over)(four)
    phone = Phone(four[0])
    await phone.watch(table)

    for data in ({}, {"yes": 1}, {"yes": "no"}):
        await phone.do("rematch", data)
        assert (await phone.hear_until("nack"))[-1]["code"] == "bad_action"
