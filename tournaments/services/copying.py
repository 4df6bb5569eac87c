"""A tournament made like one before it: its stages, clocks, terms and times, and none of its people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.forms.models import model_to_dict

from tournaments.models import Action, Registration, RoundTime, Stage, Tournament

from .actions import PROGRAM, acting
from .openings import Terms
from .planning import LONGEST_NAME, free_slug
from .reminders import plan_reminders
from .timetables import stages_of, wanted_of
from .timing import told
from .walls import NoSuchTime, moment_of, wall_of

FACTS_OF_TERMS = tuple(one.name for one in fields(Terms))
OF_TERMS = ("opens_at", "closes_at", "check_in_opens_at", "check_in_closes_at")


def copied(pattern: Tournament, *, name: str, wall: datetime, now: datetime) -> Tournament:
    """Return a tournament in preparation like the pattern, that starts at this time on the wall.

    What the pattern had at a time has the same distance on the wall from the new start. Where the
    pattern had no start, what it had at a time is left to the director.
    """
    shift = wall - wall_of(pattern.starts_at, pattern.zone) if pattern.starts_at else None
    with transaction.atomic():
        made = Tournament.objects.create(
            club=pattern.club,
            slug=free_slug(name),
            name=name[:LONGEST_NAME],
            policy=pattern.policy,
            starts_at=moment_of(wall, pattern.zone),
            wall_start=wall.isoformat(timespec="minutes"),
            zone=pattern.zone,
            remind_minutes=pattern.remind_minutes,
            created_at=now,
        )
        with acting(made.pk, Action.Verb.CREATE, PROGRAM, now=now) as account:
            stages = [_stage(one, made) for one in pattern.stages.order_by("position")]
            Stage.objects.bulk_create(stages)
            RoundTime.objects.bulk_create(_times(pattern, stages, shift))
            _copy_terms(pattern, made, shift)
            plan_reminders(made, now=now)
            account.after = _facts(made, stages) | {"like": pattern.pk}
    return made


def _facts(made: Tournament, stages: Sequence[Stage]) -> dict[str, Any]:
    """Return what the log has to say of a tournament that begins like another."""
    terms = Registration.objects.filter(tournament=made).values(*FACTS_OF_TERMS).first()
    return {
        "name": made.name,
        "options": [stage.options for stage in stages],
        "wall_start": made.wall_start,
        "break_seconds": stages[0].break_seconds,
        "times": told(wanted_of(made, stages_of(made))),
        "remind": made.remind_minutes,
        "terms": terms and {name: None if one is None else str(one) for name, one in terms.items()},
    }


def _stage(stage: Stage, made: Tournament) -> Stage:
    """Return a stage like this one; the lot is drawn anew."""
    kept = model_to_dict(stage, exclude=["id", "tournament", "winner"])
    kept["options"] = {name: value for name, value in stage.options.items() if name != "lot_secret"}
    return Stage(tournament=made, **kept)


def _times(pattern: Tournament, stages: Iterable[Stage], shift: timedelta | None) -> list[RoundTime]:
    there = {stage.position: stage for stage in stages}
    rows = RoundTime.objects.filter(stage__tournament=pattern).select_related("stage")
    found = []
    for row in rows:
        starts = _shifted(row.starts_at, pattern.zone, shift)
        wall = wall_of(starts, pattern.zone).isoformat(timespec="minutes") if starts else ""
        stage = there[row.stage.position]
        until = _shifted(row.until, pattern.zone, shift)
        found.append(
            RoundTime(stage=stage, number=row.number, starts_at=starts, wall_start=wall, until=until)
        )
        found[-1].wall_until = wall_of(until, pattern.zone).isoformat(timespec="minutes") if until else ""
        found[-1].break_seconds = row.break_seconds
    return found


def _copy_terms(pattern: Tournament, made: Tournament, shift: timedelta | None) -> None:
    terms = Registration.objects.filter(tournament=pattern).first()
    if terms is None:
        return
    kept = model_to_dict(terms, exclude=["id", "tournament"])
    times = {name: _shifted(kept[name], pattern.zone, shift) for name in OF_TERMS}
    Registration.objects.create(tournament=made, **kept | times)


def _shifted(moment: datetime | None, zone: str, shift: timedelta | None) -> datetime | None:
    """Return a moment so much later on the wall; ``None`` where the wall never shows that."""
    if moment is None or shift is None:
        return None
    try:
        return moment_of(wall_of(moment, zone) + shift, zone)
    except NoSuchTime:
        return None
