"""Who played for an entry in a round, where that has changed since."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.models import Entry, Pairing, Substitution

Moment = tuple[int, int]
"""A round: the position of its stage, and its number."""


@dataclass(frozen=True, slots=True)
class Change:
    """One who took another's place from a moment on."""

    since: Moment
    position: int
    leaves: str


@dataclass(frozen=True, slots=True)
class Lineups:
    """The changes of each entry, the latest first."""

    changes: Mapping[int, Sequence[Change]] = field(default_factory=dict)

    def players(self, entry: int, today: tuple[str, ...], at: Moment) -> tuple[str, ...]:
        """Return who played for an entry in a round, given who plays for it today."""
        then = list(today)
        for change in self.changes.get(entry, ()):
            if change.since > at:
                then[change.position] = change.leaves
        return tuple(then)

    def of(self, entry: Entry, at: Moment) -> tuple[str, ...]:
        """Return who played for an entry in a round; its players are loaded."""
        return self.players(entry.pk, _players(entry), at)

    def name(self, entry: Entry, at: Moment) -> str:
        """Return what an entry was called in a round; its players are loaded."""
        return named_then(entry.name, _players(entry), self.of(entry, at))


def _players(entry: Entry) -> tuple[str, ...]:
    return tuple(member.player.name for member in entry.members.all())


def named_then(name: str, today: tuple[str, ...], then: tuple[str, ...]) -> str:
    """Return what an entry was called when others played for it: one called after its players was so then."""
    return " & ".join(then) if name == " & ".join(today) else name


def moment_of(pairing: Pairing) -> Moment:
    """Return when a pairing is played."""
    return pairing.round.stage.position, pairing.round.number


def lineups(tournament_id: int) -> Lineups:
    """Return who played when, in one statement."""
    rows = Substitution.objects.filter(entry__tournament=tournament_id, first_round__isnull=False)
    found: dict[int, list[Change]] = defaultdict(list)
    for row in rows.select_related("leaves", "first_round__stage").order_by("-pk"):
        assert row.first_round is not None  # asked for
        since = (row.first_round.stage.position, row.first_round.number)
        found[row.entry_id].append(Change(since, row.position, row.leaves.name))
    return Lineups(found)
