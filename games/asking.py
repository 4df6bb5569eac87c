"""Asking the database from the event loop, in the one thread that does so for every socket."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Generic, ParamSpec, TypeVar

from channels.db import DatabaseSyncToAsync
from django.db import connection

from games.rules import Refusal

P = ParamSpec("P")
T = TypeVar("T")


class _Asking(DatabaseSyncToAsync):  # type: ignore[type-arg]  # only its stub is generic
    """Channels' way, except that a connection to SQLite stays open.

    Opening the file again takes longer than most questions; a server's connection goes back to the pool.
    """

    def thread_handler(self, loop: asyncio.BaseEventLoop, *args: Any, **kwargs: Any) -> Any:
        """Ask, and let go of a connection that others may want."""
        if connection.vendor == "sqlite":
            beyond: Any = super(DatabaseSyncToAsync, self)  # past what closes it
            return beyond.thread_handler(loop, *args, **kwargs)
        return super().thread_handler(loop, *args, **kwargs)


Q = TypeVar("Q")
A = TypeVar("A")


class _Question(Generic[Q, A]):
    """One of those that wait: what is asked, and once it is there, the answer."""

    def __init__(self, asked: Q) -> None:
        self.asked = asked
        self.answer: A | Refusal | None = None


class Together(Generic[Q, A]):
    """Asks for many at once: whoever comes while the database is busy is asked for with the others.

    Every one of them waits for his turn in the thread of the database. The first to have it asks for all;
    the others find their answers there.
    """

    def __init__(self, function: Callable[[list[Q]], Sequence[A | Refusal]], most: int = 64) -> None:
        """Ask ``function``, which gives an answer or a refusal to each, for at most so many."""
        self._function = function
        self._most = most
        self._waiting: deque[_Question[Q, A]] = deque()

    async def __call__(self, asked: Q) -> A:
        """Return the answer.

        :raises Refusal: when that is the answer.
        """
        question = _Question[Q, A](asked)
        self._waiting.append(question)
        answer = await asking(self._answered)(question)
        if isinstance(answer, Refusal):
            raise answer
        return answer

    def _answered(self, question: _Question[Q, A]) -> A | Refusal:
        if question.answer is None:
            asked = self._taken(question)
            for one, answer in zip(asked, self._function([one.asked for one in asked]), strict=True):
                one.answer = answer
        assert question.answer is not None
        return question.answer

    def _taken(self, first: _Question[Q, A]) -> list[_Question[Q, A]]:
        """Return this and others that wait; should asking fail, each of those asks again by himself."""
        taken = [first]
        with suppress(IndexError):  # there are no more
            while len(taken) < self._most:
                other = self._waiting.popleft()
                if other is not first and other.answer is None:
                    taken.append(other)
        return taken


def asking(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Return the function as a coroutine function that asks in the thread of the database."""
    return _Asking(function)
