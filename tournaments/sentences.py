"""What a person reads when a club or a tournament refuses something, beside what a table says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from games import sentences as of_tables

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

    from games.rules import Refusal

SENTENCES: Final[Mapping[str, Words]] = {
    **of_tables.SENTENCES,
    # ---- clubs
    "last_owner": _("A club keeps an owner: name another one first."),
    "guests_hold_no_role": _("This person has no account yet, and can be given a role only then."),
    "club_name_taken": _("There is a club whose name makes the same address as “%(name)s”."),
    "unknown_rules": _("There is no rule set called “%(rules)s”."),
    "link_spent": _("This link has been used or has run out."),
    # ---- tournaments
    "wrong_number_of_entries": _("This format takes %(fewest)s to %(most)s entries, not %(entries)s."),
}


def sentence(refusal: Refusal) -> str:
    """Return what a person reads, in the language that is active."""
    return of_tables.sentence(refusal, SENTENCES)


def told(refusal: Refusal) -> dict[str, object]:
    """Return the refusal as it leaves the server: ``code``, ``sentence`` and ``params``."""
    return of_tables.told(refusal, SENTENCES)
