"""What a club wants to play again and again."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.forms.clubs import cleaned_name
from tournaments.forms.registration import WallTime
from tournaments.models import Regular, Tournament
from tournaments.services.regular import LONGEST_NAME, MOST_DAYS_AHEAD, Wish


class RegularForm(forms.Form):
    """The tournament to repeat, and when."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("The date is added to it."),
        widget=forms.TextInput({"dir": "auto"}),
    )
    pattern: forms.ModelChoiceField[Tournament] = forms.ModelChoiceField(
        queryset=None,
        label=_("Like this tournament"),
        empty_label=None,
        help_text=_("Its formats, rules, clocks, what registration asks, and its times. None of its people."),
    )
    first = WallTime(
        label=_("The first one starts at"), help_text=_("On the wall, in that tournament's zone.")
    )
    every = forms.ChoiceField(label=_("How often"), choices=Regular.Every.choices)
    days_ahead = forms.IntegerField(
        label=_("It is made so many days ahead"), min_value=0, max_value=MOST_DAYS_AHEAD, initial=6
    )
    last_date = forms.DateField(
        label=_("None after"), required=False, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )
    opens = forms.BooleanField(
        label=_("Pairs can sign up as soon as it is made"), required=False, initial=True
    )

    def __init__(self, *args: Any, patterns: QuerySet[Tournament], **kwargs: Any) -> None:
        """Offer the club's tournaments, the newest first."""
        super().__init__(*args, **kwargs)
        choice = self.fields["pattern"]
        assert isinstance(choice, forms.ModelChoiceField)
        choice.queryset = patterns

    def clean_name(self) -> str:
        """Return the name in its one stored form."""
        return cleaned_name(self.cleaned_data["name"], longest=LONGEST_NAME)

    def clean_first(self) -> datetime:
        """Return the time without a zone: that is the tournament's."""
        first: datetime = self.cleaned_data["first"]
        return first.replace(tzinfo=None)

    @property
    def wish(self) -> Wish:
        """What is asked for."""
        asked = self.cleaned_data
        return Wish(**asked | {"every": Regular.Every(asked["every"])})
