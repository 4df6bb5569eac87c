"""Those who watch: which tables, how far behind, and that they are told why when they may not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from games.frames import CLOSE_NO_TABLE, CLOSE_NOT_ALLOWED
from games.models import Table, User
from games.rules import SPECTATOR
from games.services import behind, play, rulings, spectators, watch
from games.services.clocks import TablePolicy
from games.signals import director_sought
from tests.cast import NOW, client_of
from tests.games.scene import Phone, in_database, opened, play_on, stored

PEOPLE = TablePolicy.people()
A_DEAL = 4 + 1 + 52
"""Acts of a deal that the first to call wins with his first bid: the calls, trump and the cards."""


def closed_to_spectators() -> TablePolicy:
    """Return the policy of a table that only its own people see."""
    return replace(PEOPLE, spectators="none")


def one_deal_behind() -> TablePolicy:
    """Return the policy of a tournament's table."""
    return replace(PEOPLE, deals_behind=1)


def played_deal(table: Table, people: list[User]) -> None:
    """Play a deal out, and let the clock of the pause begin the next."""
    play_on(table, people, A_DEAL)
    due = stored(table).due_at
    assert due is not None
    play.play_at([table.pk], now=due)


# ---- who ----


def test_a_table_without_spectators_says_so_to_who_would_watch(four: list[User], charlie: User) -> None:
    table = opened(four, policy=closed_to_spectators())
    page = reverse("games:table", args=[table.public_id])

    refused = client_of(charlie).get(page)

    assert refused.status_code == 403
    assert "played without spectators" in refused.content.decode()
    assert client_of(four[2]).get(page).status_code == 200
    assert client_of(charlie).get(f"/api/v1/tables/{table.public_id}/").json()["code"] == "no_spectators"


async def test_its_socket_shuts_them_out_too(seam: None, four: list[User], charlie: User) -> None:
    table = await in_database(opened)(four, policy=closed_to_spectators())
    stranger = await Phone(charlie).connect()

    await stranger.hello(table)

    assert await stranger.closed_with() == CLOSE_NOT_ALLOWED
    assert (await Phone(four[0]).watch(table))["you"] == 0


@pytest.mark.parametrize(("who", "listed"), [("all", True), ("link", False), ("none", False)])
def test_lists_show_only_tables_that_are_for_everybody(
    four: list[User], charlie: User, who: Any, listed: bool
) -> None:
    table = opened(four, policy=replace(PEOPLE, spectators=who))

    shown = client_of(charlie).get(reverse("games:watch")).content.decode()
    rows = client_of(charlie).get("/api/v1/tables/").json()["results"]

    assert (table.public_id in shown) is listed
    assert [row["id"] for row in rows] == [table.public_id] * listed


def test_who_has_the_address_of_a_table_kept_out_of_lists_may_watch(four: list[User], charlie: User) -> None:
    table = opened(four, policy=replace(PEOPLE, spectators="link"))

    assert client_of(charlie).get(reverse("games:table", args=[table.public_id])).status_code == 200


def beside(four: list[User], charlie: User) -> tuple[Table, Table]:
    """Open two tables of a tournament: the four play at one, Charlie at the other."""
    home: dict[str, Any] = {"home_path": "tournaments/cup/", "title": "Cup"}
    return opened(four, **home), opened([charlie, None, None, None], **home)


def test_who_plays_in_a_tournament_does_not_watch_its_other_tables(four: list[User], charlie: User) -> None:
    """S-12."""
    table, _ = beside(four, charlie)

    refused = client_of(charlie).get(reverse("games:table", args=[table.public_id]))

    assert refused.status_code == 403
    assert "until it is over" in refused.content.decode()


async def test_nor_over_a_socket(seam: None, four: list[User], charlie: User) -> None:
    """S-12."""
    table, _ = await in_database(beside)(four, charlie)
    player = await Phone(charlie).connect()

    await player.hello(table)

    assert await player.closed_with() == CLOSE_NOT_ALLOWED


def test_when_his_match_is_over_he_may_watch(four: list[User], charlie: User) -> None:
    table, own = beside(four, charlie)

    rulings.no_new_deal([own.pk], now=NOW)

    spectators.admit(table, user_id=charlie.pk)


def test_tables_of_no_tournament_have_nothing_to_do_with_each_other(four: list[User], charlie: User) -> None:
    table = opened(four)
    opened([charlie, None, None, None])

    spectators.admit(table, user_id=charlie.pk)


async def test_who_gets_up_from_a_table_without_spectators_sees_no_more_of_it(
    seam: None, four: list[User]
) -> None:
    table = await in_database(opened)(four, policy=closed_to_spectators())
    await in_database(table.seats.filter(number=0).update)(holder=None)
    phone = Phone(four[0])
    await phone.watch(table)

    await phone.do("leave", {})

    assert await phone.closed_with() == CLOSE_NOT_ALLOWED


