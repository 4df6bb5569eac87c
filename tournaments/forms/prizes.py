"""The form for what there is to win: a line a prize."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import Prize
from tournaments.services.prizes import FACTS, MOST_PRIZES, Offered

EMPTY_LINES = 3


class PrizeForm(forms.Form):
    """One prize; without a thing and without money the line is left out."""

    place = forms.IntegerField(label=_("Place"), min_value=1, max_value=1024, required=False)
    text = forms.CharField(
        label=_("Prize"), required=False, max_length=80, widget=forms.TextInput({"dir": "auto"})
    )
    amount = forms.DecimalField(
        label=_("Amount"), required=False, min_value=0, max_digits=12, decimal_places=3
    )
    currency = forms.CharField(
        label=_("Currency"), required=False, max_length=8, widget=forms.TextInput({"dir": "auto"})
    )
    of_club = forms.CharField(
        label=_("Only for entries of the club"),
        required=False,
        max_length=80,
        widget=forms.TextInput({"dir": "auto"}),
    )
    rated_below = forms.IntegerField(
        label=_("Only for ratings below"), required=False, min_value=1, max_value=9999
    )

    def clean(self) -> dict[str, Any]:
        """Ask for the place of a prize that is one."""
        asked = super().clean() or {}
        if self.is_one and not asked.get("place") and "place" not in self.errors:
            self.add_error("place", ValidationError(_("Say which place it is for."), code="required"))
        return asked

    @property
    def is_one(self) -> bool:
        """Whether something is written that can be won."""
        return bool(self.cleaned_data.get("text") or self.cleaned_data.get("amount"))


PrizeLines = forms.formset_factory(PrizeForm, extra=EMPTY_LINES, max_num=MOST_PRIZES, validate_max=True)


def lines(sent: Mapping[str, Any] | None, prizes: Sequence[Prize]) -> forms.BaseFormSet[PrizeForm]:
    """Return the lines of what there is to win now, and some to add to them."""
    initial = [{name: _shown(getattr(one, name)) for name in FACTS} for one in prizes]
    return PrizeLines(sent, initial=initial, prefix="prize")


def _shown(value: Any) -> Any:
    """Return a value as it is written in a field, an amount without the zeros behind it."""
    return format(value.normalize(), "f") if hasattr(value, "normalize") else value


def offered(formset: forms.BaseFormSet[PrizeForm]) -> list[Offered]:
    """Return what the director wrote."""
    return [Offered(**form.cleaned_data) for form in formset if form.cleaned_data and form.is_one]
