"""The names of rule sets, as people call them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

RULES: Final[Mapping[str, Words]] = {"levantine": _("Levantine")}


def rules_name(key: str) -> str:
    """Return what people call the rule set, in the language that is active."""
    return str(RULES[key])
