"""Tables of one's own: who comes by the link, who may sit, and what the room says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.dealing import Stream
from games.models import Seat, Table, User
from games.services import hosting, play, practice, tables
from games.services.clocks import TablePolicy
from games.services.hosting import Wish
from games.services.tables import SeatTaken
from games.views.policy_words import policy_lines
from tests.cast import NOW, client_of
from tests.games.scene import stored
from tests.games.test_seats import state_of
from tests.rules.presets import LEVANTINE

FORM = {"rules": "kibbi", "target": "", "pace": "slow", "sitting": "link", "spectators": "none", "bots": "on"}


def hosted(user: User, stream: Stream, **wish: Any) -> Table:
    """Open a table for somebody."""
    return hosting.open_table(user, replace(Wish(LEVANTINE), **wish), stream=stream, now=NOW)


def link_of(table: Table) -> str:
    """Return the address of a table's link."""
    return reverse("games:invited", args=[table.public_id, hosting.link_key(table.public_id)])


def sit(client: Client, table: Table, seat: int, *, key: str | None = None, name: str = "") -> Any:
    """Press the button of a seat in the room of a table."""
    key = hosting.link_key(table.public_id) if key is None else key
    return client.post(reverse("games:sit", args=[table.public_id]), {"seat": seat, "key": key, "name": name})


def test_who_opens_a_table_gets_what_he_asked_for(bob: User) -> None:
    answer = client_of(bob).post(reverse("tournaments:open_table"), FORM)

    table = Table.objects.get()
    policy = TablePolicy.from_json(table.policy)
    assert answer["Location"].endswith(f"/table/{table.public_id}/")
    assert stored(table).position.rules.key == "kibbi"
    assert (policy.call_seconds, policy.spectators, policy.bots_after) == (60, "none", 60)
    assert stored(table).seats[0].user_id == bob.pk


def test_a_target_the_rules_do_not_have_is_refused_beside_its_field(bob: User) -> None:
    answer = client_of(bob).post(reverse("tournaments:open_table"), FORM | {"target": "17"})

    assert list(answer.context["form"].errors) == ["target"]
    assert not Table.objects.exists()


@pytest.mark.django_db
def test_a_visitor_opens_a_table_without_an_account() -> None:
    client_of(None).post(reverse("tournaments:open_table"), FORM)

    assert Seat.objects.get(number=0).user == User.objects.get(is_guest=True)


# ---- by the link --------------------------------------------------------------------------------


def test_a_link_opened_on_a_second_phone_sits_opposite(bob: User, stream: Stream) -> None:
    table, phone = hosted(bob, stream), client_of(None)
    page = phone.get(link_of(table))
    assert "Sit opposite" in page.content.decode()

    answer = sit(phone, table, 2, name="Karim")

    guest = User.objects.get(is_guest=True)
    assert answer["Location"] == reverse("games:table", args=[table.public_id])
    assert (stored(table).seats[2].user_id, stored(table).seats[2].name) == (guest.pk, "Karim")
    assert phone.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize("key", ["", "0123456789abcdef"])
def test_without_the_link_nobody_sits_at_a_table_for_friends(
    bob: User, charlie: User, stream: Stream, key: str
) -> None:
    table = hosted(bob, stream)
    phone = client_of(charlie)

    assert phone.get(link_of(table).replace(hosting.link_key(table.public_id), key or "x")).status_code == 404
    assert sit(phone, table, 2, key=key).status_code == 404
    with pytest.raises(SeatTaken):
        tables.sit(table_id=table.pk, number=2, user=charlie, now=NOW)


def test_the_link_of_one_table_opens_no_other(bob: User, charlie: User, stream: Stream) -> None:
    mine, other = hosted(bob, stream), hosted(charlie, stream.derive("other"))

    assert sit(client_of(None), other, 2, key=hosting.link_key(mine.public_id)).status_code == 404


def test_a_link_is_shown_to_who_sits_there_and_to_nobody_else(
    bob: User, charlie: User, stream: Stream
) -> None:
    table = hosted(bob, stream, is_open=True)
    address = reverse("games:table", args=[table.public_id])

    host, visitor = client_of(bob).get(address), client_of(charlie).get(address)

    assert link_of(table) in host.content.decode()
    drawing = '<div class="qr" role="img" aria-label="QR code of the link"><svg'
    assert drawing in host.content.decode()
    assert drawing not in visitor.content.decode()
    assert hosting.link_key(table.public_id) not in visitor.content.decode()


