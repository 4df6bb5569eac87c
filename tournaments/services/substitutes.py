"""A substitute for one seat, from a round on: who played before stays who played before.

While a round is in play nothing changes at its tables; the substitute sits from the next one. Source:
docs/formats.md#substitutes.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from games.dealing import Stream
from games.models import clean_name
from games.rules import Refusal
from tournaments.models import Action, EntryPlayer, Player, Round, Substitution

from . import club_players, field, relief
from .actions import Author, acting
from .penalties import ReasonMissing
from .withdrawals import slot_of


class SubstituteWaits(Refusal):
    """A substitute waits for this place, or plays already: one at a time."""

    code = "substitute_waits"


def substitute(
    *, entry_id: int, position: int, name: str, author: Author, now: datetime, stream: Stream
) -> Substitution:
    """Let somebody take the place of one who plays for an entry, from the next round that starts.

    :param position: whose place it is: 0 sits first, 1 opposite.
    :param name: of who comes; one whom the club knows by it is meant.
    :raises ReasonMissing: without a reason.
    :raises NotTakingPart: when the entry does not play.
    :raises BadName: when the name is none.
    :raises PlaysAlready: naming the pair he plays for.
    :raises SubstituteWaits: when somebody waits for this place, or he for another.
    """
    if not author.why.strip():
        raise ReasonMissing()
    wanted = clean_name(name)
    slot = slot_of(entry_id)
    tournament = slot.entry.tournament
    with acting(tournament.pk, Action.Verb.SUBSTITUTE, author, now=now) as account:
        slot_of(entry_id)
        member = EntryPlayer.objects.select_related("player").get(entry=entry_id, position=position)
        known, fresh = club_players.by_names(tournament.club_id, [wanted], stream)
        known |= {one.name: one for one in Player.objects.bulk_create(fresh)}
        comes = known[wanted]
        field.refuse_players_of_others(tournament.pk, [comes])
        _refuse_waiting(member, comes)
        made = Substitution.objects.create(
            entry_id=entry_id, position=position, leaves=member.player, comes=comes, at=now
        )
        next_round = _next_round(slot.stage_id)
        if next_round is not None:
            relief.sit(made, next_round)
        account.after = {
            "entry": entry_id,
            "position": position,
            "leaves": member.player.name,
            "comes": comes.name,
            "round": next_round.number if next_round else None,
        }
    return made


def _refuse_waiting(member: EntryPlayer, comes: Player) -> None:
    waiting = Substitution.objects.filter(first_round=None, entry__tournament=member.tournament_id)
    if waiting.filter(Q(entry=member.entry_id, position=member.position) | Q(comes=comes)).exists():
        raise SubstituteWaits()


def _next_round(stage_id: int) -> Round | None:
    """Return the round that starts next; ``None`` while one is in play, for then nobody knows."""
    rounds = Round.objects.filter(stage=stage_id)
    if rounds.filter(state=Round.State.OPEN).exists():
        return None
    states = (Round.State.DRAWN, Round.State.PLANNED)
    found: Round | None = rounds.filter(state__in=states).order_by("number").first()
    return found
