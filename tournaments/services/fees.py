"""Entry fees: noted by the staff with who and when, and the totals for the treasurer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Count, Sum

from games.models import claim
from games.rules import Refusal
from tournaments.models import Action, Entry

from .actions import Author, acting
from .field import registration_of


class FeeMoved(Refusal):
    """Somebody else noted this fee first, or it stands like this already."""

    code = "fee_moved"


@dataclass(frozen=True, slots=True)
class Treasury:
    """What the treasurer asks for: amounts, and of how many entries.

    ``to_return`` was paid by entries that do not take part.
    """

    due: Decimal
    due_of: int
    paid: Decimal
    paid_of: int
    waived_of: int
    to_return: Decimal
    to_return_of: int


def settle_fee(*, entry: Entry, to: Entry.Fee, author: Author, now: datetime) -> None:
    """Note that a fee is paid, waived, or due after all. What was paid stays what it was.

    :raises FeeMoved: when it stands like this, or somebody else noted it first.
    """
    amount = registration_of(entry.tournament_id).fee if to == Entry.Fee.PAID else None
    seen = Entry.objects.filter(pk=entry.pk, fee_state=entry.fee_state)
    with acting(entry.tournament_id, Action.Verb.SETTLE_FEE, author, now=now) as account:
        if entry.fee_state == to:
            raise FeeMoved(entry=entry.name)
        changes = {"fee_state": to, "fee_amount": amount, "fee_by_id": author.user_id, "fee_at": now}
        claim(seen, refusal=FeeMoved(entry=entry.name), **changes)
        account.before = {"entry": entry.pk, "fee": entry.fee_state, "amount": _text(entry.fee_amount)}
        account.after = {"pair": entry.name, "fee": to.value, "amount": _text(amount)}


def _text(amount: Decimal | None) -> str | None:
    return None if amount is None else str(amount)


def treasury(tournament_id: int) -> Treasury:
    """Return the totals, in two queries."""
    fee = registration_of(tournament_id).fee
    rows = Entry.objects.filter(tournament=tournament_id).order_by()
    found = {
        (state, fee_state): (count, paid or Decimal(0))
        for state, fee_state, count, paid in rows.values_list("state", "fee_state").annotate(
            Count("pk"), Sum("fee_amount")
        )
    }

    def of(states: tuple[Entry.State, ...], fee_state: Entry.Fee) -> tuple[int, Decimal]:
        chosen = [found[state, fee_state] for state in states if (state, fee_state) in found]
        return sum(count for count, _ in chosen), sum((paid for _, paid in chosen), Decimal(0))

    due_of, _ = of(Entry.TAKING_PART, Entry.Fee.DUE)
    paid_of, paid = of(Entry.TAKING_PART, Entry.Fee.PAID)
    waived_of, _ = of(Entry.TAKING_PART, Entry.Fee.WAIVED)
    outside = tuple(state for state in Entry.State if state not in Entry.TAKING_PART)
    to_return_of, to_return = of(outside, Entry.Fee.PAID)
    return Treasury(due_of * fee, due_of, paid, paid_of, waived_of, to_return, to_return_of)
