"""Rule sets: what differs between the ways Tarneeb is played, as data.

A rule set is a value. A match freezes the one it began with, as canonical JSON with a digest, and
never looks it up again, so a later edit changes no running match. A field at its default is left
out of the JSON: a field added here later leaves the digests of the sets that do not use it alone.
The sets shipped are in ``presets``; what no set may say is in ``demands``.
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
    BidLabel,
    Direction,
    Level,
    Made,
    MadeDefenders,
    NextDealer,
    Readiness,
    SetDeclarer,
    SetDefenders,
    TrumpChoice,
)
from games.rules.errors import BadRules, BadSuit
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
    made_defenders: MadeDefenders = MadeDefenders.ZERO
    flat_points: int = 13
    kaboot: int | None = None
    max_made: int | None = None
    max_set: int | None = None
    max_set_factor: int = 1


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One way to play Tarneeb, validated when it is made.

    ``honour`` is what the king of hearts pays the side whose ace of trumps takes it, see
    ``games.rules.honour``; ``None`` where there is no such bonus.
    """

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
    no_trump: bool = False
    bid_min: int = 7
    bid_max: int = 13
    bid_label: BidLabel = BidLabel.TRICKS
    all_pass_limit: int | None = 8
    honour: int | None = None
    level: Level = Level.EXTRA_DEAL
    round_cap: int | None = None
    ready: Readiness = Readiness.TIMED
    after_match: AfterMatch = AfterMatch.UNANIMOUS_REMATCH

    def __hash__(self) -> int:
        # Of all its fields it would take longer than playing a card, and it is asked for with every card.
        return hash((self.key, self.version))

    def __post_init__(self) -> None:
        """Refuse what no match could be played by."""
        from games.rules.demands import check  # noqa: PLC0415 - demands.py is about rule sets

        check(self)

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

        :raises BadRules: naming the field and what is wrong with it.
        """
        try:
            values = json.loads(text)
        except (ValueError, RecursionError) as fault:
            raise BadRules(field="json", rule="not_json") from fault
        return cls.from_data(values)

    @classmethod
    def from_data(cls, values: object) -> Self:
        """Read a rule set from JSON values, as ``from_json`` does from text."""
        read = _checked(cls, values, "rules")
        read["score"] = ScoreTable(**_checked(ScoreTable, read["score"], "score"))
        return cls(**read)


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
    "bid_label": BidLabel,
    "level": Level,
    "ready": Readiness,
    "after_match": AfterMatch,
    "made": Made,
    "made_defenders": MadeDefenders,
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
        raise BadRules(field=whole, rule="not_an_object")
    known = {field.name: field.default is MISSING for field in fields(shape)}
    for name in sorted(name for name, needed in known.items() if needed and name not in values):
        raise BadRules(field=name, rule="missing")
    for name in sorted(map(str, set(values) - set(known))):
        raise BadRules(field=name, rule="unknown")
    return {name: _read(name, value) for name, value in values.items()}


def _read(name: str, value: object) -> Any:
    reader = _READ.get(name)
    try:
        return reader(value) if reader else value
    except (ValueError, TypeError, BadSuit) as fault:
        raise BadRules(field=name, rule="not_a_choice") from fault


@lru_cache(maxsize=256)
def _digest(rules: RuleSet) -> str:
    return sha256(rules.to_json().encode()).hexdigest()
