"""Rule sets to choose from, each in one line, and two of them side by side; what templates read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games import rule_names
from games.models import SavedRules
from games.rule_words import LABELS, said
from games.rules import (
    FAMILIES,
    RULESETS,
    AllPass,
    BidLabel,
    Made,
    RuleSet,
    Seating,
    TrumpChoice,
    WorkedDeal,
    differences,
    values_of,
    worked_deals,
)

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words


@dataclass(frozen=True, slots=True)
class Choice:
    """A rule set to choose: its key, what people call it, and what it is in one line."""

    key: str
    name: str
    line: str
    target: int
    targets: tuple[int, ...]
    seating: Seating
    saved: SavedRules | None = None


@dataclass(frozen=True, slots=True)
class Family:
    """Rule sets that people know under one name."""

    name: str
    choices: tuple[Choice, ...]


def shipped() -> list[Family]:
    """Return the rule sets that are shipped, by family."""
    return [
        Family(
            str(rule_names.FAMILIES[key]),
            tuple(_choice(RULESETS[one], str(rule_names.NAMES[one])) for one in keys),
        )
        for key, keys in FAMILIES.items()
    ]


def chosen_from(rows: Iterable[SavedRules]) -> list[Choice]:
    """Return house rules as choices."""
    return [_choice(row.rules, row.name, row) for row in rows]


def _choice(rules: RuleSet, name: str, saved: SavedRules | None = None) -> Choice:
    return Choice(
        key=rules.key,
        name=name,
        line=summary(rules),
        target=rules.target,
        targets=rules.targets_allowed,
        seating=rules.seating,
        saved=saved,
    )


def summary(rules: RuleSet) -> str:
    """Return what a rule set is in one line."""
    alone = rules.seating is Seating.SOLO
    facts = [
        _("everybody for himself") if alone else _("two against two"),
        _("to %(target)s") % {"target": rules.target},
        _trump(rules),
        _made(rules),
        rules.all_pass is AllPass.DEALER_FORCED and _("the dealer has to bid"),
        rules.honour is not None and _("the king of hearts pays"),
        rules.bid_label is BidLabel.OVER_SIX and _("bids are said as 1 to 7"),
    ]
    return " · ".join(fact for fact in facts if fact)


def _trump(rules: RuleSet) -> str:
    if rules.trump is TrumpChoice.FIXED:
        return _("%(suit)s always trump") % {"suit": said("fixed_trump", rules.fixed_trump)}
    return _("any suit or no trump") if rules.no_trump else _("any suit as trump")


def _made(rules: RuleSet) -> str:
    score = rules.score
    if score.made is Made.FLAT:
        return _("a contract pays %(points)s") % {"points": score.flat_points}
    return _("a contract pays the bid") if score.made is Made.BID else _("a contract pays its tricks")


WORKED: Final[Mapping[str, Words]] = {
    "made": pgettext_lazy("contract", "Made"),
    "kaboot": gettext_lazy("Kaboot: all thirteen tricks"),
    "set": pgettext_lazy("contract", "Set"),
    "highest_made": gettext_lazy("The highest bid, made"),
    "highest_set": gettext_lazy("The highest bid, set"),
    "honour": gettext_lazy("Made, with the king of hearts"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A worked deal, and the same one ``before``: under other rules, None where they have none such."""

    deal: WorkedDeal
    name: str
    before: WorkedDeal | None

    @property
    def changed(self) -> bool:
        """Whether it is another deal, or pays anything else."""
        return self.deal != self.before

    @property
    def tricks(self) -> list[str]:
        """Each of the thirteen tricks: whose it is, and where the bid is made."""
        sides = ["us" if number <= self.deal.took else "them" for number in range(1, 14)]
        return [
            f"{side} goal" if number == self.deal.bid else side for number, side in enumerate(sides, start=1)
        ]


@dataclass(frozen=True, slots=True)
class Difference:
    """A field in which two rule sets are not the same, and what it says in each."""

    field: str
    label: str
    now: str
    before: str


def worked_lines(rules: RuleSet, other: RuleSet) -> list[Line]:
    """Return the worked deals of a rule set, each beside that of the other."""
    known = {deal.name: deal for deal in worked_deals(other)}
    return [Line(deal, str(WORKED[deal.name]), known.get(deal.name)) for deal in worked_deals(rules)]


def told_apart(rules: RuleSet, other: RuleSet) -> Iterator[Difference]:
    """Yield a line for each field in which the two are not the same."""
    mine, theirs = values_of(rules), values_of(other)
    for field in differences(rules, other):
        yield Difference(field, str(LABELS[field]), said(field, mine[field]), said(field, theirs[field]))
