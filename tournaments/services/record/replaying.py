"""Playing a tournament again from its log: in an empty database, to the end or to any act.

What everybody may see of it has to come out the same to the byte; where it does not, the first row that
differs is named. Source: docs/tournament-record.md#replay.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db.models import ObjectDoesNotExist

from games.models import Match, Table, User
from games.rules import Refusal
from tournaments.models import Player

from . import writing
from .again_before import BEFORE_PLAY
from .again_in_play import IN_PLAY
from .again_of_draws import OF_DRAWS
from .parts import PARTS, Part
from .past import Past
from .reading import Record

AGAIN: Final = {**BEFORE_PLAY, **OF_DRAWS, **IN_PLAY}
PUBLIC: Final = (
    "tournament",
    "registration",
    "entries",
    "members",
    "prizes",
    "stages",
    "slots",
    "round_times",
    "rounds",
    "pairings",
    "sides",
    "substitutions",
    "appointments",
    "reports",
)
"""The parts of a record that the pages of a tournament are made of."""


class CannotReplay(Refusal):
    """The log has an act that nobody has said how to do again, or one that does not say enough."""

    code = "cannot_replay"


class ActRefused(Refusal):
    """An act of the log is refused when it is done again: the log does not say how things came about."""

    code = "act_refused"


class ReplayDiffers(Refusal):
    """What the log leads to is not what the record says; ``where`` names the first row."""

    code = "replay_differs"


def replay(record: Record, *, until: int | None = None) -> int:
    """Do the acts of a record once more, in the database as it is; return the tournament's number there.

    :param until: the last act to be done; all of them if there is none.
    :raises CannotReplay: naming an act that cannot be done again.
    :raises ActRefused: naming an act that is refused.
    """
    past = Past(record)
    for number in range(1, (until or len(record.parts["actions"])) + 1):
        act = past.act(number)
        if act.verb not in AGAIN:
            raise CannotReplay(act=number, verb=act.verb)
        past.call_waiting(act.at)
        try:
            AGAIN[act.verb](past, act)
        except Refusal as refusal:
            raise ActRefused(act=number, verb=act.verb, reason=refusal.code) from refusal
        except (LookupError, ObjectDoesNotExist) as fault:  # it names what is not there
            raise CannotReplay(act=number, verb=act.verb) from fault
    if until is None:
        past.call_waiting()
    return past.tournament_id


def demand_equal(record: str, tournament_id: int) -> None:
    """Return if a tournament is, to the byte, what a record says of it.

    :raises ReplayDiffers: naming the first row that is another.
    """
    said, found = public_state(record), public_state(writing.text(tournament_id))
    for place, line in said.items():
        if found.get(place) != line:
            raise ReplayDiffers(where=place, said=line, found=found.get(place, ""))
    if more := found.keys() - said.keys():
        raise ReplayDiffers(where=min(more), said="", found=found[min(more)])


def public_state(record: str) -> Mapping[str, str]:
    """Return what everybody may see of a tournament: each row of its record as text, by its place there.

    People stand there by name. Of a table it says that there is one: its address is chance.
    """
    values = json.loads(record)
    people, players = values["people"], values["players"]
    return {
        f"{part.name}[{at}]": writing.line(dict(_public(part, row, people, players)))
        for part in PARTS
        if part.name in PUBLIC
        for at, row in enumerate(values[part.name], start=1)
    }


def _public(
    part: Part, row: Mapping[str, Any], people: list[Any], players: list[Any]
) -> Iterator[tuple[str, Any]]:
    for field in part.columns:
        model = field.remote_field.model if field.remote_field is not None else None
        value = row[field.name]
        if model is User and value is not None:
            value = people[value - 1]["name"]
        elif model is Player:
            value = players[value - 1]["name"]
        elif model in (Table, Match):
            value = value is not None
        elif field.name == "data":
            value = {key: one for key, one in value.items() if key != "table"}
        yield field.name, value
