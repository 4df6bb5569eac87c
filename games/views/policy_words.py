"""A table's policy as people read it: how long one has, who may sit, who may watch."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.services.clocks import TablePolicy


def policy_lines(policy: TablePolicy, *, is_open: bool | None = None) -> list[str]:
    """Return a sentence for each thing a player wants to know before he sits down.

    :param is_open: whether whoever comes may sit; None where a tournament says who sits.
    """
    return [*_time(policy), *_sitting(policy, is_open), _watching(policy)]


def _time(policy: TablePolicy) -> Iterator[str]:
    if not policy.is_timed:
        yield _("There is no clock: everybody takes his time.")
        return
    known = {"call": round(policy.call_seconds), "trump": round(policy.trump_seconds)}
    known |= {"card": round(policy.card_seconds), "bank": round(policy.bank_seconds)}
    yield _("Time for a bid: %(call)s s, for choosing trump %(trump)s s, for a card %(card)s s.") % known
    if policy.bank_seconds:
        yield _("Each player has a reserve of %(bank)s s for the whole match.") % known
    yield ngettext(
        "Whose time runs out %(n)s time in a row is away: %(seconds)s s a move until he is back.",
        "Whose time runs out %(n)s times in a row is away: %(seconds)s s a move until he is back.",
        policy.away_after,
    ) % {"n": policy.away_after, "seconds": round(policy.away_seconds)}


def _sitting(policy: TablePolicy, is_open: bool | None) -> Iterator[str]:
    if is_open is not None:
        yield _("Anybody may sit down.") if is_open else _("Only who has the link may sit down.")
    if policy.bots_after is None:
        yield _("No bot plays here.")
    elif policy.bots_after:
        yield _("Bots take the seats that are empty after %(seconds)s s.") % {
            "seconds": round(policy.bots_after)
        }


def _watching(policy: TablePolicy) -> str:
    return {
        "all": _("Everybody may watch; nobody sees a hand."),
        "link": _("Whoever has the address of the table may watch; nobody sees a hand."),
        "none": _("Nobody may watch."),
    }[policy.spectators]
