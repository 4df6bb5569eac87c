"""A draw that is looked at before everybody sees it: drawn, published, taken back, or thrown away.

``draft_edits`` changes it. Each verb carries the version of the draft that the director saw. Nothing of a
draft is in the rows that pages, the API or a screen read; publishing writes it there.
Source: docs/formats.md#checking-a-draw.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import F

from games.models import claim
from games.rules import Refusal
from tournaments.formats import Drawn, teams
from tournaments.models import Action, Draft, Pairing, Round, Side, Tournament

from .actions import Author, acting
from .books import UNDECIDED
from .draft_lines import digest, draft_of, read
from .drawing import draw_groups
from .filling import Draw, show
from .following import given_to, starts_after
from .penalties import ReasonMissing
from .pending import Counting, counted, refuse_in_play, refuse_missing
from .stage_states import Groups, groups_of, read_meetings, slots_of
from .wishes import wishes_of


class DraftMoved(Refusal):
    """Somebody else changed the draft, published it or threw it away."""

    code = "draft_moved"


class DraftStale(Refusal):
    """Something this was drawn from has changed since."""

    code = "draft_stale"


class NothingToDraw(Refusal):
    """This round is drawn, or it is not the next one, or nobody is left to play it."""

    code = "nothing_to_draw"


class RoundCalled(Refusal):
    """The tables of this round have been opened: its draw stands."""

    code = "round_called"


def is_of_another(tournament: Tournament, draft_id: int) -> bool:
    """Return whether a draft is of another tournament."""
    return Draft.objects.filter(pk=draft_id).exclude(round__stage__tournament=tournament).exists()


def before_round(round_: Round, counting: Counting | None = None) -> Groups:
    """Return the groups of a stage before a round, as it is drawn from them.

    :param counting: how a pairing counts whose result is missing.
    """
    stage = round_.stage
    played = read_meetings(stage)
    earlier = [played[number] for number in range(1, round_.number)]
    apart = wishes_of(stage.tournament).apart
    return counted(groups_of(stage, slots_of(stage), earlier, apart=apart), counting)


def is_stale(draft: Draft) -> bool:
    """Return whether something that the draft was drawn from is otherwise now."""
    return digest(before_round(draft.round)) != draft.drawn_from


def draw_round(*, round_id: int, counting: Counting | None, author: Author, now: datetime) -> None:
    """Draw the next round of a stage as a draft.

    :param counting: draw although results are missing, and how those count; ``None`` to wait for them.
    :raises DrawWaits: naming the tables, where the draw needs their results.
    :raises NothingToDraw: when it is not the next round, or there is none.
    """
    round_ = _round(round_id)
    missing = refuse_missing(round_, counting)
    groups = before_round(round_)
    draw = draw_groups(counted(groups, counting), round_.number)
    if not draw or not any(line.is_played for line in draw):
        raise NothingToDraw()
    with acting(round_.stage.tournament_id, Action.Verb.DRAW_ROUND, author, now=now) as account:
        _demand_next(round_)
        draft_of(round_, draw, groups).save()
        account.after = _facts(round_, draw) | {"counting": counting or "", "missing": missing}


def _demand_next(round_: Round) -> None:
    rounds = Round.objects.filter(stage=round_.stage)
    before = rounds.filter(number__lt=round_.number, state=Round.State.PLANNED)
    here = rounds.filter(pk=round_.pk, state=Round.State.PLANNED, draft__isnull=True)
    if before.exists() or not here.exists():
        raise NothingToDraw()


def _round(round_id: int) -> Round:
    found: Round = Round.objects.select_related("stage__tournament__draw_wishes").get(pk=round_id)
    return found


def _facts(round_: Round, draw: Draw) -> dict[str, Any]:
    return named(round_) | {"draw": [list(line.entries) for line in draw]}


def named(round_: Round) -> dict[str, Any]:
    """Return which round it is, as the log names it."""
    return {"stage": round_.stage.position, "round": round_.number}


def find(draft_id: int) -> Draft:
    """Return a draft.

    :raises DraftMoved: when it has been published or thrown away.
    """
    found: Draft | None = (
        Draft.objects.select_related("round__stage__tournament__draw_wishes").filter(pk=draft_id).first()
    )
    if found is None:
        raise DraftMoved()
    return found


def demand_unmoved(draft: Draft) -> None:
    """Refuse what was computed from older rows; the tournament's row is held.

    :raises DraftMoved: when anything of the tournament has changed since the draft was read.
    """
    seen = draft.round.stage.tournament
    if not Tournament.objects.filter(pk=seen.pk, version=seen.version).exists():
        raise DraftMoved()


def once_more(attempt: Callable[[], None]) -> None:
    """Let something be computed once more where a result came in while it was; then it is refused.

    :raises DraftMoved: when the draft itself has moved, or yet another thing came in.
    """
    try:
        attempt()
    except DraftMoved:
        attempt()


def hold(draft: Draft, seen: int, **changes: Any) -> None:
    """Claim a draft as it was seen, and change it.

    :raises DraftMoved: when it was changed since.
    """
    claim(
        Draft.objects.filter(pk=draft.pk, version=seen),
        refusal=DraftMoved(),
        version=F("version") + 1,
        **changes,
    )


def discard(*, draft_id: int, seen: int, author: Author, now: datetime) -> None:
    """Throw a draft away; the round can be drawn again."""
    draft = find(draft_id)
    with acting(draft.round.stage.tournament_id, Action.Verb.DISCARD_DRAFT, author, now=now) as account:
        hold(draft, seen)
        account.before = _facts(draft.round, read(draft))
        account.after = named(draft.round)
        draft.delete()


def publish(*, draft_id: int, seen: int, author: Author, now: datetime) -> None:
    """Show a draft to everybody. From then on it is the draw of its round.

    :raises DraftMoved: when somebody else has changed it.
    :raises DraftStale: when what it was drawn from has changed, and nobody has chosen to keep it.
    :raises RoundInPlay: while the round before is.
    """
    once_more(partial(_publish_once, draft_id, seen, author, now))


def _publish_once(draft_id: int, seen: int, author: Author, now: datetime) -> None:
    draft = find(draft_id)
    round_ = draft.round
    if not draft.is_kept and is_stale(draft):
        raise DraftStale()
    with acting(round_.stage.tournament_id, Action.Verb.PUBLISH, author, now=now) as account:
        refuse_in_play(round_)
        demand_unmoved(draft)
        draw = read(draft)
        hold(draft, seen)
        account.after = _facts(round_, draw)
        draft.delete()
        show(round_, draw, starts_at=_starts_at(round_, now))


def _starts_at(round_: Round, now: datetime) -> datetime | None:
    """Return when a round starts that is published now: as planned, or after its pause."""
    if round_.starts_at is not None or (round_.number == 1 and round_.stage.position == 1):
        return round_.starts_at
    return starts_after(round_.stage, given_to(round_.stage, round_.number), now)


def unpublish(*, round_id: int, author: Author, now: datetime) -> None:
    """Take back a published draw whose tables are not open yet: it is a draft again.

    :raises ReasonMissing: without a reason, for everybody has seen it.
    :raises RoundCalled: when the round has begun.
    """
    if not author.why.strip():
        raise ReasonMissing()
    round_ = _round(round_id)
    groups = before_round(round_)
    with acting(round_.stage.tournament_id, Action.Verb.UNPUBLISH, author, now=now) as account:
        drawn = Round.objects.filter(pk=round_.pk, state=Round.State.DRAWN)
        claim(drawn, refusal=RoundCalled(), state=Round.State.PLANNED)
        draw = _shown(round_)
        account.before = _facts(round_, draw)
        account.after = named(round_)
        Side.objects.filter(round=round_).delete()
        Pairing.objects.filter(round=round_, place="").delete()
        laid_out = Pairing.objects.filter(round=round_)
        laid_out.update(state=Pairing.State.WAITING, why={}, **UNDECIDED, postponed_at=None)
        draft_of(round_, draw, groups).save()


def _shown(round_: Round) -> Draw:
    """Return the draw of a round from its rows."""
    rows = Pairing.objects.filter(round=round_).order_by("number").prefetch_related("sides")
    return tuple(_line(row, round_) for row in rows)


def _line(row: Pairing, round_: Round) -> Drawn:
    unplayed: Any = row.decided_by if row.state == Pairing.State.DECIDED else ""
    entries = [side.entry_id for side in row.sides.all()]
    sides = teams(entries, sides=round_.stage.sides)
    return Drawn(row.number, sides, unplayed, place=row.place, group=row.group, why=row.why)
