"""When a pairing is played in its window, or after it was postponed: the sides agree, or the director says.

The last word counts. A proposal nobody has agreed to obliges nobody.
"""

from __future__ import annotations

from datetime import datetime

from games.models import claim
from games.rules import Refusal
from tournaments.models import Action, Appointment, Pairing

from .actions import Author, acting
from .reminders import plan_reminders
from .seats import NotYourPairing
from .walls import moment_of
from .windows import Window, takes_time, window_of


class NoWindow(Refusal):
    """This pairing is played when its round is, or is not to be played any more."""

    code = "no_window"


class OutsideWindow(Refusal):
    """The time is past, or not in the window of the round."""

    code = "outside_window"


class AppointmentMoved(Refusal):
    """Another time was named meanwhile, or this one is one's own or agreed to already."""

    code = "appointment_moved"


def named(pairing: Pairing) -> Appointment | None:
    """Return the time that was named last, agreed to or not."""
    return Appointment.objects.filter(pairing=pairing).first()


def propose(
    *, pairing_id: int, wall: datetime, author: Author, now: datetime, as_director: bool = False
) -> None:
    """Name a time, on the wall of the hall: a side's proposal, or the director's word.

    :raises NoWindow: when there is no time to agree on.
    :raises NotYourPairing: when he plays for no side of it and does not direct.
    :raises NoSuchTime: when it is never on the wall.
    :raises OutsideWindow: when it is past or not in the window.
    """
    pairing, window = _in_window(pairing_id)
    side = None if as_director else _side(pairing, author)
    starts_at = moment_of(wall, pairing.round.stage.tournament.zone)
    if starts_at < now or not window.holds(starts_at):
        raise OutsideWindow()
    verb = Action.Verb.APPOINT
    with acting(pairing.round.stage.tournament_id, verb, author, now=now) as account:
        _demand_open(pairing)
        word = {"starts_at": starts_at, "side": side, "by_id": author.user_id, "at": now}
        agreed = {"agreed_at": now if as_director else None}
        Appointment.objects.update_or_create(pairing=pairing, defaults=word | agreed)
        plan_reminders(pairing.round.stage.tournament, now=now)
        account.after = {"pairing": pairing.pk, "side": side, "wall": wall.isoformat(timespec="minutes")}


def agree(*, pairing_id: int, seen: datetime, author: Author, now: datetime) -> None:
    """Say yes to the time that the other side named.

    :param seen: the time that he saw.
    :raises AppointmentMoved: when another was named meanwhile, or his own side named it.
    :raises NotYourPairing: when he plays for no side of it.
    """
    pairing, _window = _in_window(pairing_id)
    side = _side(pairing, author)
    with acting(pairing.round.stage.tournament_id, Action.Verb.APPOINT, author, now=now) as account:
        _demand_open(pairing)
        theirs = Appointment.objects.filter(pairing=pairing, starts_at=seen, agreed_at__isnull=True)
        claim(theirs.exclude(side=side), refusal=AppointmentMoved(), agreed_at=now)
        plan_reminders(pairing.round.stage.tournament, now=now)
        account.after = {"pairing": pairing.pk, "side": side, "agreed": seen.isoformat()}


def _in_window(pairing_id: int) -> tuple[Pairing, Window]:
    pairing = Pairing.objects.select_related("round__stage__tournament").get(pk=pairing_id)
    window = window_of(pairing)
    if window is None:
        raise NoWindow()
    return pairing, window


def _demand_open(pairing: Pairing) -> None:
    pairing.refresh_from_db(fields=["state", "postponed_at"])
    if not takes_time(pairing):
        raise NoWindow()


def _side(pairing: Pairing, author: Author) -> int:
    side = pairing.side_of(author.user_id)
    if side is None:
        raise NotYourPairing()
    return side
