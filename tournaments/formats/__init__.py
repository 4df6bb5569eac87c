"""Who meets whom, and who goes on: pure functions from results to draws.

A format is a module with the same few names: ``layout`` describes the whole of it before a card is
played, ``first_round`` and ``next_round`` return draws, ``decide`` says what a finished match
means for it. Knockout is the only one so far; ``FORMATS`` is the list of them by key. ``series`` makes
one result of the games of a best of N, for every format; ``caps`` says how often short matches end
level. The rules in prose are in docs/formats.md. Read ``knockout`` first.
"""

from collections.abc import Mapping
from types import MappingProxyType, ModuleType

from . import caps, knockout
from .draw import Decision, Drawn, MatchResult
from .knockout import Layout, PlannedPairing, Seeded, WinnerOf, WrongNumberOfEntries
from .seeding import Candidate, bracket_order, in_seed_order
from .series import BEST_OF, Series, series

FORMATS: Mapping[str, ModuleType] = MappingProxyType({"knockout": knockout})

__all__ = [
    "BEST_OF",
    "FORMATS",
    "Candidate",
    "Decision",
    "Drawn",
    "Layout",
    "MatchResult",
    "PlannedPairing",
    "Seeded",
    "Series",
    "WinnerOf",
    "WrongNumberOfEntries",
    "bracket_order",
    "caps",
    "in_seed_order",
    "knockout",
    "series",
]
