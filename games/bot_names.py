"""The names bots go by, in a reader's language."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from games.dealing import Stream


def bot_names(stream: Stream, *, without: Collection[str] = ()) -> list[str]:
    """Return the names of bots in a random order, except those that somebody at the table has."""
    return [name for name in stream.shuffled(_names()) if name not in without]


def _names() -> list[str]:
    return [
        _("Amal"),
        _("Basil"),
        _("Dana"),
        _("Fadi"),
        _("Hala"),
        _("Jad"),
        _("Lina"),
        _("Majd"),
    ]
