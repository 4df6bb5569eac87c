"""What the tests before the draw are told with: open tournaments, players and pairs who sign up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.models import User
from tests.cast import NOW, person
from tests.tournaments.evenings import STREAM
from tournaments.models import Club, Entry, Player, Tournament
from tournaments.services import entries, openings, planning, sign_up
from tournaments.services.actions import PROGRAM, Author
from tournaments.services.openings import Terms
from tournaments.services.planning import Plan

PAIRS = Plan(name="Open Cup")
ALONE = Plan(name="Solo Night", format="individual", options={"rounds": 3})


def opened(club: Club, plan: Plan = PAIRS, *, name: str = "", **terms: Any) -> Tournament:
    """Return a tournament whose registration is open on these terms."""
    wanted = replace(plan, name=name or plan.name)
    tournament = planning.create_tournament(club=club, plan=wanted, author=PROGRAM, now=NOW)
    ask(tournament, **terms)
    openings.open_registration(tournament_id=tournament.pk, author=PROGRAM, now=NOW)
    tournament.refresh_from_db()
    return tournament


def ask(tournament: Tournament, **terms: Any) -> None:
    """Say what registration asks."""
    wanted = replace(Terms(), **terms)
    openings.set_terms(tournament_id=tournament.pk, terms=wanted, author=PROGRAM, now=NOW)


def invited(tournament: Tournament, user: User, *, name: str = "") -> str:
    """Let a user ask for a partner; return the token of his link."""
    invitation = sign_up.invite(
        tournament_id=tournament.pk,
        user=user,
        name=name,
        author=Author(user.pk),
        now=NOW,
        stream=STREAM,
    )
    return invitation.token


def accepted(token: str, user: User) -> Entry:
    """Let a user say yes to an invitation."""
    return sign_up.accept(token=token, user=user, author=Author(user.pk), now=NOW, stream=STREAM)


def signed_up(tournament: Tournament, user: User, partner: User) -> Entry:
    """Let two sign up as a pair."""
    return accepted(invited(tournament, user), partner)


def looking(tournament: Tournament, user: User, *, standby: bool = False) -> None:
    """Let a user look for a partner."""
    sign_up.seek(
        tournament_id=tournament.pk,
        user=user,
        standby=standby,
        author=Author(user.pk),
        now=NOW,
        stream=STREAM,
    )


def left(tournament: Tournament, user: User) -> None:
    """Let a user leave."""
    sign_up.leave(tournament_id=tournament.pk, user=user, author=Author(user.pk), now=NOW)


def walk_in(tournament: Tournament, number: int) -> Entry:
    """Let the director add the pair "Walker 1 A & Walker 1 B"."""
    names = (f"Walker {number} A", f"Walker {number} B")
    return entries.add_pair(tournament_id=tournament.pk, names=names, author=PROGRAM, now=NOW, stream=STREAM)


def couple(number: int) -> tuple[User, User]:
    """Make two people with accounts."""
    return person(f"he{number}"), person(f"she{number}")


def states(tournament: Tournament) -> list[str]:
    """Return the states of all entries in the order in which they came."""
    return list(Entry.objects.filter(tournament=tournament).order_by("pk").values_list("state", flat=True))


def player_of(user: User) -> Player:
    """Return the player a user is."""
    return Player.objects.get(user=user)
