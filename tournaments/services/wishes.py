"""What the director wants of the draws: to see them first, and who is kept apart."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.rules import Refusal
from tournaments.models import Action, DrawWishes, Entry, KeptApart, Tournament

from .actions import Author, acting
from .stage_states import Apart


class KeptApartAlready(Refusal):
    """These two are kept apart, or they are one."""

    code = "kept_apart_already"


class NotKeptApart(Refusal):
    """These two are not, or no longer, kept apart."""

    code = "not_kept_apart"


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a tournament is drawn.

    :param is_checked: whether a draw waits as a draft until it is published.
    :param club_mates_apart: whether club-mates are kept apart in the first round of a stage.
    :param apart: who is not to meet in any round, while it can be helped.
    """

    is_checked: bool = False
    club_mates_apart: bool = False
    apart: Apart = frozenset()


def wishes_of(tournament: Tournament) -> Wishes:
    """Return what the director wants, in one statement where ``draw_wishes`` was read along."""
    asked: DrawWishes = getattr(tournament, "draw_wishes", None) or DrawWishes()
    couples = KeptApart.objects.filter(tournament=tournament).values_list("first", "second")
    return Wishes(asked.is_checked, asked.club_mates_apart, frozenset(map(frozenset, couples)))


def set_draws(
    *, tournament_id: int, is_checked: bool, club_mates_apart: bool, author: Author, now: datetime
) -> None:
    """Say how the rounds to come are drawn. A draw that is published stays."""
    wanted = {"is_checked": is_checked, "club_mates_apart": club_mates_apart}
    with acting(tournament_id, Action.Verb.SET_DRAWS, author, now=now) as account:
        DrawWishes.objects.update_or_create(tournament_id=tournament_id, defaults=wanted)
        account.after = wanted


def keep_apart(*, tournament_id: int, one: int, other: int, author: Author, now: datetime) -> None:
    """Keep two entries apart in the rounds to come, while it can be helped.

    :raises KeptApartAlready: when they are, or are not two entries of the tournament.
    """
    first, second = sorted((one, other))
    with acting(tournament_id, Action.Verb.KEEP_APART, author, now=now) as account:
        couple = {"first_id": first, "second_id": second}
        here = Entry.objects.filter(tournament=tournament_id, pk__in=(first, second)).count()
        if here != 2 or KeptApart.objects.filter(**couple).exists():
            raise KeptApartAlready()
        KeptApart.objects.create(tournament_id=tournament_id, **couple)
        account.after = {"entries": [first, second], "names": _names(first, second)}


def let_meet(*, tournament_id: int, couple_id: int, author: Author, now: datetime) -> None:
    """Let two entries meet again.

    :raises NotKeptApart: when somebody else was first.
    """
    with acting(tournament_id, Action.Verb.LET_MEET, author, now=now) as account:
        couple = KeptApart.objects.filter(pk=couple_id, tournament=tournament_id).first()
        if couple is None:
            raise NotKeptApart()
        both = (couple.first_id, couple.second_id)
        couple.delete()
        account.after = {"entries": list(both), "names": _names(*both)}


def _names(*entries: int) -> list[str]:
    return list(Entry.objects.filter(pk__in=entries).order_by("pk").values_list("name", flat=True))
