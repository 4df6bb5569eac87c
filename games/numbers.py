"""Numbers as people write and read them: inside a sentence a sign stays before its number in Arabic, too."""

from __future__ import annotations

MOST_DIGITS = 9


def whole_number(text: str) -> int | None:
    """Return the number that a text is, or ``None``: it is none, or more than anything here counts to."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def signed(points: int) -> str:
    """Return points with their sign, a minus being the typographic one."""
    sign = "+" if points > 0 else "\u2212" if points < 0 else ""
    return isolated(f"{sign}{abs(points)}")


def isolated(text: str) -> str:
    """Return the text kept left to right inside an Arabic sentence."""
    return f"\u2066{text}\u2069"
