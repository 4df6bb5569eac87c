"""What people call a rule set: shipped ones by a translated name, house rules by that of their makers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from games.models import SavedRules
from games.rules import RuleSet

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

NAMES: Final[Mapping[str, Words]] = {
    "levantine": _("Levantine"),
    "tricks-31": _("Levantine, paid by tricks"),
    "dealer-stuck": _("Levantine, the dealer has to bid"),
    "egyptian-no-trump": _("Egyptian, with no-trump"),
    "moving-trump": _("Moving trump"),
    "kibbi": _("Kibbi"),
    "jawaker": _("Jawaker"),
    "one-round": _("One-round auction"),
    "solo": _("Solo"),
}

FAMILIES: Final[Mapping[str, Words]] = {
    "levantine": _("Tarneeb to 31"),
    "forty-one": _("Tarneeb to 41"),
    "one-round": _("One call each"),
    "solo": _("Everybody for himself"),
}


def rules_name(rules: RuleSet) -> str:
    """Return what people call these rules, in the language that is active."""
    if rules.key in NAMES:
        return str(NAMES[rules.key])
    saved = SavedRules.objects.filter(key=rules.key, version=rules.version).first()
    return saved.name if saved else rules.key
