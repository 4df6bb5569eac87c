"""The people of the live table, and a web process's writer and hub where a test speaks over sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from games import presence
from games.hub import HUB
from games.models import Table, User
from games.writer import WRITER


@pytest.fixture
def bob(db: None) -> User:
    """Bob plays. What happens at a table has to do with no club."""
    return _person("bob")


def _person(username: str) -> User:
    from tests.cast import person

    return person(username)


@pytest.fixture
def four(bob: User) -> list[User]:
    """Bob and three others, in order of play."""
    return [bob, _person("dalia"), _person("elias"), _person("farah")]


@pytest.fixture
def table(seam: None, transactional_db: None, four: list[User]) -> Table:
    """A table where four people sit and the first is to call."""
    from tests.games.scene import opened

    return opened(four)


@pytest.fixture
def _presence_untold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test, however slow, be told of who comes and goes unless it asks to be."""
    monkeypatch.setattr(presence, "LASTS_SECONDS", 3600.0)


@pytest.fixture
async def seam(_presence_untold: None, transactional_db: None) -> AsyncIterator[None]:
    """Run what carries acts and answers in a web process: the writer's thread and the hub."""
    HUB.open(asyncio.get_running_loop())
    WRITER.start()
    yield
    HUB.close()
    HUB._rooms.clear()
    await asyncio.to_thread(WRITER.stop)
