"""The pages of an evening: what each visitor sees, and what the director's buttons do."""

from __future__ import annotations

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from games.models import User
from games.services.clocks import TablePolicy
from tests.cast import NOW, client_of, person
from tests.tournaments.evenings import (
    STREAM,
    ended,
    level,
    pairing_of,
    pairs_list,
    play_round,
    round_of,
    started,
    void,
)
from tournaments.models import Action, Club, Entry, Pairing, Player, Tournament
from tournaments.services import demo, planning, results
from tournaments.services.actions import Author
from tournaments.services.board import board
from tournaments.services.planning import Plan

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A knockout of four pairs whose first round is in play."""
    return started(club, 4)


@pytest.fixture
def draft(club: Club, alice: User) -> Tournament:
    """A tournament in preparation."""
    return planning.create_tournament(
        club=club, plan=Plan(name="Thursday Cup"), author=Author(alice.pk), now=NOW
    )


def url(name: str, tournament: Tournament, *args: object) -> str:
    """Return the address of a page of a tournament."""
    return reverse(f"tournaments:{name}", args=[tournament.slug, *args])


def text(client: Client, address: str) -> str:
    """Return a page."""
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("language", ["en", "ar"])
def test_everybody_sees_the_bracket_without_javascript(cup: Tournament, language: str) -> None:
    with translation.override(language):
        page = text(Client(), url("detail", cup))

    for seed in (1, 2, 3, 4):
        assert f"Player {seed} A" in page


def test_of_a_pair_the_one_who_sits_first_is_named_first(cup: Tournament) -> None:
    page = text(Client(), url("detail", cup))

    assert "A – B" in page
    assert "B – A" not in page


def test_how_a_level_match_was_decided_is_said(cup: Tournament) -> None:
    level(pairing_of(cup, 1, 1), advances=1)
    results.record_finished(now=NOW, stream=STREAM)

    assert "Level at the cap: last deal decides" in text(Client(), url("detail", cup))


def test_a_bracket_costs_the_same_queries_for_four_pairs_and_for_sixty_four(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    bots = TablePolicy.people(bots_after=0)
    few, many = started(club, 4, policy=bots), started(club, 64, policy=bots)
    guest = client_of(None)

    with CaptureQueriesContext(connection) as counted:
        text(guest, url("detail", few))
    with django_assert_num_queries(len(counted)):
        text(guest, url("detail", many))


def test_a_page_that_has_not_changed_is_not_sent_again(cup: Tournament) -> None:
    client = Client()
    first = client.get(url("live", cup), headers=HTMX)

    again = client.get(url("live", cup), headers=HTMX | {"If-None-Match": first["ETag"]})
    ended(pairing_of(cup, 1, 1))
    results.record_finished(now=NOW, stream=STREAM)
    later = client.get(url("live", cup), headers=HTMX | {"If-None-Match": first["ETag"]})

    assert (again.status_code, later.status_code) == (304, 200)
    assert first["Cache-Control"] == "private, no-cache"
    assert "HX-Request" in first["Vary"]


def test_the_page_answers_htmx_with_its_live_part(cup: Tournament) -> None:
    whole = text(Client(), url("detail", cup))
    part = Client().get(url("detail", cup), headers=HTMX).content.decode()

    assert "<html" in whole
    assert "<html" not in part
    assert 'id="live"' in part


def test_a_tournament_in_preparation_is_shown_to_its_staff_only(
    draft: Tournament, alice: User, bob: User, charlie: User
) -> None:
    for user, status in ((alice, 200), (bob, 404), (charlie, 404), (None, 404)):
        assert client_of(user).get(url("detail", draft)).status_code == status


def test_the_list_can_be_narrowed(cup: Tournament, draft: Tournament, alice: User) -> None:
    address = reverse("tournaments:list")

    assert url("detail", cup) in text(Client(), address + "?show=running")
    assert url("detail", cup) not in text(Client(), address + "?show=finished")
    assert url("detail", draft) in text(client_of(alice), address + "?show=coming")
    assert url("detail", cup) in text(Client(), address + "?show=nonsense")


def test_home_shows_what_is_running(cup: Tournament) -> None:
    assert url("detail", cup) in text(Client(), reverse("home"))


def test_names_are_shown_as_they_are_and_make_no_element(draft: Tournament, alice: User) -> None:
    """O-19: a player's name ran script for everybody."""
    nasty = "<svg/onload=alert()>"
    client = client_of(alice)
    client.post(url("import", draft), {"text": f"player,partner\n{nasty},Rana\nOmar,<b>x</b>\n"})
    client.post(url("draw", draft))
    client.post(url("start_round", draft))

    for page in ("detail", "direct", "slips"):
        shown = text(client, url(page, draft))
        assert "&lt;svg/onload=alert()&gt;" in shown
        assert nasty not in shown
        assert "<b>x</b>" not in shown


