"""What the tests of corrections and undo are told with: a director who corrects, and what everybody sees."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from tests.cast import NOW
from tests.tournaments.evenings import STREAM
from tournaments.models import Action, Pairing, Tournament
from tournaments.services import corrections, undo
from tournaments.services.actions import Author
from tournaments.services.corrected import Awarded, Result
from tournaments.services.effects import Choice

WHY = Author(why="The slip was read upside down.")


def public_state(tournament: Tournament) -> str:
    """Return all that the API says of a tournament, but for its version, as text."""
    answer: dict[str, Any] = Client().get(f"/api/v1/tournaments/{tournament.slug}/").json()
    del answer["version"]
    return json.dumps(answer, sort_keys=True)


def won_by(seed: int, pairing: Pairing) -> Awarded:
    """Say that the side of this seed has won."""
    seeds = list(pairing.sides.order_by("number").values_list("entry__seed", flat=True))
    return Awarded(seeds.index(seed))


def correct(pairing: Pairing, result: Result, choice: Choice = Choice.FOLLOW, author: Author = WHY) -> None:
    """Correct a result as the director who has seen what it changes."""
    seen = corrections.foresee(pairing_id=pairing.pk, result=result)
    corrections.correct(
        pairing_id=pairing.pk,
        result=result,
        choice=choice,
        foreseen=seen.summary,
        author=author,
        now=NOW,
        stream=STREAM,
    )


def last(tournament: Tournament, verb: Action.Verb) -> Action:
    """Return the latest act of a kind."""
    found: Action = Action.objects.filter(tournament=tournament, verb=verb).latest("pk")
    return found


def undo_last(tournament: Tournament, verb: Action.Verb) -> None:
    """Undo the latest act of a kind."""
    undo.undo(action_id=last(tournament, verb).pk, author=Author(), now=NOW)
