"""House rules: the rule sets that people and clubs have made for themselves."""

from __future__ import annotations

from django.db import models

from games.querysets import SavedRulesQuerySet
from games.rules import RuleSet

from .kept import Kept
from .names import LONGEST
from .person import User

KEY_PREFIX = "house-"


class SavedRules(Kept):
    """A version of somebody's house rules: an edit is the next version, and the earlier ones stay.

    ``key`` and ``version`` are those of the rule set, and the key is also what opens its page to
    whoever was given the link. ``owner`` is None where they are a club's, which
    ``tournaments`` knows.
    """

    key = models.CharField(max_length=40)
    version = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=LONGEST)
    rules_json = models.TextField()
    rules_digest = models.CharField(max_length=64)
    owner = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="house_rules"
    )
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    objects = SavedRulesQuerySet.as_manager()  # type: ignore[misc]  # only mypy takes Kept's for a class variable

    class Meta:
        """Of two who save the same next version, one was first."""

        constraints = [models.UniqueConstraint(fields=["key", "version"], name="rules_version_once")]

    def __str__(self) -> str:
        """Return the name."""
        return self.name

    @property
    def public_id(self) -> str:
        """The part of its page's address that nobody guesses."""
        return self.key.removeprefix(KEY_PREFIX)

    @property
    def rules(self) -> RuleSet:
        """The rule set of this version."""
        return RuleSet.from_json(self.rules_json)
