"""Which format a tournament is played in, and what the format lets one choose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.names import FORMAT_NAMES, POINT_NAMES, TIE_BREAK_NAMES
from tournaments.services.planning import NextStage
from tournaments.state import FORMAT_KEYS, MOST_POINTS, TablePoints

MOST_ROUNDS, MOST_GROUPS, MOST_QUALIFIERS = 30, 64, 256
USUAL_TIE_BREAKS = {
    "swiss": ("buchholz_cut1", "direct", "diff"),
    "round-robin": ("direct", "diff", "sb"),
    "individual": ("diff", "wins"),
    "solo-swiss": ("diff", "wins"),
}
"""The tie-breaks a format has when its director says nothing."""

WITH_A_TABLE = ("swiss", "round-robin", "individual", "solo-swiss")
POINTS = {f"points_{key}": key for key in POINT_NAMES}
"""The fields that ask for table points, and the keys they are kept by."""
ACTS_IN = {
    "rounds": WITH_A_TABLE,
    "groups": ("round-robin", "swiss"),
    "qualifiers": ("swiss", "round-robin"),
    "third_place": ("knockout",),
    "consolation": ("knockout",),
    "tie_breaks": WITH_A_TABLE,
    **dict.fromkeys(POINTS, WITH_A_TABLE),
}
"""The formats in which a choice means something; elsewhere it is refused rather than forgotten."""

WHY_NOT = {
    "rounds": _("A knockout has as many rounds as its field needs."),
    "groups": _("Only a Swiss and a round robin are played in groups."),
    "qualifiers": _("Only a Swiss and a round robin go on to a knockout."),
    "third_place": _("Only a knockout that is not double has a match for the third place."),
    "consolation": _("Only a knockout that is not double has a consolation."),
    "tie_breaks": _("A knockout has no table in which sides could be level."),
    **dict.fromkeys(POINTS, _("In a knockout the place is how far somebody came, whatever the points.")),
}
"""Why a choice means nothing in the format chosen: said where ``format.js`` greys it, and to refuse it."""


def _points_field(key: str) -> forms.DecimalField:
    usual = getattr(TablePoints(), key)
    return forms.DecimalField(
        label=str(POINT_NAMES[key]),
        initial=usual,
        required=False,
        min_value=0,
        max_value=MOST_POINTS,
        decimal_places=2,
        help_text=_("Empty for as many as a win.") if usual is None else "",
    )


class FormatForm(forms.Form):
    """The format of the first stage, and a knockout after it if that is wanted."""

    format = forms.ChoiceField(
        label=_("Format"),
        choices=[(key, FORMAT_NAMES[key]) for key in FORMAT_KEYS],
        initial="knockout",
        required=False,
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=_("Empty for the usual: enough to leave one unbeaten in a Swiss, all in a round robin."),
    )
    groups = forms.IntegerField(
        label=_("Groups"),
        required=False,
        min_value=1,
        max_value=MOST_GROUPS,
        help_text=_("Played side by side, each with a table of its own. Empty for one."),
    )
    qualifiers = forms.IntegerField(
        label=_("How many go on to a knockout"),
        required=False,
        min_value=2,
        max_value=MOST_QUALIFIERS,
        help_text=_("The best of the table, of several groups the best of each. Empty for no knockout."),
    )
    third_place = forms.BooleanField(label=_("Play for the third place"), required=False)
    consolation = forms.BooleanField(
        label=_("Play a consolation"),
        required=False,
        help_text=_("Who loses his first match plays on in a bracket of those. From four entries."),
    )
    tie_breaks = forms.MultipleChoiceField(
        label=_("Tie-breaks"),
        choices=list(TIE_BREAK_NAMES.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("They part who is level in points, from the top down. None for the usual ones."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Let the page know where each choice means something, and why it does not elsewhere."""
        super().__init__(*args, **kwargs)
        self.fields |= {name: _points_field(key) for name, key in POINTS.items()}
        for name, acting in ACTS_IN.items():
            self.fields[name].widget.attrs |= {
                "data-acts-in": " ".join(acting),
                "data-why-not": WHY_NOT[name],
            }

    def clean(self) -> dict[str, Any]:
        """Refuse, at its field, what means nothing in the format."""
        asked = super().clean() or {}
        asked["format"] = asked.get("format") or "knockout"
        formats = {asked["format"], "knockout" if asked.get("qualifiers") else asked["format"]}
        for name, acting in ACTS_IN.items():
            if self._is_chosen(name, asked.get(name)) and not formats & set(acting):
                self.add_error(name, ValidationError(WHY_NOT[name], code="nothing_here"))
        return asked

    def _is_chosen(self, name: str, value: Any) -> bool:
        """Return whether a value says more than the page does before anything is filled in."""
        field = self.fields[name]
        return value not in (*field.empty_values, field.initial) and value is not False

    @property
    def options(self) -> dict[str, Any]:
        """The options of the first stage, as docs/stages.md says them."""
        return dict(self._options())

    def _options(self) -> Iterator[tuple[str, Any]]:
        asked = self.cleaned_data
        if asked["rounds"]:
            yield "rounds", asked["rounds"]
        codes = asked["tie_breaks"] or USUAL_TIE_BREAKS.get(asked["format"], ())
        if codes:
            yield "tie_breaks", list(codes)
        if points := dict(self._points()):
            yield "points", points
        if asked["format"] == "knockout":
            yield from self._beside()

    def _points(self) -> Iterator[tuple[str, float]]:
        """Yield the table points that are not the usual ones; whole numbers are written as such."""
        for name, key in POINTS.items():
            value = self.cleaned_data[name]
            if self._is_chosen(name, value):
                yield key, int(value) if value == int(value) else float(value)

    def _beside(self) -> Iterator[tuple[str, Any]]:
        """Yield what a knockout has beside its bracket."""
        yield from ((name, True) for name in ("third_place", "consolation") if self.cleaned_data[name])

    @property
    def then(self) -> tuple[NextStage, ...]:
        """The knockout after the first stage, if there is one."""
        asked = self.cleaned_data
        if not asked["qualifiers"]:
            return ()
        return (NextStage("knockout", asked["qualifiers"], dict(self._beside())),)
