"""The first owner's form, and the form that gives a role."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.models import BadName, User, clean_name
from games.services.people import NameTaken, account, is_free
from tournaments.models import Role
from tournaments.sentences import sentence
from tournaments.services.clubs import LONGEST_CLUB_NAME, Account


def cleaned_name(text: str, *, longest: int) -> str:
    """Return the name in its one stored form, refusing in the way forms do."""
    try:
        return clean_name(text, longest=longest)
    except BadName as refusal:
        raise ValidationError(sentence(refusal), code=refusal.code) from refusal


class OwnerForm(forms.Form):
    """What the first owner signs in with, and the name of the club when there is none yet."""

    username = forms.CharField(
        label=_("User name"), max_length=60, widget=forms.TextInput({"autocomplete": "username"})
    )
    password1 = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )
    password2 = forms.CharField(
        label=_("Password (again)"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )
    club = forms.CharField(label=_("Name of the club"), max_length=LONGEST_CLUB_NAME)

    def __init__(self, *args: Any, asks_for_club: bool, **kwargs: Any) -> None:
        """Ask for a club only where none waits for its owner."""
        super().__init__(*args, **kwargs)
        if not asks_for_club:
            del self.fields["club"]

    def clean_username(self) -> str:
        """Return the user name, if an account may have it."""
        username = cleaned_name(self.cleaned_data["username"], longest=60)
        User.username_validator(username)
        if not is_free(username):
            raise ValidationError(sentence(NameTaken(name=username)))
        return username

    def clean_password2(self) -> str:
        """Return the password, typed twice alike and not one that everybody tries first."""
        password: str = self.cleaned_data["password2"]
        if password != self.cleaned_data.get("password1"):
            raise ValidationError(_("The two passwords differ."))
        validate_password(password, User(username=self.cleaned_data.get("username", "")))
        return password

    def clean_club(self) -> str:
        """Return the name of the club."""
        return cleaned_name(self.cleaned_data["club"], longest=LONGEST_CLUB_NAME)

    @property
    def account(self) -> Account:
        """What the owner signs in with."""
        return Account(self.cleaned_data["username"], self.cleaned_data["password2"])

    @property
    def club_name(self) -> str:
        """The club to found, empty where one waits."""
        return str(self.cleaned_data.get("club", ""))


class RoleForm(forms.Form):
    """Names somebody by his user name and what he is to be."""

    username = forms.CharField(label=_("User name"), max_length=150)
    role = forms.ChoiceField(label=_("Role"))

    def __init__(self, *args: Any, roles: Iterable[Role], **kwargs: Any) -> None:
        """Offer the roles that the one who asks may give."""
        super().__init__(*args, **kwargs)
        choice = self.fields["role"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [(role.value, role.label) for role in roles]

    def clean_username(self) -> User:
        """Return the account of this name."""
        found = account(self.cleaned_data["username"])
        if found is None:
            raise ValidationError(_("Nobody has an account of this name."))
        return found

    @property
    def person(self) -> User:
        """The one to be given a role."""
        user = self.cleaned_data["username"]
        assert isinstance(user, User)
        return user

    @property
    def chosen(self) -> Role:
        """The role he is to be given."""
        return Role(self.cleaned_data["role"])
