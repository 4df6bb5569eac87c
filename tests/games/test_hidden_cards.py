"""No card that is not played leaves the server, in no frame and not by the time of one.

Not by looking for cards in what was sent, but by non-interference: everything a viewer cannot know is
dealt anew, everything he can see happens again, and he must be sent the very same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games.dealing import FIRST_DEALER, Stream, deal_secret, first_dealer, public_part
from games.frames import encode
from games.hub import HUB, Committed, event_frames
from games.models import Table, User
from games.rules import (
    RULESETS,
    SEATS,
    SPECTATOR,
    Card,
    Deal,
    PlayCard,
    Position,
    Refusal,
    Seat,
    Viewer,
    apply,
)
from games.services import deals, play, watch
from games.services.clocks import Clock, TablePolicy
from tests.cast import NOW
from tests.games.scene import MASTER, Phone, bots_table, next_act, opened, redealt, stored

VIEWERS: tuple[Viewer, ...] = (*SEATS, SPECTATOR)
Hands = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class Story:
    """A deal as it was dealt, and what four people then did, in order."""

    hands: Hands
    acts: tuple[tuple[Seat, play.Act], ...]


def told(people: Sequence[User], moves: int) -> Story:
    """Play so many moves and return what happened."""
    table = opened(people)
    hands, acts = stored(table).position.hands, []
    for _ in range(moves):
        seat, act = next_act(table, people)
        acts.append((seat, act))
        play.submit_now(table.pk, act, seat=seat, now=NOW)
    return Story(hands, tuple(acts))


def other_worlds(story: Story, viewer: Viewer, stream: Stream) -> Iterator[Story]:
    """Yield the story with the cards dealt otherwise, wherever the same acts are still legal."""
    played = [act.action.card for _, act in story.acts if isinstance(act.action, PlayCard)]
    while True:
        unseen = [
            [card for card in story.hands[seat] if card not in played] if seat != viewer else []
            for seat in SEATS
        ]
        cards = stream.shuffled([card for hand in unseen for card in hand])
        hands = []
        for seat in SEATS:
            mine, cards = cards[: len(unseen[seat])], cards[len(unseen[seat]) :]
            kept = [card for card in story.hands[seat] if card not in unseen[seat]]
            hands.append(tuple(sorted([*kept, *mine])))
        other = Story(tuple(hands), story.acts)
        if can_happen(other):
            yield other


def can_happen(story: Story) -> bool:
    """Return whether the rules allow the acts with the cards as they are dealt."""
    dealer = SEATS[first_dealer(deal_secret(MASTER, FIRST_DEALER), public=public_part([b""] * 4))]
    position = Position.begin(RULESETS["levantine"], dealer=dealer)
    try:
        position, _ = apply(position, None, Deal(story.hands, "c"))
        for seat, act in story.acts:
            position, _ = apply(position, seat, act.action)
    except Refusal:
        return False
    return True


@contextmanager
def dealing(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the next deals be these cards."""
    with monkeypatch.context() as rigged:
        rigged.setattr(deals, "deal", lambda *_, **__: hands)
        yield


def heard(
    story: Story, people: Sequence[User], monkeypatch: pytest.MonkeyPatch
) -> tuple[dict[Viewer, list[str]], list[Any]]:
    """Let the story happen; return all each viewer is sent - events and states - and when it is due."""
    sent: dict[Viewer, list[str]] = {viewer: [] for viewer in VIEWERS}
    due: list[Any] = []

    def publish(moves: Sequence[Committed]) -> None:
        for move in moves:
            due.append(move.due_at)
            for viewer in VIEWERS:
                sent[viewer] += map(encode, event_frames(move, viewer))

    monkeypatch.setattr(HUB, "publish", publish)
    with dealing(story.hands, monkeypatch):
        table = opened(people, public_id="samesame")
    for n, (seat, act) in enumerate(story.acts):
        now = NOW + timedelta(seconds=n)
        play.submit_now(table.pk, act, seat=seat, now=now)
        for viewer in VIEWERS if n % 4 == 0 else ():
            sent[viewer].append(encode(watch.snapshot(table.pk, viewer, now=now)))
    forget(table)
    return sent, due


