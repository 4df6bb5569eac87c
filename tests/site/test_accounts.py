"""Signing up, in and out; guests; the first owner."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.dealing import Stream
from games.models import User
from games.services import people
from tests.cast import NOW, PASSWORD, client_of, person
from tournaments.models import Club, Membership, OwnerLink, Role
from tournaments.services import clubs

SIGN_UP = {"username": "dana", "display_name": "", "password1": PASSWORD, "password2": PASSWORD}

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_attempts_so_far() -> None:
    """Nobody has tried to sign in: the cache, which counts that, is empty."""
    cache.clear()


def user_of(client: Client) -> User | AnonymousUser:
    """Return who the site takes this browser for."""
    request = client.get(reverse("account_logout")).wsgi_request
    assert isinstance(request.user, User | AnonymousUser)
    return request.user


def test_whoever_signs_up_is_signed_in_and_can_sign_in_again() -> None:
    client = Client()

    client.post(reverse("account_signup"), SIGN_UP)
    first = user_of(client)
    client.post(reverse("account_logout"))
    between = user_of(client)
    client.post(reverse("account_login"), {"login": "dana", "password": PASSWORD})

    assert first.username == "dana"
    assert between.is_anonymous
    assert user_of(client) == first


def test_a_guest_who_signs_up_keeps_his_row(guido: User) -> None:
    client = client_of(guido)

    client.post(reverse("account_signup"), SIGN_UP)

    after = User.objects.get(username="dana")
    assert after.pk == guido.pk
    assert not after.is_guest
    assert after.display_name == "Guido"
    assert user_of(client) == after
    assert User.objects.count() == 1


def test_a_guest_may_change_over_to_an_account_he_has(guido: User, charlie: User) -> None:
    client = client_of(guido)

    client.post(reverse("account_login"), {"login": "charlie", "password": PASSWORD})

    assert user_of(client) == charlie


def test_signing_in_gives_the_browser_a_new_session(charlie: User) -> None:
    client = Client()
    client.get(reverse("account_login"))
    session = client.session
    session["planted"] = "by somebody else"
    session.save()
    before = session.session_key

    client.post(reverse("account_login"), {"login": "charlie", "password": PASSWORD})

    assert client.session.session_key not in (None, before)
    assert not Client(cookies={"sessionid": before}).session.get("_auth_user_id")


@pytest.mark.parametrize("name", ["CHARLIE", "ch\u0101rlie"])
def test_a_name_that_reads_like_another_account_is_taken(charlie: User, name: str) -> None:
    response = Client().post(reverse("account_signup"), SIGN_UP | {"username": name})

    assert "reads like a name" in response.content.decode()
    assert User.objects.count() == 1


def test_two_who_sign_up_with_like_names_at_once_do_not_both_get_in(charlie: User) -> None:
    account = people.prepared_account("Charlie", PASSWORD)

    with pytest.raises(people.NameTaken):
        people.store(account)


@pytest.mark.parametrize("name", ["ad\u202emin", "p\u0430ul", "x", "a b"])
def test_a_user_name_that_deceives_is_refused(name: str) -> None:
    Client().post(reverse("account_signup"), SIGN_UP | {"username": name})

    assert not User.objects.exists()


def test_signing_up_sets_nothing_that_the_form_does_not_ask_for() -> None:
    smuggled = {"is_staff": "on", "is_superuser": "on", "id": "77", "is_guest": "on"}

    Client().post(reverse("account_signup"), SIGN_UP | smuggled)

    user = User.objects.get()
    assert (user.is_staff, user.is_superuser, user.is_guest) == (False, False, False)
    assert user.pk != 77


def test_a_password_is_changed_only_by_who_knows_the_old_one(charlie: User) -> None:
    client = client_of(charlie)
    new = {"password1": "four-tricks-over", "password2": "four-tricks-over"}

    client.post(reverse("account_change_password"), {"oldpassword": "guessed", **new})
    charlie.refresh_from_db()
    kept = charlie.check_password(PASSWORD)
    client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, **new})
    charlie.refresh_from_db()

    assert kept
    assert charlie.check_password("four-tricks-over")


def test_a_guest_has_no_password_to_change_and_is_asked_to_sign_up(guido: User) -> None:
    response = client_of(guido).get(reverse("account_change_password"))

    assert response.headers["Location"] == reverse("account_signup")


def test_an_account_is_locked_for_a_while_after_many_wrong_passwords(charlie: User) -> None:
    client = Client()
    for _attempt in range(8):
        client.post(reverse("account_login"), {"login": "charlie", "password": "guessed"})

    client.post(reverse("account_login"), {"login": "charlie", "password": PASSWORD})

    assert user_of(client).is_anonymous


def test_nobody_signs_in_to_the_admin_past_our_own_log_in() -> None:
    response = Client().get("/admin/login/")

    assert response.status_code == 302
    assert response.headers["Location"].startswith(reverse("account_login"))


def set_up_path(stream: Stream) -> str:
    """Return the address of a new owner link."""
    token = clubs.owner_link(NOW, stream=stream)
    assert token is not None
    return reverse("owner_setup", args=[token])


def test_the_owner_link_makes_the_first_owner_once(stream: Stream) -> None:
    waiting = clubs.create_club(name="Sample Club", now=NOW)
    path = set_up_path(stream)
    form = {"username": "olivia", "password1": PASSWORD, "password2": PASSWORD}
    client = Client()

    client.post(path, form)
    second = Client().post(path, form | {"username": "mallory"})

    owner = User.objects.get()
    assert owner.username == "olivia"
    assert owner.is_superuser
    assert Membership.objects.get(club=waiting).role == Role.OWNER
    assert user_of(client) == owner
    assert second.status_code == 410


def test_the_first_owner_founds_a_club_where_none_waits_for_one(stream: Stream) -> None:
    form = {"username": "olivia", "password1": PASSWORD, "password2": PASSWORD, "club": "نادي الأرز"}

    Client().post(set_up_path(stream), form)

    club = Club.objects.get()
    assert club.name == "نادي الأرز"
    assert re.fullmatch(r"club-[0-9a-f]{8}", club.slug)
    assert club.memberships.get().user.username == "olivia"


def test_an_owner_link_is_refused_after_two_days_and_after_a_newer_one(stream: Stream) -> None:
    old = clubs.owner_link(NOW, stream=stream)
    new = clubs.owner_link(NOW, stream=stream)
    assert old is not None
    assert new is not None

    assert not clubs.is_open(old, now=NOW)
    assert clubs.is_open(new, now=NOW)
    assert not clubs.is_open(new, now=NOW + clubs.OWNER_LINK_HOLDS)
    with pytest.raises(clubs.LinkSpent):
        clubs.set_up_owner(token=old, account=clubs.Account("mallory", PASSWORD), club_name="Hers", now=NOW)
    assert not User.objects.exists()


def test_a_site_with_an_owner_makes_no_more_owner_links(stream: Stream) -> None:
    owner = person("olivia")
    owner.is_superuser = True
    owner.save()

    assert clubs.owner_link(NOW, stream=stream) is None


def test_the_database_does_not_hold_what_opens_the_owner_link(stream: Stream) -> None:
    token = clubs.owner_link(NOW, stream=stream)

    assert token is not None
    assert token not in str(OwnerLink.objects.values().get())


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(charlie: User) -> None:
    def answer(name: str) -> str:
        text = (
            Client().post(reverse("account_login"), {"login": name, "password": "guessed"}).content.decode()
        )
        return re.sub(r'nonce="[^"]+"|value="[^"]+"', "", text)

    assert answer("charlie") == answer("nobody")


def test_a_new_password_ends_every_other_session(charlie: User) -> None:
    here, elsewhere = client_of(charlie), client_of(charlie)
    form = {"oldpassword": PASSWORD, "password1": "four-tricks-over", "password2": "four-tricks-over"}

    here.post(reverse("account_change_password"), form)

    assert user_of(here) == charlie
    assert user_of(elsewhere).is_anonymous