async def test_a_private_table_still_is_not_there(seam: None, four: list[User], charlie: User) -> None:
    table = await in_database(opened)(four, is_public=False)
    stranger = await Phone(charlie).connect()

    await stranger.hello(table)

    assert await stranger.closed_with() == CLOSE_NO_TABLE


# ---- what ----


def test_nothing_of_the_first_deal_is_shown_while_it_is_played(four: list[User]) -> None:
    table = opened(four, policy=one_deal_behind())

    play_on(table, four, 30)

    seen = watch.snapshot(table.pk, SPECTATOR, now=NOW)
    assert seen["view"]["phase"] == "deal"
    assert seen["view"]["played"] == seen["view"]["calls"] == []
    assert seen["dl"] is None


def test_a_deal_is_watched_card_by_card_while_the_next_is_played(four: list[User]) -> None:
    table = opened(four, policy=one_deal_behind())
    played_deal(table, four)

    play_on(table, four, 7)

    seen = watch.snapshot(table.pk, SPECTATOR, now=NOW)["view"]
    assert (seen["deal"], seen["phase"], len(seen["played"])) == (1, "play", 2)
    assert stored(table).position.deal_number == 2


def test_what_spectators_know_grows_by_the_frames_they_are_sent(four: list[User]) -> None:
    table = opened(four, policy=one_deal_behind())
    played_deal(table, four)
    have = watch.snapshot(table.pk, SPECTATOR, now=NOW)["s"]

    play_on(table, four, 9)

    frames = watch.missed(table.pk, SPECTATOR, have=have, now=NOW)
    assert [frame["s"] for frame in frames] == list(range(have + 1, have + 1 + len(frames)))
    assert watch.snapshot(table.pk, SPECTATOR, now=NOW)["s"] == frames[-1]["s"]
    assert {frame["dl"] for frame in frames if "dl" in frame} == {None}


def test_when_the_match_is_over_they_are_shown_all_of_it(four: list[User]) -> None:
    table = opened(four, policy=one_deal_behind(), cap=1)

    play_on(table, four, A_DEAL)

    assert watch.snapshot(table.pk, SPECTATOR, now=NOW)["view"]["phase"] == "over"


def test_live_without_hands_shows_what_is_on_the_table_and_no_hand(four: list[User]) -> None:
    table = opened(four)

    play_on(table, four, 7)

    seen = watch.snapshot(table.pk, SPECTATOR, now=NOW)["view"]
    assert (len(seen["played"]), seen["hand"]) == (2, [])


def test_lists_say_nothing_of_the_deal_in_hand_where_spectators_are_behind(four: list[User]) -> None:
    table = opened(four, policy=one_deal_behind())

    play_on(table, four, 20)

    line = watch.summaries([table.pk])[table.pk]
    assert (line.deal, line.phase, line.trick, line.bid, line.trump) == (1, "deal", 0, None, None)


def test_players_are_not_kept_behind(four: list[User]) -> None:
    table = opened(four, policy=one_deal_behind())

    play_on(table, four, 7)

    assert len(watch.snapshot(table.pk, 0, now=NOW)["view"]["played"]) == 2  # type: ignore[arg-type]  # a seat


async def test_a_socket_is_sent_only_what_is_shown_by_now(
    seam: None, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.consumers.BEHIND_SECONDS", 0)
    table = await in_database(opened)(four, policy=one_deal_behind())
    await in_database(played_deal)(table, four)
    phone = Phone()
    first = await phone.watch(table)

    await in_database(play_on)(table, four, 3)
    frames = await phone.hear_all()

    shown = await in_database(behind.shown)(await in_database(stored)(table))
    assert [frame["s"] for frame in frames] == list(range(first["s"] + 1, shown[-1].last_seq + 1))
    await phone.say({"t": "ping", "c": 1})
    assert (await phone.hear())["s"] == shown[-1].last_seq


async def test_who_directs_there_is_sent_every_card_as_it_falls(
    seam: None, four: list[User], charlie: User
) -> None:
    """Planted: the director's socket joined those who are kept behind."""
    table = await in_database(opened)(four, policy=one_deal_behind(), home_path="tournaments/cup/")
    phone = Phone(charlie)

    def directs(table_id: int, user_id: int, **_: Any) -> bool:
        return (table_id, user_id) == (table.pk, charlie.pk)

    director_sought.connect(directs)
    first = await phone.watch(table)
    await in_database(play_on)(table, four, A_DEAL - 51)
    shown = await phone.hear_all()
    director_sought.disconnect(directs)

    assert [frame["s"] for frame in shown] == list(range(first["s"] + 1, first["s"] + 1 + len(shown)))
    assert shown[-1]["k"] == "card"
    assert (await Phone().watch(table))["view"]["phase"] == "deal"


def test_the_page_says_how_far_behind_one_watches(four: list[User], charlie: User) -> None:
    table = opened(four, policy=one_deal_behind())
    page = reverse("games:table", args=[table.public_id])

    assert "1 deal behind the table" in client_of(charlie).get(page).content.decode()
    assert "behind the table" not in client_of(four[0]).get(page).content.decode()
