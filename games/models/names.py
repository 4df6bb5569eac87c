"""What a name may look like, and when two names are too alike to live side by side.

Names are written by strangers and read by everybody in two writing directions. ``clean_name`` is
the door each of them comes through; ``skeleton`` is what user names are unique by.
"""

from __future__ import annotations

import unicodedata

from games.rules import Refusal

LONGEST = 60
JOINERS = "\u200c\u200d"
# Letters and signs that print as nothing although Unicode does not class them as invisible.
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
TATWEEL = "\u0640"
# One letter written in several ways by different keyboards: each becomes the first.
ALIKE_ARABIC = ("اٱ", "يىی", "هةہھە", "كک")
# Scripts that one word is written in together.
ONE_SCRIPT = {"HIRAGANA": "CJK", "KATAKANA": "CJK"}
# Cyrillic and Greek letters that print like a Latin one (a choice from Unicode's list of those).
CONFUSABLE = str.maketrans(
    "аеорсухіјѕһԁԛԝкмтвнгαορνικτυεχ",
    "aeopcyxijshdqwkmtbhraopviktuex",
)
_ONE_ARABIC = {ord(other): same[0] for same in ALIKE_ARABIC for other in same[1:]}


class BadName(Refusal):
    """This cannot be a name."""

    code = "bad_name"


class NameEmpty(BadName):
    """A name has at least one letter or digit."""

    code = "name_empty"


class NameTooLong(BadName):
    """A name has a longest length."""

    code = "name_too_long"


class NameHasHiddenSigns(BadName):
    """A name holds no sign that cannot be seen or that turns the writing direction."""

    code = "name_has_hidden_signs"


class NamePilesMarks(BadName):
    """A letter carries at most two marks."""

    code = "name_piles_marks"


class NameMixesScripts(BadName):
    """A word is written in one script."""

    code = "name_mixes_scripts"


def clean_name(text: str, *, longest: int = LONGEST) -> str:
    """Return the name in its one stored form.

    :raises BadName: if it would deceive or disturb whoever reads it.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not any(letter.isalnum() for letter in name):
        raise NameEmpty
    if len(name) > longest:
        raise NameTooLong(longest=longest)
    _refuse_hidden(name)
    _refuse_piled_marks(name)
    for word in name.split():
        _refuse_mixed_scripts(word)
    return name


def clean_line(text: str, *, longest: int) -> str:
    """Return what somebody writes to others in its one stored form; it may mix scripts.

    :raises BadName: if it would deceive or disturb whoever reads it.
    """
    line = " ".join(unicodedata.normalize("NFC", text).split())
    if not line:
        raise NameEmpty
    if len(line) > longest:
        raise NameTooLong(longest=longest)
    _refuse_hidden(line)
    _refuse_piled_marks(line)
    return line


def skeleton(text: str) -> str:
    """Return what is left of a name when all that a reader may overlook is gone."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    bare = "".join(_bare(letter) for letter in unicodedata.normalize("NFD", folded))
    return bare.translate(_ONE_ARABIC).translate(CONFUSABLE)


def _bare(letter: str) -> str:
    """Return the letter, a digit as ASCII, and nothing for marks, fillers and spaces."""
    if letter == TATWEEL or unicodedata.category(letter) in {"Mn", "Me", "Cf", "Zs"}:
        return ""
    digit = unicodedata.digit(letter, None)
    return letter if digit is None else str(digit)


def _refuse_hidden(name: str) -> None:
    """Refuse controls, direction marks and blanks; joiners may stand between joining letters."""
    for place, sign in enumerate(name):
        if sign in JOINERS and _joins(name, place):
            continue
        if sign in BLANKS or unicodedata.category(sign) in {
            "Cc",
            "Cf",
            "Cn",
            "Co",
            "Cs",
        }:
            raise NameHasHiddenSigns
        if 0xFE00 <= ord(sign) <= 0xFE0F or 0xE0100 <= ord(sign) <= 0xE01EF:
            raise NameHasHiddenSigns  # variation selectors


def _joins(name: str, place: int) -> bool:
    """Return whether a joiner stands between two letters of a script that needs it."""
    around = name[place - 1 : place] + name[place + 1 : place + 2]
    return len(around) == 2 and all(_script(letter) in {"ARABIC", "DEVANAGARI"} for letter in around)


def _refuse_piled_marks(name: str) -> None:
    """Refuse a third mark in a row: it would print over the lines above and below."""
    in_a_row = 0
    for sign in unicodedata.normalize("NFD", name):
        in_a_row = in_a_row + 1 if unicodedata.category(sign) in {"Mn", "Me"} else 0
        if in_a_row > 2:
            raise NamePilesMarks


def _refuse_mixed_scripts(word: str) -> None:
    """Refuse a word with letters of two scripts: it passes for another word."""
    scripts = {_script(letter) for letter in word if letter.isalpha() and letter != TATWEEL}
    if len(scripts) > 1:
        raise NameMixesScripts(word=word)


def _script(letter: str) -> str:
    """Return the script of a letter: the first word of its name says it in Unicode."""
    first = unicodedata.name(letter, "UNKNOWN").split(" ", 1)[0]
    return ONE_SCRIPT.get(first, first)
