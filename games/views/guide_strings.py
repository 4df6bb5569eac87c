"""The eight hints of a first visitor's practice deal, in the order they come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from games.rules import RuleSet, Seating

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

HINTS: Final[Mapping[str, Words]] = {
    "hand": _("Your thirteen cards. The player opposite is your partner: your tricks count together."),
    "bid": _("Your turn: bid more than those before you, or pass. A higher bid wins more, or costs more."),
    "contract": _("The highest bid is the contract: that side has to take so many tricks."),
    "trump": _("There is a trump suit. A trump beats every card of the other suits."),
    "follow": _("Follow the suit that was led, if you hold it. If not, any card will do, a trump too."),
    "trick": _("The highest trump takes the trick, or else the highest card of the suit led."),
    "meter": _("The thirteen cells count the tricks of both sides. At the mark the contract is made."),
    "result": _("The deal is over. A contract that is made gains points, one that is set loses them."),
}
ALONE: Final[Mapping[str, Words]] = {
    "hand": _("Your thirteen cards. Everybody plays for himself."),
    "contract": _("The highest bid is the contract: who bid it has to take so many tricks."),
    "meter": _("The thirteen cells count the tricks. At the mark the contract is made."),
}


def guide_strings(rules: RuleSet) -> dict[str, Any]:
    """Return what the guided deal says at a table of these rules, as JSON values."""
    hints = {**HINTS, **(ALONE if rules.seating is Seating.SOLO else {})}
    return {
        "title": gettext("Hints for a first deal"),
        "next": pgettext("hint", "Got it"),
        "skip": pgettext("hint", "Skip all"),
        "hints": {name: str(words) for name, words in hints.items()},
    }
