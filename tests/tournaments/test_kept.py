"""What onlookers see is made once for each moment, however many ask at once, and is never older than that."""

from __future__ import annotations

import gzip
import html
import re
import threading
from importlib import import_module
from typing import Any

import pytest
from django.contrib import messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from games.models import User
from tests.cast import NOW, client_of
from tests.tournaments.evenings import STREAM, ended, pairing_of, started
from tests.tournaments.hall import enter, played_in_hall, plays, won
from tournaments.models import Club, Tournament
from tournaments.services import results, seats
from tournaments.services.board import Kept
from tournaments.services.board import board as shown

HTMX = {"HX-Request": "true"}
PACKED = {"Accept-Encoding": "gzip"}


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A tournament in the hall whose first round is in play."""
    tournament: Tournament = played_in_hall(club).round.stage.tournament
    return tournament


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The boards that pages have asked for."""
    asked: list[object] = []

    def counting(*of: Any, **details: Any) -> object:
        asked.append(of)
        return shown(*of, **details)

    monkeypatch.setattr(import_module("tournaments.services.board.board"), "board", counting)
    return asked


def address(cup: Tournament, part: str = "") -> str:
    """Return the address of its page, or of a part of it."""
    return f"/en/tournaments/{cup.slug}/{part}"


@pytest.mark.django_db
def test_the_next_onlooker_gets_what_was_made_for_the_first(cup: Tournament, built: list[object]) -> None:
    first, again = (Client().get(address(cup)).text for _ in range(2))

    assert len(built) == 1
    assert 'id="live"' in first
    assert 'id="live"' in again


@pytest.mark.django_db
def test_after_a_result_nobody_gets_the_page_of_before(cup: Tournament, built: list[object]) -> None:
    Client().get(address(cup))

    enter(pairing_of(cup, 1, 1), won(0, 33, 17))

    assert "33" in Client().get(address(cup)).text
    assert len(built) == 2


@pytest.mark.django_db
def test_a_card_at_a_table_is_a_new_moment(club: Club, built: list[object]) -> None:
    cup = started(club, 4)
    Client().get(address(cup))

    ended(pairing_of(cup, 1, 1))
    results.record_finished(now=NOW, stream=STREAM)

    assert "31" in Client().get(address(cup)).text
    assert len(built) == 2


@pytest.mark.django_db
def test_what_happens_at_a_table_is_a_new_moment_of_the_same_version(club: Club, built: list[object]) -> None:
    cup = started(club, 4)
    pairing = pairing_of(cup, 1, 1)
    player = pairing.sides.get(number=0).entry.members.get(position=0).player
    user = seats.open_seat(player=player, visitor=None, now=NOW, stream=STREAM)
    before = Tournament.objects.get(pk=cup.pk).version
    Client().get(address(cup))

    seats.sit_down(pairing=pairing, user=user, now=NOW)
    Client().get(address(cup))

    assert Tournament.objects.get(pk=cup.pk).version == before
    assert len(built) == 2


@pytest.mark.django_db
@pytest.mark.parametrize("part", ["", "live/", "tables/", "embed/", "share/"])
def test_every_onlooker_gets_the_same_bytes_in_as_few_statements(cup: Tournament, part: str) -> None:
    first = Client().get(address(cup, part), headers=PACKED)

    with CaptureQueriesContext(connection) as asked:
        again = Client().get(address(cup, part), headers=PACKED)

    assert again.content == first.content
    assert again["Content-Encoding"] == "gzip"
    assert not again.cookies
    assert len(asked) <= 2


@pytest.mark.django_db
def test_who_cannot_unpack_gets_it_as_it_is(cup: Tournament) -> None:
    packed = Client().get(address(cup), headers=PACKED)
    plain = Client().get(address(cup))

    assert gzip.decompress(packed.content) == plain.content
    assert "Content-Encoding" not in plain
    assert "Accept-Encoding" in plain["Vary"]


@pytest.mark.django_db
def test_who_is_signed_in_gets_his_own_and_leaves_nothing_to_others(cup: Tournament, alice: User) -> None:
    stranger = Client().get(address(cup)).text
    his = Client()
    his.force_login(alice)

    assert "alice" in his.get(address(cup)).text.lower()
    assert Client().get(address(cup)).text == stranger


