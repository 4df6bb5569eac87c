"""The schemas of the frames, as ``docs/frames`` tells them to whoever writes a client."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from jsonschema import Draft202012Validator

FOLDER = Path(settings.BASE_DIR, "docs/frames")


def schema(name: str) -> dict[str, Any]:
    """Return what a file of the folder says."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


CLIENT = Draft202012Validator(schema("client"))
SERVER = Draft202012Validator(schema("server"))
BY_THEMSELVES = ("state", "ack", "nack", "pong", "clock", "here", "bye", "chat")
ANSWERS = {
    kind: Draft202012Validator(schema("server") | {"oneOf": [{"$ref": f"#/$defs/{kind}"}]})
    for kind in (*BY_THEMSELVES, "event", "hidden")
}


def demand(frame: Mapping[str, Any]) -> None:
    """Hold a frame of the server against what is published of its kind.

    :raises jsonschema.ValidationError: saying where it is otherwise.
    """
    told = frame["t"]
    kind = told if told in BY_THEMSELVES else "event" if "k" in frame else "hidden"
    ANSWERS[kind].validate(dict(frame))
