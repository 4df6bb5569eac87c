"""What follows when a round closes: the next one drawn, another stage begun, or the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef

from games.dealing import Stream
from games.models import claim
from games.rules import Refusal
from tournaments.formats import BRACKETS, Drawn, table
from tournaments.models import Draft, Entry, Round, RoundTime, Stage, Substitution
from tournaments.models import Pairing as PairingRow
from tournaments.querysets import RoundQuerySet
from tournaments.state import EntryId, Pairing

from . import relief
from .draft_lines import draft_of
from .drawing import draw_groups
from .filling import Draw, NextRoundMoved, fill_round, show
from .stage_states import Groups, groups_of, read_groups, read_meetings, slots_in
from .stages import Beginning, advancing, begin
from .wishes import Wishes, wishes_of

SECRET_BYTES = 16
OwnTime = tuple[datetime | None, int | None]
"""When a round starts and the seconds of the pause before it, each where it has its own."""


class ResultsMissing(Refusal):
    """A round closes when each of its pairings is decided, or postponed."""

    code = "results_missing"


class StillPostponed(Refusal):
    """Nothing can follow before these ``matches``, which were postponed, are decided."""

    code = "still_postponed"


@dataclass(slots=True)
class Following:
    """What follows a round, computed before the transaction that writes it.

    :param left: the tables of the round that closes.
    :param planned: the rounds of its stage that were still to be drawn.
    :param round: the next that is played; ``None`` at the end of the tournament.
    :param passed: rounds between in which nobody plays, each with its draw: they are closed at once.
    :param ended: the stage that is over by it, and who has won that.
    :param stage: the one that begins, with its rows.
    :param given: the time of the round that is played, and the pause before it, where it has its own.
    :param draft: of the next round, where the director publishes it himself.
    :param seats_change: whether a substitute may wait for the next round.
    :param is_drawn: whether he has drawn the next round already, while this one was in play.
    """

    left: Sequence[int] = ()
    planned: Sequence[Round] = ()
    round: Round | None = None
    draw: Draw = ()
    passed: Sequence[tuple[Round, Draw]] = ()
    ended: Stage | None = None
    winner: int | None = None
    stage: Stage | None = None
    beginning: Beginning | None = None
    given: OwnTime = (None, None)
    draft: Draft | None = None
    seats_change: bool = True
    is_drawn: bool = False
    facts: dict[str, Any] = field(default_factory=dict)

    def starts_at(self, now: datetime) -> datetime | None:
        """Return when the next round starts; ``None`` when its director says so."""
        return None if self.round is None else starts_after(self.round.stage, self.given, now)

    def starts_at_once(self, now: datetime) -> bool:
        """Return whether the next round starts in the moment in which this one closes."""
        starts, is_seen = self.starts_at(now), self.draft is None and not self.is_drawn
        by_itself = self.round is not None and self.round.stage.opens_by_itself
        return is_seen and by_itself and starts is not None and starts <= now

    def write(self, now: datetime) -> None:
        """Write it, in the caller's transaction."""
        for round_, draw in self.passed:
            fill_round(round_, draw)
            planned = Round.objects.filter(pk=round_.pk, state=Round.State.PLANNED)
            refusal = NextRoundMoved(number=round_.number)
            claim(planned, refusal=refusal, state=Round.State.CLOSED, closed_at=now)
        if self.ended is not None:
            Stage.objects.filter(pk=self.ended.pk).update(winner=self.winner)
            Round.objects.filter(stage=self.ended, state=Round.State.PLANNED, pairings__isnull=True).delete()
        if self.stage is not None and self.beginning is not None:
            Stage.objects.filter(pk=self.stage.pk).update(options=self.stage.options)
            self.beginning.rounds[0].starts_at = self.starts_at(now)
            self.beginning.write()
        elif self.draft is not None:
            self.draft.save()
        elif self.round is not None and not self.is_drawn:
            show(self.round, self.draw, starts_at=self.starts_at(now))
        if self.round is not None and self.seats_change:
            relief.take_seats(self.round)


def starts_after(stage: Stage, given: OwnTime, now: datetime) -> datetime | None:
    """Return when a round starts whose turn it is from now on; ``None`` when its director says so.

    That is after its pause, and no earlier than the time it was given.

    :param given: its own time and pause, where it has any.
    """
    time, own = given
    if not stage.opens_by_itself:
        return time
    earliest = now + timedelta(seconds=stage.break_seconds if own is None else own)
    return max(earliest, time or earliest)


def given_to(stage: Stage, number: int) -> OwnTime:
    """Return the time and the pause a round has of its own."""
    own = RoundTime.objects.filter(stage=stage, number=number)
    return own.values_list("starts_at", "break_seconds").first() or (None, None)


def what_follows(closing: Round, *, stream: Stream) -> Following:
    """Return what follows a round that waits for no result any more.

    :raises ResultsMissing: while it does.
    :raises StillPostponed: when nobody can play on before a postponed match is decided.
    :raises Refusal: when another stage cannot begin with those who are left.
    """
    stage = closing.stage
    rows = list(_with_times(stage.rounds.select_related("draft").order_by("number")))
    played, wishes = read_meetings(stage), wishes_of(stage.tournament)
    pairings = [pairing for pairing, _ in played[closing.number]]
    if missing := sum(map(_is_awaited, pairings)):
        raise ResultsMissing(missing=missing)
    late = (one for meetings in played.values() for one, _ in meetings if one.postponed_at is not None)
    decided = [one for one in (*pairings, *late) if one.state == PairingRow.State.DECIDED]
    left = [pairing.table_id for pairing in decided if pairing.table_id is not None]
    drawn = [played[row.number] for row in rows if row.number <= closing.number]
    planned = rows[len(drawn) :]
    waits = Exists(Substitution.objects.filter(entry=OuterRef("entry"), first_round=None))
    slots = list(slots_in(stage).annotate(is_changing=waits))
    groups = groups_of(stage, slots, drawn, apart=wishes.apart)
    coming = _drawn_before(planned) or _coming(groups, planned, stage, stream, wishes)
    coming.left, coming.planned = left, planned
    coming.seats_change = any(slot.is_changing for slot in slots)
    return coming


