"""What is published of the frames is what the server takes and sends, neither less nor more."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from games import frames, hub
from games.frames import ACTIONS, BadFrame, decode
from tarneeb_site.asgi import routes
from tests.games.frame_schemas import CLIENT, SERVER, demand, schema
from tests.games.test_frames import GOOD, anything, examples, is_ours_to_read

ASYNCAPI = yaml.safe_load(Path(settings.BASE_DIR, "docs/asyncapi.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["client", "server"])
def test_a_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))


@pytest.mark.parametrize("name", GOOD)
def test_what_the_server_takes_is_what_the_schema_says(name: str) -> None:
    assert CLIENT.is_valid(GOOD[name][0])


@pytest.mark.parametrize("name", GOOD)
@given(field=st.data())
def test_decoder_and_schema_agree_on_a_frame_of_which_one_field_is_another(
    name: str, field: st.DataObject
) -> None:
    """What is wrong within ``d`` is refused later, by the act's name; the decoder lets it through."""
    sent, _ = GOOD[name]
    changed = dict(sent)
    which = field.draw(st.sampled_from(sorted(sent)))
    changed[which] = field.draw(anything | st.sampled_from(sorted(ACTIONS)))
    text = json.dumps(changed)

    if not readable(text):
        return
    if CLIENT.is_valid(changed):
        decode(text)
    elif which not in {"d", "k", "tab", "s"} or (which == "s" and sent["t"] == "do"):
        with pytest.raises(BadFrame):
            decode(text)


def readable(text: str) -> bool:
    """Return whether a text is what JSON Schema can speak of: see the description in the schema."""
    try:
        frames.decode_object(text)
    except BadFrame:
        return False
    return True


def test_every_act_is_in_the_schema_and_no_other() -> None:
    assert set(schema("client")["$defs"]["act"]["properties"]["k"]["enum"]) == ACTIONS


def test_every_event_that_is_no_part_of_the_match_is_in_the_schema() -> None:
    kinds = schema("server")["$defs"]["event"]["properties"]["k"]["enum"]

    assert set(kinds) >= hub.TABLE_EVENTS


def test_the_examples_of_the_page_are_frames_of_the_schemas() -> None:
    for example in examples():
        frame = json.loads(example)
        if is_ours_to_read(example) and frame != {"t": "bye"}:
            CLIENT.validate(frame)
        elif frame["t"] not in {"state", "bye"}:  # those of the page are cut short
            SERVER.validate(frame)


@pytest.mark.parametrize(
    "frame",
    [
        {"t": "ev", "s": 9, "k": "deal", "seat": None, "by": "table", "d": {"hands": []}},
        {"t": "ev", "s": 9, "k": "card", "seat": 1, "by": "user", "d": {"card": "QH", "forced": True}},
        {"t": "ev", "s": 9, "hand": ["QH"]},
        {"t": "ack", "id": "9f-1", "s": 9, "legal": 2},
    ],
)
def test_a_frame_that_tells_more_than_is_published_fails_every_test_that_hears_it(
    frame: dict[str, Any],
) -> None:
    with pytest.raises(Exception, match=r"Additional properties|unexpected|required"):
        demand(frame)


def test_the_asyncapi_page_names_every_socket_and_every_frame() -> None:
    addresses = {channel["address"].strip("/") for channel in ASYNCAPI["channels"].values()}
    payloads = {
        message["payload"]["$ref"]
        for message in ASYNCAPI["components"]["messages"].values()
        if "$ref" in message["payload"]
    }

    assert addresses == {str(route.pattern) for route in routes}
    assert payloads == {
        f"frames/{name}.json{one['$ref']}" for name in ("client", "server") for one in schema(name)["oneOf"]
    }


def test_every_reference_of_the_asyncapi_page_leads_somewhere() -> None:
    for reference in references(ASYNCAPI):
        file, _, way = reference.partition("#")
        found: Any = json.loads(Path(settings.BASE_DIR, "docs", file).read_text()) if file else ASYNCAPI
        for step in re.findall(r"[^/]+", way):
            found = found[step]


def references(found: Any) -> Iterator[str]:
    """Return what a document refers to, at every depth."""
    if isinstance(found, dict):
        for name, value in found.items():
            if name == "$ref":
                yield value
            else:
                yield from references(value)
    elif isinstance(found, list):
        for value in found:
            yield from references(value)
