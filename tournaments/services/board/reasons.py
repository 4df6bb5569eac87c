"""Why these meet: what a draw left with a pairing, as sentences for those who play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

Why = Mapping[str, Any]

BY_FORMAT: Mapping[str, str | Promise] = {
    "round-robin": gettext_lazy("Everybody meets everybody, in an order fixed when the groups were drawn."),
    "individual": gettext_lazy("Partners and opponents change by a plan that keeps repetitions few."),
    "solo-swiss": gettext_lazy("Four who stand close to each other in the table play together."),
}
ALONE: Mapping[str, str | Promise] = {
    "bye": gettext_lazy("The number is odd: the bye goes to the lowest who has had none."),
    "walkover": gettext_lazy("Whoever would have been met here has left."),
    "sit_out": gettext_lazy("The number does not fill the tables: somebody sits out, in turn."),
}
GIVEN: Mapping[str, str | Promise] = {
    "bye": gettext_lazy("The bye was given before the draw."),
    "sit_out": gettext_lazy("It has asked to sit out this round."),
}


def reasons(format_key: str, why: Why, *, alone: str = "", sources: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return why a pairing is as it is, a sentence each.

    :param alone: ``bye`` or ``sit_out`` for who meets nobody.
    :param sources: where the sides of a place in a bracket come from.
    """
    if alone in ALONE:
        return (str((GIVEN if "given" in why else ALONE)[alone]),)
    if "by_hand" in why:
        return (_("The director put these together."), *_history(why))
    if "ranks" in why:
        return tuple(sentence for say in SWISS for sentence in say(why))
    if format_key in BY_FORMAT:
        return (str(BY_FORMAT[format_key]),)
    return sources or (_("The bracket decides who meets: the seeds stand far from each other."),)


def _ranks(why: Why) -> Iterator[str]:
    first, second = why["ranks"]
    yield _("Places %(first)s and %(second)s of the table before this round.") % {
        "first": first,
        "second": second,
    }


def _points(why: Why) -> Iterator[str]:
    if not why["difference"]:
        yield _("Both had the same number of table points.")
        return
    first, second = why["points"]
    yield _("They had %(first)s and %(second)s table points: no draw without a rematch was closer.") % {
        "first": first,
        "second": second,
    }


def _met(why: Why) -> Iterator[str]:
    if why["met_before"]:
        yield _("They have met before: without a rematch the round could not be paired.")
    else:
        yield _("They had not met before.")


def _history(why: Why) -> Iterator[str]:
    """Yield whether those whom the director put together have met, where that is known."""
    if "met_before" in why:
        yield _("They have met before.") if why["met_before"] else _("They had not met before.")


def _floats(why: Why) -> Iterator[str]:
    if why["floats_again"]:
        yield _("One of them met somebody with other points twice running, which could not be avoided.")


def _club(why: Why) -> Iterator[str]:
    if why["club_mates"]:
        yield _("Both are of one club, which could not be avoided.")


SWISS: tuple[Callable[[Why], Iterator[str]], ...] = (_ranks, _points, _met, _floats, _club)
