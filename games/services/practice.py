"""A table with three bots, for anybody, at once."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.dealing import Stream
from games.models import Table, User
from games.rules import RULESETS, Refusal
from games.services import tables
from games.services.clocks import TablePolicy
from games.services.tables import SeatPlan, TablePlan

RULES = "levantine"
OWN_SEAT = 0


class TooManyTables(Refusal):
    """Somebody opens tables faster than anybody plays."""

    code = "too_many_tables"


def open_table(user: User, *, stream: Stream, now: datetime) -> Table:
    """Return a new table where the user sits and bots have the other seats.

    The cards are dealt as soon as his page has put its part into them.
    """
    own = SeatPlan(str(user), user.pk, waits=True)
    plan = TablePlan(
        public_id=tables.public_id(stream),
        rules=RULESETS[RULES],
        master=stream.bytes(32),
        seats=(own, *map(SeatPlan, stream.shuffled(_bot_names())[:3])),
        policy=TablePolicy.practice(),
        is_public=False,
    )
    with transaction.atomic():
        (table,) = tables.open_tables([plan], now=now)
        tables.sit(table_id=table.pk, number=OWN_SEAT, user=user, now=now)
    return table


def _bot_names() -> list[str]:
    """Return the names bots go by, in the reader's language."""
    return [
        _("Amal"),
        _("Basil"),
        _("Dana"),
        _("Fadi"),
        _("Hala"),
        _("Jad"),
        _("Lina"),
        _("Majd"),
    ]
