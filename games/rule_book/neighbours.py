"""How a rule set differs from others: those offered, compared by their values, and those that are not."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rule_names import rules_name
from games.rules import FAMILIES, RULESETS, RuleSet, differences, nearest

from .comparing import side_by_side
from .parts import Block, Cell, Described, Folded, Grid, Prose, Section

RELATED = (
    (
        _("400"),
        _(
            "Partners, and hearts are always trump. There is no auction: each of the four says how many"
            " tricks he takes himself, and points are counted by player. As it is played to forty-one, some"
            " call it Tarneeb 41."
        ),
    ),
    (
        _("Egyptian, with suits bid"),
        _(
            "A bid is a number and a suit, and of equal numbers the higher suit goes before. In the Egyptian"
            " rules played here a bid is a number alone, and the trump, or none, is named after the auction."
        ),
    ),
    (
        _("Iraqi, with two packs"),
        _(
            "Played with twice as many cards. No telling of its rules that we know is complete enough to"
            " play by."
        ),
    ),
)


def neighbours(rules: RuleSet) -> list[RuleSet]:
    """Return the sets of the family and the first of each other one, the most alike first.

    House rules belong to the family of the shipped set that is nearest to them.
    """
    own = rules.key if rules.key in RULESETS else nearest(rules).key
    family = next(keys for keys in FAMILIES.values() if own in keys)
    keys = dict.fromkeys((*family, *(first for first, *_rest in FAMILIES.values())))
    others = [RULESETS[key] for key in keys if differences(rules, RULESETS[key])]
    return sorted(others, key=lambda other: len(differences(rules, other)))


def other_rules(rules: RuleSet) -> Section:
    """Return how the rule set differs from its neighbours, and which games are not offered."""
    intro = gettext(
        "A name says little: more than one game is played to forty-one points. This is what differs:"
    )
    blocks: tuple[Block, ...] = (
        Prose(intro),
        *(_compared(rules, other) for other in neighbours(rules)),
        Prose(gettext("Not offered here are these:")),
        Described(_related()),
    )
    return Section("other-rules", gettext("Other rules"), blocks)


def _compared(rules: RuleSet, other: RuleSet) -> Folded:
    title = gettext("Compared with “%(name)s”") % {"name": rules_name(other)}
    heads = (gettext("What differs"), gettext("Here"), gettext("There"))
    rows = tuple(tuple(map(Cell, row)) for row in side_by_side(rules, other))
    return Folded(title, (Grid("", heads, rows),))


def _related() -> tuple[tuple[str, str], ...]:
    return tuple((str(name), str(text)) for name, text in RELATED)
