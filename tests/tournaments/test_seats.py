"""Seat links: from a printed slip to the right chair, without an account."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.models import Seat, User
from games.services import tables
from games.services.tables import SeatTaken
from tests.cast import NOW, client_of
from tests.tournaments.evenings import (
    STREAM,
    drawn,
    ended,
    pairing_of,
    play_round,
    started,
    void,
)
from tournaments.models import Club, Player, Tournament
from tournaments.services import results, seats
from tournaments.services.actions import Author
from tournaments.services.board import places_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A knockout of four pairs whose first round is in play."""
    return started(club, 4)


@pytest.fixture(autouse=True)
def _no_tries_before() -> None:
    cache.clear()


def player(name: str) -> Player:
    """Return a player by his name."""
    found: Player = Player.objects.select_related("user").get(name=name)
    return found


def open_link(name: str, *, visitor: User | None = None) -> User:
    """Open the seat link of a player."""
    return seats.open_seat(player=player(name), visitor=visitor, now=NOW, stream=STREAM)


def follow(client: Client, name: str) -> str:
    """Open a seat link in a browser; return where it leads."""
    answer = client.get(reverse("seat_link", args=[player(name).seat_token]))
    return answer.headers.get("Location", str(answer.status_code))


def seat_of(tournament: Tournament, pairing: int, number: int) -> Seat:
    """Return a seat at the table of a pairing of the first round."""
    return Seat.objects.get(table=pairing_of(tournament, 1, pairing).table_id, number=number)


def test_a_link_opens_the_player_s_own_page_without_an_account(cup: Tournament) -> None:
    phone = Client()

    assert follow(phone, "Player 1 B").endswith(reverse("tournaments:me"))

    user = player("Player 1 B").user
    assert user is not None
    assert (user.is_guest, str(user)) == (True, "Player 1 B")
    page = phone.get(reverse("tournaments:me"), follow=True).content.decode()
    assert "Player 1 A" in page


def test_the_six_digits_open_the_same_page(cup: Tournament) -> None:
    phone = Client()
    arabic = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")

    answer = phone.post(
        reverse("tournaments:seat_code"), {"code": player("Player 2 A").seat_code.translate(arabic)}
    )

    assert answer.headers["Location"].endswith(reverse("tournaments:me"))
    assert player("Player 2 A").user is not None


def test_a_code_that_is_nobody_s_opens_nothing_and_may_be_tried_ten_times_a_minute(
    cup: Tournament,
) -> None:
    phone, taken = Client(), set(Player.objects.values_list("seat_code", flat=True))
    wrong = next(code for code in ("111111", "222222") if code not in taken)
    for _ in range(10):
        page = phone.post(reverse("tournaments:seat_code"), {"code": wrong})
        assert page.status_code == 200

    right = phone.post(reverse("tournaments:seat_code"), {"code": player("Player 1 A").seat_code})

    assert right.status_code == 200
    assert player("Player 1 A").user is None


def test_whoever_opened_his_link_sits_down_in_his_own_seat(cup: Tournament) -> None:
    phone = Client()
    follow(phone, "Player 4 B")
    pairing = pairing_of(cup, 1, 1)

    phone.post(reverse("tournaments:sit", args=[cup.slug, pairing.pk]))

    seat = seat_of(cup, 1, 3)
    assert (seat.name, seat.kind, seat.user) == ("Player 4 B", "user", player("Player 4 B").user)


def test_a_seat_is_kept_for_its_player(cup: Tournament, bob: User) -> None:
    open_link("Player 1 A")

    with pytest.raises(SeatTaken):
        tables.sit(table_id=seat_of(cup, 1, 0).table_id, number=0, user=bob, now=NOW)
    with pytest.raises(seats.NotYourPairing):
        seats.sit_down(pairing=pairing_of(cup, 1, 1), user=bob, now=NOW)


def test_a_table_that_is_open_knows_whose_seat_it_is_as_soon_as_the_link_is_opened(cup: Tournament) -> None:
    user = open_link("Player 2 B")

    assert seat_of(cup, 2, 2).holder == user


def test_a_player_who_sits_already_just_goes_back_to_his_table(cup: Tournament) -> None:
    user, pairing = open_link("Player 1 A"), pairing_of(cup, 1, 1)

    first = seats.sit_down(pairing=pairing, user=user, now=NOW)

    assert seats.sit_down(pairing=pairing, user=user, now=NOW) == first


def test_the_seat_of_the_next_round_is_kept_without_opening_the_link_again(cup: Tournament) -> None:
    user = open_link("Player 1 A")

    play_round(cup, 1)

    table = pairing_of(cup, 2, 1).table_id
    assert Seat.objects.get(table=table, number=0).holder == user


def test_a_link_opened_on_a_second_phone_is_the_same_guest(cup: Tournament) -> None:
    assert open_link("Player 1 A") == open_link("Player 1 A")
    assert User.objects.filter(is_guest=True).count() == 1


