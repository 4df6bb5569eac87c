"""What the operator of the site sees of clubs and tournaments: all of it, and changes little.

Roles, entries and results are changed on the club's own pages, whose services keep the log.
"""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from games.admin import LookOnly, Rows
from tournaments.models import (
    Action,
    Club,
    ClubRules,
    Entry,
    Membership,
    Pairing,
    Player,
    Report,
    Round,
    Tournament,
    TournamentRole,
)


@admin.register(Club)
class ClubAdmin(Rows):
    """Clubs. They are founded, and kept for their results: neither added nor deleted here."""

    list_display = ("name", "slug", "rules", "terms", "created_at")
    readonly_fields = ("slug", "rules", "created_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds: a club is founded with its owner."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        """Nobody deletes."""
        return False


@admin.register(ClubRules)
class ClubRulesAdmin(LookOnly):
    """Whose house rules are a club's."""

    list_display = ("key", "club")
    list_select_related = ("club",)


@admin.register(Membership)
class MembershipAdmin(LookOnly):
    """Who is what in which club."""

    list_display = ("club", "user", "role", "granted_by", "since")
    list_filter = ("role",)
    list_select_related = ("club", "user", "granted_by")


@admin.register(TournamentRole)
class TournamentRoleAdmin(LookOnly):
    """Who directs or scores one tournament only."""

    list_display = ("tournament", "user", "role", "granted_by", "since")
    list_select_related = ("tournament", "user", "granted_by")


@admin.register(Player)
class PlayerAdmin(LookOnly):
    """Players; their seat links are secrets and not shown."""

    list_display = ("name", "club", "user", "seat_opened_at")
    list_select_related = ("club", "user")
    search_fields = ("name",)
    exclude = ("seat_token", "seat_code")


@admin.register(Tournament)
class TournamentAdmin(LookOnly):
    """Tournaments."""

    list_display = ("name", "club", "state", "starts_at", "version")
    list_filter = ("state",)
    list_select_related = ("club",)


@admin.register(Entry)
class EntryAdmin(LookOnly):
    """Entries."""

    list_display = ("name", "tournament", "seed")
    list_select_related = ("tournament",)
    exclude = ("players",)


@admin.register(Round)
class RoundAdmin(LookOnly):
    """Rounds."""

    list_display = ("stage", "number", "state", "starts_at", "closed_at")
    list_select_related = ("stage",)


@admin.register(Pairing)
class PairingAdmin(LookOnly):
    """Pairings and how each was decided."""

    list_display = ("round", "number", "state", "decided_by", "advances")
    list_select_related = ("round",)


@admin.register(Report)
class ReportAdmin(LookOnly):
    """What was said of results; never changed by anybody."""

    list_display = ("pairing", "kind", "by", "at")
    list_select_related = ("pairing", "by")


@admin.register(Action)
class ActionAdmin(LookOnly):
    """What was done to tournaments; never changed by anybody."""

    list_display = ("tournament", "verb", "actor", "at", "why")
    list_filter = ("verb",)
    list_select_related = ("tournament", "actor")
