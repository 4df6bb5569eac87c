"""Byes that a director gives before a round of a Swiss is drawn. Source: docs/formats.md#byes."""

from __future__ import annotations

from datetime import datetime

from games.rules import Refusal
from tournaments.models import Action, Draft, Round, Slot

from .actions import Author, acting
from .changes import Changes
from .withdrawals import slot_of


class NoByeToGive(Refusal):
    """A bye is given in a Swiss, for the round that is drawn next."""

    code = "no_bye_to_give"


def bye_round(slot: Slot) -> Round | None:
    """Return the round for which an entry can be given a bye: the next of a Swiss to be drawn."""
    if slot.stage.format != "swiss":
        return None
    rounds = Round.objects.filter(stage=slot.stage_id, state=Round.State.PLANNED)
    found: Round | None = rounds.order_by("number").first()
    return found


def give_bye(*, entry_id: int, asked_for: bool = False, author: Author, now: datetime) -> None:
    """Let an entry have a bye in the round that is drawn next, or take that back; a draft is drawn again.

    :param asked_for: whether the entry has asked to sit out, which is not worth what a bye is.
    :raises NotTakingPart: when the entry does not play.
    :raises NoByeToGive: when no round of a Swiss is to be drawn.
    """
    slot = slot_of(entry_id)
    with acting(slot.entry.tournament_id, Action.Verb.GIVE_BYE, author, now=now) as account:
        slot = slot_of(entry_id)
        round_ = bye_round(slot)
        if round_ is None:
            raise NoByeToGive()
        byes, sits_out = {*slot.byes}, {*slot.sits_out}
        one, other = (sits_out, byes) if asked_for else (byes, sits_out)
        one ^= {round_.number}
        other -= one
        changes = Changes()
        changes.update(Slot.objects.filter(pk=slot.pk), byes=sorted(byes), sits_out=sorted(sits_out))
        changes.tell(account)
        account.after |= {
            "entry": entry_id,
            "round": round_.number,
            "given": round_.number in one,
            "asked_for": asked_for,
            "is_draft": Draft.objects.filter(round=round_).exists(),
        }
