"""``/healthz``, asked by compose, by ``up`` and by whoever watches a site."""

from __future__ import annotations

from http import HTTPStatus
from unittest.mock import patch

import pytest
from django.db import OperationalError, connection
from django.test import Client


@pytest.mark.django_db
def test_a_site_with_its_database_is_well(client: Client) -> None:
    answer = client.get("/healthz")

    assert answer.status_code == HTTPStatus.OK
    assert answer.content == b"ok\n"
    assert "no-cache" in answer["Cache-Control"]


@pytest.mark.django_db
def test_a_site_without_its_database_is_not(client: Client) -> None:
    with patch.object(connection, "cursor", side_effect=OperationalError("gone")):
        answer = client.get("/healthz")

    assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
