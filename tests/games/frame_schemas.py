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
BY_KIND = {"state": "state", "ack": "ack", "nack": "nack", "pong": "pong", "bye": "bye", "chat": "chat"}
ANSWERS = {
    kind: Draft202012Validator(schema("server") | {"oneOf": [{"$ref": f"#/$defs/{kind}"}]})
    for kind in (*BY_KIND, "event", "hidden")
}


def demand(frame: Mapping[str, Any]) -> None:
    """Hold a frame of the server against what is published of its kind.

    :raises jsonschema.ValidationError: saying where it is otherwise.
    """
    kind = BY_KIND.get(frame["t"], "event" if "k" in frame else "hidden")
    ANSWERS[kind].validate(dict(frame))
