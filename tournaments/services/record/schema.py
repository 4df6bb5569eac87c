"""The JSON Schema of a record, made from what is in it: ``docs/tournament-record.schema.json``."""

from __future__ import annotations

from typing import Any

from django.db.models import Field, JSONField, Model

from games.models import Table, User

from .parts import FORMAT, PART_OF, PARTS, VERSION, Part
from .reading import JSON_TYPES

NAMES = {bool: "boolean", int: "integer", float: "number", str: "string"}
NUMBER = {"type": "integer", "minimum": 1}


def schema() -> dict[str, Any]:
    """Return the schema as JSON values."""
    name = {"type": "string", "minLength": 1}
    parts = {part.name: _list(_row(part)) for part in PARTS}
    log = {
        "match": _row_number("matches"),
        "master": {"type": "string", "description": "what the deals were drawn from, in hexadecimal"},
        "entropy": {"type": "object"},
        "events": _list({"type": "object", "required": ["k", "seat", "by", "d"]}),
    }
    head = {"format": {"const": FORMAT}, "version": {"const": VERSION}}
    club = _object({"name": name, "slug": name})
    lists = {"people": _list(_object({"name": name})), **parts, "logs": _list(_object(log))}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The record of a tournament",
        **_object({**head, "club": club, **lists}),
    }


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    required = sorted(properties)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _row(part: Part) -> dict[str, Any]:
    columns = {field.name: _column(field) for field in part.columns}
    if part.model is Table:
        columns["pairing"] = _row_number("pairings")
    return _object(columns)


def _row_number(part: str) -> dict[str, Any]:
    return {**NUMBER, "description": f"a row of {part}, counted from 1"}


def _column(field: Field[Any, Any]) -> dict[str, Any]:
    found = _value(field)
    return {"anyOf": [found, {"type": "null"}]} if field.null else found


def _value(field: Any) -> dict[str, Any]:
    if field.remote_field is not None:
        model: type[Model] = field.remote_field.model
        return _row_number("people" if model is User else PART_OF[model])
    if isinstance(field, JSONField):
        return {"type": "array" if isinstance(field.get_default(), list) else "object"}
    kind = next(kind for column, kind in JSON_TYPES if isinstance(field, column))
    described: dict[str, Any] = {"type": NAMES[kind]}
    if field.choices:
        described["enum"] = [value for value, _ in field.flatchoices] + ([""] if field.blank else [])
    elif field.get_internal_type() == "DateTimeField":
        described["format"] = "date-time"
    elif field.max_length:
        described["maxLength"] = field.max_length
    return described
