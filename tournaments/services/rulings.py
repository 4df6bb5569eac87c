"""What a director decides where no match did: replay, walkover, double walkover, lot.

A ruling is a report like the table's: it is added, the table's report stays. Walkovers may also be
given while a table waits for somebody who does not come; a lot and a replay only after a match
that decided nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.dealing import Stream
from games.rules import Refusal
from tournaments.models import Action, Pairing, Report

from .actions import Author, acting
from .books import touch_round
from .calling import begin_another
from .changes import Changes
from .replays import let_play_on

SEED_BYTES = 16


class NothingToSettle(Refusal):
    """The director has nothing to decide here: the pairing is decided, or still being played."""

    code = "nothing_to_settle"


class WinnerMissing(Refusal):
    """A walkover names the side that goes on."""

    code = "winner_missing"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the director chose; ``winner`` is the number of a side, for a walkover."""

    kind: Report.Kind
    winner: int | None = None


def settle(*, pairing_id: int, ruling: Ruling, author: Author, now: datetime, stream: Stream) -> None:
    """Carry a ruling out.

    :raises NothingToSettle: when this ruling cannot be given as things stand.
    :raises WinnerMissing: for a walkover to nobody.
    """
    if ruling.kind == Report.Kind.WALKOVER and ruling.winner not in (0, 1):
        raise WinnerMissing()
    pairing = Pairing.objects.select_related("round__stage", "table").get(pk=pairing_id)
    verb = Action.Verb(ruling.kind.value)
    with acting(pairing.round.stage.tournament_id, verb, author, now=now) as account:
        changes = Changes()
        facts = _RULINGS[ruling.kind](pairing, ruling, changes, now, stream)
        let_play_on(pairing, changes)
        report = Report.objects.create(
            pairing=pairing, kind=ruling.kind, by_id=author.user_id, data=facts, at=now
        )
        account.before = {"pairing": pairing.pk, "state": pairing.state}
        account.after = {"pairing": pairing.pk, "reports": [report.pk]} | facts
        changes.tell(account)
        touch_round(pairing.round_id)


def _replay(
    pairing: Pairing, _ruling: Ruling, changes: Changes, now: datetime, stream: Stream
) -> dict[str, Any]:
    _claim(pairing, (Pairing.State.VOID,), changes, state=Pairing.State.CALLED)
    if pairing.table is None or pairing.hall_table is not None:
        return {"hall_table": pairing.hall_table}
    begin_another(pairing.table, now=now, stream=stream)
    return {"table": pairing.table.public_id}


def _walkover(
    pairing: Pairing, ruling: Ruling, changes: Changes, _now: datetime, _: Stream
) -> dict[str, Any]:
    return decide(pairing, _UNPLAYED, changes, by=Pairing.DecidedBy.WALKOVER, advances=ruling.winner)


def _double_walkover(
    pairing: Pairing, _ruling: Ruling, changes: Changes, _now: datetime, _: Stream
) -> dict[str, Any]:
    return decide(pairing, _UNPLAYED, changes, by=Pairing.DecidedBy.DOUBLE_WALKOVER, advances=None)


def _lot(
    pairing: Pairing, _ruling: Ruling, changes: Changes, _now: datetime, stream: Stream
) -> dict[str, Any]:
    """Draw a side. The seed is kept: ``Stream(seed).below(2)`` says the same again."""
    seed = stream.bytes(SEED_BYTES)
    drawn = Stream(seed).below(2)
    facts = decide(pairing, (Pairing.State.VOID,), changes, by=Pairing.DecidedBy.LOT, advances=drawn)
    return facts | {"seed": seed.hex()}


_UNPLAYED = (Pairing.State.VOID, Pairing.State.CALLED, Pairing.State.POSTPONED)
_RULINGS: Mapping[Report.Kind, Callable[[Pairing, Ruling, Changes, datetime, Stream], dict[str, Any]]] = {
    Report.Kind.REPLAY: _replay,
    Report.Kind.WALKOVER: _walkover,
    Report.Kind.DOUBLE_WALKOVER: _double_walkover,
    Report.Kind.LOT: _lot,
}


def decide(
    pairing: Pairing,
    states: tuple[Pairing.State, ...],
    changes: Changes,
    *,
    by: Pairing.DecidedBy,
    advances: int | None,
) -> dict[str, Any]:
    """Decide a pairing in one of these states without a match, and close its table.

    :raises NothingToSettle: when it is in another state by now.
    """
    _claim(pairing, states, changes, state=Pairing.State.DECIDED, decided_by=by, advances=advances)
    if pairing.table_id is not None:
        changes.close_tables([pairing.table_id])
    return {"advances": advances}


def _claim(pairing: Pairing, states: tuple[Pairing.State, ...], changes: Changes, **values: Any) -> None:
    unsettled = Pairing.objects.filter(pk=pairing.pk, state__in=states)
    if not unsettled.exists():  # nobody else can write it meanwhile: the tournament's row is held
        raise NothingToSettle(pairing=pairing.number)
    changes.update(unsettled, **values)
