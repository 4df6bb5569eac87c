"""A table's socket, frame by frame: who gets in, what is answered, and what closes it."""

from __future__ import annotations

import asyncio
import json
import queue
import time
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.conf import settings
from django.core import signing

from games import consumers, frames, store
from games.frames import (
    CLOSE_FLOOD,
    CLOSE_NO_TABLE,
    CLOSE_NOT_ALLOWED,
    CLOSE_RESTART,
    CLOSE_TOO_LARGE,
    CLOSE_TOO_SLOW,
)
from games.hub import HUB
from games.models import Table, User
from games.rules import Seat
from games.services import tickets
from games.writer import WRITER
from tests.cast import NOW
from tests.games.scene import Phone, log_of, next_act, opened, play_on, stored, wire

in_database = database_sync_to_async


@pytest.fixture
def table(seam: None, transactional_db: None, four: list[User]) -> Table:
    """A table where four people sit and the first is to call."""
    return opened(four)


async def to_move(table: Table, four: list[User]) -> tuple[Seat, str, dict[str, Any], int]:
    """Return the seat to move and what its phone would send: kind, data, last number seen."""
    seat, act = await in_database(next_act)(table, four)
    return seat, *wire(act.action), act.seen


# ---- hello --------------------------------------------------------------------------------------


async def test_hello_is_answered_with_the_state_as_this_person_may_see_it(
    table: Table, four: list[User]
) -> None:
    state = await Phone(four[1]).watch(table)

    assert (state["t"], state["you"], len(state["view"]["hand"])) == ("state", 1, 13)
    assert [seat["name"] for seat in state["seats"]] == [str(user) for user in four]


async def test_a_visitor_without_an_account_watches_and_sees_no_hand(table: Table) -> None:
    state = await Phone().watch(table)

    assert (state["you"], state["view"]["hand"], state["view"]["legal"]) == (None, [], [])


async def test_who_comes_back_gets_what_he_missed_and_nothing_twice(table: Table, four: list[User]) -> None:
    phone = Phone(four[0])
    had = (await phone.watch(table))["s"]
    await phone.hang_up()
    await in_database(play_on)(table, four, 3)
    last = (await in_database(stored)(table)).seq

    again = Phone(four[0])
    missed = [await again.watch(table, have=had)]
    while missed[-1]["s"] < last:
        missed.append(await again.hear())

    assert [frame["s"] for frame in missed] == list(range(had + 1, last + 1))
    assert all(frame["t"] == "ev" for frame in missed)
    assert await again.hears_nothing()


async def test_who_has_everything_hears_nothing_until_something_happens(
    table: Table, four: list[User]
) -> None:
    now = await in_database(stored)(table)
    phone = await Phone(four[0]).connect()
    await phone.hello(table, have=now.seq)
    assert await phone.hears_nothing()

    await in_database(play_on)(table, four, 1)

    assert (await phone.hear())["s"] == now.seq + 1


@pytest.mark.parametrize("have", [10**6, 2**53])
async def test_who_claims_to_know_the_future_gets_the_state(table: Table, have: int) -> None:
    assert (await Phone().watch(table, have=have))["t"] == "state"


