"""The fields of a rule set as one flat list: what a form asks for and a comparison goes through.

``key`` and ``version`` are how a rule set is named, not how it is played, and are left out.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from games.rules.presets import RULESETS
from games.rules.rulesets import RuleSet, ScoreTable

_NAMES: Final = ("key", "version", "score")
_OF_RULES: Final = tuple(field.name for field in fields(RuleSet) if field.name not in _NAMES)
_OF_SCORE: Final = tuple(field.name for field in fields(ScoreTable))

FIELDS: Final = (*_OF_RULES, *_OF_SCORE)


def values_of(rules: RuleSet) -> dict[str, Any]:
    """Return the value of each field, those of the score table among them."""
    of_rules = {name: getattr(rules, name) for name in _OF_RULES}
    return of_rules | {name: getattr(rules.score, name) for name in _OF_SCORE}


def from_values(values: Mapping[str, Any], *, key: str, version: int = 1) -> RuleSet:
    """Return the rule set with these values, one for each of ``FIELDS``.

    :raises BadRules: naming the field and the rule that is broken.
    """
    score = ScoreTable(**{name: values[name] for name in _OF_SCORE})
    return RuleSet(key=key, version=version, score=score, **{name: values[name] for name in _OF_RULES})


def differences(rules: RuleSet, other: RuleSet) -> tuple[str, ...]:
    """Return the fields in which the two are not the same, in the order of ``FIELDS``."""
    mine, theirs = values_of(rules), values_of(other)
    return tuple(name for name in FIELDS if mine[name] != theirs[name])


def nearest(rules: RuleSet) -> RuleSet:
    """Return the shipped rule set that differs from this one in the fewest fields."""
    return min(RULESETS.values(), key=lambda known: len(differences(known, rules)))
