"""Who may listen to what: every socket, and every part somebody can play in a club."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from structlog.testing import capture_logs

from games.dealing import Stream
from games.models import Table, User
from games.services import practice, tickets
from tarneeb_site.asgi import routes, sockets
from tests.cast import NOW, client_of
from tests.rules.presets import LEVANTINE
from tournaments.models import Club
from tournaments.services.actions import PROGRAM
from tournaments.services.planning import Plan, create_tournament

GONE = 4404
ACCESS: Mapping[str, Mapping[str, object]] = {
    # a private table of the guest, asked for with one's own good ticket
    "ws/table": {
        "anonymous": GONE,
        "guest": "state",
        "stranger": GONE,
        "member": GONE,
        "scorer": GONE,
        "director": GONE,
        "admin": GONE,
        "owner": GONE,
    },
    # a tournament of the club that is still in preparation
    "ws/notices": {
        "anonymous": GONE,
        "guest": GONE,
        "stranger": GONE,
        "member": GONE,
        "scorer": "changed",
        "director": "changed",
        "admin": "changed",
        "owner": "changed",
    },
}
PARTS = tuple(ACCESS["ws/table"])

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(
    guido: User, charlie: User, bob: User, sami: User, alice: User, adam: User, olivia: User
) -> dict[str, User | None]:
    """Everybody, by the part he plays."""
    return dict(zip(PARTS, (None, guido, charlie, bob, sami, alice, adam, olivia), strict=True))


@pytest.fixture
def table(guido: User, stream: Stream) -> Table:
    """A private table of the guest."""
    return practice.open_table(guido, rules=LEVANTINE, stream=stream, now=NOW)


@pytest.fixture
def draft(club: Club) -> str:
    """The topic of a tournament in preparation."""
    return f"tournament:{create_tournament(club=club, plan=Plan('Draft'), author=PROGRAM, now=NOW).slug}"


def socket(path: str, user: User | None, origin: str = settings.SITE_ORIGINS[0]) -> ApplicationCommunicator:
    """Return a socket as the user's browser opens it from a page of this origin."""
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client_of(user).cookies.items())
    headers = [(b"origin", origin.encode()), (b"cookie", cookies.encode())]
    scope = {"type": "websocket", "path": f"/{path}", "headers": headers, "query_string": b""}
    return ApplicationCommunicator(sockets, scope | {"subprotocols": []})


async def is_opened(communicator: ApplicationCommunicator) -> bool:
    """Return whether the server takes the socket."""
    await communicator.send_input({"type": "websocket.connect"})
    answer: str = (await communicator.receive_output(5))["type"]
    return answer == "websocket.accept"


async def answer(communicator: ApplicationCommunicator, hello: dict[str, Any]) -> object:
    """Return the kind of the first frame that answers a hello, or the code the socket closes with."""
    assert await is_opened(communicator)
    text = json.dumps({"t": "hello", "v": 1} | hello)
    await communicator.send_input({"type": "websocket.receive", "text": text})
    output = await communicator.receive_output(5)
    await communicator.send_input({"type": "websocket.disconnect", "code": 1000})
    await communicator.wait()
    return output["code"] if output["type"] == "websocket.close" else json.loads(output["text"])["t"]


def hello_of(path: str, user: User | None, table: Table, draft: str) -> dict[str, Any]:
    """Return what a page of this user says first."""
    if path == "ws/notices":
        return {"topic": draft}
    ticket = tickets.issue(table=table.public_id, user_id=user.pk if user else None)
    return {"ticket": ticket, "table": table.public_id, "have": None, "tab": "t"}


async def test_everybody_hears_what_the_reviewed_table_says(
    cast: dict[str, User | None], table: Table, draft: str
) -> None:
    found: dict[str, dict[str, object]] = {path: {} for path in ACCESS}

    for path, answers in found.items():
        for part, user in cast.items():
            opened = await sync_to_async(socket)(path, user)
            answers[part] = await answer(opened, hello_of(path, user, table, draft))

    assert found == ACCESS


def test_every_socket_has_its_lines() -> None:
    assert {str(route.pattern) for route in routes} == set(ACCESS)


@pytest.mark.parametrize("path", ACCESS)
@pytest.mark.parametrize(
    "origin", ["http://localhost:9999", "https://localhost:8000", "ftp://localhost:1", "null", ""]
)
async def test_a_page_of_another_origin_opens_no_socket(path: str, origin: str) -> None:
    """Case S-17: it is refused, and the log says which page asked."""
    communicator = await sync_to_async(socket)(path, None, origin)

    with capture_logs() as logged:
        assert not await is_opened(communicator)

    (entry,) = [entry for entry in logged if entry["event"] == "socket refused"]
    assert entry["origin"] == origin
