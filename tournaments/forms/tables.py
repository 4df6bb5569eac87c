"""Opening a table for oneself and one's friends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import SavedRules
from games.rule_names import FAMILIES as FAMILY_NAMES
from games.rule_names import NAMES
from games.rules import FAMILIES, SEATS, Position, Refusal
from games.services import house_rules
from games.services.hosting import Wish
from tournaments.sentences import sentence

PACES: Final = [
    ("normal", _("25 s for a bid, 20 s for a card")),
    ("slow", _("60 s for a bid, 45 s for a card")),
    ("none", _("No clock")),
]
SITTING: Final = [("link", _("Who has the link")), ("open", _("Anybody"))]
SPECTATORS: Final = [
    ("link", _("Who has the address of the table")),
    ("all", _("Everybody: the table is listed")),
    ("none", _("Nobody")),
]


class TableForm(forms.Form):
    """What somebody wants of a table of his own."""

    rules = forms.ChoiceField(label=_("Rules"))
    target = forms.IntegerField(
        label=_("Points that win the match"),
        required=False,
        min_value=1,
        help_text=_("Empty for the rules' own."),
    )
    pace = forms.ChoiceField(
        label=_("Time to think"), choices=PACES, initial="normal", widget=forms.RadioSelect
    )
    sitting = forms.ChoiceField(
        label=_("Who may sit down"), choices=SITTING, initial="link", widget=forms.RadioSelect
    )
    spectators = forms.ChoiceField(
        label=_("Who may watch"), choices=SPECTATORS, initial="link", widget=forms.RadioSelect
    )
    bots = forms.BooleanField(
        label=_("Bots take the seats that stay empty for a minute"), required=False, initial=True
    )

    def __init__(self, *args: Any, own: Iterable[SavedRules], usual: str, **kwargs: Any) -> None:
        """Offer the rule sets that are shipped, and house rules before them."""
        super().__init__(*args, **kwargs)
        rules = self.fields["rules"]
        assert isinstance(rules, forms.ChoiceField)
        rules.choices = list(_rules_to_choose(own))
        rules.initial = usual

    def clean(self) -> dict[str, Any]:
        """Refuse what could not be played, at its field."""
        asked = super().clean() or {}
        if not self.errors:
            wish = self.wish
            try:
                Position.begin(wish.rules, dealer=SEATS[0], target=wish.target)
            except Refusal as refusal:
                self.add_error("target", sentence(refusal))
        return asked

    @property
    def wish(self) -> Wish:
        """The table that is wanted, for ``hosting.open_table``."""
        asked = self.cleaned_data
        return Wish(
            rules=house_rules.rule_set(asked["rules"]),
            target=asked["target"],
            pace=asked["pace"],
            is_open=asked["sitting"] == "open",
            spectators=asked["spectators"],
            bots=asked["bots"],
        )


def _rules_to_choose(own: Iterable[SavedRules]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    saved = [(row.key, row.name) for row in own]
    if saved:
        yield str(_("House rules")), saved
    for family, keys in FAMILIES.items():
        yield str(FAMILY_NAMES[family]), [(key, str(NAMES[key])) for key in keys]
