"""Making a tournament, importing its pairs, and finding a seat by six digits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import BadName, clean_name
from games.rule_names import FAMILIES as FAMILY_NAMES
from games.rule_names import NAMES
from games.rules import FAMILIES, Refusal
from games.services import house_rules
from games.services.clocks import TablePolicy
from tournaments.formats import BEST_OF
from tournaments.models import Club, Stage
from tournaments.sentences import sentence
from tournaments.services import house_rules as club_rules
from tournaments.services import planning
from tournaments.services.entry_list import LARGEST_BYTES
from tournaments.services.planning import LONGEST_NAME, Plan

from .formats import POINTS, FormatForm

MOST_DEALS = 200
LONGEST_MINUTES = 600
FIELD_AT_FAULT = {
    "target_not_allowed": "target",
    "cap_not_allowed": "cap",
    "cap_often_level": "cap",
    "best_of_not_allowed": "best_of",
}


OFTEN_LEVEL = _(
    "Under these rules about %(share)s of 100 matches of %(cap)s deals end level, and the last deal decides"
    " who goes on."
)
MEETINGS = (_("one match"), _("the best of 3 games"), _("the best of 5 games"), _("the best of 7 games"))
WATCHING = (
    ("behind", _("One deal behind the table")),
    ("live", _("Live, without hands")),
    ("none", pgettext_lazy("spectators", "None")),
)
"""Who may watch the tables, and when."""
REPORTING = (("players", _("Players and scorers")), ("scorers", _("Scorers only")))


FIRST = ("name", "club", "rules", "format", "place")
"""What every director says; the rest is asked under a heading each, folded with what holds otherwise."""
HEADINGS: tuple[tuple[str | Promise, str | Promise, tuple[str, ...]], ...] = (
    (
        _("Rounds, groups, and a knockout after them"),
        _("As many rounds as the format needs; everybody in one field."),
        ("rounds", "groups", "qualifiers", "third_place", "consolation"),
    ),
    (
        _("Table points and tie-breaks"),
        _("2 for a win, 1 for a draw; the format's usual tie-breaks."),
        (*POINTS, "tie_breaks"),
    ),
    (
        _("How long a match is"),
        _("One match, as long as the rules say."),
        ("target", "cap", "keep_cap", "best_of"),
    ),
    (
        _("Times"),
        _("You start the first round; a round has no clock."),
        ("starts_at", "zone", "round_minutes"),
    ),
    (
        _("Results from the hall"),
        _("Players and scorers say how a match ended."),
        ("reporting", "confirm_minutes"),
    ),
    (
        _("Tables of this site"),
        _("No bots; spectators are one deal behind."),
        ("bots", "watching"),
    ),
)


@dataclass(frozen=True, slots=True)
class Heading:
    """Some of a form's fields under a title. ``usual`` says what holds where nothing is chosen."""

    title: str | Promise
    usual: str | Promise
    asked: tuple[forms.BoundField, ...]
    is_open: bool

    @property
    def points(self) -> list[forms.BoundField]:
        """Those that ask for table points, which stand side by side."""
        return [field for field in self.asked if field.name in POINTS]

    @property
    def fields(self) -> list[forms.BoundField]:
        """All others."""
        return [field for field in self.asked if field.name not in POINTS]


