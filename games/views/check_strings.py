"""What is said of a check of deals, by the command and by the page: a sentence for each code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from games.dealing import Check

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

CHECKS: Final[Mapping[str, Words]] = {
    "readable": _("This is a file of deals."),
    "digest": _("The file is as it was written: its digest fits."),
    "lists": _("Each list of commitments gives its root, and the lists are the ones needed."),
    "master": _("The master secret gives every secret that was committed to."),
    "contributions": _("What each page put in is what it had given the hash of before."),
    "public": _("The public part is made of what the pages put in, and of the public number."),
    "dealer": _("The first dealer was drawn from secret 0 and the public part."),
    "sequence": _("The deals follow one another, and the first is dealt by the first dealer."),
    "commitment": _("Deal {about}: its secret is the one that was committed to."),
    "hands": _("Deal {about}: the secret and the public part give these four hands."),
}

FAULTS: Final[Mapping[str, Words]] = {
    "readable": _("This is no file of deals: see “{about}”."),
    "digest": _("The file was changed after it was written."),
    "lists": _("The lists of commitments do not give their roots, or are not the ones needed."),
    "master": _("The master secret does not give the secrets that were committed to."),
    "contributions": _("A page is said to have put in something else than it had given the hash of."),
    "public": _("The public part is not made of what the pages put in, and of the public number."),
    "dealer": _("The first dealer is not the one drawn from secret 0 and the public part."),
    "sequence": _("The deals do not follow one another, or the first is not dealt by the first dealer."),
    "commitment": _("Deal {about}: its secret is not the one that was committed to."),
    "hands": _("Deal {about}: the secret and the public part give other hands."),
}


def sentence(check: Check) -> str:
    """Return what a person reads of a check, in the language that is active."""
    words = CHECKS if check.passed else FAULTS
    return str(words[check.code]).format(about=check.about)
