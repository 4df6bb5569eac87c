"""What is done to one entry, by the names under which pages and the API ask for it, and who may."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from games.permissions import Visitor, require
from games.rules import Refusal
from tournaments.models import Entry, Tournament
from tournaments.permissions import may_direct, may_score

from . import check_in, departures, entries, fees

Act = Callable[..., None]
"""Takes ``entry``, ``author`` and ``now``."""

AT_THE_DESK: Mapping[str, Act] = {
    "check_in": check_in.check_in,
    "undo_check_in": check_in.undo,
    "paid": partial(fees.settle_fee, to=Entry.Fee.PAID),
    "waived": partial(fees.settle_fee, to=Entry.Fee.WAIVED),
    "due": partial(fees.settle_fee, to=Entry.Fee.DUE),
}
"""What every member of the staff does."""
BY_THE_DIRECTOR: Mapping[str, Act] = {
    "accept": entries.accept,
    "decline": entries.decline,
    "promote": entries.promote,
    "withdraw": departures.withdraw,
    "disqualify": departures.disqualify,
    "reinstate": departures.reinstate,
}
"""What only a director does."""


class NoSuchAct(Refusal):
    """Nothing of this name is done to an entry."""

    code = "no_such_act"


def allowed(name: str, user: Visitor, tournament: Tournament) -> Act:
    """Return what is done under this name, to whoever may do it.

    :raises SignInFirst: for a visitor the site does not know.
    :raises NotAllowed: for who may not.
    :raises NoSuchAct: when nothing has this name.
    """
    if name in AT_THE_DESK:
        require(may_score, user, tournament)
        return AT_THE_DESK[name]
    require(may_direct, user, tournament)
    if name not in BY_THE_DIRECTOR:
        raise NoSuchAct(act=name[:20])
    return BY_THE_DIRECTOR[name]
