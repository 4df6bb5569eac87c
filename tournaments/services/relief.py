"""Seats that change between rounds: substitutes who wait sit down, or wait again.

``substitutes`` is the verb by which they come. Source: docs/formats.md#substitutes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import QuerySet

from tournaments.models import Entry, EntryPlayer, Player, Round, Substitution


def sit(one: Substitution, round_: Round) -> None:
    """Let a substitute have his seat from a round on."""
    _place(one.entry_id, one.position, one.comes)
    Substitution.objects.filter(pk=one.pk).update(first_round=round_)


def _place(entry_id: int, position: int, player: Player) -> None:
    """Let a player have a place in an entry; an entry that is called after its players is so still."""
    members = EntryPlayer.objects.filter(entry=entry_id).select_related("player").order_by("position")
    before = [member.player.name for member in members]
    after = [player.name if at == position else name for at, name in enumerate(before)]
    members.filter(position=position).update(player=player)
    Entry.objects.filter(pk=entry_id, name=" & ".join(before)).update(name=" & ".join(after))


def take_seats(round_: Round) -> None:
    """Let substitutes who wait sit from this round on, in the caller's transaction."""
    for one in _waiting(round_.stage.tournament_id):
        sit(one, round_)


def give_back(rounds: QuerySet[Round]) -> None:
    """Let those wait again who sit from one of these rounds on, which are taken out again."""
    sitting = Substitution.objects.filter(first_round__in=rounds).select_related("leaves").order_by("-pk")
    for one in sitting:
        _place(one.entry_id, one.position, one.leaves)
        Substitution.objects.filter(pk=one.pk).update(first_round=None)


def _waiting(tournament_id: int) -> QuerySet[Substitution]:
    waiting = Substitution.objects.filter(entry__tournament=tournament_id, first_round=None)
    return waiting.select_related("comes").order_by("pk")


def seated(
    players: Mapping[tuple[Any, int], Player], entries: Iterable[int]
) -> dict[tuple[Any, int], Player]:
    """Return who sits at tables that open next, by entry and place: substitutes who wait sit there."""
    waiting = Substitution.objects.filter(entry__in=list(entries), first_round=None).select_related("comes")
    return {**players, **{(one.entry_id, one.position): one.comes for one in waiting}}
