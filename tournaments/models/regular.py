"""Tournaments that a club plays again and again: every Thursday, every second Friday of a month."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import User
from tournaments.querysets import RegularQuerySet

from .club import Club
from .tournament import Tournament


class Regular(models.Model):
    """What is made anew each time from a tournament that was, some days ahead of its start.

    :param pattern: the tournament whose stages, clocks, terms and times the next ones have.
    :param next_wall: when the next one starts, on the wall in ``zone``; what is claimed to make it.
    :param due_at: when that one is made, UTC; ``None`` after the last.
    :param last_date: nothing starts after this day; ``None`` for no end.
    :param opens: whether pairs can sign up as soon as it is made.
    """

    class Every(models.TextChoices):
        """How often it is played."""

        WEEK = "week", _("every week")
        FORTNIGHT = "fortnight", _("every second week")
        MONTH = "month", _("every month, on the same weekday of it")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="regulars")
    name = models.CharField(_("name"), max_length=60)
    pattern = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    every = models.CharField(max_length=9, choices=Every, default=Every.WEEK)
    zone = models.CharField(max_length=40)
    next_wall = models.CharField(max_length=16)
    due_at = models.DateTimeField(null=True, blank=True)
    days_ahead = models.PositiveSmallIntegerField(default=6)
    last_date = models.DateField(null=True, blank=True)
    opens = models.BooleanField(default=True)
    is_paused = models.BooleanField(default=False)
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()

    objects = RegularQuerySet.as_manager()

    class Meta:
        """The sweep looks for what is due."""

        ordering = ("pk",)
        indexes = [models.Index(fields=["due_at"], name="regular_due")]

    def __str__(self) -> str:
        """Return its name."""
        return self.name
