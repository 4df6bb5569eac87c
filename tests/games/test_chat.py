"""Words between the people at a table: who may say what, how often, and who hears it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from games.models import ChatLine, Table, User
from games.rules import Refusal
from games.services import blocks, chat, watch
from tests.cast import NOW
from tests.games.scene import CASUAL, Phone, in_database, log_of, opened, stored

TALKATIVE = replace(CASUAL, free_chat=True)


def say(table: Table, user: User, after: float = 0, **said: Any) -> None:
    """Say something so many seconds into the evening; thanks, unless it is something else."""
    chat.say(table_id=table.pk, user=user, said=said or {"phrase": "thanks"}, now=at(after))


def at(seconds: float) -> Any:
    """Return a moment of the evening."""
    return NOW + timedelta(seconds=seconds)


def hears(table: Table, user: User) -> list[tuple[int, str]]:
    """Return what somebody hears: seats, and what is said from there."""
    frame = chat.heard(table.pk, user.pk)
    assert frame is not None
    return [(line["seat"], line["v"]) for line in frame["lines"]]


def refused(table: Table, user: User, after: float = 0, **said: Any) -> str:
    """Return the code with which something is refused."""
    with pytest.raises(Refusal) as refusal:
        say(table, user, after, **said)
    return refusal.value.code


@pytest.mark.parametrize("name", chat.PHRASES)
def test_a_phrase_is_heard_by_everybody_who_sits_there(four: list[User], name: str) -> None:
    table = opened(four)

    say(table, four[1], phrase=name)

    assert all(hears(table, user) == [(1, name)] for user in four)


@pytest.mark.parametrize("name", chat.EMOTES)
def test_so_is_an_emote(four: list[User], name: str) -> None:
    table = opened(four)

    say(table, four[1], emote=name)

    assert hears(table, four[0]) == [(1, name)]


def test_who_only_watches_says_nothing_and_hears_nothing(four: list[User], charlie: User) -> None:
    table = opened(four)
    say(table, four[0])

    assert refused(table, charlie) == "not_seated"
    assert chat.heard(table.pk, charlie.pk) is None


def test_two_seconds_pass_between_two_lines_of_a_person(four: list[User]) -> None:
    table = opened(four)
    say(table, four[0])

    assert refused(table, four[0], after=1.9) == "said_too_soon"
    say(table, four[1], after=1.9)
    say(table, four[0], after=2)


def test_a_person_says_five_things_a_deal(four: list[User]) -> None:
    table = opened(four)
    for n in range(5):
        say(table, four[0], after=3 * n)

    assert refused(table, four[0], after=60) == "said_enough"
    say(table, four[1], after=60)


def test_what_is_said_has_numbers_apart_from_the_match(four: list[User]) -> None:
    table = opened(four)
    before, log = stored(table).seq, len(log_of(table))

    say(table, four[0])
    say(table, four[2])

    assert (stored(table).seq, len(log_of(table))) == (before, log)
    assert list(ChatLine.objects.order_by("number").values_list("number", "seq")) == [
        (1, before),
        (2, before),
    ]


@pytest.mark.parametrize(
    "said", [{"phrase": "insult"}, {"emote": "hello"}, {}, {"phrase": 4}, {"card": "AS"}]
)
def test_only_phrases_and_emotes_that_are_known_are_said(four: list[User], said: dict[str, Any]) -> None:
    table = opened(four)

    with pytest.raises(chat.UnknownPhrase):
        chat.say(table_id=table.pk, user=four[0], said=said, now=NOW)


# ---- text ----


def test_text_is_written_at_a_casual_table_that_allows_it_and_nowhere_else(four: list[User]) -> None:
    free, casual = opened(four, policy=TALKATIVE), opened(four, policy=CASUAL)
    ranked = opened(four, policy=replace(TALKATIVE, casual=False))

    say(free, four[0], text="مرحبا everybody")

    assert hears(free, four[1]) == [(0, "مرحبا everybody")]
    assert refused(casual, four[0], text="hello") == refused(ranked, four[0], text="hello") == "no_free_text"


def test_a_guest_writes_no_text(four: list[User]) -> None:
    table = opened(four, policy=TALKATIVE)
    four[0].is_guest = True

    assert refused(table, four[0], text="hello") == "no_free_text"


@pytest.mark.parametrize("text", ["", "  ", "x" * 201, "a\u202eb", "a\u200bb", "a\u2066b", "a\x00b"])
def test_text_that_turns_the_writing_direction_or_hides_signs_is_refused(four: list[User], text: str) -> None:
    assert refused(opened(four, policy=TALKATIVE), four[0], text=text) == "bad_line"


def test_the_same_text_is_not_said_twice_in_a_row(four: list[User]) -> None:
    table = opened(four, policy=TALKATIVE)
    say(table, four[0], text="hello")

    assert refused(table, four[0], after=5, text="hello ") == "said_before"
    say(table, four[0], after=5, text="hello again")


# ---- whom one hears ----


def test_who_mutes_a_seat_hears_the_others_only_and_the_others_hear_all(four: list[User]) -> None:
    table = opened(four)
    chat.mute(table_id=table.pk, user=four[0], number=1, on=True)

    say(table, four[1])
    say(table, four[2])

    assert hears(table, four[0]) == [(2, "thanks")]
    assert len(hears(table, four[3])) == 2


def test_who_mutes_everybody_hears_nobody_until_he_takes_it_back(four: list[User]) -> None:
    table = opened(four)
    say(table, four[1])

    chat.mute(table_id=table.pk, user=four[0], number=None, on=True)
    silence = hears(table, four[0])
    chat.mute(table_id=table.pk, user=four[0], number=None, on=False)

    assert silence == []
    assert hears(table, four[0]) == [(1, "thanks")]


def test_a_mute_is_kept_for_the_next_table(four: list[User]) -> None:
    chat.mute(table_id=opened(four).pk, user=four[0], number=1, on=True)
    another = opened([four[1], four[0], *four[2:]])

    say(another, four[1])

    assert hears(another, four[0]) == []


def test_the_lines_of_a_person_one_blocks_are_hidden(four: list[User]) -> None:
    """S-14."""
    table = opened(four)
    say(table, four[1])

    blocks.block(user=four[0], other_id=four[1].pk, now=NOW)

    assert hears(table, four[0]) == []
    assert len(hears(table, four[2])) == 1


def test_blocking_keeps_two_apart_whichever_of_them_did_it(four: list[User]) -> None:
    blocks.block(user=four[0], other_id=four[1].pk, now=NOW)
    blocks.block(user=four[2], other_id=four[0].pk, now=NOW)

    assert blocks.blocked_with(four[0]) == {four[1].pk, four[2].pk}
    assert blocks.blocked_with(four[1]) == {four[0].pk}
    assert blocks.blocked_with(four[3]) == set()


def test_a_block_is_taken_back_and_nobody_blocks_himself(four: list[User]) -> None:
    blocks.block(user=four[0], other_id=four[1].pk, now=NOW)
    blocks.block(user=four[0], other_id=four[1].pk, now=NOW)

    blocks.unblock(user=four[0], other_id=four[1].pk)

    assert blocks.blocked_with(four[0]) == set()
    with pytest.raises(blocks.NobodyThere):
        blocks.block(user=four[0], other_id=four[0].pk, now=NOW)


# ---- over a socket ----


async def test_a_line_comes_to_every_phone_at_the_table_and_to_no_watcher(
    seam: None, table: Table, four: list[User], charlie: User
) -> None:
    bob, dalia, watcher = Phone(four[0]), Phone(four[1]), Phone(charlie)
    for phone in (bob, dalia, watcher):
        await phone.watch(table)

    await bob.say({"t": "chat", "id": "c1", "k": "say", "d": {"emote": "coffee"}})

    line = {"n": 1, "seat": 0, "name": "Bob", "k": "emote", "v": "coffee"}
    for phone in (bob, dalia):
        assert (await phone.hear())["lines"] == [line]
    assert await watcher.hears_nothing()


async def test_who_comes_back_is_told_what_was_said_and_what_he_has_chosen(
    seam: None, table: Table, four: list[User]
) -> None:
    await in_database(say)(table, four[1])
    await in_database(chat.mute)(table_id=table.pk, user=four[0], number=2, on=True)
    bob = Phone(four[0])
    await bob.watch(table)

    told = await bob.hear()

    assert (told["whole"], told["muted"], told["all"], told["text"]) == (True, [2], False, False)
    assert [line["v"] for line in told["lines"]] == ["thanks"]


async def test_a_refused_line_is_answered_with_its_sentence(
    seam: None, table: Table, four: list[User]
) -> None:
    bob = Phone(four[0])
    await bob.watch(table)

    await bob.say({"t": "chat", "id": "c1", "k": "say", "d": {"text": "hello"}})

    nack = await bob.hear()
    assert (nack["id"], nack["code"]) == ("c1", "no_free_text")


async def test_who_blocks_a_seat_is_shown_the_table_without_its_lines(
    seam: None, table: Table, four: list[User]
) -> None:
    await in_database(say)(table, four[1])
    bob = Phone(four[0])
    await bob.watch(table)
    await bob.hear()

    await bob.say({"t": "chat", "id": "c1", "k": "block", "d": {"seat": 1}})

    told = await bob.hear()
    assert (told["lines"], told["muted"]) == ([], [1])


async def test_what_another_process_was_told_is_found_by_the_poll(
    seam: None, table: Table, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = Phone(four[0])
    await bob.watch(table)
    monkeypatch.setattr("games.services.chat._pass_on", lambda *_: None)
    await in_database(say)(table, four[1])

    await in_database(watch.catch_up)({table.pk: (await in_database(stored)(table)).seq}, now=NOW)

    assert [line["v"] for line in (await bob.hear())["lines"]] == ["thanks"]
