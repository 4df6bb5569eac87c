"""Matches that nobody came to, which the director decides in one act: all of them, or none.

Each is a double walkover, as if he had ruled on it alone. Undone, all are to be played again. Source:
docs/formats.md#who-does-not-come.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from django.db.models import F

from games.models import Seat
from games.rules import Refusal
from tournaments.formats import BRACKETS
from tournaments.models import Action, Pairing, Report, Round

from .actions import Author, acting
from .changes import Changes
from .corrections import EffectsChanged
from .penalties import ReasonMissing
from .replays import let_play_on
from .said import has_begun

TO_COME = (Pairing.State.CALLED, Pairing.State.POSTPONED)
"""The states of a match that waits for who plays it."""


class NoMatchNamed(Refusal):
    """Nothing is decided where no match is named."""

    code = "no_match_named"


class NotToCome(Refusal):
    """These ``matches`` do not wait for anybody: they are decided, or not called."""

    code = "not_to_come"


class SomeHaveBegun(Refusal):
    """In these ``matches`` cards have been played, or something has been said of the result."""

    code = "some_have_begun"


@dataclass(frozen=True, slots=True)
class NoShow:
    """A match that both its sides would lose; ``here`` are the names of those who sit at its table."""

    pairing: int
    table: int | None
    entries: tuple[int, ...]
    here: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoShows:
    """What is decided at once, in the order of the rounds; from a match of a bracket nobody goes on then."""

    matches: tuple[NoShow, ...]
    is_bracket: bool

    @property
    def summary(self) -> str:
        """A text that is the same only for the same matches with the same people there."""
        return hashlib.sha256(repr(asdict(self)).encode()).hexdigest()[:20]


def foresee(*, tournament_id: int, pairing_ids: Collection[int]) -> NoShows:
    """Return what would be decided, without deciding it.

    :raises Refusal: as ``decide``.
    """
    return _seen(_to_come(tournament_id, pairing_ids))


def decide(
    *,
    tournament_id: int,
    pairing_ids: Collection[int],
    foreseen: str | None,
    author: Author,
    now: datetime,
) -> None:
    """Let both sides of each match lose it, for neither came.

    :param foreseen: the summary of what the director was shown; unasked where ``None``.
    :raises ReasonMissing: without a reason.
    :raises NoMatchNamed: without a match.
    :raises NotToCome: when some are decided by now, or were not called.
    :raises SomeHaveBegun: when something of some has been played or said.
    :raises EffectsChanged: when somebody has come since, or a match is not there any more.
    """
    if not author.why.strip():
        raise ReasonMissing()
    with acting(tournament_id, Action.Verb.NO_SHOWS, author, now=now) as account:
        pairings, changes = _to_come(tournament_id, pairing_ids), Changes()
        if foreseen is not None and _seen(pairings).summary != foreseen:
            raise EffectsChanged()
        _write(pairings, changes)
        reports = _report(pairings, author, now)
        account.before = {"pairings": [one.pk for one in pairings]}
        account.after = account.before | {"reports": [one.pk for one in reports]}
        changes.tell(account)


def _write(pairings: Sequence[Pairing], changes: Changes) -> None:
    rows, by = Pairing.objects.filter(pk__in=[one.pk for one in pairings]), Pairing.DecidedBy.DOUBLE_WALKOVER
    changes.update(rows, state=Pairing.State.DECIDED, decided_by=by, advances=None)
    changes.close_tables(one.table_id for one in pairings if one.table_id is not None)
    _let_play_on(pairings, changes)
    Round.objects.filter(pairings__in=pairings).update(version=F("version") + 1)


def _report(pairings: Sequence[Pairing], author: Author, now: datetime) -> list[Report]:
    kind, data = Report.Kind.DOUBLE_WALKOVER, {"advances": None}
    found: list[Report] = Report.objects.bulk_create(
        Report(pairing=one, kind=kind, by_id=author.user_id, data=data, at=now) for one in pairings
    )
    return found


def _to_come(tournament_id: int, pairing_ids: Collection[int]) -> Sequence[Pairing]:
    """Return the matches, in the order of their rounds, if nobody came to any of them."""
    named = Pairing.objects.filter(round__stage__tournament=tournament_id, pk__in=pairing_ids)
    rows = named.select_related("round__stage", "table").prefetch_related(
        "sides__entry", "reports", "table__seats"
    )
    found = list(rows.order_by("round__stage__position", "round__number", "number"))
    if not pairing_ids:
        raise NoMatchNamed()
    if len(found) < len(set(pairing_ids)):
        raise EffectsChanged()
    if elsewhere := [one for one in found if one.state not in TO_COME]:
        raise NotToCome(matches=_named(elsewhere))
    if begun := [one for one in found if has_begun(one)]:
        raise SomeHaveBegun(matches=_named(begun))
    return found


def _seen(pairings: Sequence[Pairing]) -> NoShows:
    return NoShows(tuple(map(_no_show, pairings)), pairings[0].round.stage.format in BRACKETS)


def _no_show(pairing: Pairing) -> NoShow:
    entries = tuple(side.entry_id for side in pairing.sides.all())
    return NoShow(pairing.pk, pairing.table_number, entries, here_at(pairing))


def here_at(pairing: Pairing) -> tuple[str, ...]:
    """Return the names of those who sit at a match's table of this site; its seats are loaded."""
    seats = pairing.table.seats.all() if pairing.table else ()
    return tuple(seat.name for seat in seats if seat.kind == Seat.Kind.USER)


def _named(pairings: Iterable[Pairing]) -> str:
    """Return matches as a refusal names them: ``3 (Amal & Basil – Hala & Majd), 5 (…)``."""
    return ", ".join(map(_name, pairings))


def _name(pairing: Pairing) -> str:
    sides = " – ".join(side.entry.name for side in pairing.sides.all())
    return sides if pairing.table_number is None else f"{pairing.table_number} ({sides})"


def _let_play_on(pairings: Sequence[Pairing], changes: Changes) -> None:
    """Let who goes on stand where he comes, once for all: the first match is of the earliest round."""
    postponed = [one for one in pairings if one.postponed_at is not None]
    if postponed:
        let_play_on(postponed[0], changes)
