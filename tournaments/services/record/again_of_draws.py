"""The acts on draws, times, prizes and the course of a tournament, done once more from the log."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any, Final, cast

from tournaments.models import Action, Draft, KeptApart
from tournaments.services import (
    appointments,
    byes,
    course,
    draft_edits,
    drafts,
    latecomers,
    prizes,
    substitutes,
    timing,
    wishes,
)
from tournaments.services.pending import Counting
from tournaments.services.prizes import Offered

from .again_before import Again
from .past import Act, Past

Verb = Action.Verb


def _mine(past: Past, act: Act) -> dict[str, Any]:
    """Return what every verb on a tournament takes."""
    return {"tournament_id": past.tournament_id, **act.done}


def _set_draws(past: Past, act: Act) -> None:
    wishes.set_draws(**_mine(past, act), **act.after)


def _keep_apart(past: Past, act: Act) -> None:
    one, other = (past.entry(number).pk for number in act.after["entries"])
    wishes.keep_apart(**_mine(past, act), one=one, other=other)


def _let_meet(past: Past, act: Act) -> None:
    first, second = (past.entry(number) for number in act.after["entries"])
    couple = KeptApart.objects.get(first=first, second=second)
    wishes.let_meet(**_mine(past, act), couple_id=couple.pk)


def _draft(past: Past, act: Act) -> dict[str, Any]:
    """Return what the verbs on a draft take."""
    draft = Draft.objects.get(round=past.round(act))
    return {"draft_id": draft.pk, "seen": draft.version, **act.done}


def _draw_round(past: Past, act: Act) -> None:
    counting = cast("Counting | None", act.after["counting"] or None)
    drafts.draw_round(round_id=past.round(act).pk, counting=counting, **act.done)


def _edit_draft(past: Past, act: Act) -> None:
    mine, after = _draft(past, act), act.after
    if "swap" in after:
        one, other = (past.entry(number).pk for number in after["swap"])
        draft_edits.swap(**mine, one=one, other=other)
    elif "move" in after:
        draft_edits.move_table(**mine, number=after["move"][0], to=after["move"][1])
    elif "redraw" in after:
        draft_edits.redraw(**mine)
    elif "keep" in after:
        draft_edits.keep(**mine)
    else:
        stays = "lock" in after
        draft_edits.lock(**mine, number=after["lock" if stays else "unlock"], stays=stays)


def _discard(past: Past, act: Act) -> None:
    drafts.discard(**_draft(past, act))


def _publish(past: Past, act: Act) -> None:
    drafts.publish(**_draft(past, act))


def _unpublish(past: Past, act: Act) -> None:
    drafts.unpublish(round_id=past.round(act).pk, **act.done)


def _join(past: Past, act: Act) -> None:
    told = {"names": act.after["names"], "points": act.after["points"]}
    latecomers.join(**_mine(past, act), **told, stream=act.chance)


def _substitute(past: Past, act: Act) -> None:
    substitutes.substitute(
        entry_id=past.entry(act.after["entry"]).pk,
        position=act.after["position"],
        name=act.after["comes"],
        stream=act.chance,
        **act.done,
    )


def _give_bye(past: Past, act: Act) -> None:
    asked_for = act.after["asked_for"]
    byes.give_bye(entry_id=past.entry(act.after["entry"]).pk, asked_for=asked_for, **act.done)


def _appoint(past: Past, act: Act) -> None:
    pairing = past.pairing(act.after["pairing"])
    if "agreed" in act.after:
        seen = datetime.fromisoformat(act.after["agreed"])
        appointments.agree(pairing_id=pairing.pk, seen=seen, **act.done)
        return
    appointments.propose(
        pairing_id=pairing.pk,
        wall=datetime.fromisoformat(act.after["wall"]),
        as_director=act.after["side"] is None,
        **act.done,
    )


def _set_rounds(past: Past, act: Act) -> None:
    course.set_rounds(**_mine(past, act), rounds=act.after["rounds"])


def _finish_early(past: Past, act: Act) -> None:
    course.finish_early(**_mine(past, act), stream=act.chance)


def _begin_again(past: Past, act: Act) -> None:
    course.begin_again(**_mine(past, act), stream=act.chance)


def _call_off(past: Past, act: Act) -> None:
    course.call_off(**_mine(past, act))


def _set_prizes(past: Past, act: Act) -> None:
    prizes.set_prizes(**_mine(past, act), prizes=[_prize(one) for one in act.after["prizes"]])


def _prize(told: Mapping[str, Any]) -> Offered:
    amount = told["amount"]
    return Offered(**{**told, "amount": None if amount is None else Decimal(amount)})


def _set_times(past: Past, act: Act) -> None:
    told = {position: times for position, times in act.after.items() if position != "remind"}
    timing.set_times(
        **_mine(past, act),
        wanted=timing.wanted_from(told),
        remind_minutes=act.after.get("remind"),
        anyway=True,
    )


OF_DRAWS: Final[Mapping[str, Again]] = {
    Verb.SET_DRAWS: _set_draws,
    Verb.KEEP_APART: _keep_apart,
    Verb.LET_MEET: _let_meet,
    Verb.DRAW_ROUND: _draw_round,
    Verb.EDIT_DRAFT: _edit_draft,
    Verb.DISCARD_DRAFT: _discard,
    Verb.PUBLISH: _publish,
    Verb.UNPUBLISH: _unpublish,
    Verb.ADD_LATE: _join,
    Verb.SUBSTITUTE: _substitute,
    Verb.GIVE_BYE: _give_bye,
    Verb.APPOINT: _appoint,
    Verb.SET_ROUNDS: _set_rounds,
    Verb.FINISH_EARLY: _finish_early,
    Verb.BEGIN_AGAIN: _begin_again,
    Verb.CANCEL_IN_PLAY: _call_off,
    Verb.SET_PRIZES: _set_prizes,
    Verb.SET_TIMES: _set_times,
}
"""How each of these acts is done once more."""
