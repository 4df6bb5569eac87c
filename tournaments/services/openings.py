"""What opens and closes before the draw: registration, check-in, and the tournament altogether.

A director does it, or the sweep at the times he wrote. Going against a time that is past takes it
away, else the sweep would do it again at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from games.models import claim
from games.rules import Refusal
from tournaments.models import Action, Entry, Registration, Tournament

from .actions import PROGRAM, Account, Author, acting
from .field import before_draw, fill_places
from .once import unless_late

State = Tournament.State


class NotAtThisPoint(Refusal):
    """The tournament is not where this can be done."""

    code = "not_at_this_point"


class ReasonWanted(Refusal):
    """What everybody will read needs a reason."""

    code = "reason_wanted"


class TimesCross(Refusal):
    """Something would close before it opens."""

    code = "times_cross"


class TooFewPairs(Refusal):
    """A limit leaves room for two pairs at least."""

    code = "too_few_pairs"


@dataclass(frozen=True, slots=True)
class Terms:
    """What a director asks of those who want to take part; times in UTC, ``None`` for "when I say so"."""

    opens_at: datetime | None = None
    closes_at: datetime | None = None
    check_in_opens_at: datetime | None = None
    check_in_closes_at: datetime | None = None
    most_pairs: int | None = None
    needs_approval: bool = False
    members_only: bool = False
    fee: Decimal = Decimal(0)
    currency: str = ""


def set_terms(*, tournament_id: int, terms: Terms, author: Author, now: datetime) -> None:
    """Say what registration asks. More room lets waiting pairs in; less takes nobody's place away.

    :raises TimesCross: when something would close before it opens.
    :raises TooFewPairs: when the limit leaves no room for two pairs.
    :raises EntriesClosed: once the bracket has been drawn.
    """
    check(terms)
    with acting(tournament_id, Action.Verb.SET_REGISTRATION, author, now=now) as account:
        before_draw(tournament_id)
        Registration.objects.update_or_create(tournament_id=tournament_id, defaults=asdict(terms))
        account.after = {name: _plain(value) for name, value in asdict(terms).items()}
        account.after["moved_up"] = fill_places(tournament_id)


def check(terms: Terms) -> None:
    """Refuse terms that cannot be.

    :raises TimesCross: when something would close before it opens.
    :raises TooFewPairs: when the limit leaves no room for two pairs.
    """
    windows = ((terms.opens_at, terms.closes_at), (terms.check_in_opens_at, terms.check_in_closes_at))
    if any(opens and closes and closes <= opens for opens, closes in windows):
        raise TimesCross()
    if terms.most_pairs is not None and terms.most_pairs < 2:
        raise TooFewPairs()


def _plain(value: Any) -> Any:
    """Return the value as JSON has it."""
    return value if value is None or isinstance(value, bool | int) else str(value)


def why_called_off(tournament: Tournament) -> str:
    """Return the reason the director gave."""
    verbs = (Action.Verb.CANCEL, Action.Verb.CANCEL_IN_PLAY)
    acts = Action.objects.filter(tournament=tournament, verb__in=verbs).order_by("-pk")
    return acts.values_list("why", flat=True).first() or ""


@dataclass(frozen=True, slots=True)
class Step:
    """A step along ``Tournament.NEXT`` before the draw: what it is called and from where it leads."""

    verb: Action.Verb
    to: State
    begins: tuple[State, ...]


def _step(verb: Action.Verb, to: State, *begins: State) -> Step:
    """Return a step; it begins, unless said, wherever the table of states lets it before the draw."""
    return Step(
        verb, to, begins or tuple(one for one in Tournament.BEFORE_DRAW if to in Tournament.NEXT[one])
    )


OPEN = _step(Action.Verb.OPEN_REGISTRATION, State.REGISTRATION)
CLOSE = _step(Action.Verb.CLOSE_REGISTRATION, State.CLOSED, State.REGISTRATION)
CHECK_IN = _step(Action.Verb.OPEN_CHECK_IN, State.CHECK_IN)
GO_BACK = _step(Action.Verb.CLOSE_CHECK_IN, State.CLOSED, State.CHECK_IN)
CANCEL = _step(Action.Verb.CANCEL, State.CANCELLED)


@contextmanager
def _stepping(step: Step, *, tournament_id: int, author: Author, now: datetime) -> Iterator[Account]:
    """Take a step as one action.

    :raises NotAtThisPoint: when the tournament is not where it begins.
    """
    with acting(tournament_id, step.verb, author, now=now) as account:
        mine = Tournament.objects.filter(pk=tournament_id)
        account.before["state"] = state = mine.values_list("state", flat=True).get()
        claim(mine.filter(state__in=step.begins), refusal=NotAtThisPoint(state=state), state=step.to)
        account.after["state"] = step.to.value
        yield account


def open_registration(*, tournament_id: int, author: Author, now: datetime) -> None:
    """Let pairs sign up, and let everybody see the tournament; also again, after it was closed.

    :raises NotAtThisPoint: when registration is open, or check-in has begun.
    """
    with _stepping(OPEN, tournament_id=tournament_id, author=author, now=now):
        _forget_past(tournament_id, "closes_at", now)


def close_registration(*, tournament_id: int, author: Author, now: datetime) -> None:
    """Let no more pairs sign up by themselves; the director may still add some.

    :raises NotAtThisPoint: when registration is not open.
    """
    with _stepping(CLOSE, tournament_id=tournament_id, author=author, now=now):
        pass


def open_check_in(*, tournament_id: int, author: Author, now: datetime) -> None:
    """Begin to ask who is here. Nobody signs up by himself any more.

    :raises NotAtThisPoint: when it is open, or the bracket is drawn.
    """
    with _stepping(CHECK_IN, tournament_id=tournament_id, author=author, now=now):
        _forget_past(tournament_id, "check_in_closes_at", now)


def close_check_in(*, tournament_id: int, author: Author, now: datetime) -> None:
    """Go back from check-in to a closed registration: everybody's check-in is forgotten.

    :raises NotAtThisPoint: when check-in is not open.
    """
    with _stepping(GO_BACK, tournament_id=tournament_id, author=author, now=now) as account:
        here = Entry.objects.filter(tournament=tournament_id, state=Entry.State.CHECKED_IN)
        account.before["checked_in"] = list(here.order_by("pk").values_list("pk", flat=True))
        here.update(state=Entry.State.ACCEPTED)
        _forget_past(tournament_id, "check_in_opens_at", now)


def cancel(*, tournament_id: int, author: Author, now: datetime) -> None:
    """Call the tournament off before it is drawn. Nothing is deleted; everybody reads why.

    :raises ReasonWanted: without a reason.
    :raises NotAtThisPoint: once it is drawn.
    """
    if not author.why.strip():
        raise ReasonWanted()
    with _stepping(CANCEL, tournament_id=tournament_id, author=author, now=now):
        pass


STEPS: Mapping[str, tuple[Step, Callable[..., None]]] = {
    "open": (OPEN, open_registration),
    "close": (CLOSE, close_registration),
    "check_in": (CHECK_IN, open_check_in),
    "back": (GO_BACK, close_check_in),
    "cancel": (CANCEL, cancel),
}
"""The steps by the names under which pages and the API ask for them."""


def possible(state: str) -> list[str]:
    """Return the names of the steps that begin in this state."""
    return [name for name, (step, _verb) in STEPS.items() if state in step.begins]


def _forget_past(tournament_id: int, time: str, now: datetime) -> None:
    """Take away a time that is past: the sweep would undo what was just done."""
    past = {f"{time}__lte": now}
    Registration.objects.filter(tournament=tournament_id, **past).update(**{time: None})


def do_due(*, now: datetime) -> int:
    """Open and close what is due; return how many."""
    asked = Registration.objects
    found = (
        (asked.to_open(now), open_registration),
        (asked.to_close(now), close_registration),
        (asked.to_check_in(now), open_check_in),
    )
    return sum(
        _unless_late(verb, one.tournament_id, now) for due, verb in found for one in due.order_by("pk")
    )


def _unless_late(verb: Callable[..., None], tournament_id: int, now: datetime) -> bool:
    about, late = {"tournament": tournament_id}, (NotAtThisPoint,)
    return unless_late(verb, late=late, about=about, tournament_id=tournament_id, author=PROGRAM, now=now)
