"""Rule sets: what differs between the ways Tarneeb is played, as data.

A rule set is a value. A match freezes the one it began with, as canonical JSON with a digest, and
never looks it up again, so a later edit changes no running match. A field at its default is left
out of the JSON: a field added here later leaves the digests of the sets that do not use it alone.
The sets shipped are in ``RULESETS``. Source: docs/rules/levantine.md.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import lru_cache
from hashlib import sha256
from typing import Any, Self

from games.rules.cards import Suit, parse_suit
from games.rules.choices import (
    AfterMatch,
    AllPass,
    AuctionShape,
    Direction,
    Level,
    Made,
    NextDealer,
    Readiness,
    SetDeclarer,
    SetDefenders,
    TrumpChoice,
)
from games.rules.errors import BadRuleSet, BadSuit
from games.rules.seats import Seating


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """What a deal pays. ``None`` where the plain rule holds.

    ``kaboot`` pays all thirteen tricks on a lower bid; ``max_made`` and ``max_set`` pay and cost a
    bid of the maximum; ``max_set_factor`` multiplies the defenders' tricks when that bid is set.
    """

    made: Made
    set_declarer: SetDeclarer
    set_defenders: SetDefenders
    flat_points: int = 13
    kaboot: int | None = None
    max_made: int | None = None
    max_set: int | None = None
    max_set_factor: int = 1


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One way to play Tarneeb, validated when it is made."""

    key: str
    version: int
    seating: Seating
    direction: Direction
    auction: AuctionShape
    all_pass: AllPass
    dealer_all_pass: NextDealer
    max_bid_closes: bool
    trump: TrumpChoice
    score: ScoreTable
    target: int
    targets_allowed: tuple[int, ...]
    fixed_trump: Suit | None = None
    bid_min: int = 7
    bid_max: int = 13
    all_pass_limit: int | None = 8
    level: Level = Level.EXTRA_DEAL
    round_cap: int | None = None
    ready: Readiness = Readiness.TIMED
    after_match: AfterMatch = AfterMatch.UNANIMOUS_REMATCH

    def __post_init__(self) -> None:
        """Refuse what no match could be played by."""
        for name, holds in _DEMANDS.items():
            if not holds(self):
                raise BadRuleSet(field=name)

    @property
    def digest(self) -> str:
        """The SHA-256 of the canonical JSON, in hexadecimal."""
        return _digest(self)

    def to_data(self) -> dict[str, Any]:
        """Return the rule set as JSON values, without the fields at their defaults."""
        values: dict[str, Any] = _plain(self)
        return values

    def to_json(self) -> str:
        """Return the canonical JSON: keys in order, no spaces."""
        return json.dumps(self.to_data(), sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read a rule set back.

        :raises BadRuleSet: naming the field that is missing, unknown or out of its range.
        """
        try:
            values = json.loads(text)
        except (ValueError, RecursionError) as fault:
            raise BadRuleSet(field="json") from fault
        return cls.from_data(values)

    @classmethod
    def from_data(cls, values: object) -> Self:
        """Read a rule set from JSON values, as ``from_json`` does from text."""
        read = _checked(cls, values, "rules")
        score = read.get("score")
        read["score"] = ScoreTable(**_checked(ScoreTable, score, "score"))
        return cls(**read)


@dataclass(frozen=True, slots=True)
class Duration:
    """How long matches of a rule set are, from simulated play: a first guess for a schedule."""

    mean_deals: float
    most_deals: int
    mean_actions: int


def _is_number(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _is_choice(number: object, low: int, high: int) -> bool:
    return number is None or _is_number(number, low, high)


def _score_is_sound(score: ScoreTable) -> bool:
    figures = (score.kaboot, score.max_made, score.max_set)
    return (
        isinstance(score, ScoreTable)
        and _is_number(score.flat_points, 1, 100)
        and _is_number(score.max_set_factor, 1, 4)
        and all(_is_choice(figure, -100, 100) for figure in figures)
    )


def _targets_are_sound(rules: RuleSet) -> bool:
    allowed = rules.targets_allowed
    return rules.target in allowed and all(_is_number(target, 1, 1000) for target in allowed)


_DEMANDS: Mapping[str, Callable[[RuleSet], bool]] = {
    "key": lambda rules: isinstance(rules.key, str) and 0 < len(rules.key) <= 40,
    "version": lambda rules: _is_number(rules.version, 1, 10**6),
    "bid_max": lambda rules: _is_number(rules.bid_max, 1, 13),
    "bid_min": lambda rules: _is_number(rules.bid_min, 1, rules.bid_max),
    "max_bid_closes": lambda rules: type(rules.max_bid_closes) is bool,
    "fixed_trump": lambda rules: (rules.trump is TrumpChoice.FIXED) == isinstance(rules.fixed_trump, Suit),
    # With re-entry nobody is ever the last one who may still bid, so nobody can be forced.
    "all_pass": lambda rules: rules.all_pass is AllPass.REDEAL or rules.auction is not AuctionShape.REENTRY,
    "all_pass_limit": lambda rules: _is_choice(rules.all_pass_limit, 1, 1000),
    "score": lambda rules: _score_is_sound(rules.score),
    "targets_allowed": _targets_are_sound,
    "round_cap": lambda rules: _is_choice(rules.round_cap, 1, 1000),
}


def _targets(value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise TypeError("not a list")
    return tuple(value)


_READ: Mapping[str, Callable[[Any], Any]] = {
    "seating": Seating,
    "direction": Direction,
    "auction": AuctionShape,
    "all_pass": AllPass,
    "dealer_all_pass": NextDealer,
    "trump": TrumpChoice,
    "fixed_trump": parse_suit,
    "level": Level,
    "ready": Readiness,
    "after_match": AfterMatch,
    "made": Made,
    "set_declarer": SetDeclarer,
    "set_defenders": SetDefenders,
    "targets_allowed": _targets,
}


def _plain(value: Any) -> Any:
    """Return JSON values for a rule set, a score table or what they hold."""
    if isinstance(value, RuleSet | ScoreTable):
        held = {field.name: (getattr(value, field.name), field.default) for field in fields(value)}
        return {name: _plain(mine) for name, (mine, default) in held.items() if mine != default}
    if isinstance(value, Suit):
        return value.letter
    return list(value) if isinstance(value, tuple) else value


def _checked(shape: type[Any], values: object, whole: str) -> dict[str, Any]:
    """Return ``values`` read for the fields of ``shape``, each known and none missing."""
    if not isinstance(values, Mapping):
        raise BadRuleSet(field=whole)
    known = {field.name: field.default is MISSING for field in fields(shape)}
    missing = {name for name, needed in known.items() if needed and name not in values}
    for name in sorted(missing | (set(values) - set(known))):
        raise BadRuleSet(field=name)
    return {name: _read(name, value) for name, value in values.items()}


def _read(name: str, value: object) -> Any:
    reader = _READ.get(name)
    try:
        return reader(value) if reader else value
    except (ValueError, TypeError, BadSuit) as fault:
        raise BadRuleSet(field=name) from fault


@lru_cache(maxsize=256)
def _digest(rules: RuleSet) -> str:
    return sha256(rules.to_json().encode()).hexdigest()


LEVANTINE = RuleSet(
    key="levantine",
    version=1,
    seating=Seating.PAIRS,
    direction=Direction.COUNTERCLOCKWISE,
    auction=AuctionShape.REENTRY,
    all_pass=AllPass.REDEAL,
    dealer_all_pass=NextDealer.NEXT,
    max_bid_closes=False,
    trump=TrumpChoice.DECLARER,
    score=ScoreTable(
        made=Made.BID,
        set_declarer=SetDeclarer.MINUS_BID,
        set_defenders=SetDefenders.TRICKS,
    ),
    target=31,
    targets_allowed=(31,),
    round_cap=50,
)

RULESETS: Mapping[str, RuleSet] = {LEVANTINE.key: LEVANTINE}

DURATIONS: Mapping[str, Duration] = {LEVANTINE.key: Duration(mean_deals=8.3, most_deals=22, mean_actions=484)}
