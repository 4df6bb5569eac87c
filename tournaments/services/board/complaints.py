"""Calls for the director as who plays in the pairing reads them: what was ruled, and what he may still do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import DirectorCall, Pairing
from tournaments.services import calls


@dataclass(frozen=True, slots=True)
class RulingView:
    """What a director ruled on a call: both sides read it, and one may appeal where ``may_appeal``."""

    call: int
    ruling: str
    by: str
    is_of_appeal: bool
    may_appeal: bool


@dataclass(frozen=True, slots=True)
class Complaints:
    """The calls from a pairing.

    :param rulings: what was ruled on them, the newest first.
    :param is_called: whether somebody has called, and nobody has settled it.
    :param may_call: whether he can be called from this page; a table of this site has a button of its own.
    :param is_over: whether the match is over, so that only a few minutes are left to call.
    """

    slug: str
    pairing: int
    rulings: tuple[RulingView, ...]
    is_called: bool
    may_call: bool
    is_over: bool


def complaints(pairing: Pairing, *, slug: str, now: datetime) -> Complaints:
    """Return the calls from a pairing of the tournament of this address."""
    known = calls.of_pairing(pairing.pk)
    is_open = any(one.settled_at is None for one in known)
    is_over = pairing.state == Pairing.State.DECIDED
    is_here = is_over or pairing.hall_table is not None
    return Complaints(
        slug=slug,
        pairing=pairing.pk,
        rulings=tuple(_ruling(one, is_open=is_open) for one in known if one.ruling),
        is_called=is_open,
        may_call=is_here and not is_open and calls.may_call(pairing, now=now),
        is_over=is_over,
    )


def _ruling(call: DirectorCall, *, is_open: bool) -> RulingView:
    return RulingView(
        call=call.pk,
        ruling=call.ruling,
        by=str(call.settled_by or ""),
        is_of_appeal=call.appeals_id is not None,
        may_appeal=call.may_be_appealed and not is_open,
    )