def test_a_director_makes_a_tournament_imports_pairs_draws_and_starts(club: Club, alice: User) -> None:
    client = client_of(alice)
    asked = {"name": "Friday Cup", "club": club.pk, "rules": "levantine", "zone": "Asia/Beirut"}
    made = client.post(reverse("tournaments:create"), asked | {"cap": "6", "bots": "on"})
    cup = Tournament.objects.get(name="Friday Cup")
    assert made.headers["Location"].endswith(url("import", cup))
    client.post(url("import", cup), {"file": SimpleUploadedFile("pairs.csv", pairs_list(4).encode())})
    client.post(url("draw", cup), {"public_number": " dice: 4  2 "})
    client.post(url("start_round", cup))

    cup.refresh_from_db()
    assert (cup.state, cup.stages.get().cap, cup.public_number) == ("running", 6, "dice: 4 2")
    assert "dice: 4 2" in client.get(url("detail", cup)).content.decode()
    assert round_of(cup, 1).state == "open"


def test_the_import_page_names_line_and_column_and_stores_nothing(draft: Tournament, alice: User) -> None:
    answer = client_of(alice).post(url("import", draft), {"text": "player,partner\nBob,\n"})

    (problem,) = answer.context["problems"]
    assert (problem["line"], problem["column"]) == (2, "partner")
    assert not Entry.objects.exists()


def test_a_director_s_page_lists_what_waits_for_him_and_he_settles_it(cup: Tournament, alice: User) -> None:
    pairing, client = pairing_of(cup, 1, 1), client_of(alice)
    void(pairing)
    results.record_finished(now=NOW, stream=STREAM)

    waiting = client.get(url("direct", cup)).context["attention"]
    client.post(
        url("settle", cup, pairing.pk), {"choice": "walkover", "winner": "1", "key": "k", "version": "3"}
    )

    pairing.refresh_from_db()
    assert [one.id for one in waiting] == [pairing.pk]
    assert (pairing.decided_by, pairing.advances) == ("walkover", 1)
    action = Action.objects.get(verb="walkover")
    assert (action.actor, action.key, action.version) == (alice, "k", 3)


def test_what_holds_a_round_up_is_told_with_its_table_and_its_pairs_and_leads_there(
    cup: Tournament, alice: User
) -> None:
    """O-22."""
    pairing = pairing_of(cup, 1, 1)
    void(pairing)
    results.record_finished(now=NOW, stream=STREAM)
    assert pairing.table is not None

    (told,) = re.findall(
        r'<article class="need">.*?</article>', text(client_of(alice), url("direct", cup)), re.DOTALL
    )

    table = reverse("games:table", args=[pairing.table.public_id])
    assert re.search(rf'<a[^>]* href="{table}">Table {pairing.table.number}</a>', told)
    for side in pairing.sides.select_related("entry"):
        assert f'<bdi class="name">{escape(side.entry)}</bdi>' in told


def test_a_match_is_replayed_from_the_director_s_page_and_from_its_player_s_once_it_is_over(
    cup: Tournament, alice: User
) -> None:
    pairing, player = pairing_of(cup, 1, 1), person("player")
    Player.objects.filter(name="Player 1 A").update(user=player)
    assert pairing.table is not None
    replay = reverse("games:replay", args=[pairing.table.public_id, 1])
    pages = [(client_of(alice), url("direct", cup)), (client_of(player), reverse("tournaments:me"))]

    playing = [replay in text(client, page) for client, page in pages]
    ended(pairing)
    results.record_finished(now=NOW, stream=STREAM)
    over = [replay in text(client, page) for client, page in pages]

    assert (playing, over) == ([False, False], [True, True])


@pytest.mark.parametrize("choice", ["", "coin", "undecided", "played"])
def test_a_director_cannot_give_a_ruling_that_is_none(cup: Tournament, alice: User, choice: str) -> None:
    pairing = pairing_of(cup, 1, 1)

    client_of(alice).post(url("settle", cup, pairing.pk), {"choice": choice})

    pairing.refresh_from_db()
    assert pairing.state == Pairing.State.CALLED


def test_a_refused_button_says_why(cup: Tournament, alice: User) -> None:
    page = client_of(alice).post(url("close_round", cup), follow=True).content.decode()

    assert "Results are missing" in page


def test_a_director_calls_no_new_deal(cup: Tournament, alice: User) -> None:
    client_of(alice).post(url("stop_deals", cup))

    assert round_of(cup, 1).stopped_at is not None


def test_a_round_is_closed_by_hand_as_well(cup: Tournament, alice: User) -> None:
    for number in (1, 2):
        ended(pairing_of(cup, 1, number))
    results.record_finished(now=NOW, stream=STREAM)

    client_of(alice).post(url("close_round", cup))

    assert round_of(cup, 2).state == "open"


