"""The time at which a pairing is to be played."""

from __future__ import annotations

from datetime import datetime

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.registration import WallTime


class AppointmentForm(forms.Form):
    """A time on the wall of the hall."""

    at = WallTime(label=_("When you can play"))

    @property
    def wall(self) -> datetime:
        """The time without a zone."""
        at: datetime = self.cleaned_data["at"]
        return at.replace(tzinfo=None)
