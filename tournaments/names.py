"""What formats, rounds, places of a bracket and tie-breaks are called, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.formats import CONSOLATION_FINAL, is_consolation

FORMAT_NAMES: Mapping[str, str | Promise] = {
    "knockout": gettext_lazy("Knockout"),
    "double-knockout": gettext_lazy("Double knockout"),
    "round-robin": gettext_lazy("Round robin"),
    "swiss": gettext_lazy("Swiss"),
    "individual": gettext_lazy("Individual, with another partner each round"),
    "solo-swiss": gettext_lazy("Solo tables of four"),
}
ROUND_NAMES: Mapping[int, str | Promise] = {
    1: gettext_lazy("Final"),
    2: gettext_lazy("Semi-finals"),
    4: gettext_lazy("Quarter-finals"),
    0: gettext_lazy("Consolation"),
}
PLACE_NAMES: Mapping[int, str | Promise] = {
    1: gettext_lazy("final"),
    2: gettext_lazy("semi-final %(number)s"),
    4: gettext_lazy("quarter-final %(number)s"),
}
TIE_BREAK_NAMES: Mapping[str, str | Promise] = {
    "direct": gettext_lazy("Direct encounter"),
    "mini_diff": gettext_lazy("Difference among the tied"),
    "diff": gettext_lazy("Difference"),
    "wins": pgettext_lazy("tie-break", "Wins"),
    "buchholz": gettext_lazy("Buchholz"),
    "buchholz_cut1": gettext_lazy("Buchholz, one cut"),
    "median": gettext_lazy("Median Buchholz"),
    "sb": gettext_lazy("Sonneborn-Berger"),
    "omw": gettext_lazy("Opponents' match win"),
    "seed": gettext_lazy("Seed"),
    "lot": pgettext_lazy("tie-break", "Lot"),
}
TIE_BREAK_SIGNS: Mapping[str, str | Promise] = {
    "direct": gettext_lazy("Direct"),
    "mini_diff": gettext_lazy("Diff (tied)"),
    "diff": gettext_lazy("Diff"),
    "buchholz": pgettext_lazy("tie-break, short", "BH"),
    "buchholz_cut1": pgettext_lazy("tie-break, short", "BH−1"),
    "median": pgettext_lazy("tie-break, short", "MBH"),
    "sb": pgettext_lazy("tie-break, short", "SB"),
    "omw": pgettext_lazy("tie-break, short", "OMW"),
}
"""What a column has room for, where the name is longer."""
POINT_NAMES: Mapping[str, str | Promise] = {
    "win": gettext_lazy("A match won"),
    "draw": gettext_lazy("A match drawn"),
    "loss": gettext_lazy("A match lost"),
    "bye": gettext_lazy("A bye"),
    "walkover": gettext_lazy("Won by walkover"),
    "forfeit": gettext_lazy("Lost by walkover"),
    "sit_out": gettext_lazy("A round sat out"),
    "missed": gettext_lazy("A round missed"),
}
"""What gives table points, by the keys of docs/formats.md#table-points."""
RESULT_NAMES: Mapping[str, str | Promise] = {
    "won": gettext_lazy("won"),
    "drawn": pgettext_lazy("match", "Drawn"),
    "lost": gettext_lazy("lost"),
    "": gettext_lazy("no result"),
}
PART_NAMES: Mapping[str, str | Promise] = {
    "upper": gettext_lazy("Upper bracket"),
    "lower": gettext_lazy("Lower bracket"),
    "final": pgettext_lazy("part of a double knockout", "Final"),
    "consolation": gettext_lazy("Consolation"),
}


def round_name(format_key: str, *, size: int, number: int) -> str:
    """Return the title of a round: of a knockout by how many pairings meet in it, else by its number.

    :param size: how many of its pairings lead to the final; none in a round of the consolation alone.
    """
    known = ROUND_NAMES.get(size) if format_key == "knockout" else None
    return str(known) if known else _("Round %(number)s") % {"number": number}


def place_name(format_key: str, *, size: int, round_number: int, number: int, place: str = "") -> str:
    """Return what a bracket calls a pairing that another waits for ("semi-final 2").

    :param place: its place, which tells one of the consolation.
    """
    if place == CONSOLATION_FINAL:
        return _("final of the consolation")
    if is_consolation(place):
        told = _("match %(number)s of round %(round)s in the consolation")
        return told % {"number": place.rpartition(".")[2], "round": round_number}
    if format_key != "knockout":
        return _("match %(number)s of round %(round)s") % {"number": number, "round": round_number}
    known = PLACE_NAMES.get(size, gettext_lazy("match %(number)s of %(size)s"))
    return str(known) % {"number": number, "size": size}


def winner_of(place: str) -> str:
    """Return who comes from a place as its winner."""
    return _("Winner of %(source)s") % {"source": place}


def loser_of(place: str) -> str:
    """Return who comes from a place as its loser."""
    return _("Loser of %(source)s") % {"source": place}