class TournamentForm(FormatForm):
    """What a director wants of a new tournament: a few things first, all else as is usual."""

    field_order = FIRST
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    club: forms.ModelChoiceField[Club] = forms.ModelChoiceField(
        queryset=None, label=_("Club"), empty_label=None
    )
    rules = forms.ChoiceField(
        label=_("Rules"),
        help_text=_("Solo rules go with Solo tables of four, all others with every other format."),
    )
    target = forms.IntegerField(
        label=_("Points that win the match"),
        required=False,
        min_value=1,
        help_text=_("Empty for the rules' own."),
    )
    starts_at = forms.DateTimeField(
        label=_("First round starts by itself at"),
        required=False,
        help_text=_("Leave it empty to start the first round yourself."),
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    zone = forms.ChoiceField(label=_("Time zone"), initial="UTC")
    cap = forms.IntegerField(
        label=_("Most scored deals of a match"),
        required=False,
        min_value=1,
        max_value=MOST_DEALS,
        help_text=_(
            "Empty for the rules' own. A match that ends level goes to the side that gained in its last deal."
        ),
    )
    keep_cap = forms.BooleanField(label=_("Play so few deals all the same"), required=False)
    best_of = forms.TypedChoiceField(
        label=_("Two sides meet for"),
        choices=list(zip(BEST_OF, MEETINGS, strict=True)),
        coerce=int,
        required=False,
        help_text=_(
            "Of several games, each is a match by these rules. Who wins most goes on; a level game counts"
            " a half for each side, and level in games, the last game decides."
        ),
    )
    round_minutes = forms.IntegerField(
        label=_("Minutes of a round, then no new deal"),
        required=False,
        min_value=1,
        max_value=LONGEST_MINUTES,
    )
    place = forms.ChoiceField(label=_("Where it is played"), choices=Stage.Place.choices, required=False)
    reporting = forms.ChoiceField(
        label=_("Who says how a match in the hall ended"),
        choices=REPORTING,
        required=False,
        help_text=_("What both sides say counts at once. Where they contradict each other, you decide."),
    )
    confirm_minutes = forms.IntegerField(
        label=_("Minutes after which silence is agreement"),
        required=False,
        min_value=1,
        max_value=LONGEST_MINUTES,
        help_text=_(
            "Only if the other side was shown the result, and never in a dispute. Empty: both have to speak."
        ),
    )
    bots = forms.BooleanField(label=_("Bots play the seats nobody takes"), required=False)
    watching = forms.ChoiceField(
        label=_("Spectators"),
        choices=WATCHING,
        initial="behind",
        required=False,
        help_text=_("Nobody who watches sees a card before it is played, whichever you choose."),
    )

    def __init__(self, *args: Any, clubs: QuerySet[Club], **kwargs: Any) -> None:
        """Offer the clubs in which the one who asks may make tournaments, and their house rules."""
        super().__init__(*args, **kwargs)
        choice, rules, zones = self.fields["club"], self.fields["rules"], self.fields["zone"]
        assert isinstance(choice, forms.ModelChoiceField)
        assert isinstance(rules, forms.ChoiceField)
        assert isinstance(zones, forms.ChoiceField)
        choice.queryset = clubs
        choice.initial = first = clubs.first()
        rules.choices = list(_rules_to_choose(clubs))
        rules.initial = first and first.rules
        if not self.is_bound:  # it is asked of who has been told what so few deals do
            del self.fields["keep_cap"]
        zones.choices = [(zone, zone) for zone in sorted(available_timezones())]
        zones.initial = first and _zone_of(first)

    @property
    def first(self) -> list[forms.BoundField]:
        """The fields that are always in sight."""
        return [self[name] for name in FIRST]

    @property
    def headings(self) -> Iterator[Heading]:
        """All other fields; those are open in which something was chosen, or is wrong."""
        for title, usual, names in HEADINGS:
            here = [name for name in names if name in self.fields]
            is_open = any(name in self.errors or self._was_chosen(name) for name in here)
            yield Heading(title, usual, tuple(self[name] for name in here), is_open)

    def _was_chosen(self, name: str) -> bool:
        return self.is_bound and self._is_chosen(name, self.cleaned_data.get(name))

    def clean_name(self) -> str:
        """Return the name in its one stored form."""
        try:
            return clean_name(self.cleaned_data["name"], longest=LONGEST_NAME)
        except BadName as refusal:
            raise ValidationError(sentence(refusal), code=refusal.code) from refusal

    def clean(self) -> dict[str, Any]:
        """Refuse what could not be played, at its field, and warn once of what seldom decides."""
        asked = super().clean() or {}
        share = 0.0 if self.errors else self._level_share(asked)
        if not share and not asked.get("keep_cap"):
            del self.fields["keep_cap"]
        if share and not asked["keep_cap"]:
            told = {"cap": asked["cap"], "share": round(100 * share)}
            self.add_error("cap", ValidationError(OFTEN_LEVEL % told, code="often_level"))
        return asked

    def _level_share(self, asked: Mapping[str, Any]) -> float:
        """Return the share of matches that the cap leaves level; 0 for what is refused."""
        try:
            club_rules.check_its_own(club=asked["club"], key=asked["rules"])
            return planning.level_share(self.plan)
        except Refusal as refusal:
            self.add_error(FIELD_AT_FAULT.get(refusal.code, "rules"), sentence(refusal))
            return 0.0

    @property
    def plan(self) -> Plan:
        """What the director wants, for ``planning.create_tournament``."""
        asked = self.cleaned_data
        start: datetime | None = asked["starts_at"]
        minutes: int | None = asked["round_minutes"]
        return Plan(
            name=asked["name"],
            rules=house_rules.rule_set(asked["rules"]),
            format=asked["format"],
            options=self.options,
            groups=asked["groups"] or 1,
            then=self.then,
            target=asked["target"],
            cap=asked["cap"],
            best_of=asked["best_of"] or 1,
            place=Stage.Place(asked["place"] or Stage.Place.ONLINE),
            players_report=asked["reporting"] != "scorers",
            confirm_seconds=asked["confirm_minutes"] and asked["confirm_minutes"] * 60,
            wall_start=start.replace(tzinfo=None) if start else None,
            zone=asked["zone"],
            policy=replace(
                TablePolicy.people(bots_after=BOTS_AFTER if asked["bots"] else None),
                spectators="none" if asked["watching"] == "none" else "all",
                deals_behind=0 if asked["watching"] == "live" else 1,
            ),
            round_seconds=minutes * 60 if minutes else None,
        )


def _zone_of(club: Club) -> str:
    """Return the zone of the tournament that a club made last."""
    zones = club.tournaments.order_by("-pk").values_list("zone", flat=True)
    return zones.first() or "UTC"


def _rules_to_choose(clubs: QuerySet[Club]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the rule sets under headings: each club's own, then those shipped."""
    rows = club_rules.of_clubs(clubs)
    for club in clubs:
        own = [(row.key, row.name) for row in rows[club.pk]]
        if own:
            yield club.name, own
    for family, keys in FAMILIES.items():
        yield str(FAMILY_NAMES[family]), [(key, str(NAMES[key])) for key in keys]


BOTS_AFTER = 120.0
"""Seconds that people have to come to their table before bots take the seats left empty."""


class ImportForm(forms.Form):
    """A list of pairs, as a file or pasted."""

    file = forms.FileField(label=_("CSV file"), required=False)
    text = forms.CharField(
        label=_("or paste the list"),
        required=False,
        max_length=LARGEST_BYTES,
        widget=forms.Textarea({"rows": 10, "dir": "auto"}),
    )

    def clean(self) -> dict[str, Any]:
        """Ask for one of the two."""
        asked = super().clean() or {}
        if not asked.get("file") and not asked.get("text"):
            raise ValidationError(_("Choose a file or paste the list."))
        return asked

    @property
    def content(self) -> bytes | str:
        """The list as it came, of a file no more than a list may have."""
        uploaded = self.cleaned_data.get("file")
        if not uploaded:
            return str(self.cleaned_data["text"])
        found: bytes = uploaded.read(LARGEST_BYTES + 1)
        return found


class SeatCodeForm(forms.Form):
    """The six digits of a seat slip."""

    code = forms.RegexField(
        label=_("Code"),
        regex=r"^\s*\d{6}\s*$",
        error_messages={"invalid": _("A code has six digits.")},
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "one-time-code", "dir": "ltr"}),
    )

    def clean_code(self) -> str:
        """Return the digits, whichever keyboard typed them."""
        return "".join(str(int(digit)) for digit in self.cleaned_data["code"].strip())
