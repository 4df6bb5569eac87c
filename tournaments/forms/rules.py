"""House rules: a field for each field of a rule set, in plain words; a name; and a file to begin with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.models.names import LONGEST
from games.rule_faults import fault
from games.rule_words import CHOICES, EXPLANATIONS, LABELS, NOTHING
from games.rules import FIELDS, HIGHEST_TARGET, RANGES, BadRules, RuleSet, Suit, from_values, values_of
from tournaments.models import Club
from tournaments.sentences import sentence

from .clubs import cleaned_name

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

GROUPS: Final[tuple[tuple[Words, tuple[str, ...]], ...]] = (
    (_("The table"), ("seating", "direction")),
    (
        _("The auction"),
        (
            *("auction", "bid_label", "bid_min", "bid_max"),
            *("all_pass", "dealer_all_pass", "all_pass_limit", "max_bid_closes"),
        ),
    ),
    (_("Trump"), ("trump", "fixed_trump", "no_trump")),
    (
        _("The scores"),
        (
            *("made", "made_defenders", "kaboot", "max_made"),
            *("set_declarer", "set_defenders", "max_set", "max_set_factor"),
            *("flat_points", "honour"),
        ),
    ),
    (_("The end of the match"), ("target", "targets_allowed", "level", "round_cap", "ready", "after_match")),
)
"""The fields of a rule set as the form asks for them, under their headings."""

LIMITS: Final[Mapping[str, tuple[int, int]]] = {
    **RANGES,
    "target": (1, HIGHEST_TARGET),
    "max_set": (0, -RANGES["max_set"][0]),
}
"""The lowest and the highest number each field takes; a cost is asked for without its sign."""

LARGEST_BYTES = 20_000


class TargetsField(forms.CharField):
    """Numbers with commas between them."""

    def prepare_value(self, value: Any) -> Any:
        """Return the numbers as they are typed."""
        return ", ".join(map(str, value)) if isinstance(value, tuple) else value

    def to_python(self, value: Any) -> Any:
        """Return the numbers; commas of both languages part them.

        :raises ValidationError: where one is no number.
        """
        text = super().to_python(value) or ""
        words = text.replace("،", ",").split(",")
        try:
            return tuple(int(word) for word in words if word.strip())
        except ValueError as wrong:
            raise ValidationError(self.error_messages["invalid"]) from wrong


class RulesForm(forms.Form):
    """Asks for each field of a rule set. ``rules`` is what it begins with and, once valid, what was asked."""

    def __init__(self, data: Any = None, *, begin: RuleSet) -> None:
        """Begin with the values of a rule set."""
        super().__init__(data, initial=_typed(begin), label_suffix="")
        self.rules = begin
        self.fields = {name: _field(name) for name in FIELDS}

    def clean(self) -> dict[str, Any]:
        """Make the rule set, or say at its field why these values do not make one."""
        asked = super().clean() or {}
        if not self.errors:
            try:
                self.rules = from_values(_meant(asked), key=self.rules.key)
            except BadRules as refusal:
                self.add_error(str(refusal.params["field"]), fault(refusal))
        return asked

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields under their headings."""
        return [(str(title), [self[name] for name in names]) for title, names in GROUPS]


def _typed(rules: RuleSet) -> dict[str, Any]:
    """Return the values as a form shows them: a cost is a number of points without a sign."""
    values = values_of(rules)
    cost = values["max_set"]
    shown = {name: _text(value) if name in CHOICES else value for name, value in values.items()}
    return shown | {"max_set": None if cost is None else -cost}


def _meant(asked: dict[str, Any]) -> dict[str, Any]:
    """Return what the values of the form say; the target is one of those a table may choose."""
    cost = asked["max_set"]
    targets = {asked["target"], *asked["targets_allowed"]}
    return asked | {"max_set": None if cost is None else -cost, "targets_allowed": tuple(sorted(targets))}


def _field(name: str) -> forms.Field:
    """Return what asks for a field of a rule set."""
    words: dict[str, Any] = {"label": LABELS[name], "help_text": EXPLANATIONS.get(name, "")}
    if name in CHOICES:
        return _choice(CHOICES[name], words)
    if name == "targets_allowed":
        wrong = {"invalid": _("Whole numbers with commas between them.")}
        return TargetsField(required=False, error_messages=wrong, **words)
    if name in LIMITS:
        lowest, highest = LIMITS[name]
        needed = name not in NOTHING
        return forms.IntegerField(required=needed, min_value=lowest, max_value=highest, **words)
    return forms.BooleanField(required=False, **words)


def _choice(choices: Mapping[Any, Words], words: dict[str, Any]) -> forms.Field:
    """Return what asks for one of several things, all of them in view."""
    values = {_text(value): value for value in choices}
    return forms.TypedChoiceField(
        choices=[(_text(value), said) for value, said in choices.items()],
        coerce=values.__getitem__,
        empty_value=None,
        required="" not in values,
        widget=forms.RadioSelect,
        **words,
    )


def _text(value: Any) -> str:
    """Return a choice as a form sends it."""
    if value is None:
        return ""
    return value.letter if isinstance(value, Suit) else str(value)


MINE: Final = "-"
"""Whose rules they are when they are no club's: no address of a club is this."""


class NamingForm(forms.Form):
    """What house rules are called, and whose they are."""

    name = forms.CharField(label=_("Name of the rules"), max_length=LONGEST)
    club = forms.ChoiceField(label=_("Whose rules"), widget=forms.RadioSelect, initial=MINE)

    def __init__(
        self,
        data: Any = None,
        *,
        begin: Mapping[str, str] | None = None,
        clubs: Iterable[Club] = (),
    ) -> None:
        """Offer the clubs whose rules they may become; without any, they stay whose they are."""
        super().__init__(data, initial=dict(begin or {}))
        self._clubs = {club.slug: club for club in clubs}
        choice = self.fields["club"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [(MINE, _("Mine alone")), *((slug, club.name) for slug, club in self._clubs.items())]
        if not self._clubs:
            del self.fields["club"]

    def clean_name(self) -> str:
        """Return the name in its one stored form."""
        return cleaned_name(self.cleaned_data["name"], longest=LONGEST)

    @property
    def club_chosen(self) -> Club | None:
        """The club whose rules they become, None where they are one person's."""
        return self._clubs.get(self.cleaned_data.get("club", MINE))


class RulesFileForm(forms.Form):
    """A rule set as JSON, as a file or pasted. When the form is valid, ``rules`` is what it says."""

    rules: RuleSet

    file = forms.FileField(label=_("JSON file"), required=False)
    text = forms.CharField(
        label=_("or paste the JSON"),
        required=False,
        max_length=LARGEST_BYTES,
        widget=forms.Textarea({"rows": 8, "dir": "ltr"}),
    )

    def clean(self) -> dict[str, Any]:
        """Read the rule set, or say which field is at fault and why."""
        asked = super().clean() or {}
        if not self.errors:
            try:
                self.rules = RuleSet.from_json(_content(asked))
            except BadRules as refusal:
                raise ValidationError(sentence(refusal), code=refusal.code) from refusal
        return asked


def _content(asked: dict[str, Any]) -> str:
    uploaded = asked.get("file")
    if not uploaded:
        return str(asked["text"])
    content: bytes = uploaded.read(LARGEST_BYTES)
    return content.decode("utf-8", errors="replace")
