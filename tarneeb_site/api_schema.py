"""What the schema of the API says of every refusal: one shape, whatever was asked."""

from __future__ import annotations

from typing import Any

SHAPE = {
    "type": "object",
    "description": "Why not: a code that stays, a sentence in the reader's language, and the code's values.",
    "properties": {
        "code": {"type": "string"},
        "sentence": {"type": "string"},
        "params": {"type": "object", "additionalProperties": {}},
    },
    "required": ["code", "params", "sentence"],
}
REFUSED = {
    "description": "Refused; nothing was changed. See docs/refusals.md for the codes.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}},
}


def with_refusals(result: dict[str, Any], **_details: object) -> dict[str, Any]:
    """Say of every operation how it is refused; a hook of drf-spectacular."""
    result["components"]["schemas"]["Refusal"] = SHAPE
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"]["4XX"] = REFUSED
    return result
