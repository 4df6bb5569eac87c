"""Sign-up, log-in and password for guests too: a guest is signed in, yet has no account."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from allauth.account.views import LoginView, PasswordChangeView, SignupView
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone

from games.models import User
from games.permissions import has_account


class SignUp(SignupView):  # type: ignore[misc]  # allauth ships no types
    """Makes an account; whoever has one is sent home."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Show the form to visitors and to guests."""
        if has_account(request.user):
            return redirect("home")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response

    def get_initial(self) -> dict[str, Any]:
        """Begin with the name the guest plays under."""
        name = getattr(self.request.user, "display_name", "")
        return {**super().get_initial(), "display_name": name}


class LogIn(LoginView):  # type: ignore[misc]  # allauth ships no types
    """Opens an account; a guest may change over to an account he has."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Show the form to visitors and to guests."""
        if has_account(request.user):
            return redirect("home")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response

    def form_valid(self, form: Any) -> HttpResponseBase:
        """Open the account, and tell what has become of the guest who asked."""
        guest = self.request.user
        response: HttpResponseBase = super().form_valid(form)
        if isinstance(guest, User) and has_account(self.request.user):
            self.changed_over(guest, self.request.user, now=timezone.now())
        return response

    def changed_over(self, guest: User, account: User, *, now: datetime) -> None:
        """Do what is to be done when a guest has opened his account; here nothing."""


class ChangePassword(PasswordChangeView):  # type: ignore[misc]  # allauth ships no types
    """Changes the password of an account; a guest has none and is asked to sign up."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Show the form to whoever has a password to change."""
        if request.user.is_authenticated and not request.user.has_usable_password():
            return redirect("account_signup")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response
