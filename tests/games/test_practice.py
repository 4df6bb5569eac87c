"""A table with three bots, for anybody, at once."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.models import Match, Seat, Table, User
from games.rules import RULESETS


@pytest.fixture(autouse=True)
def _nobody_has_tried_yet() -> None:
    cache.clear()


@pytest.mark.django_db
def test_a_visitor_sits_at_once_with_three_bots_as_a_guest(client: Client) -> None:
    answer = client.post(reverse("games:practice"))

    table = Table.objects.get()
    assert answer["Location"] == reverse("games:table", args=[table.public_id])
    kinds = list(Seat.objects.filter(table=table).order_by("number").values_list("kind", flat=True))
    assert kinds == ["user", "bot", "bot", "bot"]
    assert User.objects.get().is_guest


@pytest.mark.django_db
@pytest.mark.parametrize(
    "wish", [{"bot": "nobody"}, {"rules": "levantine", "target-levantine": "7"}, {"name": "x" * 200}]
)
def test_who_is_refused_is_no_guest(client: Client, wish: dict[str, str]) -> None:
    """B17: a refused act leaves no row."""
    answer = client.post(reverse("games:practice"), wish)

    assert 400 <= answer.status_code < 500
    assert (User.objects.count(), Table.objects.count(), Session.objects.count()) == (0, 0, 0)


@pytest.mark.django_db
def test_his_second_table_makes_no_second_guest(client: Client) -> None:
    client.post(reverse("games:practice"))

    client.post(reverse("games:practice"))

    assert (User.objects.count(), Table.objects.count()) == (1, 2)


@pytest.mark.django_db
def test_his_table_is_nobody_elses_to_watch(client: Client) -> None:
    client.post(reverse("games:practice"))
    table = Table.objects.get()

    charlie = Client().get(reverse("games:table", args=[table.public_id]))

    assert charlie.status_code == HTTPStatus.NOT_FOUND


@pytest.mark.django_db
def test_who_opens_tables_without_end_is_told_to_wait(client: Client) -> None:
    answers = [client.post(reverse("games:practice")).status_code for _ in range(61)]

    assert answers[:60] == [HTTPStatus.FOUND] * 60
    assert answers[60] == HTTPStatus.TOO_MANY_REQUESTS
    assert Table.objects.count() == 60


@pytest.mark.django_db
@pytest.mark.parametrize("key", RULESETS)
def test_any_shipped_rules_can_be_practised(client: Client, key: str) -> None:
    client.post(reverse("games:practice"), {"rules": key})

    match = Match.objects.get()
    assert (match.rules_key, match.target) == (key, RULESETS[key].target)


@pytest.mark.django_db
@pytest.mark.parametrize("target", [31, 51, 61])
def test_the_target_of_solo_is_chosen_at_its_table(client: Client, target: int) -> None:
    client.post(reverse("games:practice"), {"rules": "solo", "target-solo": target, "target-kibbi": 3})

    assert Match.objects.get().target == target


@pytest.mark.django_db
@pytest.mark.parametrize("target", ["41", "many"])
def test_a_target_the_rules_do_not_know_is_refused(client: Client, target: str) -> None:
    answer = client.post(reverse("games:practice"), {"rules": "solo", "target-solo": target})

    assert answer.status_code == HTTPStatus.CONFLICT
    assert not Table.objects.exists()


@pytest.mark.django_db
def test_an_earlier_version_can_be_practised_too(client: Client) -> None:
    client.post(reverse("games:practice"), {"rules": "kibbi", "version": "1"})

    assert Match.objects.get().rules_version == 1


@pytest.mark.django_db
def test_rules_that_nobody_has_saved_are_not_found(client: Client) -> None:
    answer = client.post(reverse("games:practice"), {"rules": "house-nobodys"})

    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert not User.objects.exists()
