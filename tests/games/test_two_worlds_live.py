"""Two worlds over a real web process: socket, pages, API and downloads, headers included.

The clock stands still, so that all moments are equal; what is random in every answer and says nothing
(the nonce of a page, its tokens) is left out, and is as long in one world as in the other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import resolve
from django.utils import timezone

from games import store, urls
from games.dealing import Stream
from games.models import Table, User
from games.rules import RULESETS, SEATS, SPECTATOR, Viewer
from games.services import deal_files, play, rulings, tickets, watch
from games.services.clocks import TablePolicy
from games.views import table as table_page
from tests.cast import NOW, client_of
from tests.games.scene import id_of, in_database, opened, stored
from tests.games.worlds import PUBLIC_ID, acts, forget, happening
from tests.live import PATIENCE, serving, socket_of
from tests.rules.worlds import SOAKING, Told, elsewhere, told

STORIES = 60 if SOAKING else 1
NO_CLOCKS = TablePolicy(0, 0, 0, 0)
PAGES = (
    "/en/table/{table}/",
    "/ar/table/{table}/",
    "/en/table/{table}/rules/",
    "/en/table/{table}/ticket/",
    "/en/table/{table}/room/",
    "/en/table/{table}/sit/",
    "/en/table/{table}/leave/",
    "/en/table/{table}/join/an-old-link/",
    "/en/table/{table}/matches/1/",
    "/en/table/{table}/matches/1/analysis/",
    "/en/table/{table}/matches/1/record.txt",
    "/en/table/{table}/matches/1/match.json",
    "/en/table/{table}/matches/1/deals.json",
    "/en/table/{table}/matches/1/promise.json",
    "/en/watch/",
    "/en/lobby/",
    "/en/matches/",
    "/en/play/",
    "/en/",
    "/api/v1/tables/",
    "/api/v1/tables/{table}/",
)
RANDOM = re.compile(
    r'(nonce[=-]"?|csrfmiddlewaretoken" value="|"ticket": ?"|hx-headers=.*?:")[^"\';]+|csrftoken=[^\']+'
)
ASKED = (
    {"t": "do", "id": "9f-1", "s": 3, "k": "card", "d": {"card": "AS"}},
    {"t": "do", "id": "9f-2", "s": 3, "k": "bid", "d": {"bid": 7}},
    {"t": "do", "id": "9f-3", "s": 3, "k": "trump", "d": {"suit": "S"}},
    {"t": "do", "id": "9f-4", "s": 9999, "k": "pass", "d": {}},
    {"t": "ping", "c": 1},
)
"""What a page may ask besides, to hear why it is refused; the ping is answered last."""
HEADERS_LEFT_OUT = {"date", "server", "expires"}


@pytest.fixture
def address(_presence_untold: None, transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where the web process is, for which it is always the same moment.

    Without the poll: whether it comes first and tells two acts together is for the machine's clock to say.
    """
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    monkeypatch.setattr(watch, "catch_up", lambda _watched, **_: 0)
    with serving() as found:
        yield found


@dataclass
class Reader:
    """Somebody who watches a table and looks at every page of it."""

    address: str
    user: User | None
    session: str = ""

    def __post_init__(self) -> None:
        """Sign in."""
        if self.user is not None:
            self.session = client_of(self.user).cookies["sessionid"].value

    def looked_up(self, path: str) -> str:
        """Return an answer with its status and headers, but for what is random."""
        cookie = {"Cookie": f"sessionid={self.session}"} if self.session else {}
        try:
            answer = urlopen(Request(self.address + path, headers=cookie), timeout=PATIENCE)
        except HTTPError as refused:
            answer = refused
        with answer:
            headers = [line for line in answer.headers.items() if line[0].lower() not in HEADERS_LEFT_OUT]
            whole = f"{path} {answer.status} {sorted(headers)}\n{answer.read().decode()}"
        return RANDOM.sub(r"\1~", whole)

    async def spend(self, story: Told, people: Sequence[User], patch: pytest.MonkeyPatch) -> list[str]:
        """Watch a story happen; return all that came, and all that was looked up at its end."""
        with happening(story, patch):
            table = await in_database(opened)(
                people, policy=NO_CLOCKS, public_id=PUBLIC_ID, rules=story.begun.rules.key
            )
            heard = await self._watched(table, story, people)
        paths = [path.format(table=PUBLIC_ID) for path in PAGES]
        looked_up = [await in_database(self.looked_up)(path) for path in paths]
        await in_database(forget)(table)
        return heard + looked_up

    async def _watched(self, table: Table, story: Told, people: Sequence[User]) -> list[str]:
        ticket = tickets.issue(table=PUBLIC_ID, user_id=id_of(self.user))
        hello = {"t": "hello", "v": 1, "tab": "9f", "ticket": ticket, "table": PUBLIC_ID, "have": None}
        async with socket_of(self.address, session=self.session) as line:
            await line.send(json.dumps(hello))
            heard = [str(await line.recv())]
            await in_database(act_out)(table, story, people)
            for frame in (hello | {"have": 1}, *ASKED):
                await line.send(json.dumps(frame))
            while not self._is_last(heard[-1]):
                heard.append(str(await line.recv()))
        return heard

    def _is_last(self, text: str) -> bool:
        """Return whether this answers the last thing asked, which a ping was."""
        return text.startswith('{"t":"pong"')


