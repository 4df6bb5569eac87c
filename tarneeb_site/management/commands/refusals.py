"""``manage.py refusals``: write the list of all refusals for whoever writes a client."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

from django.core.management.base import BaseCommand
from django.utils import translation

from games.rules import Refusal
from tarneeb_site.errors import status_of
from tournaments.sentences import SENTENCES

PACKAGES = ("games", "tournaments")
HEAD = """# Refusals

What the server says no to, and how. Each refusal has a `code` that stays the same in every
language and version, a `sentence` for a person, and `params`, the values in it. The API answers
`{"code": ..., "sentence": ..., "params": {...}}` with the status given here; a page shows the
sentence with the same status; a socket sends `{"t": "nack", "code": ..., "msg": ..., "params": {...}}`.

Made by `python manage.py refusals > docs/refusals.md`; a test compares.

| code | status | sentence | the fact |
|---|---|---|---|
"""


def known_refusals() -> list[type[Refusal]]:
    """Return every class of refusal there is, by code."""
    for package in PACKAGES:
        _load(package)
    found = {kind for kind in _below(Refusal) if kind.__module__.split(".")[0] in PACKAGES}
    return sorted(found, key=lambda refusal: (refusal.code, refusal.__module__, refusal.__name__))


def _load(package: str) -> None:
    """Import all modules below a package, so that the classes in them are known."""
    paths = importlib.import_module(package).__path__
    for module in pkgutil.walk_packages(paths, f"{package}."):
        if ".migrations" not in module.name:
            importlib.import_module(module.name)


def _below(refusal: type[Refusal]) -> Iterator[type[Refusal]]:
    """Return all classes that are a kind of this one."""
    for kind in refusal.__subclasses__():
        yield kind
        yield from _below(kind)


def page() -> str:
    """Return the page for the documentation, in English."""
    with translation.override("en"):
        return HEAD + "".join(_line(refusal) for refusal in known_refusals())


def _line(refusal: type[Refusal]) -> str:
    """Return a refusal's line of the table."""
    fact = str(refusal.__doc__).splitlines()[0]
    status = status_of(refusal)
    return f"| `{refusal.code}` | {status.value} | {SENTENCES[refusal.code]} | {fact} |\n"


class Command(BaseCommand):
    """Write the page to the standard output."""

    help = "Write docs/refusals.md to the standard output."

    def handle(self, **_options: object) -> None:
        """Write the page."""
        self.stdout.write(page(), ending="")