def test_two_players_who_share_a_phone_are_two_guests(cup: Tournament) -> None:
    first = open_link("Player 1 A")

    second = open_link("Player 1 B", visitor=first)

    assert first != second


def test_somebody_with_an_account_plays_as_himself(cup: Tournament, bob: User) -> None:
    assert open_link("Player 3 A", visitor=bob) == bob
    assert open_link("Player 3 A", visitor=bob) == bob


def test_a_link_never_opens_an_account(cup: Tournament, bob: User) -> None:
    open_link("Player 3 A", visitor=bob)

    with pytest.raises(seats.SeatHasAccount):
        open_link("Player 3 A")


def test_a_director_who_tries_a_link_does_not_become_the_player(cup: Tournament, alice: User) -> None:
    assert follow(client_of(alice), "Player 1 A").endswith(reverse("tournaments:slips", args=[cup.slug]))
    assert player("Player 1 A").user is None


def test_a_director_who_plays_himself_opens_his_own_link(cup: Tournament, alice: User) -> None:
    Player.objects.filter(name="Player 1 A").update(name="Alice")

    follow(client_of(alice), "Alice")

    assert player("Alice").user == alice


def test_a_new_link_takes_the_seat_from_whoever_opened_the_old_one(cup: Tournament) -> None:
    thief, old = open_link("Player 1 A"), player("Player 1 A")
    seats.sit_down(pairing=pairing_of(cup, 1, 1), user=thief, now=NOW)

    seats.renew_seat(tournament_id=cup.pk, player_id=old.pk, author=Author(), now=NOW, stream=STREAM)

    seat = seat_of(cup, 1, 0)
    assert (seat.kind, seat.user, seat.holder) == ("open", None, None)
    with pytest.raises(seats.NoSuchSeat):
        seats.player_of(token=old.seat_token)
    with pytest.raises(seats.NoSuchSeat):
        seats.player_of(code=old.seat_code)
    assert follow(Client(), "Player 1 A").endswith(reverse("tournaments:me"))


def test_a_replaced_link_says_so(cup: Tournament) -> None:
    gone = Client().get(reverse("seat_link", args=["x" * 24]), follow=True)

    assert gone.status_code == 410


def test_links_of_an_evening_that_is_over_open_nothing(club: Club) -> None:
    cup = started(club, 2)
    play_round(cup, 1)

    with pytest.raises(seats.NoSuchSeat):
        seats.player_of(token=player("Player 1 A").seat_token)


def test_a_player_of_a_finished_evening_who_plays_in_another_one_is_let_in(club: Club) -> None:
    play_round(started(club, 2), 1)
    drawn(club, 2)

    assert seats.player_of(token=player("Player 1 A").seat_token).name == "Player 1 A"


def test_renewing_the_seat_of_somebody_else_s_tournament_is_refused(club: Club, cup: Tournament) -> None:
    other = drawn(club, 5)
    stranger = player("Player 5 A")

    with pytest.raises(seats.NoSuchSeat):
        seats.renew_seat(tournament_id=cup.pk, player_id=stranger.pk, author=Author(), now=NOW, stream=STREAM)
    assert other.entries.count() == 5


def test_codes_are_all_different_and_avoid_those_in_use(cup: Tournament) -> None:
    codes = seats.new_codes(500, STREAM)

    assert len(set(codes)) == 500
    assert not set(codes) & set(Player.objects.values_list("seat_code", flat=True))


@pytest.mark.parametrize(
    ("happens", "state"),
    [("nothing", "sit"), ("sits", "playing"), ("wins", "advanced"), ("loses", "out"), ("void", "void")],
)
def test_a_player_s_page_says_what_is_expected_of_him(cup: Tournament, happens: str, state: str) -> None:
    name = "Player 4 A" if happens == "loses" else "Player 1 A"
    user, pairing = open_link(name), pairing_of(cup, 1, 1)
    if happens == "sits":
        seats.sit_down(pairing=pairing, user=user, now=NOW)
    elif happens in ("wins", "loses"):
        ended(pairing)
    elif happens == "void":
        void(pairing)
    results.record_finished(now=NOW, stream=STREAM)

    (place,) = places_of(user, now=NOW)

    assert place.state == state
    assert place.opponents[0].startswith("Player")


def test_a_champion_s_page_says_so(club: Club) -> None:
    cup = started(club, 2)
    user = open_link("Player 1 A")
    play_round(cup, 1)

    assert [place.state for place in places_of(user, now=NOW)] == ["champion"]


def test_of_tournaments_that_are_over_a_player_s_page_shows_the_last_few(club: Club) -> None:
    cups = [started(club, 2, name=f"Cup {number}") for number in range(6)]
    user = open_link("Player 1 A")
    for cup in cups[:5]:
        play_round(cup, 1)

    shown = [place.tournament.name for place in places_of(user, now=NOW)]

    assert set(shown) == {"Cup 5", "Cup 4", "Cup 3", "Cup 2"}
