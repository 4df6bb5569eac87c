"""What a page of rules is made of, before it is written as HTML or as Markdown.

A book is sections, a section is blocks; ``kind`` says which block it is to whoever writes it. All
texts are in the language that was active when the book was made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph."""

    kind: ClassVar[str] = "prose"
    text: str


@dataclass(frozen=True, slots=True)
class Sentences:
    """Sentences one below the other; numbered where their order matters."""

    kind: ClassVar[str] = "sentences"
    texts: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Described:
    """Things with what is said of each: a fact by its name, or an answer by its question."""

    kind: ClassVar[str] = "described"
    entries: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a grid: words, or a number for each side, those who bid first.

    ``facts`` say what the cell was made from, so that whoever doubts it can work it out again.
    """

    words: str = ""
    numbers: tuple[int, ...] = ()
    signed: bool = False
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: its caption if it has one, the heads of its columns, rows whose first cell is their head."""

    kind: ClassVar[str] = "grid"
    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Folded:
    """Blocks below a title of their own, which a page may fold away."""

    kind: ClassVar[str] = "folded"
    title: str
    blocks: tuple[Block, ...]


Block = Prose | Sentences | Described | Grid | Folded


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the book; ``anchor`` is the same in every language."""

    anchor: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """The rules of one rule set in the words of one language."""

    title: str
    version: int
    sections: tuple[Section, ...]
