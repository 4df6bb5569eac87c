"""Calling the director to a table over the socket: everybody sees it, nobody gains time by it."""

from __future__ import annotations

from typing import Any

import pytest

from games import store
from games.models import Match, Table, User
from games.services import records
from games.services.calls import NoDirector, call_director
from tests.cast import NOW
from tests.games.scene import Phone, in_database, log_of, opened, play_on, stored
from tests.tournaments.evenings import called_to
from tournaments.models import Club, DirectorCall
from tournaments.services import calls
from tournaments.services.actions import Author


@pytest.fixture
def table(seam: None, transactional_db: None, four: list[User], club: Club) -> Table:
    """A tournament's table where four people sit and the first is to call."""
    return called_to(opened(four, home_path="tournaments/cup/"), club)


async def call_of(table: Table) -> DirectorCall:
    """Return the open call of a table."""
    rows = DirectorCall.objects.unsettled()
    call: DirectorCall = await in_database(rows.get)(table=table)
    return call


async def test_everybody_sees_that_the_director_was_called_and_nobody_why(
    table: Table, four: list[User]
) -> None:
    caller, watcher = Phone(four[2]), Phone()
    seen = (await caller.watch(table))["s"]
    await watcher.watch(table)

    act_id = await caller.do("call_director", {"reason": "He saw my cards"})
    event, ack = await caller.hear_until("ack")

    assert ack == {"t": "ack", "id": act_id, "s": seen + 1}
    assert (event["k"], event["seat"], event["by"], event["d"]) == ("call_director", 2, "user", {"seat": 2})
    assert await watcher.hear() == event
    call = await call_of(table)
    assert (call.seq, call.seat, call.reason, call.name) == (seen + 1, 2, "He saw my cards", str(four[2]))


async def test_a_call_sent_again_is_one_call_and_gets_the_same_number(table: Table, four: list[User]) -> None:
    phone = Phone(four[0])
    await phone.watch(table)
    await phone.do("call_director", {}, act_id="9f-1")
    first = (await phone.hear_until("ack"))[-1]

    await phone.do("call_director", {}, act_id="9f-1")

    assert await phone.hear() == first
    assert await in_database(DirectorCall.objects.count)() == 1


async def test_the_next_call_waits_until_the_first_is_settled_and_the_table_is_told(
    table: Table, four: list[User], bob: User
) -> None:
    phone, other = Phone(four[0]), Phone(four[1])
    await phone.watch(table)
    await other.watch(table)
    await phone.do("call_director", {})
    await other.do("call_director", {})
    assert (await other.hear_until("nack"))[-1]["code"] == "director_called"

    await in_database(calls.settle)(call=await call_of(table), author=Author(bob.pk), now=NOW)
    told = (await phone.hear_until("ack"))[-1], await phone.hear()
    await other.do("call_director", {})

    assert (told[1]["k"], told[1]["by"], told[1]["d"]) == ("call_settled", "director", {"seat": 0})
    assert (await other.hear_until("ack"))[-1]["t"] == "ack"


async def test_calling_gives_the_caller_no_more_time(table: Table, four: list[User]) -> None:
    """Planted: the clock begins anew with every event of the seat to move."""
    before = await in_database(stored)(table)
    assert before.position.turn is not None
    phone = Phone(four[before.position.turn])
    await phone.watch(table)

    await phone.do("call_director", {})
    await phone.hear_until("ack")

    after = await in_database(stored)(table)
    assert (after.due_at, after.position) == (before.due_at, before.position)


async def test_a_table_without_a_tournament_has_no_director(seam: None, four: list[User]) -> None:
    table = await in_database(opened)(four)
    phone = Phone(four[0])
    await phone.watch(table)

    await phone.do("call_director", {})

    nack = await phone.hear()
    assert (nack["code"], nack["msg"]) == ("no_director", nack["msg"])
    assert await in_database(DirectorCall.objects.count)() == 0


@pytest.mark.parametrize(
    ("reason", "code"),
    [(7, "bad_action"), ("x" * 201, "name_too_long"), ("\u202eevil", "name_has_hidden_signs")],
)
async def test_a_reason_that_would_deceive_its_reader_is_refused(
    table: Table, four: list[User], reason: object, code: str
) -> None:
    phone = Phone(four[0])
    await phone.watch(table)

    await phone.do("call_director", {"reason": reason})

    assert (await phone.hear())["code"] == code


