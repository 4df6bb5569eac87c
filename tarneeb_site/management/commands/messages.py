"""``manage.py messages``: bring the catalogues up to date with the texts of the code, and compile them.

What ``make messages`` runs; it needs GNU gettext, which only whoever changes a text needs. The
compiled files are kept in the repository.
"""

from __future__ import annotations

from typing import Any, Final

from django.core.management import call_command
from django.core.management.commands import makemessages

# The Gulf words, ``ar_KW``, are written by hand: that catalogue holds only what differs from ``ar``.
COLLECTED: Final = ("en", "ar")
NOT_OURS: Final = (".*", "node_modules")


class Command(makemessages.Command):
    """Collect, drop what is no longer said, and compile."""

    help = "Bring the catalogues in tarneeb_site/locale up to date, and compile them."
    # A guess at a translation reads like one; a missing one fails a test.
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the catalogues, then compile all of them."""
        collecting = {
            "locale": list(COLLECTED),
            "ignore_patterns": ["tests", *NOT_OURS],
            "no_wrap": True,
            "no_location": True,
            "no_obsolete": True,
        }
        super().handle(*args, **options | collecting)
        call_command("compilemessages", ignore_patterns=list(NOT_OURS), verbosity=options["verbosity"])
