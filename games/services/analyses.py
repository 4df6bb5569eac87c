"""The double-dummy analysis of a match that is over: asking for it, and reading it.

The solver is an extra (``analysis`` in pyproject.toml) that an installation may do without. It is only
looked for here; ``solving`` loads it, in a worker.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

from games.models import DealAnalysis, Job, Match
from games.rules import Refusal, Seating
from games.services import jobs, review
from games.services.review import MatchReview, ReplayedDeal


class SolverMissing(Refusal):
    """This installation has no double-dummy solver."""

    code = "solver_missing"


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
        raise SolverMissing()
    return str(Path(package.origin).parent / "_dds" / "libdds.so")


def ask(match: Match, *, now: datetime) -> None:
    """Ask for the analysis of a match, once.

    :raises MatchNotOver: while it is being played.
    :raises NothingToAnalyse: where everybody plays for himself, or no card was played.
    :raises SolverMissing: when this installation has no solver.
    """
    shown = review.review(match)
    if not analysable(shown):
        raise NothingToAnalyse()
    solver_library()
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
    if job is not None:
        return AnalysisState(Progress(job.state), job.done, len(deals))
    try:
        solver_library()
    except SolverMissing:
        return AnalysisState(Progress.MISSING)
    return AnalysisState(Progress.NONE)


def of_match(match_id: int) -> dict[str, DealAnalysis]:
    """Return what has been worked out of a match, by the keys of its deals."""
    return {analysis.deal: analysis for analysis in DealAnalysis.objects.filter(match=match_id)}
