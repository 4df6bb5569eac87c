"""The rules in words: a page that is made from a rule set and from nothing else.

``rule_book`` returns the sections of sentences, tables and questions in the language that is
active; ``markdown`` writes them for the documentation, ``templates/games/_rules.html`` for readers.
Read ``parts`` for what a book is made of and ``lines`` for how a rule set chooses its sentences;
then ``playing``, ``scoring``, ``ending`` and ``advice`` are the sentences, and ``pays``, ``deals``
what they are worked out from.
"""

from .book import as_played, comparison, rule_book
from .comparing import ON_A_CARD, described, unlike
from .markdown import markdown
from .parts import Block, Book, Cell, Described, Folded, Grid, Prose, Section, Sentences

__all__ = [
    "ON_A_CARD",
    "Block",
    "Book",
    "Cell",
    "Described",
    "Folded",
    "Grid",
    "Prose",
    "Section",
    "Sentences",
    "as_played",
    "comparison",
    "described",
    "markdown",
    "rule_book",
    "unlike",
]
