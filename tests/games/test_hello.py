"""Saying hello to a table: who gets in, and what each is told of where it stands."""

from __future__ import annotations

import time

import pytest
from django.core import signing

from games.frames import (
    CLOSE_NO_TABLE,
    CLOSE_NOT_ALLOWED,
)
from games.models import Table, User
from games.services import tickets
from tests.games.scene import Phone, in_database, play_on, stored


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
    assert (await phone.hear())["t"] == "clock"  # it may have been moved on meanwhile
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