async def test_who_missed_very_much_gets_the_state(
    table: Table, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.watch.REPLAY_LIMIT", 2)
    had = (await in_database(stored)(table)).seq
    await in_database(play_on)(table, four, 3)

    assert (await Phone().watch(table, have=had))["t"] == "state"


async def test_a_gap_is_filled_on_the_same_socket_by_another_hello(table: Table, four: list[User]) -> None:
    phone = Phone(four[2])
    had = (await phone.watch(table))["s"]
    await in_database(play_on)(table, four, 2)
    heard = [(await phone.hear())["s"] for _ in range(2)]

    await phone.hello(table, have=had, ticket="old")

    assert [(await phone.hear())["s"] for _ in range(2)] == heard == [had + 1, had + 2]


async def test_a_ticket_of_another_user_is_refused(table: Table, four: list[User], charlie: User) -> None:
    phone = await Phone(charlie).connect()

    await phone.hello(table, ticket=tickets.issue(table=table.public_id, user_id=four[0].pk))

    assert await phone.closed_with() == CLOSE_NOT_ALLOWED


async def test_a_ticket_of_another_table_is_refused(table: Table, bob: User) -> None:
    phone = await Phone(bob).connect()

    await phone.hello(table, ticket=tickets.issue(table="another", user_id=bob.pk))

    assert await phone.closed_with() == CLOSE_NOT_ALLOWED


async def test_a_ticket_that_is_too_old_is_refused(
    table: Table, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tickets.issue(table=table.public_id, user_id=bob.pk)
    late = time.time() + tickets.LIFETIME_SECONDS + 1
    phone = await Phone(bob).connect()
    monkeypatch.setattr("django.core.signing.time.time", lambda: late)

    await phone.hello(table, ticket=old)

    assert await phone.closed_with() == CLOSE_NOT_ALLOWED


async def test_a_ticket_we_did_not_sign_is_refused(table: Table, bob: User) -> None:
    phone = await Phone(bob).connect()

    await phone.hello(table, ticket=signing.dumps([table.public_id, bob.pk], key="k", salt=tickets.SALT))

    assert await phone.closed_with() == CLOSE_NOT_ALLOWED


async def test_a_table_that_is_not_there_closes_the_socket(seam: None) -> None:
    phone = await Phone().connect()

    await phone.hello(Table(public_id="nowhere"))

    assert await phone.closed_with() == CLOSE_NO_TABLE


async def test_a_private_table_is_not_there_for_a_stranger(
    table: Table, four: list[User], charlie: User
) -> None:
    await in_database(Table.objects.filter(pk=table.pk).update)(is_public=False)
    stranger = await Phone(charlie).connect()

    await stranger.hello(table)

    assert await stranger.closed_with() == CLOSE_NO_TABLE
    assert (await Phone(four[0]).watch(table))["you"] == 0


# ---- acts ---------------------------------------------------------------------------------------


async def test_an_act_is_acknowledged_when_it_is_on_disk_and_everybody_sees_it(
    table: Table, four: list[User]
) -> None:
    seat, kind, data, seen = await to_move(table, four)
    mover, watcher = Phone(four[seat]), Phone()
    await mover.watch(table)
    await watcher.watch(table)

    act_id = await mover.do(kind, data, seen=seen)
    event, ack = await mover.hear_until("ack")

    assert ack == {"t": "ack", "id": act_id, "s": seen + 1}
    assert (event["s"], event["k"], event["seat"], event["by"]) == (seen + 1, kind, seat, "user")
    assert (await watcher.hear())["s"] == seen + 1
    assert (await in_database(store.seqs)([table.pk]))[table.pk] == seen + 1


async def test_an_act_sent_again_gets_the_same_acknowledgement(table: Table, four: list[User]) -> None:
    seat, kind, data, seen = await to_move(table, four)
    phone = Phone(four[seat])
    await phone.watch(table)
    await phone.do(kind, data, seen=seen, act_id="9f-1")
    first = (await phone.hear_until("ack"))[-1]

    await phone.do(kind, data, seen=seen, act_id="9f-1")
    again = await phone.hear()
    await phone.hang_up()
    new = Phone(four[seat])
    await new.watch(table)
    await new.do(kind, data, seen=seen, act_id="9f-1")

    assert first == again == await new.hear()
    assert (await in_database(stored)(table)).seq == seen + 1


async def test_a_refused_act_is_answered_with_its_code_and_a_sentence(table: Table, four: list[User]) -> None:
    seat, _, _, seen = await to_move(table, four)
    phone = Phone(four[(seat + 1) % 4])
    await phone.watch(table)

    act_id = await phone.do("bid", {"bid": 7}, seen=seen)
    nack = await phone.hear()

    assert (nack["t"], nack["id"], nack["code"], nack["s"]) == ("nack", act_id, "not_your_turn", seen)
    assert nack["msg"].endswith(".")


async def test_a_refusal_is_told_in_the_persons_language(table: Table, four: list[User]) -> None:
    four[0].language = "ar"
    phone = Phone(four[0])
    await phone.watch(table)

    await phone.do("card", {"card": "AS"}, seen=1)
    in_arabic = (await phone.hear())["msg"]
    four[0].language = "en"
    await phone.do("card", {"card": "AS"}, seen=1)

    if "ar" in dict(settings.LANGUAGES):
        assert (await phone.hear())["msg"] != "" != in_arabic


async def test_an_act_on_what_was_seen_before_the_last_event_is_stale(table: Table, four: list[User]) -> None:
    seat, kind, data, seen = await to_move(table, four)
    phone = Phone(four[seat])
    await phone.watch(table)

    await phone.do(kind, data, seen=seen - 1)
    nack = await phone.hear()

    assert (nack["code"], nack["params"]) == ("stale", {"seq": seen})
    assert (await in_database(stored)(table)).seq == seen


@pytest.mark.parametrize("kind", ["bid", "sit", "leave"])
async def test_who_only_watches_cannot_act(table: Table, charlie: User, kind: str) -> None:
    stranger, visitor = Phone(charlie), Phone()
    for phone, code in ((stranger, {"not_seated", "seat_taken"}), (visitor, {"sign_in_first"})):
        await phone.watch(table)
        await phone.do(kind, {"bid": 7, "seat": 1}, seen=6)
        assert (await phone.hear())["code"] in code


async def test_an_act_before_hello_is_refused(seam: None, bob: User) -> None:
    phone = await Phone(bob).connect()

    await phone.do("ready", {})

    assert (await phone.hear())["code"] == "hello_first"


async def test_when_the_queue_is_full_the_phone_is_told_to_try_again(
    table: Table, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    seat, kind, data, seen = await to_move(table, four)
    phone = Phone(four[seat])
    await phone.watch(table)
    with monkeypatch.context() as full:
        full.setattr(WRITER, "_queue", full_queue())
        await phone.do(kind, data, seen=seen, act_id="9f-1")
        assert (await phone.hear())["code"] == "retry"

    await phone.do(kind, data, seen=seen, act_id="9f-1")

    assert (await phone.hear_until("ack"))[-1]["s"] == seen + 1


def full_queue() -> queue.Queue[None]:
    """Return a queue with no place left."""
    full: queue.Queue[None] = queue.Queue(maxsize=1)
    full.put(None)
    return full


# ---- seats --------------------------------------------------------------------------------------


@pytest.fixture
def empty(seam: None, transactional_db: None, four: list[User]) -> Table:
    """A table whose seats are kept for the four, and where nobody sits yet."""
    from games.services import tables
    from tests.games.scene import plan

    (table,) = tables.open_tables([plan(four)], now=NOW)
    return table


async def test_who_sits_down_sees_the_table_from_his_seat(empty: Table, four: list[User]) -> None:
    phones = [Phone(user) for user in four]
    for phone in phones:
        assert (await phone.watch(empty))["you"] is None

    for number, phone in enumerate(phones):
        await phone.do("sit", {"seat": number})
        await phone.hear_until("ack")

    for number, phone in enumerate(phones):
        state = (await phone.hear_until("state"))[-1] if number == 3 else await state_of_deal(phone)
        assert state["you"] == number
    assert [seat.kind for seat in (await in_database(stored)(empty)).seats] == ["user"] * 4


async def state_of_deal(phone: Phone) -> dict[str, Any]:
    """Return the last state a phone is shown when nothing more comes."""
    state: dict[str, Any] = {}
    while not await phone.hears_nothing():
        frame = await phone.hear()
        state = frame if frame["t"] == "state" else state
    return state


async def test_the_seat_of_another_is_not_to_be_had(empty: Table, four: list[User]) -> None:
    phone = Phone(four[0])
    await phone.watch(empty)

    await phone.do("sit", {"seat": 1})

    assert (await phone.hear())["code"] == "seat_taken"


async def test_sitting_down_twice_is_one_event_and_one_acknowledgement(
    empty: Table, four: list[User]
) -> None:
    phone = Phone(four[0])
    await phone.watch(empty)
    await phone.do("sit", {"seat": 0}, act_id="9f-1")
    first = (await phone.hear_until("ack"))[-1]

    await phone.do("sit", {"seat": 0}, act_id="9f-1")

    assert (await phone.hear_until("ack"))[-1] == first
    sat = [entry for entry in await in_database(log_of)(empty) if entry.event.kind == "sit"]
    assert len(sat) == 1


@pytest.mark.parametrize("seat", [None, "0", True, -1, 4, 1.5, [0], {}])
async def test_a_seat_that_is_none_is_no_act(empty: Table, four: list[User], seat: object) -> None:
    phone = Phone(four[0])
    await phone.watch(empty)

    await phone.do("sit", {"seat": seat})

    assert (await phone.hear())["code"] in {"bad_action", "bad_frame"}


async def test_who_gets_up_sees_no_hand_any_more(table: Table, four: list[User]) -> None:
    phone = Phone(four[0])
    assert (await phone.watch(table))["view"]["hand"] != []

    await phone.do("leave", {})
    state = (await phone.hear_until("state"))[-1]

    assert (state["you"], state["view"]["hand"]) == (None, [])


async def test_a_seat_taken_while_a_phone_says_hello_is_seen_from_that_seat(
    empty: Table, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: a socket that had looked up its seat too early stayed a spectator's for good."""
    from games.services import tables

    looked_up, sat = consumers._missing, False

    def sit_meanwhile(*known: Any) -> Any:
        nonlocal sat
        found = looked_up(*known)
        if not sat:
            sat = True
            tables.sit(table_id=empty.pk, number=0, user=four[0], now=NOW)
        return found

    monkeypatch.setattr(consumers, "_missing", sit_meanwhile)
    phone = Phone(four[0])
    await phone.watch(empty)

    assert (await state_of_deal(phone))["you"] == 0
    rooms = HUB._rooms[empty.pk].listeners
    assert [viewer for viewer, group in rooms.items() if group] == [0]


async def test_changes_of_seat_in_the_middle_of_a_hello_leave_one_place_to_watch_from(
    table: Table, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: without the lock the socket heard each event twice, once as somebody else."""
    gate, looked_up = asyncio.Event(), consumers._missing
    loop = asyncio.get_running_loop()

    def slow(*known: Any) -> Any:
        found = looked_up(*known)
        asyncio.run_coroutine_threadsafe(gate.wait(), loop).result(10)
        return found

    phone = Phone(four[0])
    await phone.watch(table)
    monkeypatch.setattr(consumers, "_missing", slow)
    await phone.hello(table)
    (listener,) = HUB._rooms[table.pk].listeners[Seat(0)] or [None]
    assert listener is not None
    listener.seats_changed()
    await asyncio.sleep(0.05)
    gate.set()
    await asyncio.sleep(0.2)

    places = [viewer for viewer, group in HUB._rooms[table.pk].listeners.items() if listener in group]
    assert places == [0]


# ---- what closes a socket -----------------------------------------------------------------------


async def test_a_flood_of_frames_closes_the_socket_and_no_other(table: Table, four: list[User]) -> None:
    loud, quiet = Phone(four[0]), Phone(four[1])
    await loud.watch(table)
    await quiet.watch(table)

    for _ in range(int(consumers.RATE_FRAMES) + 5):
        await loud.say({"t": "ping", "c": 1, "s": 1})

    assert await loud.closed_with() == CLOSE_FLOOD
    await quiet.say({"t": "ping", "c": 1, "s": 1})
    assert (await quiet.hear())["t"] == "pong"


async def test_the_allowance_comes_back_with_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone()
    await phone.watch(table)
    clock = time.monotonic()
    monkeypatch.setattr("games.consumers.time.monotonic", lambda: clock)
    for _ in range(3 * int(consumers.RATE_FRAMES)):
        clock += consumers.RATE_SECONDS / consumers.RATE_FRAMES
        await phone.say({"t": "ping", "c": 1, "s": 1})
        assert (await phone.hear())["t"] == "pong"


async def test_a_socket_that_does_not_read_is_closed_and_the_others_go_on(
    table: Table, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "OUT_QUEUE", 8)
    slow, quick = Phone(four[0]), Phone(four[1])
    await slow.watch(table)
    await quick.watch(table)
    (listener,) = HUB._rooms[table.pk].listeners[Seat(0)]
    stuck = asyncio.Event()

    async def never_ready(**_: Any) -> None:
        await stuck.wait()

    monkeypatch.setattr(listener, "send", never_ready)
    await in_database(play_on)(table, four, 12)
    for _ in range(12):
        await quick.hear()
    stuck.set()

    assert await slow.closed_with() == CLOSE_TOO_SLOW


async def test_a_frame_of_more_than_four_thousand_characters_closes_the_socket(table: Table) -> None:
    phone = Phone()
    await phone.watch(table)

    await phone.say(" " * (frames.MAX_CHARACTERS + 1))

    assert await phone.closed_with() == CLOSE_TOO_LARGE


async def test_a_binary_frame_closes_the_socket(table: Table) -> None:
    phone = Phone()
    await phone.watch(table)

    await phone.say_bytes(b"\x00\xff")

    assert await phone.closed_with() == CLOSE_TOO_LARGE


async def test_a_server_that_stops_says_when_to_come_back(table: Table) -> None:
    phone = Phone()
    await phone.watch(table)

    HUB.close()

    assert await phone.hear() == {"t": "bye", "code": CLOSE_RESTART, "retry": [100, 2000]}
    assert await phone.closed_with() == CLOSE_RESTART


@pytest.mark.parametrize("waiting", [7, 8])
async def test_a_server_that_stops_tells_everybody_even_beside_a_slow_socket(
    table: Table, four: list[User], monkeypatch: pytest.MonkeyPatch, waiting: int
) -> None:
    monkeypatch.setattr(consumers, "OUT_QUEUE", 8)
    slow, quick = Phone(four[0]), Phone(four[1])
    await slow.watch(table)
    (listener,) = HUB._rooms[table.pk].listeners[Seat(0)]
    stuck = asyncio.Event()

    async def never_ready(**_: Any) -> None:
        await stuck.wait()

    monkeypatch.setattr(listener, "send", never_ready)
    for _ in range(waiting + 1):
        listener.deliver("{}")
        await asyncio.sleep(0)
    await quick.watch(table)

    HUB.close()

    assert (await quick.hear_until("bye"))[-1]["t"] == "bye"


async def test_bye_closes_the_socket(table: Table) -> None:
    phone = Phone()
    await phone.watch(table)

    await phone.say({"t": "bye"})

    assert await phone.closed_with() == 1000


async def test_a_socket_that_has_gone_is_in_no_room(table: Table) -> None:
    phone = Phone()
    await phone.watch(table)
    assert table.pk in HUB.watched()

    await phone.hang_up()

    assert table.pk not in HUB.watched()


async def test_a_pong_says_the_time_and_how_far_the_table_is(table: Table) -> None:
    phone = Phone()
    state = await phone.watch(table)

    await phone.say({"t": "ping", "c": 123456, "s": 1})
    pong = await phone.hear()

    assert (pong["t"], pong["c"], pong["s"]) == ("pong", 123456, state["s"])
    assert abs(pong["now"] - state["now"]) < timedelta(minutes=1).total_seconds() * 1000


# ---- whatever is sent ---------------------------------------------------------------------------

CORPUS: list[str] = [
    *("", "{", "[]", "null", "true", '"x"', "{}", '{"t":1}', '{"t":"do"}', '{"t":"hello","v":2}', "\x00"),
    "[" * 4000,
    '{"a":' * 600,
    '{"t":"ping","c":NaN}',
    '{"t":"ping","c":1e999}',
    '{"t":"ping","c":' + "9" * 4000 + "}",
    '{"t":"ping","c":-1}',
    '{"t":"ping","c":true}',
    '{"t":"do","id":"\\ud800","s":1,"k":"card","d":{"card":"AS"}}',
    '{"t":"do","id":"x","s":1,"k":"card","d":{"card":"\\ud800"}}',
    '{"t":"do","id":"x","s":1,"k":"card","d":{"card":"\\u0000"}}',
    '{"t":"do","id":"x","s":1,"k":"card","d":{"card":["AS"]}}',
    '{"t":"do","id":"x","s":1,"k":"trump","d":{"suit":"♠"}}',
    '{"t":"do","id":"x","s":1,"k":"bid","d":{"bid":true}}',
    '{"t":"do","id":"x","s":1,"k":"bid","d":{"bid":9007199254740992}}',
    '{"t":"do","id":"x","s":1,"k":"bid","d":{"bid":"7"}}',
    '{"t":"do","id":"x","s":1,"k":"sit","d":{"seat":99}}',
    '{"t":"do","id":"x","s":1,"k":"deal","d":{}}',
    '{"t":"do","id":"' + "x" * 41 + '","s":1,"k":"ready","d":{}}',
    '{"t":"hello","v":1,"ticket":"x","table":"y","have":"z"}',
]


async def test_whatever_a_stranger_sends_is_answered_and_never_raised(
    table: Table, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "RATE_FRAMES", 10_000)
    phone = Phone(four[0])
    await phone.watch(table)
    before = await in_database(stored)(table)

    for text in CORPUS:
        await phone.say(text)
        answer = await phone.hear_text()
        told = json.loads(answer, parse_constant=pytest.fail)
        assert told["t"] == "nack", (text[:80], told)
        assert answer.encode()

    assert await in_database(stored)(table) == before
