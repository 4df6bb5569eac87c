"""What a finished match means for its pairing. Source: docs/formats.md#knockout and #table-points."""

from __future__ import annotations

from tournaments.state import FormatKey

from .draw import Decision, MatchResult

BRACKETS: tuple[FormatKey, ...] = ("knockout", "double-knockout")
"""The formats in which somebody has to go on from every match."""


def decide(format_key: str, result: MatchResult) -> Decision | None:
    """Return what a finished match decides, or ``None`` when only the director can say.

    A level match stays a draw. In a bracket its last scored deal says who goes on, or its last game in a
    series; elsewhere nobody has to, and the draw is the result.
    """
    if result.state == "won":
        return Decision("won", result.winner, result.by)
    if result.state == "void":
        return None
    if format_key not in BRACKETS:
        return Decision("drawn", None, "level", level_at=result.by)
    if result.advances is None:
        return None
    return Decision(
        "drawn", result.advances, result.advances_by, deal=result.last_scored_deal, level_at=result.by
    )
