"""The thread that batches what sockets ask for: it answers everybody, whatever one of them asks."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError, connection

from games import store, writer
from games.models import Table, User
from games.rules import Refusal
from games.services import play
from games.store import Acknowledged, Answer, Committed, Move, Request
from games.writer import SecondWriter, Writer, WriterBusy, take_database_lock
from tests.cast import NOW
from tests.games.scene import log_of, next_act, opened, stored

Batches = list[list[int]]


@pytest.fixture
async def thread(transactional_db: None) -> AsyncIterator[Writer]:
    """A writer whose thread is started by the test, so that requests can wait for it together."""
    mine = Writer()
    yield mine
    await asyncio.to_thread(mine.stop)


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> Batches:
    """The tables of every batch, in the order in which they were tried."""
    seen: Batches = []
    carry_out = store.carry_out

    def listening(requests: Sequence[Request], **named: Any) -> list[Answer]:
        seen.append([request.table_id for request in requests])
        return carry_out(requests, **named)

    monkeypatch.setattr(store, "carry_out", listening)
    return seen


async def together(thread: Writer, *requests: Request) -> list[Any]:
    """Let these requests wait in the queue, then start the thread, and return the answers."""
    waiting = [asyncio.create_task(thread.submit(request)) for request in requests]
    await asyncio.sleep(0.01)
    thread.start()
    return await asyncio.gather(*waiting, return_exceptions=True)


def request_of(table: Table, people: Sequence[User]) -> Request:
    """Return the next act at a table as a request."""
    seat, act = next_act(table, people)
    return play._request(table.pk, act, seat, NOW)


@database_sync_to_async
def tables_of(people: Sequence[User], count: int) -> tuple[list[Table], list[Request]]:
    """Open tables and return them with the next act at each."""
    found = [opened(people) for _ in range(count)]
    return found, [request_of(table, people) for table in found]


def broken(fault: Exception, _: store.Stored) -> Move:
    """Fail as a fault of the program or of the database would."""
    raise fault


async def test_what_waits_together_is_one_batch_and_everybody_is_answered(
    thread: Writer, batches: Batches, four: list[User]
) -> None:
    found, requests = await tables_of(four, 5)

    batches.clear()
    answers = await together(thread, *requests)

    assert batches == [[table.pk for table in found]]
    assert [answer.table_id for answer in answers] == batches[0]


async def test_when_the_answer_comes_the_act_is_on_disk(thread: Writer, four: list[User]) -> None:
    (table,), (request,) = await tables_of(four, 1)
    thread.start()

    answer = await thread.submit(request)

    assert (await database_sync_to_async(store.seqs)([table.pk]))[table.pk] == answer.first_seq


async def test_the_same_act_twice_in_the_queue_is_written_once_and_answered_twice(
    thread: Writer, batches: Batches, four: list[User]
) -> None:
    (table,), (request,) = await tables_of(four, 1)
    before = await database_sync_to_async(stored)(table)

    batches.clear()
    first, again = await together(thread, request, request)

    assert first.first_seq == again.first_seq == before.seq + 1
    assert (type(first), type(again)) == (Committed, Acknowledged)
    assert (await database_sync_to_async(stored)(table)).seq == before.seq + 1
    assert batches == [[table.pk], [table.pk]]


@pytest.mark.parametrize(
    ("fault", "expected"), [(DatabaseError("disk"), WriterBusy), (KeyError("a fault of ours"), Refusal)]
)
async def test_a_batch_that_fails_is_halved_until_the_bad_request_is_alone(
    thread: Writer, batches: Batches, four: list[User], fault: Exception, expected: type[Refusal]
) -> None:
    found, requests = await tables_of(four, 4)
    requests[2] = Request(found[2].pk, partial(broken, fault))
    batches.clear()

    answers = await together(thread, *requests)

    assert [type(answer) for answer in answers] == [Committed, Committed, expected, Committed]
    assert [len(batch) for batch in batches] == [4, 2, 2, 1, 1]


async def test_the_writer_outlives_a_request_it_cannot_carry_out(thread: Writer, four: list[User]) -> None:
    (table,), (request,) = await tables_of(four, 1)
    with_fault = Request(table.pk, partial(broken, ZeroDivisionError()))

    (refused,) = await together(thread, with_fault)

    assert isinstance(refused, Refusal)
    assert isinstance(await thread.submit(request), Committed)


async def test_a_full_queue_says_try_again_at_once(thread: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.writer.QUEUE_LENGTH", 1)
    waiting = asyncio.create_task(thread.submit(Request(1, partial(broken, Refusal()))))
    await asyncio.sleep(0)

    with pytest.raises(WriterBusy) as busy:
        await thread.submit(Request(2, partial(broken, Refusal())))

    assert busy.value.code == "retry"
    thread.start()
    with pytest.raises(store.NoSuchTable):
        await waiting


async def test_what_waits_when_the_writer_is_stopped_is_still_written(
    thread: Writer, four: list[User]
) -> None:
    found, requests = await tables_of(four, 3)
    waiting = [asyncio.create_task(thread.submit(request)) for request in requests]
    await asyncio.sleep(0.01)
    thread._queue.put(None)

    thread.start()

    answers = await asyncio.gather(*waiting)
    assert [isinstance(answer, Committed) for answer in answers] == [True] * len(found)


async def test_what_is_offered_to_a_writer_that_does_not_run_waits_nowhere(
    thread: Writer, four: list[User]
) -> None:
    table = await database_sync_to_async(opened)(four)
    shown = await database_sync_to_async(stored)(table)

    thread.offer([shown])

    assert thread._queue.empty()


async def test_a_stopped_writer_can_be_started_again(thread: Writer, four: list[User]) -> None:
    _, (request,) = await tables_of(four, 1)
    thread.start()
    await asyncio.to_thread(thread.stop)

    thread.start()

    assert isinstance(await thread.submit(request), Committed)


async def test_an_act_is_known_again_by_the_next_process(thread: Writer, four: list[User]) -> None:
    (table,), (request,) = await tables_of(four, 1)
    thread.start()
    first = await thread.submit(request)
    await asyncio.to_thread(thread.stop)

    after_restart = Writer()
    after_restart.start()
    again = await after_restart.submit(request)
    await asyncio.to_thread(after_restart.stop)

    assert again == Acknowledged(first.first_seq)
    assert (await database_sync_to_async(log_of)(table))[-1].event.kind == "bid"


@pytest.mark.skipif(
    not settings.EMBEDDED, reason="a server has no write-ahead log of ours, and its own locks"
)
class TestOnSqlite:
    """What only the embedded database asks of its one writer."""

    def test_a_second_web_process_on_the_same_file_does_not_start(
        self, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(settings.DATABASES["default"], "NAME", str(tmp_path / "club.sqlite3"))
        assert take_database_lock() is not None

        with pytest.raises(SecondWriter):
            take_database_lock()

    async def test_the_writer_checkpoints_while_nobody_plays(
        self, thread: Writer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(writer, "CHECKPOINT_SECONDS", 0.02)
        file = Path(connection.settings_dict["NAME"])
        # Whoever closes the file last checkpoints it: so somebody keeps it open.
        with closing(sqlite3.connect(file)) as reader:
            reader.execute("SELECT count(*) FROM games_user").fetchone()
            before = file.stat().st_mtime_ns
            await database_sync_to_async(User.objects.create)(username="bob")
            assert file.stat().st_mtime_ns == before, "only the writer's thread is to checkpoint"

            thread.start()

            assert await changed(file, before), "what is in the log never reached the file"


async def changed(file: Path, before: int) -> bool:
    """Return whether the file is written to within some seconds."""
    for _ in range(200):
        if file.stat().st_mtime_ns != before:
            return True
        await asyncio.sleep(0.02)
    return False
