"""What the operator of the site sees of people and tables. Hidden cards have no page here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Job, Match, SavedRules, Seat, Table, User

if TYPE_CHECKING:
    Rows = admin.ModelAdmin[Any]
    Accounts = UserAdmin[User]
else:  # Django's own classes take no parameters when they run
    Rows = admin.ModelAdmin
    Accounts = UserAdmin


class LookOnly(Rows):
    """Rows that only services write: to be looked at here, and not to be touched."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes."""
        return False


@admin.register(User)
class PersonAdmin(Accounts):
    """Accounts and guests: to be shut out, or given a new password. They are made by signing up."""

    list_display = ("username", "display_name", "is_guest", "is_active", "is_staff", "last_login")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("username", "display_name")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("At the table"), {"fields": ("display_name", "is_guest", "language", "terms")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "user_permissions")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    readonly_fields = ("username", "display_name", "is_guest", "last_login", "date_joined")

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Keep rights out of reach of whoever does not have them all."""
        if request.user.is_superuser:
            return self.readonly_fields
        return (*self.readonly_fields, "is_staff", "is_superuser", "user_permissions")

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Let nobody but an operator change an operator: his password is the key to everything."""
        if obj is not None and obj.is_superuser and not request.user.is_superuser:
            return False
        return super().has_change_permission(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds: signing up checks names that this page would not."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Nobody deletes: results point to people. An account is shut out instead."""
        return False


@admin.register(Table)
class TableAdmin(LookOnly):
    """Tables."""

    list_display = ("public_id", "state", "title", "number", "created_at")
    list_filter = ("state",)
    search_fields = ("public_id", "title")


@admin.register(Seat)
class SeatAdmin(LookOnly):
    """Seats."""

    list_display = ("table", "number", "kind", "name")
    list_select_related = ("table",)


@admin.register(SavedRules)
class SavedRulesAdmin(LookOnly):
    """House rules, every version of them."""

    list_display = ("name", "version", "key", "owner", "made_by", "made_at")
    list_select_related = ("owner", "made_by")
    search_fields = ("name", "key")


@admin.register(Match)
class MatchAdmin(LookOnly):
    """Matches and their outcomes."""

    list_display = ("table", "number", "state", "decided_by", "totals", "finished_at")
    list_filter = ("state", "decided_by")
    list_select_related = ("table",)


@admin.register(Job)
class JobAdmin(LookOnly):
    """Work that was asked for: how far it is, and why it could not be done."""

    list_display = ("kind", "subject", "state", "done", "total", "attempts", "asked_at", "ended_at", "fault")
    list_filter = ("kind", "state")
    ordering = ("-asked_at",)
