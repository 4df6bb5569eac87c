"""Jobs: asking for one, taking it, saying how far it is, and ending it - each by one claim.

A job that runs has a time by which it is heard of again. When that has passed, whoever took it has
died, and another takes it and goes on; a job that was taken three times and never ended has failed.
Whatever carries out a job writes its results so that doing a step twice changes nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from games.models import Job, claim
from games.rules import Refusal

LEASE = timedelta(seconds=60)
"""How long a job may be silent. A step takes far less."""
MOST_ATTEMPTS = 3


class JobTaken(Refusal):
    """Somebody else has taken this job meanwhile."""

    code = "job_taken"


def ask(kind: Job.Kind, subject: int, *, now: datetime) -> Job:
    """Ask for a job, unless it was asked for before; one that has failed waits again."""
    job, _ = Job.objects.get_or_create(kind=kind, subject=subject, defaults={"asked_at": now, "due_at": now})
    failed = Job.objects.about(kind, subject).filter(state=Job.State.FAILED)
    failed.update(state=Job.State.WAITING, attempts=0, due_at=now, fault="", ended_at=None)
    return job


def take(kind: Job.Kind, *, now: datetime) -> Job | None:
    """Return a job that is due and now the caller's, or None when there is none to take."""
    for job in Job.objects.filter(kind=kind).due(now):
        try:
            return _taken(job, now)
        except JobTaken:
            continue
    return None


def _taken(job: Job, now: datetime) -> Job:
    """Return the job, taken.

    :raises JobTaken: when another was quicker, or it has been tried often enough.
    """
    if job.attempts >= MOST_ATTEMPTS:
        fail(job, fault="given up", now=now)
        raise JobTaken()
    job.attempts += 1
    seen = Job.objects.filter(pk=job.pk, state=job.state, attempts=job.attempts - 1)
    claim(seen, refusal=JobTaken(), state=Job.State.RUNNING, attempts=job.attempts, due_at=now + LEASE)
    return job


def advance(job: Job, *, done: int, total: int, now: datetime) -> None:
    """Say how far a job is.

    :raises JobTaken: when it is no longer the caller's.
    """
    _change(job, done=done, total=total, due_at=now + LEASE)


def finish(job: Job, *, now: datetime) -> None:
    """End a job that is done.

    :raises JobTaken: when it is no longer the caller's.
    """
    _change(job, state=Job.State.DONE, ended_at=now)


def fail(job: Job, *, fault: str, now: datetime) -> None:
    """End a job that cannot be done.

    :param fault: for the operator, in English.
    :raises JobTaken: when it is no longer the caller's.
    """
    _change(job, state=Job.State.FAILED, ended_at=now, fault=fault[:200])


def _change(job: Job, **changes: Any) -> None:
    mine = Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, attempts=job.attempts)
    claim(mine, refusal=JobTaken(), **changes)
