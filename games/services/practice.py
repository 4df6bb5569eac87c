"""A table with three bots, for anybody, at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from games.bot_names import bot_names
from games.bots import BOTS
from games.dealing import Stream
from games.models import Match, Table, User
from games.permissions import Visitor
from games.rules import Refusal, RuleSet
from games.services import house_rules, opening, tables
from games.services.clocks import TablePolicy
from games.services.opening import SeatPlan, TablePlan

PLATFORM_RULES = "levantine"
"""What the platform plays where nobody has said anything else."""
OWN_SEAT = 0
STRENGTHS = tuple(name for name in ("club", "strong") if name in BOTS)
"""The bots people practise with, the weaker first."""


class NoSuchBot(Refusal):
    """There is no bot of this name that people play with."""

    code = "no_such_bot"


class TooManyTables(Refusal):
    """Somebody opens tables faster than anybody plays."""

    code = "too_many_tables"


def open_table(
    user: User,
    *,
    rules: RuleSet,
    target: int | None = None,
    bot: str = "club",
    stream: Stream,
    now: datetime,
) -> Table:
    """Return a new table where the user sits and bots have the other seats.

    The cards are dealt as soon as his page has put its part into them.

    :param bot: how strong the bots are, a name in ``STRENGTHS``.
    :raises TargetNotAllowed: when the rules are not played to this target.
    :raises NoSuchBot: when there is none of this name to play with.
    """
    if bot not in STRENGTHS:
        raise NoSuchBot(bot=bot)
    own = SeatPlan(str(user), user.pk, waits=True)
    plan = TablePlan(
        public_id=opening.public_id(stream),
        rules=rules,
        target=target,
        master=stream.bytes(32),
        seats=(own, *map(SeatPlan, bot_names(stream)[:3])),
        policy=replace(TablePolicy.practice(), bot=bot),
        is_public=False,
    )
    with transaction.atomic():
        (table,) = opening.open_tables([plan], now=now)
        tables.sit(table_id=table.pk, number=OWN_SEAT, user=user, now=now)
    return table


def usual_rules(user: Visitor, *, at_first: str = PLATFORM_RULES) -> RuleSet:
    """Return what this person practised last, in its current version.

    :param at_first: the key of what he plays who has practised nothing yet.
    """
    return house_rules.rule_set(_last_key(user) or at_first)


def _last_key(user: Visitor) -> str | None:
    if not user.is_authenticated:
        return None
    alone = Match.objects.filter(table__seats__user=user.pk, table__is_public=False)
    return alone.order_by("-pk").values_list("rules_key", flat=True).first()
