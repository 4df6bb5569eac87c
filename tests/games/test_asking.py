"""Asking the database from the event loop: those who come together are asked for together."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

import pytest
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.asking import Together
from games.models import Table, User
from games.rules import Refusal
from games.services import arrivals
from games.services.arrivals import Arrival, Caught


class Odd(Refusal):
    """Only even numbers have a half."""


async def test_those_who_wait_together_are_asked_for_at_once_and_each_gets_his_own_answer() -> None:
    batches: list[int] = []
    all_wait = threading.Event()

    def halves(numbers: Sequence[int]) -> list[int | Refusal]:
        all_wait.wait()
        batches.append(len(numbers))
        return [Odd() if number % 2 else number // 2 for number in numbers]

    half = Together(halves, most=64)

    asking = [asyncio.create_task(half(number)) for number in range(100)]
    await asyncio.sleep(0)
    all_wait.set()

    found = await asyncio.gather(*asking, return_exceptions=True)
    assert [one for one in found if isinstance(one, int)] == list(range(50))
    assert sum(isinstance(one, Odd) for one in found) == 50
    assert sum(batches) == 100
    assert len(batches) <= 3


async def test_when_the_database_does_not_answer_one_of_them_the_others_ask_again() -> None:
    def answering(numbers: Sequence[int]) -> list[int | Refusal]:
        if 0 in numbers:
            raise DatabaseError
        return list(numbers)

    ask = Together(answering)

    found = await asyncio.gather(*(ask(number) for number in range(8)), return_exceptions=True)

    assert isinstance(found[0], DatabaseError)
    assert found[1:] == list(range(1, 8))


@pytest.mark.django_db
def test_four_who_come_back_cost_the_database_no_more_than_one(table: Table, four: list[User]) -> None:
    def asked(people: Sequence[User]) -> tuple[list[Caught | Refusal], int]:
        with CaptureQueriesContext(connection) as queries:
            found = arrivals.catch_up(
                [Arrival(table, user.pk, None, 1) for user in people], now=timezone.now()
            )
        return found, len(queries)

    (_, alone), (found, together) = asked(four[:1]), asked(four)

    assert [one.viewer for one in found if isinstance(one, Caught)] == [0, 1, 2, 3]
    assert together == alone
