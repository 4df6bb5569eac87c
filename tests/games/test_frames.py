"""Text of a socket to values: a bad frame is refused by its reason, and nothing else ever happens."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from games import frames
from games.frames import BadFrame, Bye, Do, Hello, Ping, decode, decode_object, encode
from games.hub import DEALING_EVENTS

GOOD: dict[str, tuple[dict[str, Any], object]] = {
    "the first hello": (
        {"t": "hello", "v": 1, "ticket": "t", "table": "x7Kq", "have": None, "tab": "9f"},
        Hello("t", "x7Kq", None),
    ),
    "a hello that asks for what was missed": (
        {"t": "hello", "v": 1, "ticket": "t", "table": "x7Kq", "have": 181, "tab": "9f"},
        Hello("t", "x7Kq", 181),
    ),
    "a hello of a page in Arabic": (
        {"t": "hello", "v": 1, "ticket": "t", "table": "x7Kq", "have": 9, "tab": "9f", "lang": "ar"},
        Hello("t", "x7Kq", 9, "ar"),
    ),
    "an act": (
        {"t": "do", "id": "9f-17", "s": 183, "k": "card", "d": {"card": "QH"}},
        Do("9f-17", 183, "card", {"card": "QH"}),
    ),
    "an act that says nothing more": (
        {"t": "do", "id": "9f-17", "s": 183, "k": "ready"},
        Do("9f-17", 183, "ready", {}),
    ),
    "a hash for the deals": (
        {"t": "do", "id": "9f-1", "s": 6, "k": "entropy_hash", "d": {"hash": "9f" * 32}},
        Do("9f-1", 6, "entropy_hash", {"hash": "9f" * 32}),
    ),
    "a value for the deals, as long as one may be": (
        {"t": "do", "id": "9f-2", "s": 11, "k": "entropy", "d": {"value": "74" * 64}},
        Do("9f-2", 11, "entropy", {"value": "74" * 64}),
    ),
    "a heartbeat": ({"t": "ping", "c": 123456, "s": 183}, Ping(123456)),
    "a farewell": ({"t": "bye"}, Bye()),
}


@pytest.mark.parametrize("name", GOOD)
def test_what_a_page_sends_is_understood(name: str) -> None:
    sent, understood = GOOD[name]

    assert decode(json.dumps(sent)) == understood


@pytest.mark.parametrize("name", GOOD)
@given(field=st.data())
def test_a_frame_with_anything_else_in_one_field_is_understood_or_refused(
    name: str, field: st.DataObject
) -> None:
    sent, _ = GOOD[name]
    changed = dict(sent)
    changed[field.draw(st.sampled_from(sorted(sent)))] = field.draw(anything)

    answered(json.dumps(changed))


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def answered(text: str | None) -> None:
    """Decode, and if it is refused, be able to say so in a frame that every browser can read."""
    try:
        decode(text)
    except BadFrame as refused:
        nack = encode({"t": "nack", "params": refused.params})
        json.loads(nack, parse_constant=pytest.fail)
        assert nack.encode()


@given(st.text())
def test_any_text_is_understood_or_refused(text: str) -> None:
    answered(text)


@given(anything)
def test_any_json_is_understood_or_refused(value: object) -> None:
    answered(json.dumps(value))


@given(st.dictionaries(st.sampled_from(["t", "v", "k", "d", "id", "s", "c", "have", "ticket"]), anything))
def test_any_object_is_understood_or_refused(value: dict[str, object]) -> None:
    answered(json.dumps(value))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "size"),
        (" " * 4097, "size"),
        ("{", "json"),
        ("[" * 4000, "json"),
        ('{"t":NaN}', "json"),
        ('{"t":1e999}', "json"),
        ('{"t":' + "9" * 4000 + "}", "json"),
        ('{"t":9007199254740993}', "json"),
        (r'{"t":"\ud800"}', "json"),
        ('{"t":"bye","t":"do"}', "json"),
        ('{"t":"do","id":"x","s":1,"k":"bid","d":{"bid":7,"bid":8}}', "json"),
        ("[]", "object"),
        ("{}", "t"),
        ('{"t":["do"]}', "t"),
        ('{"t":"hello","v":2,"ticket":"t","table":"x"}', "v"),
        ('{"t":"hello","v":true,"ticket":"t","table":"x"}', "v"),
        ('{"t":"hello","v":1,"ticket":"","table":"x"}', "ticket"),
        ('{"t":"hello","v":1,"ticket":"t","table":"thirteen-char"}', "table"),
        ('{"t":"hello","v":1,"ticket":"t","table":"x","lang":"ar; DROP"}', "lang"),
        ('{"t":"do","id":"a\\u202eb","s":1,"k":"card"}', "id"),
        ('{"t":"do","id":"x","s":true,"k":"card"}', "s"),
        ('{"t":"do","id":"x","s":1,"k":["card"]}', "k"),
        ('{"t":"do","id":"x","s":1,"k":"card","d":[]}', "d"),
        ('{"t":"ping","c":1.5}', "json"),
    ],
)
def test_a_bad_frame_is_refused_by_what_is_wrong_with_it(text: str | None, reason: str) -> None:
    with pytest.raises(BadFrame) as refused:
        decode(text)

    assert refused.value.params == {"reason": reason}


def test_what_is_sent_is_compact_and_has_no_value_a_browser_cannot_read() -> None:
    assert encode({"t": "ev", "d": {"name": "كريم"}}) == '{"t":"ev","d":{"name":"كريم"}}'
    with pytest.raises(ValueError, match="JSON"):
        encode({"t": "ev", "d": float("nan")})


def test_the_notices_socket_can_use_the_same_decoder() -> None:
    assert decode_object('{"t":"hello","topic":"tournament:cedar"}')["topic"] == "tournament:cedar"


PAGE = Path(settings.BASE_DIR, "docs/frames.md")


def test_the_page_about_the_frames_names_every_act_and_every_close_code() -> None:
    page = PAGE.read_text()
    codes = {name: code for name, code in vars(frames).items() if name.startswith("CLOSE_")}

    for code in codes.values():
        assert re.search(rf"^\| {code} \|", page, re.MULTILINE), code
    assert set(re.findall(r"^\| (\d{4}) \|", page, re.MULTILINE)) == set(map(str, codes.values()))
    for kind in frames.ACTIONS | DEALING_EVENTS:
        assert f"| `{kind}` |" in page


@pytest.mark.parametrize("name", GOOD)
def test_the_examples_of_the_page_are_frames_the_server_understands(name: str) -> None:
    kinds = {json.loads(example)["t"] for example in examples() if is_ours_to_read(example)}

    assert GOOD[name][0]["t"] in kinds


def examples() -> list[str]:
    """Return every example of the page, each a JSON object on a line of its own."""
    return re.findall(r"^(\{\"t\":.*\})$", PAGE.read_text(), re.MULTILINE)


def is_ours_to_read(example: str) -> bool:
    """Return whether the server can read an example; it writes the others."""
    try:
        decode(example)
    except BadFrame:
        return False
    return True
