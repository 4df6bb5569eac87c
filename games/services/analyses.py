"""The double-dummy analysis of a match that is over: asking for it, and reading it.

The solver is an extra (``analysis`` in pyproject.toml) that an installation may do without. It is only
looked for here; ``solving`` loads it, in a worker.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

from games.models import DealAnalysis, Job, Match
from games.rules import Refusal, Seat, Seating
from games.services import jobs, review
from games.services.review import MatchReview, ReplayedDeal


class SolverMissing(Exception):
    """This installation has no double-dummy solver."""


class NothingToAnalyse(Refusal):
    """Nobody can be a partner in this match, or no card was played in it."""

    code = "nothing_to_analyse"


class Progress(StrEnum):
    """Where the analysis of a match stands; ``MISSING``: for want of a solver it cannot be made."""

    IMPOSSIBLE = "impossible"
    MISSING = "missing"
    NONE = "none"
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class AnalysisState:
    """Where an analysis stands, with the deals done and those there are."""

    progress: Progress
    done: int = 0
    total: int = 0

    @property
    def is_open(self) -> bool:
        """Whether it is being worked on, or will be."""
        return self.progress in {Progress.WAITING, Progress.RUNNING}


def solver_library() -> str:
    """Return the file of the solver's library; the package it comes in is not imported.

    :raises SolverMissing: when it is not installed.
    """
    package = find_spec("endplay")
    if package is None or package.origin is None:
        raise SolverMissing("the extra `analysis` is not installed")
    return str(Path(package.origin).parent / "_dds" / "libdds.so")


def ask(match: Match, *, now: datetime) -> None:
    """Ask for the analysis of a match, once. Whether it can be made turns out where a worker takes it.

    :raises MatchNotOver: while it is being played.
    :raises NothingToAnalyse: where everybody plays for himself, or no card was played.
    """
    if not analysable(review.review(match)):
        raise NothingToAnalyse()
    jobs.ask(Job.Kind.ANALYSIS, match.pk, now=now)


def analysable(match: MatchReview) -> tuple[ReplayedDeal, ...]:
    """Return the deals that can be analysed: with cards played, and partners to play them."""
    if match.rules.seating is Seating.SOLO:
        return ()
    return tuple(deal for deal in match.deals if deal.plays)


def state_of(match: Match, shown: MatchReview) -> AnalysisState:
    """Return where the analysis of a match stands."""
    deals = analysable(shown)
    if not deals:
        return AnalysisState(Progress.IMPOSSIBLE)
    job = Job.objects.about(Job.Kind.ANALYSIS, match.pk).first()
    if job is not None and job.state != Job.State.FAILED:
        return AnalysisState(Progress(job.state), job.done, len(deals))
    try:
        solver_library()
    except SolverMissing:
        return AnalysisState(Progress.MISSING)
    return AnalysisState(Progress.NONE if job is None else Progress.FAILED)


def of_match(match_id: int) -> dict[str, DealAnalysis]:
    """Return what has been worked out of a match, by the keys of its deals."""
    return {analysis.deal: analysis for analysis in DealAnalysis.objects.filter(match=match_id)}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A card that gave something away. ``turned`` where the contract was made or set by it.

    ``index`` counts the cards of the deal from 0; ``cost`` is in tricks.
    """

    deal: ReplayedDeal
    index: int
    cost: int
    better: tuple[str, ...]
    turned: bool

    @property
    def seat(self) -> Seat:
        """Who played it."""
        return self.deal.plays[self.index][0]

    @property
    def card(self) -> str:
        """The card, as two letters."""
        return self.deal.plays[self.index][1]

    @property
    def trick(self) -> int:
        """The number of the trick it was played to."""
        return self.index // 4 + 1


def mistakes(match: MatchReview, found: Mapping[str, DealAnalysis]) -> list[Mistake]:
    """Return the cards that gave something away, those that decided a contract first, then the dearest."""
    every = [
        _mistake(deal, found[deal.key], index, cost)
        for deal in match.deals
        if deal.key in found
        for index, cost in enumerate(found[deal.key].costs)
        if cost
    ]
    return sorted(every, key=lambda one: (not one.turned, -one.cost))


def _mistake(deal: ReplayedDeal, analysis: DealAnalysis, index: int, cost: int) -> Mistake:
    before, after = analysis.values[index : index + 2]
    bid = deal.contract.bid if deal.contract else 0
    better = tuple(analysis.better[str(index)])
    return Mistake(deal, index, cost, better, turned=(before >= bid) != (after >= bid))
