"""Work that takes longer than a request: asked for once, carried out by Celery, watched on a page."""

from __future__ import annotations

from django.db import models

from games.querysets import JobQuerySet


class Job(models.Model):
    """A piece of work about one thing: at most one of a kind about each.

    ``due_at`` is when somebody should take it: at once while it waits; while it runs, the time after
    which whoever took it must have died. ``attempts`` counts how often it was taken, and so names the
    one who has it. ``done`` of ``total`` steps are behind it.
    """

    class Kind(models.TextChoices):
        """What is to be done, and what ``subject`` is the id of."""

        ANALYSIS = "analysis"  # of a match

    class State(models.TextChoices):
        """Waiting to be taken, taken, or ended one way or the other."""

        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    NEXT = {
        State.WAITING: (State.RUNNING,),
        State.RUNNING: (State.RUNNING, State.DONE, State.FAILED),
        State.DONE: (),
        State.FAILED: (State.WAITING,),
    }

    kind = models.CharField(max_length=12, choices=Kind)
    subject = models.PositiveBigIntegerField()
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    done = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveSmallIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    fault = models.CharField(max_length=200, blank=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        """A kind of work is done once about each thing; those that are due are looked up by time."""

        constraints = [models.UniqueConstraint(fields=["kind", "subject"], name="job_once_a_subject")]
        indexes = [models.Index(fields=["kind", "state", "due_at"], name="job_due")]

    def __str__(self) -> str:
        """Return what is to be done about what."""
        return f"{self.kind} {self.subject}"
