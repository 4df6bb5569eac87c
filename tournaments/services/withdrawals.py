"""An entry that leaves while a tournament is played: withdrawn or disqualified, and let in again.

One act does all of it: what it is playing is a walkover at once, and in a bracket whoever would have met it
later goes through. What is over stays as it is, earlier stages with their tables too.
Source: docs/formats.md#leaving.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Literal

from django.db.models import F

from games.rules import Refusal
from tournaments import state
from tournaments.formats import BRACKETS, places_changed
from tournaments.models import Action, Entry, Pairing, Report, Round, Slot, Tournament
from tournaments.state import State

from .actions import Author, acting
from .changes import Changes
from .corrections import EffectsChanged
from .penalties import ReasonMissing
from .replays import let_play_on
from .rulings import decide
from .stage_states import read_groups


class NotTakingPart(Refusal):
    """This entry does not play any more, or not yet."""

    code = "not_taking_part"


class OutOfBracket(Refusal):
    """In a bracket nobody comes back in; the act that took him out can be undone."""

    code = "out_of_bracket"


Verb = Literal[Action.Verb.WITHDRAW_IN_PLAY, Action.Verb.DISQUALIFY_IN_PLAY]


NOT_OVER = (Round.State.OPEN, Round.State.DRAWN, Round.State.PLANNED)


@dataclass(frozen=True, slots=True)
class Leaving:
    """What becomes of an entry's matches when it leaves.

    :param walkovers: the pairings that become walkovers at once.
    :param open_tables: tables of four that go on without it until the director settles them.
    :param later: the places of the bracket at which something changes, those of ``walkovers`` included.
    """

    walkovers: tuple[int, ...]
    open_tables: tuple[int, ...]
    later: tuple[str, ...]

    @property
    def summary(self) -> str:
        """A text that is the same only for the same effects: what the director was shown."""
        return hashlib.sha256(repr(asdict(self)).encode()).hexdigest()[:20]


def foresee(*, entry_id: int) -> Leaving:
    """Return what would become of an entry's matches.

    :raises NotTakingPart: when it does not play.
    """
    return _leaving(slot_of(entry_id))


def slot_of(entry_id: int) -> Slot:
    """Return an entry's place in the stage that is being played.

    :raises NotTakingPart: when it has none, or has left.
    """
    going_on = Slot.objects.filter(entry=entry_id, until_round__isnull=True)
    on = going_on.filter(stage__rounds__state__in=NOT_OVER)
    found: Slot | None = on.select_related("stage", "entry").order_by("-stage__position").distinct().first()
    if found is None:
        raise NotTakingPart()
    return found


def in_play_of(*, user_id: int, club_id: int) -> list[int]:
    """Return the entries for which a user still plays in tournaments of a club."""
    on = (Tournament.State.DRAWN, Tournament.State.RUNNING)
    there = Slot.objects.filter(stage__tournament__club=club_id, stage__tournament__state__in=on)
    mine = there.filter(entry__members__player__user=user_id, until_round__isnull=True)
    going_on = mine.filter(stage__rounds__state__in=NOT_OVER)
    return sorted(set(going_on.values_list("entry", flat=True)))


def _leaving(slot: Slot) -> Leaving:
    pending = _pending(slot)
    two = [one for one in pending if slot.stage.sides == 2 and not _is_of_partners(slot)]
    return Leaving(
        walkovers=tuple(one.pk for one in two),
        open_tables=tuple(one.pk for one in pending if one not in two),
        later=_later(slot) if slot.stage.format in BRACKETS else (),
    )


def _is_of_partners(slot: Slot) -> bool:
    """Return whether partners change from round to round, so that no side is one entry."""
    return slot.stage.format in state.ALONE_FORMATS


def _pending(slot: Slot) -> list[Pairing]:
    """Return the pairings in which the entry stands and that are not decided."""
    mine = Pairing.objects.filter(round__stage=slot.stage, sides__entry=slot.entry_id).undecided()
    rows = mine.select_related("round__stage").prefetch_related("sides")
    return list(rows.order_by("round__number"))


def _later(slot: Slot) -> tuple[str, ...]:
    before = read_groups(slot.stage)[slot.group]
    return places_changed(before, _without(before, slot.entry_id))


def _without(stage: State, entry: int) -> State:
    """Return a bracket without an entry: what it has still to play is lost."""
    rounds = tuple(
        tuple(_forfeited(one, entry) if _is_to_come(one) else one for one in round_)
        for round_ in stage.rounds
    )
    return replace(stage, rounds=rounds, withdrawn=stage.withdrawn | {entry})


def _is_to_come(pairing: state.Pairing) -> bool:
    return pairing.is_pending or pairing.kind == "postponed"


def _forfeited(pairing: state.Pairing, entry: int) -> state.Pairing:
    if (entry,) not in pairing.sides or len(pairing.sides) < 2:
        return pairing
    staying = next(side for side in pairing.sides if side != (entry,))
    return replace(pairing, kind="walkover", winner=staying)


def leave(*, entry_id: int, verb: Verb, foreseen: str | None, author: Author, now: datetime) -> None:
    """Let an entry leave, if that still does what the director was shown (``Leaving.summary``).

    :param foreseen: ``None`` where nobody was shown anything: then it does whatever follows.
    :raises ReasonMissing: without a reason.
    :raises NotTakingPart: when it does not play.
    :raises EffectsChanged: when it would do something else now.
    """
    if not author.why.strip():
        raise ReasonMissing()
    _leave(slot_of(entry_id), verb, foreseen, author, now)


def leave_with_club(*, entry_id: int, author: Author, now: datetime) -> None:
    """Let an entry leave because one who plays for it is no member of the club any more.

    :raises NotTakingPart: when it does not play.
    """
    _leave(slot_of(entry_id), Action.Verb.LEAVE_CLUB, None, author, now)


def _leave(seen: Slot, verb: Action.Verb, foreseen: str | None, author: Author, now: datetime) -> None:
    with acting(seen.entry.tournament_id, verb, author, now=now) as account:
        slot = slot_of(seen.entry_id)
        leaving = _leaving(slot)
        if foreseen is not None and leaving.summary != foreseen:
            raise EffectsChanged()
        changes = Changes()
        drawn = slot.stage.rounds.exclude(state=Round.State.PLANNED)
        last = drawn.order_by("-number").values_list("number", flat=True).first() or 0
        changes.update(Slot.objects.filter(pk=slot.pk), until_round=last)
        changes.update(Entry.objects.filter(pk=slot.entry_id), state=_out(verb))
        reports = [
            _forfeit(one, slot, changes, author, now) for one in _pending(slot) if one.pk in leaving.walkovers
        ]
        account.before = {"entry": slot.entry_id}
        account.after = {"entry": slot.entry_id, "reports": reports, "later": list(leaving.later)}
        changes.tell(account)
        Round.objects.filter(stage=slot.stage).exclude(state=Round.State.CLOSED).update(
            version=F("version") + 1
        )


def _out(verb: Action.Verb) -> Entry.State:
    is_shut_out = verb == Action.Verb.DISQUALIFY_IN_PLAY
    return Entry.State.DISQUALIFIED if is_shut_out else Entry.State.WITHDRAWN


def _forfeit(pairing: Pairing, slot: Slot, changes: Changes, author: Author, now: datetime) -> int:
    """Let the other side go on; return the report that says so."""
    other = next(side.number for side in pairing.sides.all() if side.entry_id != slot.entry_id)
    facts = decide(pairing, UNDECIDED, changes, by=Pairing.DecidedBy.WALKOVER, advances=other)
    let_play_on(pairing, changes)
    report = Report.objects.create(
        pairing=pairing,
        kind=Report.Kind.WALKOVER,
        by_id=author.user_id,
        data=facts | {"left": slot.entry_id},
        at=now,
    )
    return int(report.pk)


UNDECIDED = tuple(state for state in Pairing.State if state != Pairing.State.DECIDED)


def reinstate(*, entry_id: int, author: Author, now: datetime) -> None:
    """Let an entry that left play again, from the next round that is drawn; what it missed stays missed.

    :raises NotTakingPart: when it did not leave a stage that is being played.
    :raises OutOfBracket: in a bracket.
    """
    gone = Slot.objects.filter(
        entry=entry_id, until_round__isnull=False, stage__rounds__state=Round.State.PLANNED
    )
    slot = gone.select_related("stage", "entry").first()
    if slot is None:
        raise NotTakingPart()
    if slot.stage.format in BRACKETS:
        raise OutOfBracket()
    with acting(slot.entry.tournament_id, Action.Verb.REINSTATE_IN_PLAY, author, now=now) as account:
        changes = Changes()
        changes.update(Slot.objects.filter(pk=slot.pk, until_round__isnull=False), until_round=None)
        if not changes.after:
            raise NotTakingPart()
        changes.update(Entry.objects.filter(pk=entry_id), state=Entry.State.ACCEPTED)
        account.before, account.after = {"entry": entry_id}, {"entry": entry_id}
        changes.tell(account)
