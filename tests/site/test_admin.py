"""The operator's pages are no back door: they show, and change next to nothing."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib.admin import site
from django.contrib.auth.models import Permission
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from games.models import User
from tests.cast import client_of, person
from tournaments.models import Club, Membership, Player, Role

pytestmark = pytest.mark.django_db

OURS = [model for label in ("games", "tournaments") for model in apps.get_app_config(label).get_models()]
CHANGEABLE = {"User", "Club"}


@pytest.fixture
def operator() -> User:
    """The one who runs the site."""
    user = person("operator")
    user.is_staff = user.is_superuser = True
    user.save()
    return user


@pytest.fixture
def helper() -> User:
    """Somebody who may see and change everything the admin lets one change, and is no operator."""
    user = person("helper")
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.all())
    return user


def pages(model: type[Model], *names: str) -> list[str]:
    """Return the addresses of these pages about the first row of a model."""
    label = model._meta.label_lower.replace(".", "_")
    return [
        reverse(f"admin:{label}_{name}", args=[] if name in {"add", "changelist"} else ["1"])
        for name in names
    ]


def test_what_holds_a_hidden_card_has_no_page() -> None:
    hidden = {"Secret", "Position", "Event"}

    assert hidden <= {model.__name__ for model in OURS}
    assert not hidden & {model.__name__ for model in site._registry}


@pytest.mark.parametrize(
    "model", [model for model in OURS if site.is_registered(model)], ids=lambda model: model.__name__
)
def test_even_the_operator_adds_and_deletes_nothing(model: type[Model], operator: User) -> None:
    client = client_of(operator)

    for path in pages(model, "add", "delete"):
        assert client.post(path, {"post": "yes"}).status_code in (302, 403), path
    assert client.get(pages(model, "changelist")[0]).status_code == 200
    assert not site._registry[model].list_editable
    assert not site._registry[model].has_add_permission(client.get("/admin/").wsgi_request)


def test_only_accounts_and_clubs_can_be_changed(operator: User) -> None:
    request = client_of(operator).get("/admin/").wsgi_request

    changeable = {
        model.__name__
        for model in OURS
        if site.is_registered(model)
        if site._registry[model].has_change_permission(request)
    }

    assert changeable == CHANGEABLE


def test_a_role_cannot_be_changed_past_the_service_that_guards_it(
    operator: User, club: Club, bob: User
) -> None:
    row = Membership.objects.get(user=bob)

    answer = client_of(operator).post(
        reverse("admin:tournaments_membership_change", args=[row.pk]), {"role": Role.OWNER}
    )

    row.refresh_from_db()
    assert answer.status_code == 403
    assert row.role == Role.MEMBER


def test_somebody_with_every_permission_does_not_make_himself_the_operator(helper: User) -> None:
    path = reverse("admin:games_user_change", args=[helper.pk])
    form = {"language": "", "terms": "", "is_active": "on", "is_staff": "on", "is_superuser": "on"}

    client_of(helper).post(path, form)

    helper.refresh_from_db()
    assert not helper.is_superuser


def test_somebody_with_every_permission_does_not_take_the_operators_account(
    helper: User, operator: User
) -> None:
    client = client_of(helper)
    new = {"password1": "four-tricks-over", "password2": "four-tricks-over"}

    changed = client.post(reverse("admin:games_user_change", args=[operator.pk]), {"is_active": ""})
    given = client.post(reverse("admin:auth_user_password_change", args=[operator.pk]), new)

    before = operator.password
    operator.refresh_from_db()
    assert (changed.status_code, given.status_code) == (403, 403)
    assert (operator.password, operator.is_active) == (before, True)


def test_the_secrets_of_seats_are_not_shown(operator: User, club: Club) -> None:
    player = Player.objects.create(club=club, name="Amal", seat_token="t0ken", seat_code="482913")

    text = (
        client_of(operator).get(reverse("admin:tournaments_player_change", args=[player.pk])).content.decode()
    )

    assert "Amal" in text
    assert "t0ken" not in text
    assert "482913" not in text


def test_whoever_is_shut_out_is_out_at_once(operator: User, charlie: User) -> None:
    client = client_of(charlie)
    form = {"language": "", "terms": "", "is_staff": "", "is_superuser": ""}

    client_of(operator).post(reverse("admin:games_user_change", args=[charlie.pk]), form)

    charlie.refresh_from_db()
    assert not charlie.is_active
    assert client.get(reverse("account_change_password")).status_code == 302
    assert Client().login(username="charlie", password="three-tricks-short") is False