async def test_who_only_watches_cannot_call(table: Table, charlie: User) -> None:
    phone = Phone(charlie)
    await phone.watch(table)

    await phone.do("call_director", {})

    assert (await phone.hear())["code"] == "not_seated"


async def test_the_call_stands_in_the_log_and_the_match_can_be_played_again_from_it(
    table: Table, four: list[User]
) -> None:
    phone = Phone(four[0])
    await phone.watch(table)
    await phone.do("call_director", {})
    await phone.hear_until("ack")

    await in_database(play_on)(table, four, 3)

    kinds = [entry.event.kind for entry in await in_database(log_of)(table)]
    assert kinds.count("call_director") == 1
    assert len(kinds) == (await in_database(store.seqs)([table.pk]))[table.pk]


async def test_of_two_who_call_at_once_one_is_told_that_it_is_done(table: Table, four: list[User]) -> None:
    phones = [Phone(user) for user in four]
    for phone in phones:
        await phone.watch(table)

    for phone in phones:
        await phone.do("call_director", {})
    answers = [await answer_of(phone) for phone in phones]

    assert sorted(answer["t"] for answer in answers) == ["ack", "nack", "nack", "nack"]
    assert await in_database(DirectorCall.objects.count)() == 1


async def answer_of(phone: Phone) -> dict[str, Any]:
    """Return the next frame that answers an act."""
    while (frame := await phone.hear())["t"] not in {"ack", "nack"}:
        pass
    return frame


def test_a_call_of_a_table_that_was_closed_can_still_be_settled(
    four: list[User], bob: User, club: Club
) -> None:
    from games.services import tables

    table = called_to(opened(four, home_path="tournaments/cup/"), club)
    call_director(table_id=table.pk, user=four[0], reason="", now=NOW)
    tables.close_tables([table.pk])
    call = DirectorCall.objects.get()

    calls.settle(call=call, author=Author(bob.pk), now=NOW)

    assert not DirectorCall.objects.unsettled().exists()
    with pytest.raises(calls.CallSettled):
        calls.settle(call=call, author=Author(bob.pk), now=NOW)


def test_a_table_whose_pairing_is_played_elsewhere_has_no_director(four: list[User]) -> None:
    table = opened(four, home_path="tournaments/cup/")

    with pytest.raises(NoDirector):
        call_director(table_id=table.pk, user=four[0], reason="", now=NOW)


async def settled(phone: Phone) -> dict[str, Any]:
    """Return what a phone is told of the next call that is settled."""
    while (frame := await phone.hear()).get("k") != "call_settled":
        pass
    told: dict[str, Any] = frame["d"]
    return told


async def test_who_sits_there_reads_the_ruling_at_the_table_and_who_watches_does_not(
    table: Table, four: list[User], bob: User
) -> None:
    """Planted: everybody is sent what who watches is sent, and the other way round."""
    phones, watcher, back = [Phone(user) for user in four[:3]], Phone(), [Phone(four[3]), Phone()]
    for phone in (*phones, watcher):
        seen = (await phone.watch(table))["s"]
    await phones[0].do("call_director", {})
    author = Author(bob.pk, why="The card stays.")

    await phones[0].hear_until("ack")
    await in_database(calls.settle)(call=await call_of(table), author=author, now=NOW)
    for phone in back:
        await phone.connect()
        await phone.hello(table, seen)

    ruled = {"seat": 0, "ruling": "The card stays."}
    assert [await settled(phone) for phone in (*phones, back[0])] == [ruled] * 4
    assert [await settled(phone) for phone in (watcher, back[1])] == [{"seat": 0}] * 2


def test_the_ruling_is_not_in_the_log_that_anybody_may_fetch(four: list[User], bob: User, club: Club) -> None:
    table = called_to(opened(four, home_path="tournaments/cup/"), club)
    call_director(table_id=table.pk, user=four[0], reason="", now=NOW)
    author = Author(bob.pk, why="The card stays.")
    calls.settle(call=DirectorCall.objects.get(), author=author, now=NOW)
    Match.objects.filter(table=table).update(state=Match.State.WON)

    written = "\n".join(records.lines(Match.objects.get(table=table).pk))

    assert '"call_settled"' in written
    assert "The card stays." not in written
