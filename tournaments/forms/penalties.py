"""The director's form for a match that is being played: points given or taken, or a side that retires."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.rules import Adjust, Retire, Side
from games.services.rulings import MOST_POINTS
from tournaments.services.penalties import Penalty

GIVE, TAKE, RETIRE = "give", "take", "retire"


class PenaltyForm(forms.Form):
    """What to do, to which side, how many points, and why."""

    choice = forms.ChoiceField(
        label=_("Ruling"),
        choices=[
            (GIVE, _("Give points")),
            (TAKE, _("Take points")),
            (RETIRE, _("Retires: the other side goes on")),
        ],
        widget=forms.RadioSelect,
    )
    side = forms.ChoiceField(label=_("Side"), widget=forms.RadioSelect)
    points = forms.IntegerField(
        label=_("Points, for giving or taking"), required=False, min_value=1, max_value=MOST_POINTS
    )
    why = forms.CharField(label=_("Reason"), max_length=200, widget=forms.TextInput({"dir": "auto"}))

    def __init__(self, *args: Any, names: Sequence[str], **kwargs: Any) -> None:
        """Name the two sides by their entries."""
        super().__init__(*args, **kwargs)
        side = self.fields["side"]
        assert isinstance(side, forms.ChoiceField)
        side.choices = [(str(number), name) for number, name in enumerate(names)]

    def clean(self) -> dict[str, Any]:
        """Ask for the points where points are what it is about."""
        asked = super().clean() or {}
        if asked.get("choice") in (GIVE, TAKE) and not asked.get("points") and "points" not in self.errors:
            self.add_error("points", ValidationError(_("Say how many points."), code="required"))
        return asked

    @property
    def penalty(self) -> Penalty:
        """What the director asks for."""
        asked = self.cleaned_data
        side = Side(int(asked["side"]))
        if asked["choice"] == RETIRE:
            return Retire(side)
        return Adjust(side, asked["points"] if asked["choice"] == GIVE else -asked["points"])
