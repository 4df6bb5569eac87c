"""Tables, standings and results as plain text, for where people talk: a messenger's group.

Text has no markup to keep directions apart. So every line begins with the mark of its language, every
name stands between Unicode isolates, and every score behind the name it belongs to. An address is alone
in its line, beside nothing that a messenger would take for a part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import get_language_bidi
from django.utils.translation import gettext as _

from .shapes import Board, PairingView, RoundView, SideView, StageView, StandingRow

LEFT_TO_RIGHT, RIGHT_TO_LEFT = "\u200e", "\u200f"
FIRST_STRONG_ISOLATE, LEFT_TO_RIGHT_ISOLATE, END_OF_ISOLATE = "\u2068", "\u2066", "\u2069"


@dataclass(frozen=True, slots=True)
class Text:
    """A text to send, with a title of its own for the page it is copied from."""

    key: str
    title: str
    body: str


def texts(seen: Board, *, address: str) -> tuple[Text, ...]:
    """Return what can be sent of a tournament just now; makes no query.

    :param address: of its page, at the end of each text.
    """
    return tuple(replace(one, body=f"{one.body}{LEFT_TO_RIGHT}{address}\n") for one in _found(seen))


def _found(seen: Board) -> list[Text]:
    found = []
    coming = seen.current or seen.next_round
    if coming is not None:
        found.append(Text("tables", _("Tables of the round"), _text(seen, coming.name, _tables(coming))))
    closed = [round_ for round_ in seen.rounds if round_.state == "closed"]
    last = max(closed, key=lambda round_: round_.id, default=None)
    if last is not None:
        found.append(Text("results", _("Results of the last round"), _text(seen, last.name, _results(last))))
    if seen.stages and seen.stages[-1].tables:
        found.append(
            Text("standings", _("Standings"), _text(seen, _("Standings"), _standings(seen.stages[-1])))
        )
    return found


def isolated(text: object) -> str:
    """Return a text that does not turn what stands around it."""
    return f"{FIRST_STRONG_ISOLATE}{text}{END_OF_ISOLATE}"


def _text(seen: Board, heading: str, lines: Iterator[str]) -> str:
    mark = RIGHT_TO_LEFT if get_language_bidi() else LEFT_TO_RIGHT
    written = [f"{isolated(seen.tournament.name)} · {heading}", *lines]
    return "".join(f"{mark}{line}\n" for line in written)


def _tables(round_: RoundView) -> Iterator[str]:
    for pairing in round_.pairings:
        sides = f" {_('v')} ".join(isolated(side.name) for side in pairing.sides if side.name)
        if pairing.state == "bye":
            yield f"{sides}: {_('bye')}"
        elif sides:
            yield f"{pairing.table or '–'}. {sides}"


def _results(round_: RoundView) -> Iterator[str]:
    for pairing in round_.pairings:
        if pairing.state == "decided":
            yield " – ".join(_with_score(side, pairing) for side in pairing.sides)


def _with_score(side: SideView, pairing: PairingView) -> str:
    mark = " ✓" if side.won else ""
    if not pairing.has_score:
        return f"{isolated(side.name)}{mark}"
    return f"{isolated(side.name)} {_number(side.score or 0)}{mark}"


def _standings(stage: StageView) -> Iterator[str]:
    for table in stage.tables:
        if table.group:
            yield _("Group %(number)s") % {"number": table.group}
        for row in table.rows:
            yield _place(row, has_points=not stage.is_bracket)


def _place(row: StandingRow, *, has_points: bool) -> str:
    if row.rank is None:
        return f"{isolated(row.name)}: {_('still in')}" if row.state == "in" else f"– {isolated(row.name)}"
    return f"{row.rank}. {isolated(row.name)}{f' {row.points}' if has_points else ''}"


def _number(number: int) -> str:
    text = str(number).replace("-", "−")
    return text if number >= 0 else f"{LEFT_TO_RIGHT_ISOLATE}{text}{END_OF_ISOLATE}"
