"""Entries that come after the first round: they join from the next round on, and never in one before.

Source: docs/formats.md#coming-late.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Count, F, Max

from games.dealing import Stream
from games.models import clean_name
from games.rules import Refusal
from tournaments.models import Action, Entry, EntryPlayer, Player, Round, Slot, Stage, Tournament
from tournaments.state import LATE_FORMATS, MOST_POINTS

from . import club_players, field
from .actions import Author, acting
from .entries import SamePlayerTwice


class NobodyJoins(Refusal):
    """The last round is drawn, or who comes late has no place in this format."""

    code = "nobody_joins"


def joinable(tournament: Tournament) -> tuple[Round, int] | None:
    """Return the round that somebody who comes now would first play in, and the last one of the stage.

    Until that one is drawn somebody can join; ``None`` when nobody can.
    """
    rounds = Round.objects.filter(stage__tournament=tournament, state=Round.State.PLANNED)
    played = rounds.filter(stage__slots__isnull=False, stage__format__in=LATE_FORMATS).distinct()
    coming = list(played.select_related("stage").order_by("stage__position", "number"))
    if not coming or tournament.state not in (Tournament.State.DRAWN, Tournament.State.RUNNING):
        return None
    return coming[0], max(row.number for row in coming if row.stage_id == coming[0].stage_id)


def join(
    *,
    tournament_id: int,
    names: Sequence[str],
    points: float,
    author: Author,
    now: datetime,
    stream: Stream,
) -> Entry:
    """Let an entry play from the next round on, with these points for the rounds it has missed.

    What has been played, and what is drawn, stays as it is; a draft has to be drawn again.

    :param names: of a pair, or of one player where nobody has a partner of his own.
    :param points: table points, 0 to 1,000; without a round missed there are none.
    :raises NobodyJoins: when the last round is drawn, or the format takes nobody late.
    :raises BadName: when one of the names is none.
    :raises SamePlayerTwice: when both are the same.
    :raises WrongNumberOfPlayers: when it is one where pairs play, or the other way round.
    :raises PlaysAlready: naming the player and the pair he is in.
    """
    wanted = [clean_name(name) for name in names]
    if len(set(wanted)) < len(wanted):
        raise SamePlayerTwice(name=wanted[0])
    with acting(tournament_id, Action.Verb.ADD_LATE, author, now=now) as account:
        tournament = Tournament.objects.get(pk=tournament_id)
        found = joinable(tournament)
        if found is None:
            raise NobodyJoins()
        entry = _enter(tournament, wanted, now, stream)
        slot = _take_place(entry, found[0], points)
        account.after = {
            "entry": entry.pk,
            "pair": entry.name,
            "round": slot.from_round,
            "points": slot.points,
            "names": wanted,
        }
    return entry


def _enter(tournament: Tournament, names: Sequence[str], now: datetime, stream: Stream) -> Entry:
    known, fresh = club_players.by_names(tournament.club_id, names, stream)
    known |= {one.name: one for one in Player.objects.bulk_create(fresh)}
    players = [known[name] for name in names]
    field.refuse_wrong_number(tournament.pk, players)
    field.refuse_players_of_others(tournament.pk, players)
    last = Entry.objects.filter(tournament=tournament).aggregate(Max("seed"))["seed__max"] or 0
    entry = Entry.objects.create(
        tournament=tournament,
        name=" & ".join(names),
        state=Entry.State.CHECKED_IN,
        waiting_since=now,
        seed=last + 1,
    )
    EntryPlayer.objects.bulk_create(field.members_of(entry, players))
    return entry


def _take_place(entry: Entry, round_: Round, points: float) -> Slot:
    """Return its slot, the last seed of the smallest group; whoever draws meanwhile has to look again."""
    stage: Stage = round_.stage
    groups = Slot.objects.filter(stage=stage).values("group").annotate(size=Count("pk"), last=Max("seed"))
    smallest = min(groups, key=lambda one: (one["size"], one["group"]))
    Round.objects.filter(stage=stage, state=Round.State.OPEN).update(version=F("version") + 1)
    late = round_.number > 1
    return Slot.objects.create(
        stage=stage,
        group=smallest["group"],
        seed=smallest["last"] + 1,
        entry=entry,
        from_round=round_.number,
        points=min(max(points, 0), MOST_POINTS) if late else 0,
    )
