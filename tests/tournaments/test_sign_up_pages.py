"""The pages before the draw: what each visitor is offered, and what the buttons of players and staff do."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import User
from tests.cast import NOW, client_of, person
from tests.tournaments.signing_up import ALONE, ask, looking, opened, player_of, signed_up, states, walk_in
from tournaments.models import Action, Club, Entry, Invitation, Registration, Tournament
from tournaments.services import openings
from tournaments.services.actions import PROGRAM

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A tournament for which pairs sign up."""
    return opened(club)


def url(name: str, tournament: Tournament, *args: object) -> str:
    """Return the address of a page of a tournament."""
    return reverse(f"tournaments:{name}", args=[tournament.slug, *args])


def page(user: User | None, address: str) -> str:
    """Return what a user is shown there."""
    answer = client_of(user).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def press(user: User, address: str, **fields: object) -> str:
    """Send a form; return the page that follows."""
    answer = client_of(user).post(address, fields, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def check_in_open(tournament: Tournament) -> None:
    """Open check-in."""
    openings.open_check_in(tournament_id=tournament.pk, author=PROGRAM, now=NOW)


# ---- players


def test_a_pair_registers_by_a_link(cup: Tournament, bob: User, charlie: User) -> None:
    shown = press(bob, url("register", cup), choice="link")
    token = Invitation.objects.get().token
    assert f"/join/{token}/" in shown

    join = reverse("tournaments:join", args=[token])
    assert "Bob" in page(charlie, join)
    said = press(charlie, reverse("tournaments:answer", args=[token]), answer="yes")

    assert "You are a pair." in said
    assert states(cup) == ["accepted"]


def test_who_is_not_signed_in_is_sent_to_sign_in_and_back_to_the_link(cup: Tournament, bob: User) -> None:
    press(bob, url("register", cup), choice="link")
    join = reverse("tournaments:join", args=[Invitation.objects.get().token])

    answer = Client().get(join)

    assert answer.headers["Location"] == f"{reverse('account_login')}?next={join}"


def test_who_is_asked_by_name_finds_it_on_the_tournament_s_page(
    cup: Tournament, bob: User, charlie: User
) -> None:
    looking(cup, charlie)
    press(bob, url("register", cup), choice="named", name="Charlie")

    assert "asks you to be partners" in page(charlie, url("register", cup))
    press(charlie, reverse("tournaments:answer", args=[Invitation.objects.get().token]), answer="no")

    assert Invitation.objects.get().state == "declined"


def test_why_somebody_cannot_register_stands_beside_the_button(
    club: Club, cup: Tournament, guido: User, charlie: User
) -> None:
    private = opened(club, name="Members Cup", members_only=True)

    as_guest = page(guido, url("detail", cup))
    assert "Make an account first" in as_guest
    assert f"{reverse('account_signup')}?next={url('register', cup)}" in as_guest
    assert "This tournament is for members of the club." in page(charlie, url("detail", private))
    openings.close_registration(tournament_id=cup.pk, author=PROGRAM, now=NOW)
    assert "Registration is not open." in page(charlie, url("detail", cup))


def test_a_pair_that_waits_reads_its_number(club: Club, bob: User, charlie: User) -> None:
    cup = opened(club, most_pairs=2)
    for number in (1, 2, 3):
        walk_in(cup, number)
    signed_up(cup, bob, charlie)

    assert "You are number 2 on the waiting list" in page(bob, url("register", cup))


def test_a_pair_checks_itself_in_and_leaves_again(cup: Tournament, bob: User, charlie: User) -> None:
    signed_up(cup, bob, charlie)
    check_in_open(cup)

    assert "You are checked in." in press(charlie, url("here", cup))
    assert states(cup) == ["checked_in"]
    press(bob, url("leave", cup))

    assert states(cup) == ["withdrawn"]


def test_the_names_of_the_field_are_public_and_those_who_only_ask_are_not(
    club: Club, bob: User, charlie: User
) -> None:
    cup = opened(club, needs_approval=True)
    walk_in(cup, 1)
    signed_up(cup, bob, charlie)

    seen = page(None, url("detail", cup))

    assert "Walker 1 A" in seen
    assert "Bob &amp; Charlie" not in seen


def test_the_list_shows_the_tournaments_that_are_open_for_pairs(club: Club, cup: Tournament) -> None:
    closed = opened(club, name="Closed Cup")
    openings.close_registration(tournament_id=closed.pk, author=PROGRAM, now=NOW)

    shown = page(None, f"{reverse('tournaments:list')}?show=open")

    assert "Open Cup" in shown
    assert "Closed Cup" not in shown


def test_a_player_s_own_page_leads_to_what_waits_for_his_answer_and_to_check_in(
    club: Club, cup: Tournament, bob: User, charlie: User, adam: User
) -> None:
    looking(cup, charlie)
    press(bob, url("register", cup), choice="named", name="Charlie")
    night = opened(club, name="Hall Night")
    signed_up(night, charlie, adam)
    check_in_open(night)

    shown = page(charlie, reverse("tournaments:me"))

    assert shown.count(url("register", cup)) == 1
    assert shown.count(url("register", night)) == 1
    assert "No tournament expects you" in page(person("nobody"), reverse("tournaments:me"))


def test_where_each_plays_for_himself_one_button_is_enough(club: Club, bob: User, alice: User) -> None:
    night = opened(club, ALONE)
    assert 'name="choice"' not in page(bob, url("register", night))

    press(bob, url("register", night), key="k")
    press(alice, url("add_pair", night), player="Amal")

    assert [entry.name for entry in Entry.objects.order_by("pk")] == ["Bob", "Amal"]


# ---- staff


def test_a_row_of_the_check_in_list_is_one_button_and_can_be_undone(
    cup: Tournament, sami: User, alice: User
) -> None:
    entry = walk_in(cup, 1)
    check_in_open(cup)
    shown = page(sami, url("entries", cup))
    assert re.search(r'<button class="tap" name="act" value="check_in"[^>]*>\s*<b[^>]*>.*Walker 1 A', shown)

    press(sami, url("entry", cup, entry.pk), act="check_in", key="k")
    assert states(cup) == ["checked_in"]
    press(sami, url("entry", cup, entry.pk), act="undo_check_in", key="k")

    assert states(cup) == ["accepted"]


def test_a_scorer_is_offered_no_button_that_is_not_his(cup: Tournament, sami: User) -> None:
    walk_in(cup, 1)

    shown = page(sami, url("entries", cup))

    assert 'value="withdraw"' not in shown
    assert url("seeds", cup) not in shown


def test_the_director_leaves_out_only_whom_the_page_named(cup: Tournament, alice: User) -> None:
    first, second = walk_in(cup, 1), walk_in(cup, 2)
    check_in_open(cup)

    press(alice, url("leave_out", cup), entry=[first.pk])
    assert states(cup) == ["accepted", "accepted"]
    press(alice, url("leave_out", cup), entry=[first.pk, second.pk])

    assert states(cup) == ["withdrawn", "withdrawn"]


def test_while_somebody_is_missing_the_draw_s_button_says_who(cup: Tournament, alice: User) -> None:
    walk_in(cup, 1)
    walk_in(cup, 2)
    check_in_open(cup)

    assert "Not checked in: Walker 1 A" in page(alice, url("direct", cup))


def test_fees_are_noted_with_who_and_summed(cup: Tournament, alice: User) -> None:
    entry = walk_in(cup, 1)
    ask(cup, fee=10, currency="USD")

    shown = press(alice, url("entry", cup, entry.pk), act="paid")

    assert "10 USD" in shown
    assert "Alice" in shown
    assert Entry.objects.get().fee_state == "paid"


@pytest.mark.parametrize(("player", "partner"), [("Dana", "\u202e"), ("Dana", "Amal")])
def test_a_pair_is_added_at_the_desk_and_who_is_refused_stands_there_again_with_the_reason(
    cup: Tournament, alice: User, player: str, partner: str
) -> None:
    press(alice, url("add_pair", cup), player="Amal", partner="Basil")
    said = press(alice, url("add_pair", cup), player=player, partner=partner)

    assert [entry.name for entry in Entry.objects.all()] == ["Amal & Basil"]
    assert 'value="Dana"' in said
    assert 'role="alert"' in said


def test_the_list_is_searched_by_a_few_letters_however_they_are_written(cup: Tournament, alice: User) -> None:
    press(alice, url("add_pair", cup), player="أمل", partner="Basil")
    press(alice, url("add_pair", cup), player="Dana", partner="Hala")

    page = client_of(alice).get(url("entries", cup), {"q": "امل"}).content.decode()

    assert "Basil" in page
    assert "Dana" not in page


def test_two_who_are_ticked_become_a_pair(
    cup: Tournament, alice: User, bob: User, charlie: User, adam: User
) -> None:
    for user in (bob, charlie, adam):
        looking(cup, user)

    press(alice, url("match", cup), player=[player_of(bob).pk, player_of(adam).pk])

    assert {member.player.name for member in Entry.objects.get().members.all()} == {"Bob", "Adam"}


def test_times_are_written_as_the_wall_of_the_hall_shows_them(cup: Tournament, alice: User) -> None:
    Tournament.objects.filter(pk=cup.pk).update(zone="Asia/Beirut")

    press(alice, url("registration", cup), closes_at="2026-12-01T20:00", most_pairs="16", fee="5.5")

    terms = Registration.objects.get()
    assert terms.closes_at is not None
    assert terms.closes_at.isoformat() == "2026-12-01T18:00:00+00:00"
    assert 'value="2026-12-01T20:00"' in page(alice, url("registration", cup))


def test_what_cannot_be_asked_is_said_at_its_field(cup: Tournament, alice: User) -> None:
    shown = press(
        alice,
        url("registration", cup),
        opens_at="2026-12-02T20:00",
        closes_at="2026-12-01T20:00",
    )

    assert "It would close before it opens." in shown


def test_the_director_opens_and_closes_by_buttons_and_cancels_with_a_reason(
    cup: Tournament, alice: User
) -> None:
    for step, state in (("close", "closed"), ("open", "registration"), ("check_in", "check_in")):
        press(alice, url("step", cup), step=step)
        cup.refresh_from_db()
        assert cup.state == state

    press(alice, url("step", cup), step="cancel")
    assert Action.objects.filter(verb="cancel").count() == 0
    press(alice, url("step", cup), step="cancel", why="no power")

    assert "Cancelled" in page(None, url("detail", cup))
    assert "no power" in page(None, url("detail", cup))


def test_an_entry_is_moved_by_a_button_and_by_a_number(cup: Tournament, alice: User) -> None:
    first, _, third = (walk_in(cup, number) for number in (1, 2, 3))

    press(alice, url("seeds", cup), entry=third.pk, place="1")
    press(alice, url("seeds", cup), entry=first.pk, place="3")

    refused = client_of(alice).post(url("seeds", cup), {"entry": first.pk, "place": "x"}, follow=True)

    own = Entry.objects.order_by("pk").values_list("own_seed", flat=True)
    assert list(own) == [3, 2, 1]
    assert "There are seeds from 1 to 3." in refused.text


def test_a_page_of_many_entries_costs_no_more_queries(cup: Tournament, alice: User) -> None:
    counts = []
    for number in range(1, 13):
        walk_in(cup, number)
        if number in (2, 12):
            client = client_of(alice)
            with CaptureQueriesContext(connection) as counted:
                client.get(url("entries", cup))
            counts.append(len(counted))

    assert counts[0] == counts[1]
