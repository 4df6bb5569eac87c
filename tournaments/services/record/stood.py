"""How a tournament stood after any act of its log: it is done again up to there, and only looked at."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache

from games.rules import Refusal
from tournaments.formats import teams
from tournaments.models import Action, Pairing, Round, Stage, Tournament
from tournaments.services.stage_states import meetings_of
from tournaments.services.standings import standings
from tournaments.services.whole import whole

from . import writing
from .apart import empty_database
from .reading import read_record
from .replaying import replay

MOST_ACTS = 1_000
"""A page does so many again in a few seconds; ``manage.py replay_tournament`` does any number."""
KEPT_SECONDS = 3600


class TooManyActs(Refusal):
    """It would take too long to do so much again for a page."""

    code = "too_many_acts"


@dataclass(frozen=True, slots=True)
class StoodPairing:
    """A pairing as it stood: names and points of its sides, and what had decided it."""

    number: int
    sides: tuple[tuple[str, int | None], ...]
    state: str
    decided_by: str


@dataclass(frozen=True, slots=True)
class StoodRound:
    """A round as it stood."""

    name: tuple[str, int, int]
    state: str
    pairings: tuple[StoodPairing, ...]


@dataclass(frozen=True, slots=True)
class StoodStage:
    """A stage as it stood; its table is of places, names and points."""

    format: str
    table: tuple[tuple[int | None, str, float], ...]
    rounds: tuple[StoodRound, ...]


@dataclass(frozen=True, slots=True)
class Stood:
    """A tournament as it stood: its state, how many took part, its stages."""

    state: str
    entries: tuple[str, ...]
    stages: tuple[StoodStage, ...]


def as_it_stood(action: Action) -> Stood:
    """Return how a tournament stood after an act. The past does not change: it is computed once.

    :raises TooManyActs: after more acts than a page can do again.
    :raises Refusal: when the log cannot be done again up to there.
    """
    before = Action.objects.filter(tournament=action.tournament_id, pk__lte=action.pk)
    if (until := before.count()) > MOST_ACTS:
        raise TooManyActs(most=MOST_ACTS)
    key = f"stood:{action.tournament_id}:{action.pk}"
    found: Stood | None = cache.get(key)
    if found is None:
        record = read_record(writing.text(action.tournament_id).encode())
        with empty_database():
            found = _stood(replay(record, until=until))
        cache.set(key, found, timeout=KEPT_SECONDS)
    return found


def _stood(tournament_id: int) -> Stood:
    tournament = whole(Tournament.objects.filter(pk=tournament_id)).get()
    names = {entry.pk: entry.name for entry in tournament.entries.all()}
    stages = tuple(_stage(stage, names) for stage in tournament.stages.all())
    return Stood(tournament.state, tuple(names.values()), stages)


def _stage(stage: Stage, names: dict[int, str]) -> StoodStage:
    rounds = sorted(stage.rounds.all(), key=lambda row: row.number)
    is_over = bool(rounds) and all(row.state == Round.State.CLOSED for row in rounds)
    found = standings(
        stage, list(stage.slots.all()), [(row, meetings_of(row)) for row in rounds], is_over=is_over
    )
    return StoodStage(
        stage.format,
        tuple((one.line.rank, names[one.entry], float(one.line.points)) for one in found),
        tuple(_round(row, stage, names) for row in rounds if row.state != Round.State.PLANNED),
    )


def _round(row: Round, stage: Stage, names: dict[int, str]) -> StoodRound:
    pairings = tuple(_pairing(one, stage, names) for one in row.pairings.all() if one.sides.all())
    return StoodRound((stage.format, row.size, row.number), row.state, pairings)


def _pairing(pairing: Pairing, stage: Stage, names: dict[int, str]) -> StoodPairing:
    rows = sorted(pairing.sides.all(), key=lambda side: side.number)
    sides = teams([side.entry_id for side in rows], sides=stage.sides)
    told = tuple(
        (" & ".join(names[int(entry)] for entry in team), row.score)
        for team, row in zip(sides, rows, strict=False)
    )
    return StoodPairing(pairing.number, told, pairing.state, pairing.decided_by)
