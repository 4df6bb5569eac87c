"""An empty database in memory, in which a tournament is done once more beside the site's own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper

IN_MEMORY = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": ":memory:",
    "OPTIONS": {"init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;"},
}


class _Apart(DatabaseWrapper):
    """A database of which nobody is told: its tables and tournaments have numbers that are others' here."""

    def run_and_clear_commit_hooks(self) -> None:
        """Publish nothing."""
        self.run_on_commit = []


@contextmanager
def empty_database() -> Iterator[None]:
    """Let this thread, and no other, work on an empty database of its own until the block ends."""
    kept = connections["default"]
    connections["default"] = _Apart({**kept.settings_dict, **IN_MEMORY}, "default")
    try:
        with connections["default"].schema_editor(atomic=False) as editor:
            for model in apps.get_models():
                editor.create_model(model)
        yield
    finally:
        connections["default"].close()
        connections["default"] = kept