def test_where_anybody_may_sit_no_link_is_needed(bob: User, charlie: User, stream: Stream) -> None:
    table = hosted(bob, stream, is_open=True)

    assert sit(client_of(charlie), table, 1, key="").status_code == 302
    assert stored(table).seats[1].user_id == charlie.pk


def test_a_seat_that_somebody_took_first_is_refused_with_a_sentence(
    bob: User, charlie: User, stream: Stream
) -> None:
    table = hosted(bob, stream)
    sit(client_of(charlie), table, 2)

    people = User.objects.count()

    answer = sit(client_of(None), table, 2)

    assert (answer.status_code, User.objects.count()) == (409, people)
    assert stored(table).seats[2].user_id == charlie.pk


def test_a_friend_with_the_link_takes_the_seat_of_a_bot_and_its_cards(
    bob: User, charlie: User, stream: Stream
) -> None:
    table = hosted(bob, stream)
    assert table.bots_due_at is not None
    tables.seat_due_bots(table.bots_due_at)
    play.play_due(table.bots_due_at)
    before = stored(table)

    sit(client_of(charlie), table, 2)

    assert (before.seats[2].kind, stored(table).seats[2].user_id) == ("bot", charlie.pk)
    assert stored(table).position == before.position


def test_the_link_of_a_table_where_all_seats_are_peoples_leads_to_the_table(
    four: list[User], charlie: User, stream: Stream
) -> None:
    table = hosted(four[0], stream)
    for number, user in enumerate(four[1:], start=1):
        hosting.sit(table=table, number=number, user=user, invited=True, now=NOW)
    assert state_of(table) == Table.State.PLAYING

    answer = client_of(charlie).get(link_of(table))

    assert answer["Location"] == reverse("games:table", args=[table.public_id])


# ---- the room -----------------------------------------------------------------------------------


def test_the_room_goes_on_to_the_table_when_the_match_has_begun(four: list[User], stream: Stream) -> None:
    table = hosted(four[0], stream)
    host, room = client_of(four[0]), reverse("games:room", args=[table.public_id])
    assert "data-go" not in host.get(room).content.decode()

    for number, user in enumerate(four[1:], start=1):
        hosting.sit(table=table, number=number, user=user, invited=True, now=NOW)

    assert f'data-go="{reverse("games:table", args=[table.public_id])}"' in host.get(room).content.decode()


def test_who_leaves_the_room_gives_his_seat_to_whoever_comes_next(
    bob: User, charlie: User, stream: Stream
) -> None:
    table = hosted(bob, stream)
    sit(client_of(charlie), table, 2)

    client_of(charlie).post(reverse("games:leave", args=[table.public_id]))

    seat = Seat.objects.get(table=table, number=2)
    assert (seat.kind, seat.name, seat.holder, seat.is_held) == ("open", "", None, True)


def test_the_policy_of_a_table_is_told_in_words() -> None:
    told = " ".join(policy_lines(hosting.PACES["normal"], is_open=False))

    for words in ("25 s", "card 20 s", "90 s", "2 times in a row", "3 s a move", "link may sit", "No bot"):
        assert words in told
    assert policy_lines(TablePolicy.practice())[0].startswith("There is no clock")


def test_practice_is_not_played_with_bots_that_nobody_knows(bob: User, stream: Stream) -> None:
    with pytest.raises(practice.NoSuchBot):
        practice.open_table(bob, rules=LEVANTINE, bot="random", stream=stream, now=NOW)


def test_a_table_everybody_has_left_stands_still_until_somebody_takes_his_seat_back(
    bob: User, stream: Stream
) -> None:
    """S-24: without people it stops."""
    table = practice.open_table(bob, rules=LEVANTINE, stream=stream, now=NOW)
    play.play_due(play.next_due() or NOW)
    tables.leave(table_id=table.pk, user=bob, now=NOW)
    assert stored(table).due_at is None

    tables.take_back(table_id=table.pk, user=bob, now=NOW)

    assert stored(table).seats[0].user_id == bob.pk
    assert stored(table).position.turn == 0 or stored(table).due_at is not None
