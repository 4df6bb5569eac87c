"""A person's own matches: what is in his history, and that a guest keeps his."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Seat, User
from games.services import guests, opening, play, rulings, tables
from games.services.opening import SeatPlan
from tests.cast import NOW, PASSWORD, client_of
from tests.games.scene import CASUAL, log_of, opened, plan, stored
from tournaments.models import Club, Player
from tournaments.services import seats

NEW_ACCOUNT = {"username": "karim", "password1": PASSWORD, "password2": PASSWORD}


def played(people: list[User], number: int = 0) -> None:
    """Let these people sit down at a table of their own, and end the match before its first card."""
    free = plan(policy=CASUAL, entropy_seconds=3, public_id=f"played{number}")
    (table,) = opening.open_tables([replace(free, seats=(SeatPlan("", is_held=False),) * 4)], now=NOW)
    for seat, user in enumerate(people):
        tables.sit(table_id=table.pk, number=seat, user=user, now=NOW)
    rulings.no_new_deal([table.pk], now=NOW)  # no card has been dealt: the match is over


def lines(client: Client, page: int = 1) -> list[Any]:
    """Return the lines of a page of somebody's history."""
    return list(client.get(reverse("games:history"), {"page": page}).context["matches"])


def test_a_match_that_is_over_stands_in_the_history_of_all_four(four: list[User], charlie: User) -> None:
    assert lines(client_of(four[2])) == []

    played(four)

    (line,) = lines(client_of(four[2]))
    assert (line.public_id, line.number, line.rules) == ("played0", 1, "Levantine")
    assert [side.is_mine for side in line.sides] == [True, False]
    assert line.sides[0].name == f"{four[0]} – {four[2]}"
    assert lines(client_of(charlie)) == []


def test_a_history_takes_as_many_queries_for_many_matches_as_for_one(four: list[User]) -> None:
    played(four)
    browser = client_of(four[0])

    def asked() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            lines(browser)
        return len(queries)

    asked()
    one = asked()
    for number in range(1, 8):
        played(four, number)

    assert asked() == one


def test_a_long_history_is_read_page_by_page_the_newest_first(four: list[User]) -> None:
    for number in range(27):
        played(four, number)
    browser = client_of(four[0])

    first, second = (
        lines(browser),
        lines(browser, 2),
    )

    assert (len(first), len(second)) == (25, 2)
    assert (first[0].public_id, second[-1].public_id) == ("played26", "played0")


def test_who_got_up_and_left_his_seat_to_a_bot_has_played_the_match(four: list[User]) -> None:
    table = opened(four, policy=CASUAL)
    tables.leave(table_id=table.pk, user=four[1], now=NOW)
    rulings.no_new_deal([table.pk], now=NOW)
    while stored(table).position.outcome.state == "open":
        due = stored(table).due_at
        assert due is not None
        play.play_at([table.pk], now=due)

    assert [line.public_id for line in lines(client_of(four[1]))] == [table.public_id]


def test_whoever_is_not_signed_in_is_asked_to(db: None) -> None:
    answer = client_of(None).get(reverse("games:history"))

    assert answer["Location"].startswith(reverse("account_login"))


# ---- guests -------------------------------------------------------------------------------------


def test_a_guest_who_registers_finds_his_match_in_his_history(four: list[User], guido: User) -> None:
    played([guido, *four[1:]])
    browser = client_of(guido)

    browser.post(reverse("account_signup"), NEW_ACCOUNT)

    assert User.objects.get(username="karim").pk == guido.pk
    assert [line.public_id for line in lines(browser)] == ["played0"]


def test_a_guest_who_logs_in_to_his_account_brings_his_matches_and_his_seat(
    four: list[User], guido: User, charlie: User
) -> None:
    played([guido, *four[1:]])
    table = opened([guido, *four[1:]], policy=CASUAL)
    browser = client_of(guido)

    browser.post(reverse("account_login"), {"login": "charlie", "password": PASSWORD})

    assert [line.public_id for line in lines(browser)] == ["played0"]
    assert (stored(table).seats[0].user_id, stored(table).seats[0].name) == (charlie.pk, "Charlie")
    assert log_of(table)[-1].event.data == {"seat": 0, "name": "Charlie", "kind": "user"}
    assert browser.get(reverse("games:table", args=[table.public_id])).context["config"]["you"] == 0


def test_at_a_table_where_the_account_sits_itself_the_guest_gets_up(four: list[User], guido: User) -> None:
    table = opened([guido, *four[1:]], policy=CASUAL)

    guests.hand_over(guest=guido, account=four[1], now=NOW)

    assert (stored(table).seats[0].kind, stored(table).seats[1].user_id) == ("bot", four[1].pk)


def test_a_guest_who_logs_in_goes_on_in_his_tournament(club: Club, guido: User, charlie: User) -> None:
    player = Player.objects.create(
        club=club, name="Karim", user=guido, seat_token="t" * 24, seat_code="123456"
    )
    browser = client_of(guido)

    browser.post(reverse("account_login"), {"login": "charlie", "password": PASSWORD})

    player.refresh_from_db()
    assert player.user == charlie


def test_an_account_that_is_a_player_of_the_club_already_stays_that_one(
    club: Club, guido: User, charlie: User
) -> None:
    for name, user, code in (("Karim", guido, "123456"), ("Charlie", charlie, "654321")):
        Player.objects.create(club=club, name=name, user=user, seat_token=code * 4, seat_code=code)

    seats.hand_over(guest=guido, account=charlie)

    assert Player.objects.get(name="Karim").user == guido


def test_a_wrong_password_takes_nothing_from_the_guest(four: list[User], guido: User, charlie: User) -> None:
    table = opened([guido, *four[1:]], policy=CASUAL)

    client_of(guido).post(reverse("account_login"), {"login": "charlie", "password": "guess"})

    assert Seat.objects.get(table=table, number=0).user == guido


def test_each_line_leads_to_the_replay_of_its_match_and_that_opens(four: list[User]) -> None:
    played(four)
    browser = client_of(four[0])
    replay = reverse("games:replay", args=["played0", 1])

    page = browser.get(reverse("games:history")).content.decode()

    assert f'href="{replay}"' in page
    assert browser.get(replay).status_code == 200
