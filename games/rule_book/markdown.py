"""A book of rules as Markdown, for the documentation."""

from __future__ import annotations

from collections.abc import Iterator

from games.numbers import signed

from .parts import Block, Book, Cell, Described, Folded, Grid, Prose, Sentences

MARKS = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))


def markdown(book: Book) -> str:
    """Return the sections of a book, without the marks that keep numbers apart from Arabic."""
    blocks = []
    for section in book.sections:
        blocks += [f"## {section.title}", *(text for block in section.blocks for text in _block(block))]
    return ("\n\n".join(blocks) + "\n").translate(MARKS)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Prose(text):
            yield text
        case Sentences(texts, numbered):
            yield "\n".join(f"{f'{n}.' if numbered else '-'} {text}" for n, text in enumerate(texts, start=1))
        case Described(entries):
            yield "\n".join(f"- **{first}**: {second}" for first, second in entries).replace("?**:", "?**")
        case Grid():
            yield from _grid(block)
        case Folded(title, blocks):
            yield f"### {title}"
            yield from (text for inner in blocks for text in _block(inner))


def _grid(grid: Grid) -> Iterator[str]:
    if grid.caption:
        yield f"*{grid.caption}*"
    head, *rows = (f"| {' | '.join(row)} |" for row in (grid.heads, *(map(_cell, row) for row in grid.rows)))
    yield "\n".join([head, "|---" * len(grid.heads) + "|", *rows])


def _cell(cell: Cell) -> str:
    if cell.numbers:
        return " · ".join(signed(number) if cell.signed else str(number) for number in cell.numbers)
    return cell.words
