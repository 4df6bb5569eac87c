"""What the tests of drafts are told with: a director who looks at each draw before everybody does."""

from __future__ import annotations

from typing import Any

from tests.cast import NOW
from tests.tournaments.evenings import STREAM, pairs_list, play_round, round_of
from tournaments.models import Club, Draft, Entry, Tournament
from tournaments.services import drafts as verbs
from tournaments.services import draw as first_draw
from tournaments.services import due, planning, registration, rounds, wishes
from tournaments.services.actions import Author
from tournaments.services.draft_lines import read
from tournaments.services.planning import Plan

DIRECTOR = Author()


def checked(club: Club, pairs: int, **plan: Any) -> Tournament:
    """Return a tournament of so many pairs whose draws are looked at first; nothing is drawn yet."""
    wanted = Plan(name="Checked Cup", **plan)
    tournament = planning.create_tournament(club=club, plan=wanted, author=DIRECTOR, now=NOW)
    registration.import_entries(
        tournament_id=tournament.pk, content=pairs_list(pairs), author=DIRECTOR, now=NOW, stream=STREAM
    )
    wishes.set_draws(
        tournament_id=tournament.pk, is_checked=True, club_mates_apart=False, author=DIRECTOR, now=NOW
    )
    return tournament


def drafted(club: Club, pairs: int, **plan: Any) -> Tournament:
    """Return such a tournament whose first round is a draft."""
    tournament = checked(club, pairs, **plan)
    first_draw.draw(tournament_id=tournament.pk, author=DIRECTOR, now=NOW, stream=STREAM)
    return tournament


def draft_in(tournament: Tournament) -> Draft:
    """Return the draft of a tournament."""
    found: Draft = Draft.objects.get(round__stage__tournament=tournament)
    return found


def meets(tournament: Tournament) -> list[tuple[int, ...]]:
    """Return who meets in the draft, by seed."""
    seeds = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "seed"))
    return [tuple(seeds[int(entry)] for entry in line.entries) for line in read(draft_in(tournament))]


def seed(tournament: Tournament, number: int) -> int:
    """Return the entry of a seed."""
    return Entry.objects.get(tournament=tournament, seed=number).pk


def edit(verb: Any, tournament: Tournament, **asked: Any) -> None:
    """Change the draft as the director who has just seen it."""
    draft = draft_in(tournament)
    verb(draft_id=draft.pk, seen=draft.version, author=DIRECTOR, now=NOW, **asked)


def publish(tournament: Tournament) -> None:
    """Publish the draft and let the round start."""
    edit(verbs.publish, tournament)
    due.start_due(now=NOW, stream=STREAM)


def played(club: Club, pairs: int, **plan: Any) -> Tournament:
    """Return a Swiss whose first round is over, and whose second is a draft."""
    tournament = drafted(club, pairs, format="swiss", **plan)
    publish(tournament)
    start(tournament)
    play_round(tournament, 1)
    return tournament


def start(tournament: Tournament, number: int = 1) -> None:
    """Start a drawn round, as the director's button does."""
    round_ = round_of(tournament, number)
    rounds.open_round(round_id=round_.pk, author=DIRECTOR, now=NOW, stream=STREAM)
