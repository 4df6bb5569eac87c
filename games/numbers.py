"""Numbers as people write and read them: inside a sentence a sign stays before its number in Arabic, too."""

from __future__ import annotations

MOST_DIGITS = 9
# What keyboards and other programs put around a number so that it stands right in an Arabic line.
_TYPED = dict.fromkeys(map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069")) | {
    ord("\u2212"): "-"
}


def typed(text: str) -> str:
    """Return what was typed without marks of direction and the space around it, each minus a plain one."""
    return text.translate(_TYPED).strip()


def whole_number(text: str) -> int | None:
    """Return the number that a text is, in any digits, or ``None``.

    That is for what is none, or more than anything here counts to.
    """
    found = typed(text)
    return int(found) if found.isdecimal() and len(found) <= MOST_DIGITS else None


def points_of(text: str) -> int | None:
    """Return the points that a text says, which may be below nothing, or ``None``."""
    found = typed(text)
    amount = whole_number(found.removeprefix("-"))
    return -amount if amount is not None and found.startswith("-") else amount


def signed(points: int) -> str:
    """Return points with their sign, a minus being the typographic one."""
    sign = "+" if points > 0 else "\u2212" if points < 0 else ""
    return isolated(f"{sign}{abs(points)}")


def isolated(text: str) -> str:
    """Return the text kept left to right inside an Arabic sentence."""
    return f"\u2066{text}\u2069"