@pytest.mark.django_db
def test_players_share_what_all_see_and_each_finds_his_own_rows(cup: Tournament, built: list[object]) -> None:
    """A hall of players reads after every result: what they all see is made for one of them."""
    pairing = pairing_of(cup, 1, 1)
    pages = [client_of(plays(pairing, side)).get(address(cup)).text for side in (0, 1)]

    own = [re.findall(r"<tr[^>]* data-mine[^>]*>.*?</tr>", page, re.DOTALL) for page in pages]

    assert len(built) == 1
    assert [len(rows) for rows in own] == [1, 1]
    for side, (row,) in enumerate(own):
        assert pairing.sides.get(number=side).entry.name in html.unescape(row)
    assert "data-mine" not in Client().get(address(cup)).text


@pytest.mark.django_db
def test_a_message_for_one_onlooker_is_not_shown_to_the_next(cup: Tournament, rf: RequestFactory) -> None:
    told = Client()
    answer, request = HttpResponse(), rf.get("/")
    storage = CookieStorage(request)
    storage.add(messages.INFO, "Only for Charlie")
    storage.update(answer)
    told.cookies["messages"] = answer.cookies["messages"].value

    assert "Only for Charlie" in told.get(address(cup)).text
    assert "Only for Charlie" not in Client().get(address(cup)).text


@pytest.mark.django_db
def test_what_is_in_preparation_is_never_shown_to_an_onlooker(cup: Tournament) -> None:
    Client().get(address(cup))

    Tournament.objects.filter(pk=cup.pk).update(state=Tournament.State.DRAFT)

    assert Client().get(address(cup)).status_code == 404
    assert Client().get(address(cup, "live/")).status_code == 404


@pytest.mark.django_db
def test_languages_are_kept_apart(cup: Tournament) -> None:
    english, arabic = (Client().get(f"/{code}/tournaments/{cup.slug}/live/").text for code in ("en", "ar"))

    assert english != arabic


@pytest.mark.django_db
@pytest.mark.parametrize("part", ["live/", "tables/", "screen/", "embed/", "share/"])
def test_who_has_it_is_told_so_before_the_board_is_read(cup: Tournament, part: str) -> None:
    guest = Client()
    tag = guest.get(address(cup, part), headers=HTMX)["ETag"]

    with CaptureQueriesContext(connection) as asked:
        again = guest.get(address(cup, part), headers=HTMX | {"If-None-Match": tag})

    assert again.status_code == 304
    assert len(asked) <= 3
    enter(pairing_of(cup, 1, 1), won(0))
    assert guest.get(address(cup, part), headers=HTMX | {"If-None-Match": tag}).status_code == 200


def test_of_many_who_ask_at_once_one_makes_it() -> None:
    """B10: what everybody waits for is made once."""
    kept = Kept[str](most=2)
    made, gate, found = [], threading.Barrier(8), []
    begun, done = threading.Event(), threading.Event()

    def make() -> str:
        made.append(1)
        begun.set()
        assert done.wait(5)
        return "a page"

    def ask() -> None:
        gate.wait()
        found.append(kept("page", 7, make))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    assert begun.wait(5)
    done.set()
    for thread in threads:
        thread.join()

    assert found == ["a page"] * 8
    assert made == [1]
    assert kept("page", 8, lambda: "the next") == "the next"


def test_what_could_not_be_made_is_made_by_the_next() -> None:
    kept = Kept[str](most=2)

    def fail() -> str:
        raise LookupError

    with pytest.raises(LookupError):
        kept("page", 1, fail)

    assert kept("page", 1, lambda: "a page") == "a page"


def test_of_too_many_names_the_oldest_is_let_go() -> None:
    kept = Kept[str](most=2)
    for name in "abc":
        kept(name, 1, lambda: "first")

    again = {name: kept(name, 1, lambda: "second") for name in "cba"}

    assert again == {"c": "first", "b": "first", "a": "second"}