def act_out(table: Table, story: Told, people: Sequence[User]) -> None:
    """Let the people at the table do what the story says."""
    for n, (seat, action) in enumerate(acts(story)):
        if seat is None:
            rulings.no_new_deal([table.pk], now=NOW)
        else:
            act = play.Act(people[seat].pk, action, f"act-{n}", stored(table).seq)
            play.submit_now(table.pk, act, seat=seat, now=NOW)


def unfinished(key: str, seed: int) -> tuple[Told, Stream]:
    """Return a story whose match is not over: what is over is shown to everybody."""
    stream = Stream(f"live worlds {seed}".encode())
    return told(RULESETS[key], seed, stream=stream, longest=75), stream


@pytest.fixture
def readers(address: str, four: list[User]) -> dict[Viewer, Reader]:
    """One who looks from each seat, and one who only watches."""
    sitting = zip(SEATS, four, strict=True)
    return {**{seat: Reader(address, user) for seat, user in sitting}, SPECTATOR: Reader(address, None)}


def test_every_address_that_names_a_table_is_looked_up() -> None:
    routes = [str(route.pattern) for route in urls.urlpatterns]
    named = {route for route in routes if route.startswith("table/")}
    looked_up = {resolve(page.format(table=PUBLIC_ID)).route for page in PAGES if page.startswith("/en/")}

    assert {route for route in named if not any(found.endswith(route) for found in looked_up)} == set()


async def test_over_the_network_every_answer_is_the_same_whatever_is_hidden(
    readers: dict[Viewer, Reader], four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(STORIES):
        here, stream = unfinished("levantine", seed)
        for viewer, reader in readers.items():
            there = elsewhere(here, viewer, stream)
            sent = await reader.spend(here, four, monkeypatch)
            assert await reader.spend(there, four, monkeypatch) == sent


def tag_of_position(patch: pytest.MonkeyPatch) -> None:
    """Let the page of a table carry a tag made of all that is stored of it."""

    def leaking(request: Any, template: str, context: dict[str, Any]) -> HttpResponse:
        response = render(request, template, context)
        response.headers["ETag"] = f'"{digest(context["table"].pk)}"'
        return response

    patch.setattr(table_page, "render", leaking)


def version_in_lists(patch: pytest.MonkeyPatch) -> None:
    """Let lists say how far a table is by a number made of all that is stored of it."""
    summary = watch._summary
    patch.setattr(watch, "_summary", lambda one: replace(summary(one), deal=digest(one.table_id)))


def promise_with_cards(patch: pytest.MonkeyPatch) -> None:
    """Let the promise of a match, which anybody may have while it is played, hold its cards."""
    patch.setattr(deal_files, "promise", lambda match: {"id": digest(match.table_id)})


def digest(table_id: int) -> int:
    """Return a number made of all that is stored of a table, as a careless cache would."""
    return hash(store.read([table_id])[table_id].position.hands) % 100


@pytest.mark.parametrize("leak", [tag_of_position, version_in_lists, promise_with_cards])
async def test_a_leak_planted_in_pages_api_or_downloads_is_found(
    readers: dict[Viewer, Reader], four: list[User], monkeypatch: pytest.MonkeyPatch, leak: Any
) -> None:
    here, stream = unfinished("levantine", 0)
    there = elsewhere(here, SPECTATOR, stream)

    leak(monkeypatch)

    reader = readers[SPECTATOR]
    sent = await reader.spend(here, four, monkeypatch)
    assert await reader.spend(there, four, monkeypatch) != sent
