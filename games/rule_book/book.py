"""The whole book of a rule set, the comparison of several, and the rules as a match is played by them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext

from games.rule_names import rules_name
from games.rules import RuleSet

from .advice import questions, tips
from .comparing import IN_SHORT, described, side_by_side
from .ending import between, decided, match, timer
from .neighbours import other_rules
from .parts import Book, Cell, Described, Grid, Section
from .playing import auction, cards, play, players, trump
from .scoring import bonus, scoring

SECTIONS = (
    players,
    cards,
    auction,
    trump,
    play,
    scoring,
    bonus,
    match,
    between,
    timer,
    tips,
    questions,
    other_rules,
    decided,
)


def rule_book(rules: RuleSet, *, name: str = "") -> Book:
    """Return the rules in the language that is active.

    :param name: what they are called, where that is not the name of a set that is shipped.
    """
    sections = (_in_short(rules), *(section for part in SECTIONS if (section := part(rules))))
    return Book(name or rules_name(rules), rules.version, sections)


def _in_short(rules: RuleSet) -> Section:
    return Section("in-short", gettext("In short"), (Described(described(rules, IN_SHORT)),))


def as_played(rules: RuleSet, *, target: int, cap: int | None) -> RuleSet:
    """Return the rules with the target and the limit of deals of one match."""
    return replace(rules, target=target, targets_allowed=(target,), round_cap=cap)


def comparison(rule_sets: Sequence[RuleSet]) -> Grid:
    """Return what these rule sets do not all have in common, a column for each."""
    heads = (gettext("What differs"), *map(rules_name, rule_sets))
    rows = tuple(tuple(map(Cell, row)) for row in side_by_side(*rule_sets))
    return Grid("", heads, rows)
