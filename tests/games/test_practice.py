"""A table with three bots, for anybody, at once."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.models import Seat, Table, User


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
