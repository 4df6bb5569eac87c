"""A socket closes within two seconds of losing what let it in; no Valkey runs here."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from games.dealing import Stream
from games.doors import Pass
from games.frames import CLOSE_NOT_ALLOWED, CLOSE_SIGNED_OUT
from games.models import Table, User
from games.services import practice, sessions, tickets
from tests.cast import NOW, PASSWORD, client_of
from tests.live import serving, socket_of
from tests.rules.presets import LEVANTINE
from tournaments.models import Club, Membership
from tournaments.services import clubs
from tournaments.services.actions import PROGRAM
from tournaments.services.planning import Plan, create_tournament

SECONDS = 2.0


@pytest.fixture
def address(transactional_db: None) -> Iterator[str]:
    """Where the web process is."""
    assert not settings.VALKEY_URL
    with serving() as found:
        yield found


def signs_out(browser: Client, _user: User) -> None:
    browser.post("/en/accounts/logout/")


def is_shut_out(_browser: Client, user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def has_his_password_changed(_browser: Client, user: User) -> None:
    other = client_of(user)
    new = {"oldpassword": PASSWORD, "password1": "thirteen-tricks", "password2": "thirteen-tricks"}
    assert other.post("/en/accounts/password/change/", new).status_code == 302


def lets_his_session_run_out(browser: Client, _user: User) -> None:
    mine = Session.objects.filter(session_key=browser.session.session_key)
    mine.update(expire_date=timezone.now() - timedelta(seconds=1))


def is_no_director_any_more(_browser: Client, user: User) -> None:
    club = Club.objects.get(memberships__user=user)
    owner = User.objects.get(memberships__club=club, memberships__role="owner")
    clubs.revoke_role(by=owner, club=club, user=user, now=NOW)


LOSSES: list[tuple[Callable[[Client, User], None], int]] = [
    (signs_out, CLOSE_SIGNED_OUT),
    (is_shut_out, CLOSE_SIGNED_OUT),
    (has_his_password_changed, CLOSE_SIGNED_OUT),
    (lets_his_session_run_out, CLOSE_SIGNED_OUT),
    (is_no_director_any_more, CLOSE_NOT_ALLOWED),
]


async def said_hello(line: ClientConnection, hello: dict[str, Any]) -> str:
    """Say hello; return the kind of the answer."""
    await line.send(json.dumps({"t": "hello", "v": 1} | hello))
    answer: str = json.loads(await line.recv())["t"]
    return answer


async def closing(line: ClientConnection) -> tuple[int, float]:
    """Return the code the server closes a socket with, and when."""
    with suppress(ConnectionClosed):
        async with asyncio.timeout(2 * SECONDS):
            while True:
                await line.recv()
    return line.close_code or 0, time.monotonic()


def private_table(user: User) -> Table:
    """Open a table only this user sees."""
    return practice.open_table(user, rules=LEVANTINE, stream=Stream(bytes(32)).derive(user.pk), now=NOW)


@pytest.mark.parametrize(("loses", "code"), LOSSES)
async def test_every_socket_of_who_loses_his_right_closes_and_nobody_elses(
    address: str, club: Club, alice: User, bob: User, loses: Callable[[Client, User], None], code: int
) -> None:
    """Case O-16. Planted: no poll of sessions; every one of these stays open for ever."""
    browser = await database_sync_to_async(client_of)(alice)
    other = await database_sync_to_async(client_of)(bob)
    table = await database_sync_to_async(private_table)(alice)
    make = database_sync_to_async(create_tournament)
    cup = await make(club=club, plan=Plan("Secret Cup"), author=PROGRAM, now=NOW)
    topic, ticket = f"tournament:{cup.slug}", tickets.issue(table=table.public_id, user_id=alice.pk)
    session, bobs = (one.cookies["sessionid"].value for one in (browser, other))
    async with (
        socket_of(address, session=session) as at_table,
        socket_of(address, session=session, path="/ws/notices") as board,
        socket_of(address, session=bobs) as bystander,
    ):
        seen: dict[str, Any] = {"ticket": ticket, "table": table.public_id, "have": None, "tab": "t"}
        assert await said_hello(at_table, seen) == "state"
        assert await said_hello(board, {"topic": topic}) == "changed"

        await database_sync_to_async(loses)(browser, alice)
        began = time.monotonic()
        ends = await asyncio.gather(closing(at_table), closing(board))

        assert [found for found, _ in ends] == [code, code]
        assert max(at for _, at in ends) - began < SECONDS
        await bystander.send('{"t":"ping","c":7,"s":1}')
        assert json.loads(await bystander.recv())["t"] == "pong"


async def test_signing_out_in_one_browser_leaves_the_other_one_be(address: str, bob: User) -> None:
    browsers = [await database_sync_to_async(client_of)(bob) for _ in range(2)]
    first, second = (one.cookies["sessionid"].value for one in browsers)
    async with socket_of(address, session=first) as gone, socket_of(address, session=second) as stays:
        await database_sync_to_async(signs_out)(browsers[0], bob)

        assert (await closing(gone))[0] == CLOSE_SIGNED_OUT
        await stays.send('{"t":"ping","c":7,"s":1}')
        assert json.loads(await stays.recv())["t"] == "pong"


def test_all_passes_are_looked_up_in_one_statement(
    bob: User, alice: User, django_assert_num_queries: Callable[..., Iterator[None]]
) -> None:
    browser = client_of(bob)
    key = browser.session.session_key or ""
    passes = {pass_of(bob, key), pass_of(alice, ""), pass_of(bob, "gone")}

    with django_assert_num_queries(1):  # type: ignore[attr-defined]  # pytest-django's own type says nothing
        found = sessions.lapsed(passes, now=timezone.now())

    assert found == {pass_of(bob, "gone"): CLOSE_SIGNED_OUT}


def pass_of(user: User, session: str) -> Pass:
    """Return what a browser of this user brings."""
    return Pass("127.0.0.1", session, user.pk, user.password, user.rights_version)


def test_a_role_taken_or_given_makes_its_holders_sockets_look_again(
    club: Club, alice: User, olivia: User
) -> None:
    before = pass_of(alice, "")
    assert Membership.objects.filter(user=alice).exists()

    clubs.revoke_role(by=olivia, club=club, user=alice, now=NOW)

    assert sessions.lapsed({before}, now=NOW) == {before: CLOSE_NOT_ALLOWED}
