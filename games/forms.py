"""The forms of people: what is typed to become, or to stay, somebody the site knows."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import SignupForm
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import BadName, User, clean_name
from games.sentences import sentence
from games.services import people


class NameField(forms.CharField):
    """A name as others will read it, in its one stored form."""

    def clean(self, value: Any) -> str:
        """Return the clean name, or nothing where nothing was asked for.

        :raises ValidationError: with the sentence of the refusal.
        """
        text: str = super().clean(value)
        return text and cleaned_name(text)


def cleaned_name(text: str) -> str:
    """Return the name in its one stored form, refusing in the way forms do."""
    try:
        return clean_name(text)
    except BadName as refusal:
        raise forms.ValidationError(sentence(refusal), code=refusal.code) from refusal


class SignUpForm(SignupForm):  # type: ignore[misc]  # allauth ships no types
    """Makes an account; a guest who signs up keeps his row, and with it his seats."""

    display_name = NameField(label=_("Name shown at the table"), required=False)
    field_order = ["username", "display_name", "password1", "password2"]

    def clean_username(self) -> str:
        """Return the user name, unless somebody has one that reads the same."""
        username = cleaned_name(self.cleaned_data["username"])
        if not people.is_free(username):
            refusal = people.NameTaken(name=username)
            raise forms.ValidationError(sentence(refusal), code=refusal.code)
        self.cleaned_data["username"] = username
        checked: str = super().clean_username()
        return checked

    def save(self, request: HttpRequest) -> User:
        """Store the account, in the row of the guest who asks or in a new one."""
        row = request.user if isinstance(request.user, User) and request.user.is_guest else None
        data = self.cleaned_data
        account = people.prepared_account(data["username"], data["password1"], row=row)
        account.display_name = data["display_name"] or account.display_name
        return people.store(account)
