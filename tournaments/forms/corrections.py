"""The director's forms for what is put right: a corrected result, and an entry that leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.rules import Side
from tournaments.forms.clubs import cleaned_name
from tournaments.forms.registration import LONGEST_PLAYER
from tournaments.services.corrected import Awarded, Result
from tournaments.services.said import Totals

MOST = 9_999


class CorrectionForm(forms.Form):
    """The right score, or without one who has won, and why.

    It begins with the result that stands (``initial``), and asks for another.
    """

    last = forms.ChoiceField(
        label=_("If level: who gained in the last deal"), required=False, widget=forms.RadioSelect
    )
    winner = forms.ChoiceField(label=_("Without a score: who wins"), required=False, widget=forms.RadioSelect)
    why = forms.CharField(label=_("Reason"), max_length=200, widget=forms.TextInput({"dir": "auto"}))

    def __init__(self, *args: Any, names: Sequence[str], **kwargs: Any) -> None:
        """Ask for the points of each side by its name."""
        super().__init__(*args, **kwargs)
        self.points = [f"points_{number}" for number in range(len(names))]
        for field, name in zip(self.points, names, strict=True):
            label = _("Points of %(name)s") % {"name": name}
            self.fields[field] = forms.IntegerField(
                label=label, required=False, min_value=-MOST, max_value=MOST
            )
        self.order_fields([*self.points, "last", "winner", "why"])
        for field in ("last", "winner"):
            choice = self.fields[field]
            assert isinstance(choice, forms.ChoiceField)
            choice.choices = [("", "–"), *((str(number), name) for number, name in enumerate(names))]

    def clean(self) -> dict[str, Any]:
        """Ask for all points, or for none and a winner, that are not what stands.

        :raises ValidationError: when it is half a result, or the one that stands.
        """
        asked = super().clean() or {}
        given = [asked.get(field) for field in self.points]
        if any(one is None for one in given) and (any(one is not None for one in given)):
            raise ValidationError(_("Write the points of each side."), code="points")
        if given[0] is None and not asked.get("winner") and not self.errors:
            raise ValidationError(_("Write the score, or say who wins."), code="result")
        if not self.errors and set(self.changed_data) <= {"why"}:
            raise ValidationError(_("This is the result that stands. Change what is wrong."), code="same")
        return asked

    @property
    def result(self) -> Result:
        """What the director says the result is.

        Where he names a winner and leaves the score as it stood, the winner is what he says.
        """
        asked = self.cleaned_data
        points = [asked[field] for field in self.points]
        only_winner = asked["winner"] and not {*self.points, "last"} & {*self.changed_data}
        if points[0] is None or only_winner:
            return Awarded(int(asked["winner"]))
        return Totals(tuple(points), Side(int(asked["last"])) if asked["last"] else None)


class LeavingForm(forms.Form):
    """Whether an entry is withdrawn or disqualified, and why."""

    verb = forms.ChoiceField(
        label=_("What happens"),
        choices=[
            ("withdraw", _("Withdraws")),
            ("disqualify", _("Is disqualified")),
        ],
        initial="withdraw",
        widget=forms.RadioSelect,
    )
    why = forms.CharField(label=_("Reason"), max_length=200, widget=forms.TextInput({"dir": "auto"}))


class SubstituteForm(forms.Form):
    """Whose place is taken, by whom, and why."""

    position = forms.TypedChoiceField(label=_("Who is replaced"), coerce=int, widget=forms.RadioSelect)
    name = forms.CharField(
        label=_("Who plays instead"), max_length=LONGEST_PLAYER, widget=forms.TextInput({"dir": "auto"})
    )
    why = forms.CharField(label=_("Reason"), max_length=200, widget=forms.TextInput({"dir": "auto"}))

    def __init__(self, *args: Any, players: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        """Ask for one of those who play for the entry."""
        super().__init__(*args, **kwargs)
        position = self.fields["position"]
        assert isinstance(position, forms.TypedChoiceField)
        position.choices = [(str(at), name) for at, name in players]

    def clean_name(self) -> str:
        """Return the name in its one stored form."""
        return cleaned_name(self.cleaned_data["name"], longest=LONGEST_PLAYER)
