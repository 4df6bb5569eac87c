"""What tests of rounds that are played over days are told with."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from games.models import User
from tests.cast import NOW, person
from tests.tournaments.evenings import pairing_of, started
from tournaments.models import Club, EntryPlayer, Player, RoundTime, Stage, Tournament
from tournaments.services import appointments
from tournaments.services.actions import Author
from tournaments.services.walls import wall_of

A_WEEK = timedelta(days=7)
SOON = timedelta(days=2)


def week(club: Club, *, pairs: int = 2, both_lose: bool = False, **plan: Any) -> Tournament:
    """Return a cup whose first round is in play, for a week from the evening."""
    cup = started(club, pairs, name="Week Cup", **plan)
    until = NOW + A_WEEK
    stage = cup.stages.get()
    RoundTime.objects.create(stage=stage, number=1, until=until, wall_until=f"{until:%Y-%m-%dT%H:%M}")
    if both_lose:
        Stage.objects.filter(pk=stage.pk).update(when_unplayed=Stage.WhenUnplayed.BOTH_LOSE)
    return cup


def players(cup: Tournament) -> tuple[User, User]:
    """Return a user of each side of the first pairing: the one who sits first for it."""
    found = []
    for side in pairing_of(cup, 1, 1).sides.order_by("number"):
        member = EntryPlayer.objects.get(entry=side.entry, position=0)
        user = person(f"week-{side.number}")
        Player.objects.filter(pk=member.player_id).update(user=user)
        found.append(user)
    first, second = found
    return first, second


def proposed(cup: Tournament, user: User, *, after: timedelta = SOON) -> None:
    """Let somebody propose a time so long after the evening."""
    appointments.propose(
        pairing_id=pairing_of(cup, 1, 1).pk,
        wall=wall_of(NOW + after, cup.zone).replace(second=0, microsecond=0),
        author=Author(user.pk),
        now=NOW,
    )
