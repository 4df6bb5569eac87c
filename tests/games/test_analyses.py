"""The analysis of a match: asked for once, carried out by whoever takes it, however often it is killed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

import pytest

from games import tasks
from games.models import DealAnalysis, Job, Match, User
from games.rules import Card, Play
from games.services import analyses, jobs, records, review, solving
from games.services.analyses import Progress
from tests.analysis.endings import needs_solver
from tests.cast import NOW
from tests.games.scene import bots_table, opened, play_on, play_out

pytestmark = pytest.mark.django_db

LATER = NOW + jobs.LEASE + timedelta(seconds=1)


class Killed(BaseException):
    """What a worker feels when it is killed: nothing it could catch."""


class Pretending:
    """A solver to whom all cards are alike; it can be told to die after so many questions."""

    questions = 0
    dies_after: int | None = None

    def __init__(self, _library: str) -> None:
        """Load nothing."""

    def tricks(self, play: Play) -> Mapping[Card, int]:
        """Return the same for every card, or die."""
        type(self).questions += 1
        if self.dies_after is not None and self.questions > self.dies_after:
            raise Killed
        return dict.fromkeys(play.legal(), 0)


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> type[Pretending]:
    """A solver that this installation has."""

    class Fresh(Pretending):
        """One whose count begins with the test."""

    monkeypatch.setattr(solving, "NativeSolver", Fresh)
    for module in (analyses, solving):
        monkeypatch.setattr(module, "solver_library", lambda: "a library")
    return Fresh


@pytest.fixture
def match() -> Match:
    """A match of two deals that is over."""
    table = bots_table(cap=2)
    play_out()
    return Match.objects.get(table=table)


def clock(moment: datetime = NOW) -> Callable[[], datetime]:
    """Return a clock that stands still."""
    return lambda: moment


def job() -> Job:
    """Return the only job there is."""
    return Job.objects.get()


def state(match: Match) -> analyses.AnalysisState:
    """Return where the analysis of a match stands."""
    return analyses.state_of(match, review.review(match))


def killed_in_the_second_deal(match: Match, solver: type[Pretending]) -> None:
    """Let a worker die when it has kept the first deal."""
    analyses.ask(match, now=NOW)
    solver.dies_after = 60
    with pytest.raises(Killed):
        solving.carry_out(clock=clock())
    solver.dies_after = None


def test_a_match_is_analysed_deal_by_deal_when_somebody_asks(match: Match, solver: type[Pretending]) -> None:
    assert state(match).progress is Progress.NONE
    analyses.ask(match, now=NOW)
    assert (state(match).progress, state(match).total) == (Progress.WAITING, 2)

    done = solving.carry_out(clock=clock())

    found = analyses.of_match(match.pk)
    assert done == 2
    assert state(match) == analyses.AnalysisState(Progress.DONE, 2, 2)
    assert set(found) == {deal.key for deal in review.review(match).deals}
    assert all(len(analysis.values) == 53 for analysis in found.values())


def test_asking_twice_is_asking_once(match: Match, solver: type[Pretending]) -> None:
    analyses.ask(match, now=NOW)
    solving.carry_out(clock=clock())

    analyses.ask(match, now=LATER)

    assert job().state == Job.State.DONE
    assert solving.carry_out(clock=clock(LATER)) == 0


def test_while_one_works_at_it_no_other_takes_it(match: Match, solver: type[Pretending]) -> None:
    analyses.ask(match, now=NOW)
    jobs.take(Job.Kind.ANALYSIS, now=NOW)

    assert solving.carry_out(clock=clock(NOW + timedelta(seconds=30))) == 0
    assert not DealAnalysis.objects.exists()


def test_where_a_worker_was_killed_the_next_goes_on(match: Match, solver: type[Pretending]) -> None:
    killed_in_the_second_deal(match, solver)
    assert (state(match).progress, state(match).done) == (Progress.RUNNING, 1)
    solver.questions = 0

    done = solving.carry_out(clock=clock(LATER))

    assert done == 1
    assert solver.questions == 52
    assert state(match) == analyses.AnalysisState(Progress.DONE, 2, 2)


def test_who_wakes_up_late_changes_nothing(match: Match, solver: type[Pretending]) -> None:
    analyses.ask(match, now=NOW)
    sleeper = jobs.take(Job.Kind.ANALYSIS, now=NOW)
    assert sleeper is not None
    solving.carry_out(clock=clock(LATER))

    with pytest.raises(jobs.JobTaken):
        jobs.advance(sleeper, done=1, total=2, now=LATER)
    with pytest.raises(jobs.JobTaken):
        jobs.fail(sleeper, fault="late", now=LATER)

    assert state(match) == analyses.AnalysisState(Progress.DONE, 2, 2)


def test_a_match_on_which_workers_die_is_given_up_and_can_be_asked_for_again(
    match: Match, solver: type[Pretending]
) -> None:
    analyses.ask(match, now=NOW)
    solver.dies_after = 0
    for attempt in range(jobs.MOST_ATTEMPTS):
        with pytest.raises(Killed):
            solving.carry_out(clock=clock(NOW + attempt * (LATER - NOW)))

    assert solving.carry_out(clock=clock(NOW + 9 * jobs.LEASE)) == 0
    assert (job().state, job().fault) == (Job.State.FAILED, "given up")

    solver.dies_after = None
    analyses.ask(match, now=LATER)
    assert state(match).progress is Progress.WAITING
    assert solving.carry_out(clock=clock(LATER)) == 2


def test_a_worker_without_the_solver_says_so_in_the_job(
    match: Match, solver: type[Pretending], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> str:
        raise analyses.SolverMissing("the extra `analysis` is not installed")

    analyses.ask(match, now=NOW)
    monkeypatch.setattr(solving, "solver_library", missing)

    assert solving.carry_out(clock=clock()) == 0
    assert job().state == Job.State.FAILED
    assert job().fault == "the extra `analysis` is not installed"


def test_a_site_without_the_solver_says_so(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "find_spec", lambda _name: None)

    assert state(match).progress is Progress.MISSING


def test_where_everybody_plays_for_himself_there_is_nothing_to_analyse(solver: type[Pretending]) -> None:
    table = bots_table(rules="solo", cap=1)
    play_out()
    alone = Match.objects.get(table=table)

    with pytest.raises(analyses.NothingToAnalyse):
        analyses.ask(alone, now=NOW)

    assert state(alone).progress is Progress.IMPOSSIBLE


def test_a_match_that_goes_on_is_not_analysed(four: list[User], solver: type[Pretending]) -> None:
    table = opened(four)
    play_on(table, four, 6)

    with pytest.raises(records.MatchNotOver):
        analyses.ask(Match.objects.get(table=table), now=NOW)


def test_of_the_workers_threads_one_works_at_a_time(match: Match, solver: type[Pretending]) -> None:
    analyses.ask(match, now=NOW)

    with tasks._working:
        assert tasks.sweep_analyses() == 0

    assert tasks.sweep_analyses() == 2


@needs_solver
def test_what_bots_gave_away_is_what_the_solver_says(match: Match) -> None:
    analyses.ask(match, now=NOW)

    assert solving.carry_out(clock=clock()) == 2

    for deal in review.review(match).deals:
        analysis = analyses.of_match(match.pk)[deal.key]
        assert deal.score is not None
        assert analysis.values[-1] == deal.score.took
        assert {str(index) for index, cost in enumerate(analysis.costs) if cost} == set(analysis.better)


def test_no_web_process_loads_the_solver() -> None:
    """It takes a hundred megabytes, and a quarter of a second that no request may take."""
    program = (
        "import sys, tarneeb_site.asgi, tarneeb_site.urls, games.tasks;"
        "print([name for name in sys.modules if name.startswith(('games.analysis', 'games.services.solving',"
        " 'endplay'))])"
    )

    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert ran.stdout.strip() == "[]"
