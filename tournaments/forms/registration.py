"""Forms before the draw: signing up, what registration asks, and a pair at the desk."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.forms.clubs import cleaned_name
from tournaments.models import Registration
from tournaments.services.openings import Terms
from tournaments.state import MOST_POINTS

LINK, NAMED, SEEK, STANDBY, ALONE = "link", "named", "seek", "standby", "alone"
LONGEST_PLAYER = 60
TIMES = ("opens_at", "closes_at", "check_in_opens_at", "check_in_closes_at")
ON_THE_WALL = "%Y-%m-%dT%H:%M"


class SignUpForm(forms.Form):
    """How somebody wants to come: with a partner who gets a link or is named, or alone."""

    choice = forms.ChoiceField(
        label=_("How do you come?"),
        choices=[
            (LINK, _("With a partner: I send him a link")),
            (NAMED, _("With a partner of this club: he is asked on his page")),
            (SEEK, _("Alone: I look for a partner")),
            (STANDBY, _("On standby: I play only if a player is missing")),
        ],
        initial=LINK,
        widget=forms.RadioSelect,
    )
    name = forms.CharField(
        label=_("Your partner's name in this club"),
        required=False,
        max_length=LONGEST_PLAYER,
        widget=forms.TextInput({"dir": "auto", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, alone: bool, **kwargs: Any) -> None:
        """Ask nothing where each comes alone."""
        super().__init__(*args, **kwargs)
        if alone:
            self.fields.clear()

    def clean(self) -> dict[str, Any]:
        """Ask for the name where it is about one."""
        asked = super().clean() or {}
        if asked.get("choice") == NAMED and not asked.get("name"):
            self.add_error("name", ValidationError(_("Say who your partner is."), code="required"))
        return asked


class PairForm(forms.Form):
    """Who stands at the desk."""

    player = forms.CharField(
        label=_("Player"), max_length=LONGEST_PLAYER, widget=forms.TextInput({"dir": "auto"})
    )
    partner = forms.CharField(
        label=_("Partner"), max_length=LONGEST_PLAYER, widget=forms.TextInput({"dir": "auto"})
    )

    def __init__(self, *args: Any, alone: bool, **kwargs: Any) -> None:
        """Ask for one name where nobody has a partner of his own."""
        super().__init__(*args, **kwargs)
        if alone:
            del self.fields["partner"]

    def clean_player(self) -> str:
        """Return the name in its one stored form."""
        return cleaned_name(self.cleaned_data["player"], longest=LONGEST_PLAYER)

    def clean_partner(self) -> str:
        """Return the name in its one stored form."""
        return cleaned_name(self.cleaned_data["partner"], longest=LONGEST_PLAYER)

    @property
    def names(self) -> list[str]:
        """The names, of one or two."""
        return [self.cleaned_data[name] for name in ("player", "partner") if name in self.fields]


class LateForm(PairForm):
    """Who comes after the first round, and what he is given for those he missed."""

    points = forms.FloatField(
        label=_("Table points for the rounds missed"), initial=0, min_value=0, max_value=MOST_POINTS
    )


class WallTime(forms.DateTimeField):
    """A time as the clock on the wall of the hall shows it."""

    widget = forms.DateTimeInput({"type": "datetime-local"}, format=ON_THE_WALL)


class TermsForm(forms.Form):
    """What registration asks; times are the hall's."""

    opens_at = WallTime(label=_("Registration opens by itself at"), required=False)
    closes_at = WallTime(label=_("Registration closes by itself at"), required=False)
    check_in_opens_at = WallTime(label=_("Check-in opens by itself at"), required=False)
    check_in_closes_at = WallTime(
        label=_("Players check themselves in until"),
        required=False,
        help_text=_("Afterwards only the staff can, at the desk."),
    )
    most_pairs = forms.IntegerField(
        label=_("Places"),
        required=False,
        min_value=2,
        max_value=1024,
        help_text=_("Who comes when all places are taken waits for one."),
    )
    needs_approval = forms.BooleanField(label=_("The director approves each entry"), required=False)
    members_only = forms.BooleanField(label=_("For members of the club only"), required=False)
    fee = forms.DecimalField(
        label=_("Entry fee"), required=False, min_value=0, max_digits=12, decimal_places=3
    )
    currency = forms.CharField(
        label=_("Currency"), required=False, max_length=8, widget=forms.TextInput({"dir": "auto"})
    )

    def __init__(self, *args: Any, terms: Registration, zone: str, **kwargs: Any) -> None:
        """Begin with what is asked now."""
        self.zone = ZoneInfo(zone)
        super().__init__(*args, **kwargs)
        self.initial = self._shown(terms)

    def _shown(self, terms: Registration) -> dict[str, Any]:
        asked = {name: getattr(terms, name) for name in self.base_fields}
        walls = {name: _wall(asked[name], self.zone) for name in TIMES}
        return asked | walls | {"fee": terms.fee.normalize() if terms.fee else None}

    @property
    def terms(self) -> Terms:
        """What is asked, for ``openings.set_terms``."""
        asked = dict(self.cleaned_data)
        for name in TIMES:
            asked[name] = _utc(asked[name], self.zone)
        return Terms(**asked | {"fee": asked["fee"] or Decimal(0)})


def _wall(moment: datetime | None, zone: ZoneInfo) -> datetime | None:
    return None if moment is None else moment.astimezone(zone).replace(tzinfo=None)


def _utc(moment: datetime | None, zone: ZoneInfo) -> datetime | None:
    """Return the moment at which the wall in that zone shows this time."""
    return None if moment is None else moment.replace(tzinfo=zone)
