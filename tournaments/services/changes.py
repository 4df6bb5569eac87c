"""What a verb changes row by row, as its action keeps it: what stood there, and what it put there.

A verb that can be undone writes through ``Changes``. ``put_back`` undoes it, if nothing of it has been
changed since: the very rows come back, with their numbers. Versions are not kept: they only rise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, QuerySet

from games.models import Table
from games.rules import Refusal
from games.services import tables
from tournaments.models import Action, Entry, Pairing, Round, Side, Slot, Stage, Tournament

from .actions import Account

MODELS: dict[str, Any] = {
    model.__name__.lower(): model for model in (Tournament, Entry, Stage, Round, Pairing, Slot, Side)
}
"""What a verb may change, in an order in which each names only those before it."""

Rows = dict[str, dict[str, dict[str, Any] | None]]
"""Values of rows by model and number; ``None`` for a row that is not there."""


class ChangedSince(Refusal):
    """Something that this act changed has been changed again since."""

    code = "changed_since"


@dataclass(slots=True)
class Changes:
    """The rows that a verb changes, and the tables it closes, each with the state it was in."""

    before: Rows = field(default_factory=dict)
    after: Rows = field(default_factory=dict)
    closed: dict[str, str] = field(default_factory=dict)

    def tell(self, account: Account) -> None:
        """Write into the log what undoing takes."""
        account.before |= {"rows": self.before, "closed": self.closed}
        account.after |= {"rows": self.after}

    def close_tables(self, table_ids: Iterable[int]) -> None:
        """Close tables to play."""
        open_ones = Table.objects.filter(pk__in=list(table_ids)).exclude(state=Table.State.CLOSED)
        found = dict(open_ones.values_list("pk", "state"))
        self.closed |= {str(pk): state for pk, state in found.items()}
        if found:
            tables.close_tables(list(found))

    def update(self, rows: QuerySet[Any], **values: Any) -> None:
        """Change rows, and remember what stood in the fields that change."""
        for was in rows.order_by("pk").values("pk", *values):
            pk = was.pop("pk")
            self._note(rows.model, pk, _plain(was), _plain(values))
        rows.update(**values)

    def create(self, rows: Sequence[Model]) -> None:
        """Write new rows of one model."""
        if rows:
            model: Any = type(rows[0])
            model.objects.bulk_create(rows)
            for row in rows:
                self._note(model, row.pk, None, _values(row))

    def delete(self, rows: QuerySet[Any]) -> None:
        """Delete rows that nothing names."""
        for row in rows.order_by("pk"):
            self._note(rows.model, row.pk, _values(row), None)
        rows.delete()

    def _note(
        self, model: type[Model], pk: int, was: dict[str, Any] | None, now: dict[str, Any] | None
    ) -> None:
        """Keep what stood there first, and what stands there last."""
        name, number = model.__name__.lower(), str(pk)
        before, after = self.before.setdefault(name, {}), self.after.setdefault(name, {})
        known = before.get(number)
        if number not in before:
            before[number] = was
        elif known is not None and was is not None:
            before[number] = was | known
        kept = after.get(number)
        after[number] = now if now is None or kept is None else kept | now


def put_back(action: Action, *, now: datetime) -> None:
    """Put rows and tables back as they were before an act.

    :raises ChangedSince: when one of the rows is not as that act left it.
    """
    before, after = action.before["rows"], action.after["rows"]
    opened = [row["table"] for row in after.get("pairing", {}).values() if row and row.get("table")]
    _rows_back(before, after)
    tables.close_tables(opened)
    tables.reopen_tables({int(pk): state for pk, state in action.before["closed"].items()}, now=now)


def _rows_back(before: Rows, after: Rows) -> None:
    for name, rows in after.items():
        _demand_unchanged(MODELS[name], rows)
    for name in reversed(MODELS):
        made = [pk for pk, was in before.get(name, {}).items() if was is None or _is_whole(MODELS[name], was)]
        MODELS[name].objects.filter(pk__in=made).delete()
    for name, model in MODELS.items():
        in_order = sorted(before.get(name, {}).items(), key=_opens)
        for was, alike in groupby(in_order, key=itemgetter(1)):
            _put_back(model, [int(pk) for pk, _ in alike], was)


def _opens(row: tuple[str, Mapping[str, Any] | None]) -> bool:
    """Return whether a row is open again: one round of a stage is at a time, so what closes comes first."""
    was = row[1]
    return was is not None and was.get("state") == "open"


def _is_whole(model: type[Model], was: Mapping[str, Any]) -> bool:
    """Return whether a row was deleted: what stands there now is another, which may be in another's way."""
    return len(was) == len(_fields(model)) - 1


def _put_back(model: Any, pks: Sequence[int], was: dict[str, Any] | None) -> None:
    if was is None:
        return
    values = {name: _field(model, name).to_python(value) for name, value in was.items()}
    if not _is_whole(model, was):
        model.objects.filter(pk__in=pks).update(**values)
        return
    for pk in pks:
        model(pk=pk, **values).save(force_insert=True)


def _demand_unchanged(model: Any, rows: Mapping[str, dict[str, Any] | None]) -> None:
    there = model.objects.in_bulk([int(pk) for pk in rows])
    for pk, left in rows.items():
        row = there.get(int(pk))
        now = None if row is None or left is None else _of(row, left)
        if (row is None) != (left is None) or now != left:
            raise ChangedSince()


def _of(row: Model, names: Iterable[str]) -> dict[str, Any]:
    return _plain({name: getattr(row, _field(type(row), name).attname) for name in names})


def _values(row: Model) -> dict[str, Any]:
    fields = [one for one in _fields(type(row)) if not one.primary_key]
    return _plain({one.attname: getattr(row, one.attname) for one in fields})


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values as JSON has them; a row is its number, a time is text."""
    return {name: _plain_value(value) for name, value in values.items()}


def _plain_value(value: Any) -> Any:
    if isinstance(value, Model):
        return value.pk
    if value is None or isinstance(value, str | int | float | dict | list):
        return getattr(value, "value", value)
    return DjangoJSONEncoder().default(value)


def _field(model: type[Model], name: str) -> Any:
    """Return a field by its name or the name of its column."""
    return next(one for one in _fields(model) if name in (one.name, one.attname))


def _fields(model: type[Model]) -> Sequence[Any]:
    return model._meta.concrete_fields  # noqa: SLF001 - Django's documented way to a model's fields