def test_the_buttons_say_what_can_be_done(draft: Tournament, alice: User) -> None:
    actions = client_of(alice).get(url("direct", draft)).context["actions"]

    assert (actions["draw"].shown, actions["draw"].allowed) == (True, False)
    assert "2" in actions["draw"].why
    assert not actions["start"].shown


def test_slips_have_a_link_a_code_and_a_drawing_for_each_player(cup: Tournament, alice: User) -> None:
    answer = client_of(alice).get(url("slips", cup))
    context = answer.context

    player = Player.objects.get(name="Player 3 B")
    slip = next(slip for slip in context["slips"] if slip.player_id == player.pk)
    assert slip.link.endswith(f"/s/{player.seat_token}/")
    assert slip.code == player.seat_code
    assert slip.partner == "Player 3 A"
    drawings = re.findall(r'<div class="qr"[^>]*>(<svg.*?</svg>)', answer.content.decode(), re.DOTALL)
    assert len(drawings) == len(set(drawings)) == len(context["slips"])
    assert not any("style=" in drawing for drawing in drawings)
    assert f"Player 3 B\t{slip.link}\t{slip.code}\n" in context["links_text"]


def test_a_new_slip_is_made_for_one_player(cup: Tournament, alice: User) -> None:
    player = Player.objects.get(name="Player 3 B")

    client_of(alice).post(url("renew_seat", cup, player.pk))

    assert Player.objects.get(pk=player.pk).seat_code != player.seat_code


def test_a_director_s_buttons_work_for_directors_only(cup: Tournament, bob: User, charlie: User) -> None:
    pairing = pairing_of(cup, 1, 1)
    for user in (bob, charlie):
        client = client_of(user)
        for name in ("draw", "start_round", "close_round", "stop_deals"):
            assert client.post(url(name, cup)).status_code == 403
        assert client.post(url("settle", cup, pairing.pk), {"choice": "lot"}).status_code == 403
        for page in ("direct", "slips", "import"):
            assert client.get(url(page, cup)).status_code == 403


def test_a_pairing_of_another_tournament_cannot_be_settled_through_this_one(
    cup: Tournament, club: Club, alice: User
) -> None:
    other = started(club, 2)

    answer = client_of(alice).post(
        url("settle", cup, pairing_of(other, 1, 1).pk), {"choice": "double_walkover"}
    )

    assert answer.status_code == 404


def test_the_standings_of_a_finished_cup_have_a_champion(club: Club) -> None:
    cup = started(club, 4)
    play_round(cup, 1)
    play_round(cup, 2)
    cup.refresh_from_db()

    seen = board(cup)

    assert seen.champion == "Player 1 A & Player 1 B"
    assert [row.rank for row in seen.stages[0].tables[0].rows] == [1, 2, 3, 3]
    assert re.search("Champions", text(Client(), url("detail", cup)))


def test_the_times_of_a_tournament_are_those_of_its_hall(club: Club, alice: User) -> None:
    plan = Plan(name="Cup", wall_start=NOW.replace(tzinfo=None, hour=19), zone="Asia/Beirut")
    cup = planning.create_tournament(club=club, plan=plan, author=Author(), now=NOW)

    assert re.search(r"\b(19:00|7 p\.m\.)", text(client_of(alice), url("detail", cup)))


def test_an_arabic_page_of_a_gulf_club_speaks_in_its_words(club: Club, cup: Tournament) -> None:
    Club.objects.filter(pk=club.pk).update(terms="gulf")
    with translation.override("ar"):
        address = url("detail", cup)

    assert Client().get(address).context["LANGUAGE_CODE"] == "ar-kw"
    assert Client(headers={"Cookie": "terms=levant"}).get(address).context["LANGUAGE_CODE"] == "ar"


def test_a_tournament_leads_to_its_rules_with_its_own_limit_of_deals(club: Club) -> None:
    cup = started(club, 4, cap=12)
    visitor = client_of(None)

    assert f'href="{url("played_rules", cup)}"' in text(visitor, url("detail", cup))
    assert "Have 12 deals been scored?" in text(visitor, url("played_rules", cup))


def test_the_rules_of_a_tournament_speak_the_words_of_its_club(club: Club) -> None:
    cup = started(club, 4)
    Club.objects.update(terms="gulf")

    with translation.override("ar"):
        page = text(client_of(None), url("played_rules", cup))

    assert "بعد المزايدة يختار صاحب الطلب الحكم" in page


def test_the_first_page_leads_to_the_sample_only_while_it_is_played(club: Club) -> None:
    sample = started(club, 2, name="Cedar Cup")
    said = "A sample cup with bots is being played"

    assert sample.slug == demo.SAMPLE_SLUG
    assert said in text(Client(), "/en/")
    play_round(sample, 1)
    assert said not in text(Client(), "/en/")