def _is_awaited(pairing: Any) -> bool:
    return pairing.state != PairingRow.State.DECIDED and pairing.postponed_at is None


def ended_by(closed: Round, *, stream: Stream) -> Following:
    """Return what follows a round that is closed when it is the last of its stage.

    :raises StillPostponed: while a match of the stage is.
    :raises Refusal: when another stage cannot begin with those who are left.
    """
    stage = closed.stage
    return _ended(stage, read_groups(stage), (), stream, wishes_of(stage.tournament))


def _with_times(rounds: RoundQuerySet) -> RoundQuerySet:
    """Return rounds that have what their director wrote for them as ``time`` and ``pause``."""
    own = RoundTime.objects.filter(stage=OuterRef("stage"), number=OuterRef("number"))
    found: RoundQuerySet = rounds.annotate(time=own.values("starts_at"), pause=own.values("break_seconds"))
    return found


def _drawn_before(planned: Sequence[Round]) -> Following | None:
    """Return the next round where the director has drawn it while this one was in play."""
    is_drawn = bool(planned) and hasattr(planned[0], "draft")
    return Following(round=planned[0], is_drawn=True) if is_drawn else None


def _coming(
    groups: Groups, planned: Sequence[Round], stage: Stage, stream: Stream, wishes: Wishes
) -> Following:
    passed: list[tuple[Round, Draw]] = []
    for round_ in planned:
        draw = draw_groups(groups, round_.number)
        if draw is None:
            break
        played = [one for one in draw if one.is_played]
        if played and not any(one.sides for one in played):
            raise _still_postponed(stage)
        if played:
            round_.stage = stage
            given = (vars(round_)["time"], vars(round_)["pause"])
            draft = draft_of(round_, draw, groups) if wishes.is_checked else None
            return Following(
                round=round_, draw=draw, draft=draft, passed=passed, given=given, facts=_facts(draw)
            )
        passed.append((round_, draw))
        groups = _after(groups, draw)
    return _ended(stage, groups, passed, stream, wishes)


def _still_postponed(stage: Stage) -> StillPostponed:
    """Return the refusal that names the matches of a stage that were postponed."""
    left = PairingRow.objects.filter(round__stage=stage).put_off().order_by("round__number", "number")
    sides = (pairing.sides.all() for pairing in left.prefetch_related("sides__entry"))
    return StillPostponed(matches=", ".join(" – ".join(side.entry.name for side in them) for them in sides))


def _after(groups: Groups, draw: Draw) -> Groups:
    """Return a stage after a round in which nobody plays; brackets see by themselves who goes through."""
    return {
        group: state
        if state.format in BRACKETS
        else replace(state, rounds=(*state.rounds, tuple(_alone(one) for one in draw if one.group == group)))
        for group, state in groups.items()
    }


def _alone(one: Drawn) -> Pairing:
    return Pairing(one.sides, kind="sit_out" if one.unplayed == "sit_out" else "bye")


def _facts(draw: Draw) -> dict[str, Any]:
    return {"next": [list(one.entries) for one in draw]}


def _ended(
    stage: Stage, groups: Groups, passed: Sequence[tuple[Round, Draw]], stream: Stream, wishes: Wishes
) -> Following:
    """Return the beginning of the next stage, or the end of the tournament."""
    if PairingRow.objects.filter(round__stage=stage).put_off().exists():
        raise _still_postponed(stage)
    stages = Stage.objects.filter(tournament=stage.tournament_id, position=stage.position + 1)
    following = stages.select_related("tournament").first()
    ranked = advancing(groups, take=following.takes if following else None)
    winner = winner_of(groups)
    if following is None:
        return Following(passed=passed, ended=stage, winner=winner, facts={"ranking": ranked})
    lot = stream.bytes(SECRET_BYTES).hex()
    following.options = following.options | {"lot_secret": lot}
    entries = Entry.objects.in_bulk(ranked)
    begun = begin(
        following,
        [entries[pk] for pk in ranked],
        starts_at=None,
        wishes=wishes,
        had_byes=_byes(groups) if following.format == stage.format == "swiss" else {},
    )
    facts = {"advance": ranked, "lot": lot} | _facts(begun.draw)
    return Following(
        round=begun.rounds[0],
        draw=begun.draw,
        draft=begun.draft,
        passed=passed,
        ended=stage,
        winner=winner,
        stage=following,
        beginning=begun,
        given=given_to(following, 1),
        facts=facts,
    )


def _byes(groups: Groups) -> dict[EntryId, int]:
    """Return how many byes each has had in a stage, and in those before it."""
    found: Counter[EntryId] = Counter()
    for state in groups.values():
        found.update(state.had_byes)
        found.update(one.sides[0][0] for one in state.pairings() if one.kind == "bye")
    return dict(found)


def winner_of(groups: Groups) -> int | None:
    """Return who is first in a stage of one group, if it is one alone."""
    first = [line.entry for state in groups.values() for line in table(state) if line.rank == 1]
    return int(first[0]) if len(first) == len(groups) == 1 else None
