"""Making a tournament: its stage freezes the rules it will be played by."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from games.models import clean_name
from games.rules import RULESETS, SEATS, Position, Refusal, RuleSet, Seating
from games.services.clocks import TablePolicy
from tournaments.formats import BEST_OF, caps
from tournaments.models import Action, Club, Stage, Tournament
from tournaments.state import read_options, shape_of

from .actions import Author, acting
from .walls import moment_of, zone_of

LONGEST_NAME = 80


class NotForPairs(Refusal):
    """These rules have nobody play with a partner, and the tournament is for pairs."""

    code = "not_for_pairs"


class NotForSolo(Refusal):
    """Four play alone at these tables, and the rules know partners."""

    code = "not_for_solo"


class BestOfNotAllowed(Refusal):
    """A pairing is played over 1, 3, 5 or 7 games, in Solo over one."""

    code = "best_of_not_allowed"


@dataclass(frozen=True, slots=True)
class NextStage:
    """A stage after the first: its format, and how many of the best come into it; ``None`` for all."""

    format: str
    takes: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a director wants: ``wall_start`` is the time on the club's wall, in ``zone``.

    ``target`` and ``cap`` are the rule set's own when ``None``; ``best_of`` games make a pairing.
    ``options`` and ``groups`` are those of the first stage; ``then`` are the stages after it, under the
    same rules.
    """

    name: str
    rules: RuleSet = RULESETS["levantine"]
    format: str = "knockout"
    options: Mapping[str, Any] = field(default_factory=dict)
    groups: int = 1
    then: tuple[NextStage, ...] = ()
    target: int | None = None
    cap: int | None = None
    best_of: int = 1
    place: Stage.Place = Stage.Place.ONLINE
    players_report: bool = True
    confirm_seconds: int | None = None
    wall_start: datetime | None = None
    zone: str = "UTC"
    policy: TablePolicy = TablePolicy()  # noqa: RUF009 - a frozen value
    round_seconds: int | None = None
    break_seconds: int = 0


def create_tournament(*, club: Club, plan: Plan, author: Author, now: datetime) -> Tournament:
    """Make a tournament in preparation, with its stages; whom his key has made one before is given that one.

    :raises Refusal: when no tournament can be played like this (``beginning``), the name is none, or the
        wall never shows the time it starts at.
    """
    begun = beginning(plan)
    name = clean_name(plan.name, longest=LONGEST_NAME)
    zone_of(plan.zone)
    starts_at = plan.wall_start and moment_of(plan.wall_start, plan.zone)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        if (made := _made_under(author)) is not None:
            return made
        tournament = Tournament.objects.create(
            club=club,
            slug=free_slug(name),
            name=name,
            policy=plan.policy.to_json(),
            starts_at=starts_at,
            wall_start=plan.wall_start.isoformat(timespec="minutes") if plan.wall_start else "",
            zone=plan.zone,
            created_by_id=author.user_id,
            created_at=now,
        )
        with acting(tournament.pk, Action.Verb.CREATE, author, now=now) as account:
            Stage.objects.bulk_create(_stages(tournament, plan, begun))
            account.after = {
                "name": name,
                "rules": plan.rules.key,
                "version": plan.rules.version,
                "cap": begun.cap,
                "best_of": plan.best_of,
                "options": [dict(plan.options), *(dict(one.options) for one in plan.then)],
                "wall_start": tournament.wall_start,
                "break_seconds": plan.break_seconds,
            }
    return tournament


def _made_under(author: Author) -> Tournament | None:
    """Return the tournament that an author made under his key, if he did."""
    if not author.key:
        return None
    made = Action.objects.filter(verb=Action.Verb.CREATE, actor=author.user_id, key=author.key)
    action = made.select_related("tournament__club").first()
    return action.tournament if action else None


def beginning(plan: Plan) -> Position:
    """Return how each match of such a tournament begins.

    :raises NotForPairs: when the rules know no partners, and the format does.
    :raises NotForSolo: when it is the other way round.
    :raises BadState: when a stage's options are none.
    :raises TargetNotAllowed: when the rules are not played to this target.
    :raises CapNotAllowed: when the cap is no number of deals.
    :raises BestOfNotAllowed: when nobody could win most of so many games, or they are too many.
    """
    for stage in (NextStage(plan.format, None, plan.options), *plan.then):
        _check_format(stage, plan.rules)
    if plan.best_of not in (BEST_OF if plan.rules.seating is Seating.PAIRS else BEST_OF[:1]):
        raise BestOfNotAllowed(best_of=plan.best_of, allowed=", ".join(map(str, BEST_OF)))
    return Position.begin(plan.rules, dealer=SEATS[0], target=plan.target, cap=plan.cap)


def _check_format(stage: NextStage, rules: RuleSet) -> None:
    sides, _ = shape_of(stage.format)
    if sides == 2 and rules.seating is not Seating.PAIRS:
        raise NotForPairs()
    if sides > 2 and rules.seating is Seating.PAIRS:
        raise NotForSolo()
    read_options(dict(stage.options))


def level_share(plan: Plan) -> float:
    """Return the share of matches that the plan's cap leaves level, 0 where that is seldom."""
    begun = beginning(plan)
    return 0.0 if begun.cap is None else caps.level_share(plan.rules, target=begun.target, cap=begun.cap)


def _stages(tournament: Tournament, plan: Plan, begun: Position) -> Iterator[Stage]:
    stages = (NextStage(plan.format, None, plan.options), *plan.then)
    for position, stage in enumerate(stages, start=1):
        yield Stage(
            tournament=tournament,
            position=position,
            format=stage.format,
            options=dict(stage.options),
            groups=plan.groups if position == 1 else 1,
            takes=stage.takes,
            rules_key=plan.rules.key,
            rules_json=plan.rules.to_json(),
            rules_digest=plan.rules.digest,
            target=begun.target,
            cap=begun.cap,
            best_of=plan.best_of,
            place=plan.place,
            players_report=plan.players_report,
            confirm_seconds=plan.confirm_seconds,
            round_seconds=plan.round_seconds,
            break_seconds=plan.break_seconds,
        )


def free_slug(name: str) -> str:
    """Return an address for the name that no tournament has: with a number when it must."""
    stem = slugify(name)[:70] or f"tournament-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    tries = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    return next(slug for slug in tries if slug not in taken)
