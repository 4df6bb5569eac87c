"""Acts over a socket, and what is answered: an acknowledgement, or a refusal and why."""

from __future__ import annotations

import json

import pytest
from django.conf import settings

from games import sockets, store
from games.models import Table, User
from games.services import tickets
from tests.games.scene import Phone, in_database, stored, to_move


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


async def test_a_refusal_is_told_in_the_language_of_the_page(table: Table, four: list[User]) -> None:
    """Planted: the person had chosen none, and every refusal on his Arabic page was in English."""
    phone = Phone(four[0])
    await phone.watch(table)
    await phone.do("card", {"card": "AS"}, seen=1)
    in_english = (await phone.hear())["msg"]

    for language, same in (("ar", False), ("xx", False), ("en", True)):
        ticket = tickets.issue(table=table.public_id, user_id=four[0].pk)
        known = {"ticket": ticket, "table": table.public_id, "have": 10**6, "lang": language}
        await phone.say({"t": "hello", "v": 1, "tab": "9f", **known})
        await phone.hear_until("state")
        await phone.do("card", {"card": "AS"}, seen=1)
        assert ((await phone.hear())["msg"] == in_english) is same


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
        full.setattr("games.writer.QUEUE_LENGTH", 0)
        await phone.do(kind, data, seen=seen, act_id="9f-1")
        assert (await phone.hear())["code"] == "retry"

    await phone.do(kind, data, seen=seen, act_id="9f-1")

    assert (await phone.hear_until("ack"))[-1]["s"] == seen + 1


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
    monkeypatch.setattr(sockets, "RATE_FRAMES", 10_000)
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
