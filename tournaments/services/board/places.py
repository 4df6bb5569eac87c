"""What a tournament expects of a player now: where to sit, whom to wait for, or how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse

from games.models import Seat, User
from games.permissions import Visitor
from games.rules import SPECTATOR
from games.services import watch
from tournaments.models import Action, Entry, EntryPlayer, Tournament
from tournaments.services import reminders, windows
from tournaments.services.hall import in_hall
from tournaments.services.openings import why_called_off

from .board import board_now
from .cards import cards
from .complaints import complaints
from .moments import moment
from .place import Place
from .shapes import Board, PairingView, RoundView, StageView

URGENCY = (
    "your_turn",
    "sit",
    "playing",
    "cards",
    "void",
    "waiting",
    "postponed",
    "bye",
    "advanced",
    "between",
    "called_off",
    "champion",
    "over",
    "out",
)

LAST_FEW = 3
"""So many tournaments that are over are shown to who played in them."""


def places_of(user: User, *, now: datetime) -> list[Place]:
    """Return what each tournament expects of this user, the most urgent first.

    Of those that are over only the last few: each is read whole, and a player comes for years.
    """
    mine = Tournament.objects.filter(pk__in=_playing().filter(player__user=user).values("tournament"))
    over = mine.finished().order_by("-pk").values_list("pk", flat=True)[:LAST_FEW]
    shown = mine.exclude(state=Tournament.State.FINISHED) | mine.filter(pk__in=list(over))
    tournaments = shown.select_related("club").order_by("-pk")
    found = [place_in(one, board_now(one, moment(one)), user, now=now) for one in tournaments]
    return sorted(
        (place for place in found if place is not None),
        key=lambda place: URGENCY.index(place.state),
    )


def place_in(tournament: Tournament, seen: Board, visitor: Visitor, *, now: datetime) -> Place | None:
    """Return what the tournament expects of this visitor; nothing if he does not play in it."""
    if not visitor.is_authenticated:
        return None
    member = (
        _playing()
        .filter(tournament=tournament, player__user=visitor)
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
        entry_id=member.entry_id,
        partner=partner.player.name if partner else "",
        state="waiting",
        corrected=_corrected(tournament, member.entry_id),
        reminder=reminders.told_of(tournament, entry=member.entry_id, now=now),
        postponed=tuple(one for one in seen.postponed if member.entry_id in one.entries),
    )
    if tournament.state == Tournament.State.CANCELLED:
        return replace(place, state="called_off", why=why_called_off(tournament))
    return _latest(place, member, seen, now)


def _latest(place: Place, member: EntryPlayer, seen: Board, now: datetime) -> Place:
    """Return the place in the last pairing he was drawn in; as it was given, where he was in none."""
    for stage in reversed(seen.stages):
        for round_ in reversed(stage.rounds):
            for pairing in round_.pairings:
                if member.entry_id in pairing.entries:
                    there = _with_complaints(_in_pairing(place, member, round_, pairing), pairing, now)
                    if pairing.state == "decided":
                        return replace(there, state=_after(member.entry_id, pairing, stage, seen), table=None)
                    return _with_time(_now(there, member, pairing, now), pairing)
    return place


def _with_complaints(place: Place, pairing: PairingView, now: datetime) -> Place:
    """Return it with what was ruled in his pairing, and whether the director can be called there."""
    if pairing.table is None and pairing.table_id is None:
        return place
    row = in_hall(pairing.id)
    return replace(place, complaints=complaints(row, slug=place.tournament.slug, now=now))


def _playing() -> QuerySet[EntryPlayer]:
    """Return who has a place in a field, or had one when it was drawn."""
    field = Entry.objects.in_field()
    return EntryPlayer.objects.filter(entry__in=field.values("pk"), tournament__isnull=False)


def _corrected(tournament: Tournament, entry: int) -> str:
    """Return why somebody stands elsewhere since the last correction, if it moved him."""
    actions = Action.objects.filter(tournament=tournament, undone_by__isnull=True)
    verbs = (Action.Verb.CORRECT, Action.Verb.CLOSE_ROUND)
    last = actions.filter(verb__in=verbs).order_by("-pk").first()
    if last is None or last.verb != Action.Verb.CORRECT or entry not in last.after["moved"]:
        return ""
    why: str = last.why
    return why


def _in_pairing(place: Place, member: EntryPlayer, round_: RoundView, pairing: PairingView) -> Place:
    number = pairing.entries.index(member.entry_id)
    side = number % len(pairing.sides)
    others = [entry for at, entry in enumerate(pairing.entries) if at % len(pairing.sides) != side]
    return replace(
        place,
        round=round_.of(pairing),
        number=pairing.number,
        partner=place.partner or _partner_for_now(member, pairing, side),
        opponents=_names(others),
        opponent_entry=" · ".join(
            one.name for at, one in enumerate(pairing.sides) if at != side and one.name
        ),
        table=pairing.table,
        seat=number + 2 * member.position,
        table_url=pairing.url,
        replay_url=pairing.replay_url,
        decided_by=pairing.decided_by,
        pairing=pairing,
        sides=pairing.sides if _has_points(pairing) else (),
    )


def _names(entries: Sequence[int]) -> tuple[str, ...]:
    """Return who plays for these entries, in their order."""
    members = EntryPlayer.objects.filter(entry__in=entries).select_related("player")
    ordered = sorted(members, key=lambda one: (entries.index(one.entry_id), one.position))
    return tuple(one.player.name for one in ordered)


def _partner_for_now(member: EntryPlayer, pairing: PairingView, side: int) -> str:
    """Return the partner of this round, where partners rotate."""
    of_side = [entry for at, entry in enumerate(pairing.entries) if at % len(pairing.sides) == side]
    return "".join(_names([entry for entry in of_side if entry != member.entry_id]))


def _now(place: Place, member: EntryPlayer, pairing: PairingView, now: datetime) -> Place:
    if pairing.in_hall and pairing.state != "void":
        result_url = reverse("tournaments:result", args=[place.tournament.slug, pairing.id])
        return replace(place, state="cards", result_url=result_url)
    if pairing.table_id is None or pairing.state in ("void", "postponed"):
        return replace(
            place, state="waiting" if pairing.state == "ready" else pairing.state, seat=None, table=None
        )
    return _at_table(place, member, pairing, now)


def _with_time(place: Place, pairing: PairingView) -> Place:
    """Return it with the time of its match, where the round is played over days and it has not begun."""
    row = windows.in_window(pairing.id) if place.state in ("sit", "cards", "waiting") else None
    if row is None:
        return place
    url = reverse("tournaments:appointment", args=[place.tournament.slug, pairing.id])
    named = getattr(row, "appointment", None)
    if named is None:
        return replace(place, time_url=url)
    return replace(place, time_url=url, time=named.starts_at, time_agreed=named.agreed_at is not None)


def _has_points(pairing: PairingView) -> bool:
    """Return whether there are points to show: of a series, those of the game at the table only."""
    return pairing.sides[0].score is not None and (pairing.live is not None or not pairing.best_of)


def _after(entry: int, pairing: PairingView, stage: StageView, seen: Board) -> str:
    """Return where a decided pairing leaves an entry: whether it plays on, and if not, how it ended."""
    rows = {row.entry: row for table in stage.tables for row in table.rows}
    if rows[entry].state == "champion" and stage is seen.stages[-1] and seen.champion:
        return "champion"
    if seen.tournament.state == Tournament.State.FINISHED and not stage.is_bracket:
        return "over"
    if not stage.is_bracket:
        return "between"
    is_out = rows[entry].state == "out"
    if pairing.sides[pairing.entries.index(entry)].won:
        return "over" if is_out else "advanced"  # the third place, and the consolation, lead nowhere
    return "out" if is_out else "between"


def _at_table(place: Place, member: EntryPlayer, pairing: PairingView, now: datetime) -> Place:
    seats = Seat.objects.filter(table=pairing.table_id).order_by("number")
    seat = seats[place.seat or 0]
    if seat.user_id != member.player.user_id:
        sit_url = reverse("tournaments:sit", args=[place.tournament.slug, pairing.id])
        return replace(place, state="sit", sit_url=sit_url)
    assert pairing.table_id is not None  # the caller has looked
    turn = watch.snapshot(pairing.table_id, SPECTATOR, now=now)["view"]["turn"]
    return replace(place, state="your_turn" if turn == place.seat else "playing")
