"""The matches somebody has played, as his history shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.models import Match, SavedRules, Sitting
from games.rule_names import NAMES
from games.rules import SEATS
from games.table_names import kind_name


@dataclass(frozen=True, slots=True)
class PlayedSide:
    """A side of a match: who it was, its points, and whether the reader was on it."""

    name: str
    points: int
    is_mine: bool
    has_won: bool


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A line of a history.

    :param outcome: ``won``, ``lost``, ``drawn`` or ``void``, as the reader sees it.
    """

    public_id: str
    number: int
    title: str
    rules: str
    finished_at: datetime | None
    sides: tuple[PlayedSide, ...]
    outcome: str


def played(mine: Sequence[Sitting]) -> list[PlayedMatch]:
    """Return the lines of these seats, in their order, in a fixed number of queries."""
    ids = [sitting.match_id for sitting in mine]
    matches = Match.objects.filter(pk__in=ids).select_related("table").prefetch_related("sittings").in_bulk()
    names = _rules_names(matches.values())
    return [_line(matches[sitting.match_id], sitting.number, names) for sitting in mine]


Key = tuple[str, int]


def _rules_names(matches: Iterable[Match]) -> dict[Key, str]:
    """Return what the rules of these matches are called, by key and version."""
    keys = {(match.rules_key, match.rules_version) for match in matches}
    saved = SavedRules.objects.filter(key__in={key for key, _ in keys if key not in NAMES})
    names = {(key, version): name for key, version, name in saved.values_list("key", "version", "name")}
    return {key: str(NAMES[key[0]]) if key[0] in NAMES else names.get(key, key[0]) for key in keys}


def _line(match: Match, seat: int, rules: Mapping[Key, str]) -> PlayedMatch:
    names = [""] * len(SEATS)
    for sitting in match.sittings.all():
        names[sitting.number] = sitting.name
    count = len(match.totals)
    sides = tuple(_side(match, side, seat % count, names) for side in range(count))
    return PlayedMatch(
        public_id=match.table.public_id,
        number=match.number,
        title=match.table.title or kind_name(match.table),
        rules=rules[match.rules_key, match.rules_version],
        finished_at=match.finished_at,
        sides=sides,
        outcome=_outcome(match, seat % count),
    )


def _side(match: Match, side: int, mine: int, names: Sequence[str]) -> PlayedSide:
    name = " – ".join(filter(None, names[side :: len(match.totals)]))
    return PlayedSide(name, match.totals[side], side == mine, match.winner == side)


def _outcome(match: Match, mine: int) -> str:
    if match.state != Match.State.WON:
        return str(match.state)
    return "won" if match.winner == mine else "lost"