def forget(table: Table) -> None:
    """Let another table have this one's address, from which the pace of bots is made."""
    Table.objects.filter(pk=table.pk).update(public_id=f"was-{table.pk}")


@pytest.mark.parametrize("moves", [3, 9, 33])
@pytest.mark.django_db(transaction=True)
def test_whatever_is_hidden_is_dealt_anew_and_each_viewer_is_sent_the_same_bytes(
    four: list[User], monkeypatch: pytest.MonkeyPatch, stream: Stream, moves: int
) -> None:
    story = told(four, moves)
    sent, due = heard(story, four, monkeypatch)

    for viewer in VIEWERS:
        other = next(other_worlds(story, viewer, stream))
        assert other.hands != story.hands
        sent_there, due_there = heard(other, four, monkeypatch)
        assert len(sent[viewer]) > moves
        assert sent_there[viewer] == sent[viewer]
        assert due_there == due


async def test_a_phone_is_sent_the_same_bytes_whatever_the_others_hold(
    seam: None, four: list[User], monkeypatch: pytest.MonkeyPatch, stream: Stream
) -> None:
    story = await database_sync_to_async(told)(four, 30)
    there = {viewer: next(other_worlds(story, viewer, stream)) for viewer in (SEATS[1], SPECTATOR)}
    monkeypatch.setattr("games.consumers.timezone.now", lambda: NOW)

    for viewer, other in there.items():
        holder = None if viewer == SPECTATOR else four[int(viewer)]
        here = await on_phone(story, holder, four, monkeypatch)
        assert len(here) > 30
        assert await on_phone(other, holder, four, monkeypatch) == here


async def on_phone(
    story: Story, holder: User | None, people: Sequence[User], monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """Return every text the holder's phone is sent while the story happens at a table."""
    with dealing(story.hands, monkeypatch):
        table = await database_sync_to_async(opened)(people, public_id="samesame")
    phone = await Phone(holder).connect()
    await phone.hello(table)
    texts = [await phone.hear_text()]
    for seat, act in story.acts:
        await database_sync_to_async(play.submit_now)(table.pk, act, seat=seat, now=NOW)
    while not await phone.hears_nothing():
        texts.append(await phone.hear_text())
    await phone.hang_up()
    await database_sync_to_async(forget)(table)
    return texts


def test_when_a_table_moves_by_itself_does_not_depend_on_hidden_cards(db: None, stream: Stream) -> None:
    """Planted: a bot that thinks longer over more legal cards was seen by its time."""
    table = bots_table(cap=1)
    seen = 0
    while (now := stored(table)).position.outcome.state == "open":
        for kinds in (now.seats, tuple(replace(seat, kind="user", user_id=1) for seat in now.seats)):
            clock = Clock(TablePolicy.people(), kinds, now.public_id)
            for viewer in VIEWERS:
                other = redealt(now.position, viewer, stream)
                times = {
                    clock.due_at(position, seq=now.seq, now=NOW, trick_ended=False)
                    for position in (now.position, other)
                }
                assert len(times) == 1
                seen += 1
        play.play_due(play.next_due() or NOW)
    assert seen > 500


def test_a_summary_of_a_table_is_the_same_whatever_is_held(
    four: list[User], monkeypatch: pytest.MonkeyPatch, stream: Stream
) -> None:
    story = told(four, 20)
    other = next(other_worlds(story, SPECTATOR, stream))

    assert summary(story, four, monkeypatch) == summary(other, four, monkeypatch)


def summary(story: Story, people: Sequence[User], monkeypatch: pytest.MonkeyPatch) -> object:
    """Let the story happen and return what the lists of live tables say of it."""
    with dealing(story.hands, monkeypatch):
        table = opened(people)
    for seat, act in story.acts:
        play.submit_now(table.pk, act, seat=seat, now=NOW)
    return watch.summaries([table.pk])[table.pk]


def test_what_a_stored_fact_is_called_in_a_log_names_no_card(four: list[User]) -> None:
    from games.models.sealed import Event, Position, Secret

    table = opened(four)
    rows = [Position.objects.get(table=table), *Event.objects.filter(table=table), *Secret.objects.all()]

    for row in rows:
        assert "hands" not in repr(row)
        assert MASTER.hex() not in repr(row)
        assert stored(table).position.to_json() not in repr(row)
