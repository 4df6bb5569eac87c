"""What a tournament expects of a player now: where to sit, whom to wait for, or how it ended."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.urls import reverse

from games.models import Seat, User
from games.permissions import Visitor
from games.rules import SPECTATOR
from games.services import watch
from tournaments.models import EntryPlayer, Tournament

from .bracket import board
from .cards import cards
from .shapes import Board, PairingView, Place, RoundView

URGENCY = ("your_turn", "sit", "playing", "void", "waiting", "bye", "advanced", "champion", "out")


def places_of(user: User, *, now: datetime) -> list[Place]:
    """Return what each tournament expects of this user, the most urgent first."""
    mine = EntryPlayer.objects.filter(player__user=user).select_related("tournament__club")
    tournaments = [row.tournament for row in mine.order_by("-tournament")]
    found = [place_in(one, board(one, user), user, now=now) for one in tournaments]
    return sorted(
        (place for place in found if place is not None),
        key=lambda place: URGENCY.index(place.state),
    )


def place_in(tournament: Tournament, seen: Board, visitor: Visitor, *, now: datetime) -> Place | None:
    """Return what the tournament expects of this visitor; nothing if he does not play in it."""
    if not visitor.is_authenticated:
        return None
    member = (
        EntryPlayer.objects.filter(tournament=tournament, player__user=visitor)
        .select_related("entry", "player")
        .first()
    )
    if member is None:
        return None
    partner = member.entry.members.exclude(pk=member.pk).select_related("player").first()
    place = Place(
        tournament=cards([tournament])[0],
        version=tournament.version,
        entry=member.entry.name,
        partner=partner.player.name if partner else "",
        state="waiting",
    )
    for round_ in reversed(seen.rounds):
        for pairing in round_.pairings:
            if member.entry_id in pairing.entries:
                return _in_pairing(place, member, round_, pairing, now)
    return place


def _in_pairing(
    place: Place, member: EntryPlayer, round_: RoundView, pairing: PairingView, now: datetime
) -> Place:
    side = pairing.entries.index(member.entry_id)
    other = pairing.entries[1 - side]
    names = EntryPlayer.objects.filter(entry=other).order_by("position")
    seat = side + 2 * member.position
    there = replace(
        place,
        round=round_,
        number=pairing.number,
        opponents=tuple(names.values_list("player__name", flat=True)),
        opponent_entry=pairing.sides[1 - side].name,
        table=pairing.table,
        table_url=pairing.url,
        record_url=pairing.record_url,
        decided_by=pairing.decided_by,
        pairing=pairing,
        sides=pairing.sides if _has_points(pairing) else (),
    )
    if pairing.state == "decided":
        return replace(there, state=_after(pairing, side, round_), table=None)
    if pairing.table_id is None or pairing.state == "void":
        return replace(there, state="waiting" if pairing.state == "ready" else pairing.state)
    return _at_table(replace(there, seat=seat), member, pairing, now)


def _has_points(pairing: PairingView) -> bool:
    """Return whether there are points to show: of a series, those of the game at the table only."""
    return pairing.sides[0].score is not None and (pairing.live is not None or not pairing.best_of)


def _after(pairing: PairingView, side: int, round_: RoundView) -> str:
    if not pairing.sides[side].won:
        return "out"
    return "champion" if round_.size == 1 else "advanced"


def _at_table(place: Place, member: EntryPlayer, pairing: PairingView, now: datetime) -> Place:
    seats = Seat.objects.filter(table=pairing.table_id).order_by("number")
    seat = seats[place.seat or 0]
    if seat.user_id != member.player.user_id:
        sit_url = reverse("tournaments:sit", args=[place.tournament.slug, pairing.id])
        return replace(place, state="sit", sit_url=sit_url)
    assert pairing.table_id is not None  # the caller has looked
    turn = watch.snapshot(pairing.table_id, SPECTATOR, now=now)["view"]["turn"]
    return replace(place, state="your_turn" if turn == place.seat else "playing")
