"""Carrying out an analysis, in a worker: nothing else imports this, for it loads the solver."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from django.db import transaction

from games.analysis import NativeSolver, Solver, SolverFault, analyse
from games.models import DealAnalysis, Job, Match
from games.rules import names, parse_card, parse_cards, parse_trump
from games.services import jobs, review
from games.services.analyses import SolverMissing, analysable, solver_library
from games.services.review import ReplayedDeal

Clock = Callable[[], datetime]


def carry_out(*, clock: Clock) -> int:
    """Analyse one match that waits for it, and return how many of its deals were analysed.

    Deals that a worker had done before it died are not done again. Whoever finds that another has
    taken over leaves the rest to him.
    """
    job = jobs.take(Job.Kind.ANALYSIS, now=clock())
    if job is None:
        return 0
    try:
        return _finished(job, clock)
    except jobs.JobTaken:
        return 0


def _finished(job: Job, clock: Clock) -> int:
    match = Match.objects.select_related("table").get(pk=job.subject)
    try:
        count = sum(1 for _ in _steps(job, match, NativeSolver(solver_library()), clock))
    except (SolverFault, SolverMissing) as fault:
        jobs.fail(job, fault=str(fault), now=clock())
        return 0
    jobs.finish(job, now=clock())
    return count


def _steps(job: Job, match: Match, solver: Solver, clock: Clock) -> Iterable[None]:
    """Analyse and keep one deal after another."""
    deals = analysable(review.review(match))
    known = set(DealAnalysis.objects.filter(match=match).values_list("deal", flat=True))
    for deal in deals:
        if deal.key in known:
            continue
        analysis = _analysed(solver, match, deal)
        known.add(deal.key)
        with transaction.atomic():
            # Two workers on one deal find the same: the second row is not needed.
            DealAnalysis.objects.bulk_create([analysis], ignore_conflicts=True)
            jobs.advance(job, done=len(known), total=len(deals), now=clock())
        yield


def _analysed(solver: Solver, match: Match, deal: ReplayedDeal) -> DealAnalysis:
    contract = deal.contract
    assert contract is not None, "cards are played under a contract"
    assert contract.trump is not None, "cards are played when trump is named"
    found = analyse(
        solver,
        [parse_cards(hand) for hand in deal.hands],
        trump=parse_trump(contract.trump),
        declarer=contract.declarer,
        plays=[(seat, parse_card(card)) for seat, card in deal.plays],
    )
    better = {str(index): names(cards) for index, cards in found.better.items()}
    return DealAnalysis(match=match, deal=deal.key, values=list(found.values), better=better)
