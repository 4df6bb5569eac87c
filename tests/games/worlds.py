"""Stories of ``tests.rules.worlds`` acted at a table, and all that leaves the server meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.dealing import Stream
from games.frames import encode
from games.hub import HUB, Committed, Logged, event_frames
from games.models import Table, User
from games.rules import SEATS, Action, Deal, Position, Ready, Seat, TimeUp, Viewer, view
from games.services import deals, play, rulings, watch
from games.services.clocks import TablePolicy
from games.services.minds import Minds
from games.store import SeatNow, Stored
from games.store.writing import committed
from tests.cast import NOW
from tests.games.scene import MASTER, opened, stored
from tests.rules.worlds import VIEWERS, Told

PUBLIC_ID = "samesame"
NAMES = ("Bob", "Dalia", "Elias", "Farah")


# ---- without a database: what a socket is sent, and when ----


def framed(story: Told, viewer: Viewer, kinds: Sequence[str]) -> list[str]:
    """Return the frames and views of a story for a viewer, where these play the seats."""
    seats = tuple(SeatNow(kind, name, n) for n, (kind, name) in enumerate(zip(kinds, NAMES, strict=True)))
    texts, seq = [encode(view(story.begun, viewer))], 0
    for before, _, _, after, events in story.steps():
        move = _move(before, after, [Logged(event, "user") for event in events], seq, seats)
        texts += [encode(frame) for frame in event_frames(move, viewer)]
        texts.append(encode(view(after, viewer)))
        seq += len(events)
    return texts


def _move(
    before: Position, after: Position, logged: list[Logged], seq: int, seats: tuple[SeatNow, ...]
) -> Committed:
    table = Stored(1, PUBLIC_ID, 1, 1, seq, before, None, TablePolicy.people(), MASTER, "{}", seats)
    return committed(play.moved(table, after, tuple(logged), now=NOW + timedelta(seconds=seq)), NOW)


# ---- at a table ----


@contextmanager
def happening(story: Told, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the cards of a story be dealt."""
    left = iter(story.deals)
    with patch.context() as rigged:
        rigged.setattr(deals, "deal", lambda *_, **__: next(left).hands)
        rigged.setattr(deals, "first_dealer", lambda *_, **__: story.begun.dealer)
        yield


def acts(story: Told) -> Iterator[tuple[Seat | None, Action]]:
    """Yield what was done by seats and the director; the table itself deals when all are ready."""
    for n, (seat, action) in enumerate(story.done):
        last = n + 1 == len(story.done)
        dealt_next = not last and isinstance(story.done[n + 1][1], Deal)
        goes_on = not last or not _deals_next(story)
        if not isinstance(action, Deal) and (dealt_next or goes_on):
            yield seat, action


def _deals_next(story: Told) -> bool:
    """Return whether the table would deal after what was done last, and the story does not say what."""
    *_, (_, _, _, after, _) = story.steps()
    return after.phase.value == "deal"


def forget(table: Table) -> None:
    """Let another table have this one's address, from which the pace of bots is made, and its place."""
    Table.objects.filter(pk=table.pk).update(public_id=f"was-{table.pk}", state=Table.State.CLOSED)


@dataclass
class Evening:
    """A table of two people and two bots, where the clock runs only as far as something is due.

    ``sent`` is all that each viewer is sent, with the moment it left the server.
    """

    story: Told
    people: Sequence[User]
    now: datetime = NOW
    sent: dict[Viewer, list[str]] = field(default_factory=lambda: {viewer: [] for viewer in VIEWERS})
    _action: Action | None = None
    _ready_said: int = 0

    def spend(self, patch: pytest.MonkeyPatch) -> dict[Viewer, list[str]]:
        """Let it happen; return what was sent."""
        with happening(self.story, patch), patch.context() as rigged:
            rigged.setattr(HUB, "publish", self._publish)
            rigged.setattr(Minds, "bot_at", lambda *_: lambda *_: self._action)
            rigged.setattr(play, "autoplay", lambda _: self._action)
            sitting = [user if n % 2 == 0 else None for n, user in enumerate(self.people)]
            policy = TablePolicy.people(bots_after=0)
            rules = self.story.begun.rules.key
            table = opened(sitting, policy=policy, public_id=PUBLIC_ID, rules=rules)
            for n, (seat, action) in enumerate(acts(self.story)):
                self._act(table, n, seat, action)
                if n % 5 == 0:
                    self._look(table)
        forget(table)
        return self.sent

    def _publish(self, moves: Sequence[Committed]) -> None:
        for move in moves:
            for viewer in VIEWERS:
                self.sent[viewer] += [f"{self.now} {encode(frame)}" for frame in event_frames(move, viewer)]

    def _act(self, table: Table, n: int, seat: Seat | None, action: Action) -> None:
        """Let a person act, unless the table is due before he would; bots and clocks act when due."""
        self._action = action
        before = stored(table)
        if isinstance(action, TimeUp) or seat is None:
            rulings.no_new_deal([table.pk], now=self.now)
            return
        if isinstance(action, Ready):
            self._ready(table, before)
            return
        thinks = self.now + timedelta(seconds=Stream(b"people").derive(n).uniform(1, 24))
        if before.seats[seat].kind == "bot" or (before.due_at is not None and before.due_at <= thinks):
            self._wait(table, before)
        else:
            self.now = thinks
            act = play.Act(self.people[seat].pk, action, f"act-{n}", before.seq)
            play.submit_now(table.pk, act, seat=seat, now=self.now)

    def _ready(self, table: Table, before: Stored) -> None:
        """The last of four to be ready lets the clock of the pause run out."""
        self._ready_said += 1
        if self._ready_said % len(SEATS) == 0:
            self._wait(table, before)

    def _wait(self, table: Table, before: Stored) -> None:
        assert before.due_at is not None
        self.now = max(self.now, before.due_at)
        play.play_at([table.pk], now=self.now)

    def _look(self, table: Table) -> None:
        for viewer in VIEWERS:
            self.sent[viewer].append(encode(watch.snapshot(table.pk, viewer, now=self.now)))
            missed: list[dict[str, Any]] = watch.missed(table.pk, viewer, have=0, now=self.now)
            self.sent[viewer] += map(encode, missed)
        self.sent[VIEWERS[-1]].append(repr(watch.summaries([table.pk])[table.pk]))
