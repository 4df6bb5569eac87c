"""What people at a table say to each other, whom they do not want to hear, and what they report."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from .kept import Kept
from .table import Match, Table


class ChatLine(Kept):
    """Something said at a table: a phrase or an emote by its name, or a text.

    Lines have numbers of their own, apart from the events of the match. ``deal`` is the deal in hand and
    ``seq`` the table's last event when it was said.
    """

    class Kind(models.TextChoices):
        """In each reader's language, as a sign, or as it was written."""

        PHRASE = "phrase"
        EMOTE = "emote"
        TEXT = "text"

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+")
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    user = models.ForeignKey("games.User", on_delete=models.PROTECT, related_name="+")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=6, choices=Kind)
    value = models.CharField(max_length=200)
    deal = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        """Each number once a table."""

        constraints = [models.UniqueConstraint(fields=["table", "number"], name="chat_number_once")]

    def __str__(self) -> str:
        """Return the table and the line's number."""
        return f"{self.table_id} chat {self.number}"


class Mute(models.Model):
    """A person does not hear another; without ``other``, nobody."""

    user = models.ForeignKey("games.User", on_delete=models.CASCADE, related_name="mutes")
    other = models.ForeignKey("games.User", on_delete=models.CASCADE, null=True, related_name="+")

    class Meta:
        """Once for each other person, and once for all."""

        constraints = [
            models.UniqueConstraint(fields=["user", "other"], name="mute_once"),
            models.UniqueConstraint(fields=["user"], condition=Q(other=None), name="mute_all_once"),
        ]

    def __str__(self) -> str:
        """Return who does not hear whom."""
        return f"{self.user_id} mutes {self.other_id or 'all'}"


class Block(models.Model):
    """A person wants nothing to do with another: no lines, no invitations, no table by chance."""

    user = models.ForeignKey("games.User", on_delete=models.CASCADE, related_name="blocks")
    other = models.ForeignKey("games.User", on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField()

    class Meta:
        """Once for each other person, and nobody blocks himself."""

        constraints = [
            models.UniqueConstraint(fields=["user", "other"], name="block_once"),
            models.CheckConstraint(condition=~Q(user=F("other")), name="block_another"),
        ]

    def __str__(self) -> str:
        """Return who blocks whom."""
        return f"{self.user_id} blocks {self.other_id}"


class Report(models.Model):
    """A person tells the staff of another at his table; ``seq`` is where in the table's log that was."""

    class Reason(models.TextChoices):
        """What it is about."""

        WORDS = "words"
        PLAY = "play"
        NAME = "name"

    class State(models.TextChoices):
        """Waiting for the staff, or how they settled it."""

        OPEN = "open"
        UPHELD = "upheld"
        DISMISSED = "dismissed"

    NEXT = {State.OPEN: (State.UPHELD, State.DISMISSED), State.UPHELD: (), State.DISMISSED: ()}

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+")
    seq = models.PositiveIntegerField()
    user = models.ForeignKey("games.User", on_delete=models.PROTECT, related_name="+")
    about = models.ForeignKey("games.User", on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=5, choices=Reason)
    at = models.DateTimeField()
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    settled_by = models.ForeignKey("games.User", on_delete=models.PROTECT, null=True, related_name="+")
    settled_at = models.DateTimeField(null=True)

    class Meta:
        """One waiting report of a person about another for each match."""

        constraints = [
            models.UniqueConstraint(
                fields=["match", "user", "about"], condition=Q(state="open"), name="one_open_report"
            )
        ]

    def __str__(self) -> str:
        """Return the match and where in its log."""
        return f"report {self.match_id} at {self.seq}"
