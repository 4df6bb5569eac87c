"""Clubs, who belongs to them as what, and who directs or scores one tournament only."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import User
from tournaments.querysets import ClubQuerySet


class Role(models.TextChoices):
    """What somebody is in a club, the highest first. Each role may do all that those below may."""

    OWNER = "owner", _("owner")
    ADMIN = "admin", _("administrator")
    DIRECTOR = "director", _("director")
    SCORER = "scorer", _("scorer")
    MEMBER = "member", _("member")

    @property
    def rank(self) -> int:
        """Return how high the role is: more is higher, a member is 1."""
        return len(Role) - list(Role).index(self)


class Club(models.Model):
    """A club: its tournaments, players and members belong to nobody else.

    ``terms`` are the words it uses for trick and trump, ``rules`` the key of the rule set it usually
    plays by: one that is shipped, or house rules of its own.
    """

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(max_length=60, unique=True)
    terms = models.CharField(_("words"), max_length=8, choices=User.Terms, blank=True)
    rules = models.CharField(_("rules"), max_length=40, default="levantine")
    created_at = models.DateTimeField()

    objects = ClubQuerySet.as_manager()

    def __str__(self) -> str:
        """Return the club's name."""
        return self.name


class ClubRules(models.Model):
    """House rules that are a club's; ``key`` is that of all their versions (``games.models.SavedRules``)."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="house_rules")
    key = models.CharField(max_length=40, unique=True)

    def __str__(self) -> str:
        """Return the key and the club's number."""
        return f"{self.key} of club {self.club_id}"


class Membership(models.Model):
    """What one user is in one club. Only ``tournaments.services.clubs`` writes it."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(_("role"), max_length=8, choices=Role)
    granted_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    since = models.DateTimeField()

    class Meta:
        """One role a club; whoever is a director is a scorer without a second row."""

        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_role_a_club"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="a_known_role_in_a_club"),
        ]

    def __str__(self) -> str:
        """Return who is what where."""
        return f"{self.user_id} {self.role} of club {self.club_id}"


class TournamentRole(models.Model):
    """Somebody who directs or scores one tournament without being that in its club."""

    ROLES = (Role.DIRECTOR, Role.SCORER)

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.PROTECT, related_name="roles")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="tournament_roles")
    role = models.CharField(_("role"), max_length=8, choices=[(role.value, role.label) for role in ROLES])
    granted_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    since = models.DateTimeField()

    class Meta:
        """One role a tournament, and none higher than director."""

        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_role_a_tournament"),
            models.CheckConstraint(
                condition=models.Q(role__in=[Role.DIRECTOR, Role.SCORER]),
                name="director_or_scorer_of_a_tournament",
            ),
        ]

    def __str__(self) -> str:
        """Return who is what where."""
        return f"{self.user_id} {self.role} of tournament {self.tournament_id}"


class OwnerLink(models.Model):
    """A link that makes its opener the owner of a new installation, once.

    Only the digest is kept: whoever reads the database or a backup cannot use the link.
    """

    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        """Return when it was made, nothing that would open it."""
        return f"owner link of {self.made_at:%Y-%m-%d %H:%M}"
