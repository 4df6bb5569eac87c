"""Nonsense sent to every address that takes something: a clear answer, never a fault, and nothing changed.

The fields of a form are those its view asks for, found out by asking; those of the API are in its schema.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from copy import copy
from urllib.parse import quote_plus

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection, transaction
from django.http import QueryDict
from django.test import Client

from games.models import User
from tests.cast import client_of
from tests.site.test_access import LINES, Line, cast, world  # noqa: F401 - its fixtures
from tournaments.models import Tournament

POSTS = [line for line in LINES if line.method == "POST"]
FORMS = [line for line in POSTS if not line.route.startswith("api:")]
API = [line for line in POSTS if line.route.startswith("api:")]
NONSENSE: Mapping[str, bytes] = {
    "nul": b"%00",
    "bytes that are no text": b"%ff%fe%ed%a0%80",
    "a huge number": b"9" * 5000,
    "beyond the database": b"9223372036854775808",
    "a long text": quote_plus("طرنيب " * 5000).encode(),
}
JSON_NONSENSE: tuple[object, ...] = (
    None,
    -1,
    2**63,
    10**400,
    "\x00",
    "\ud800",
    "x" * 20_000,
    [[]],
    {"a": None},
)
BODIES = (b"null", b"[]", b"{", b"\xff\xfe{}", b"[" * 5000)


FORM = "application/x-www-form-urlencoded"


class AskedFor:
    """Which fields views ask of what was sent."""

    def __init__(self, plant: pytest.MonkeyPatch) -> None:
        """Listen to every question."""
        self.names: set[str] = set()
        for method in ("get", "getlist", "__getitem__", "__contains__"):
            self._listen(plant, method)

    def _listen(self, plant: pytest.MonkeyPatch, method: str) -> None:
        answer = getattr(QueryDict, method)

        def asked(sent: QueryDict, name: str, *default: object, **more: object) -> object:
            self.names.add(name)
            return answer(sent, name, *default, **more)

        plant.setattr(QueryDict, method, asked)


def counts() -> list[tuple[str, int]]:
    """Return how many rows each model of ours has."""
    models = [one for name in ("games", "tournaments") for one in apps.get_app_config(name).get_models()]
    parts = [f"SELECT '{one._meta.db_table}', count(*) FROM {one._meta.db_table}" for one in models]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts))
        return sorted(cursor.fetchall())


def sent(client: Client, path: str, body: bytes, kind: str) -> Iterator[str]:
    """Yield what is wrong with the answer to a body; whatever was done is undone."""
    cache.clear()
    before, place, cookies = counts(), transaction.savepoint(), copy(client.cookies)
    response = client.post(path, body, content_type=kind)
    after = counts()
    transaction.savepoint_rollback(place)
    client.cookies = cookies
    if response.status_code >= 500:
        yield f"{response.status_code}"
    elif response.status_code >= 400 and after != before:
        yield f"{response.status_code}, and rows were written: {set(after) - set(before)}"


def signed_in(owner: User | None) -> Client:
    """Return the browser of whoever may do most, which does not raise what the site raises."""
    client = client_of(owner)
    client.raise_request_exception = False
    return client


Parts = dict[str, User | None]


@pytest.mark.timeout(180)
@pytest.mark.django_db
def test_a_form_full_of_nonsense_is_answered_and_changes_nothing(
    world: dict[str, object],  # noqa: F811 - the fixture
    cast: Parts,  # noqa: F811 - the fixture
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = AskedFor(monkeypatch)
    client, wrong = signed_in(cast["owner"]), []

    for line in FORMS:
        path = line.at(world)
        asked.names.clear()
        faults = list(sent(client, path, b"", FORM))
        names = sorted(asked.names)
        for nonsense in NONSENSE.values():
            body = b"&".join(name.encode() + b"=" + nonsense for name in names)
            faults += sent(client, path, body, FORM)
        wrong += [f"{path}: {fault}" for fault in faults]

    assert wrong == []


def fields(client: Client) -> list[str]:
    """Return the names of all that the API takes or tells."""
    schema = client.get("/api/v1/schema/", headers={"Accept": "application/json"}).json()
    named = schema["components"]["schemas"].values()
    return sorted({name for one in named for name in one.get("properties", ())})


@pytest.mark.django_db
@pytest.mark.parametrize("value", JSON_NONSENSE, ids=lambda value: repr(value)[:20])
def test_the_api_answers_nonsense_and_changes_nothing(
    value: object,
    world: dict[str, object],  # noqa: F811 - the fixture
    cast: Parts,  # noqa: F811 - the fixture
) -> None:
    client = signed_in(cast["owner"])
    body = json.dumps(dict.fromkeys(fields(client), value)).encode()

    assert wrong_with(client, API, world, body) == []


@pytest.mark.django_db
@pytest.mark.parametrize("body", BODIES, ids=lambda body: repr(body)[:20])
def test_the_api_answers_what_is_no_object(
    body: bytes,
    world: dict[str, object],  # noqa: F811 - the fixture
    cast: Parts,  # noqa: F811 - the fixture
) -> None:
    assert wrong_with(signed_in(cast["owner"]), API, world, body) == []


@pytest.mark.django_db
def test_the_api_refuses_a_body_that_is_too_large_in_its_one_shape(olivia: User) -> None:
    client = signed_in(olivia)
    body = b'{"key": "' + b"x" * 5_000_000 + b'"}'

    refused = client.post("/api/v1/tournaments/", body, content_type="application/json")

    assert (refused.status_code, refused.json()["code"]) == (413, "too_large")


def wrong_with(client: Client, lines: list[Line], things: Mapping[str, object], body: bytes) -> list[str]:
    """Return what is wrong with the answers of these addresses to a body of JSON."""
    paths = [line.at(things) for line in lines]
    return [f"{path}: {fault}" for path in paths for fault in sent(client, path, body, "application/json")]


FOREIGN: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("cup/draft/apart/", {"one": "{cup_entry}", "other": "{other_entry}"}),
    ("cup/start/", {"round": "{other_round}"}),
    ("cup/close/", {"round": "{other_round}"}),
    ("open/seeds/", {"entry": "{other_entry}", "place": "1"}),
    ("open/entries/leave-out/", {"entry": "{other_entry}"}),
    ("open/entries/match/", {"player": "{other_player}"}),
    ("new/", {"club": "{other_club}", "name": "Stolen Cup", "rules": "levantine", "zone": "UTC"}),
)
"""Forms of one club in which something of another is named."""
FOREIGN_COMMANDS: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("cup/draws/apart/", {"one": "cup_entry", "other": "other_entry", "apart": True}),
    ("open/seeds/", {"by": "hand", "order": ["other_entry"]}),
    ("open/entries/leave-out/", {"entries": ["other_entry"]}),
)


@pytest.mark.django_db
def test_what_is_another_club_s_is_not_touched(
    world: dict[str, object],  # noqa: F811 - the fixture
    cast: Parts,  # noqa: F811 - the fixture
) -> None:
    client = signed_in(cast["owner"])
    named = world | {"other_club": Tournament.objects.get(slug="other").club_id}
    before = counts()

    pages = [
        client.post(f"/en/tournaments/{path}", {name: value.format(**named) for name, value in form.items()})
        for path, form in FOREIGN
    ]
    commands = [
        client.post(
            f"/api/v1/tournaments/{path}",
            {"key": path, "version": 99} | {name: known(value, named) for name, value in body.items()},
            content_type="application/json",
        )
        for path, body in FOREIGN_COMMANDS
    ]

    assert counts() == before
    assert {response.status_code for response in pages} <= {200, 302, 404}
    assert {response.status_code for response in commands} <= {400, 404, 409}


def known(value: object, things: Mapping[str, object]) -> object:
    """Return a value in which what names a thing of the world is its number."""
    return [known(one, things) for one in value] if isinstance(value, list) else things.get(str(value), value)
