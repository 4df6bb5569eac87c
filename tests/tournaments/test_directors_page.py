"""The director's page with cards on the tables: what is said back, decided without a match, and to come."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.models import User
from tests.cast import NOW, client_of
from tests.tournaments.drafts import draft_in, drafted
from tests.tournaments.evenings import STREAM, drawn, pairing_of, round_of
from tests.tournaments.hall import books, enter, played_in_hall, say, won
from tests.tournaments.signing_up import opened, walk_in
from tournaments.models import Club, Entry, Pairing, Report, Stage, Tournament
from tournaments.services import due, openings
from tournaments.services.actions import PROGRAM

pytestmark = pytest.mark.django_db

QUICK = "tournaments:quick_entry"


def page(user: User, tournament: Tournament, name: str = "direct") -> str:
    """Return a page of a tournament as its director reads it."""
    return client_of(user).get(reverse(f"tournaments:{name}", args=[tournament.slug])).content.decode()


def meant(user: User, pairing: Pairing, typed: str) -> str:
    """Return what is said back of what is being typed."""
    to = reverse(QUICK, args=[pairing.round.stage.tournament.slug])
    return client_of(user).get(to, {"entry": typed}).content.decode()


@pytest.fixture
def pairing(club: Club) -> Pairing:
    """A pairing that is played with cards."""
    return played_in_hall(club)


def test_what_is_typed_is_said_back_with_the_names_before_it_is_entered(
    alice: User, pairing: Pairing
) -> None:
    said = meant(alice, pairing, "1 31-20")

    assert all(word in said for word in ("Table 1", "Player 1 A", "Player 4 A", "31", "20"))
    assert not Report.objects.exists()


def test_a_line_that_would_be_refused_says_so_while_it_is_typed(alice: User, pairing: Pairing) -> None:
    enter(pairing, won())

    assert "has a result already" in meant(alice, pairing, "1 31-20")
    assert "table 77" in meant(alice, pairing, "77 31-20")
    assert "7 41-29" in meant(alice, pairing, "1 3")


def test_who_does_not_come_loses_his_match_by_one_form_of_its_line(alice: User, pairing: Pairing) -> None:
    cup = pairing.round.stage.tournament
    form = reverse("tournaments:settle", args=[cup.slug, pairing.pk])

    assert f'action="{form}"' in page(alice, cup)
    client_of(alice).post(form, {"choice": "walkover", "winner": "1", "key": "k"})

    assert books(pairing) == ("decided", "walkover", 1, [None, None])
    assert f'action="{form}"' not in page(alice, cup)


def test_of_a_choice_that_is_sent_with_the_usual_one_the_button_s_counts(
    alice: User, pairing: Pairing
) -> None:
    form = reverse("tournaments:settle", args=[pairing.round.stage.tournament.slug, pairing.pk])

    client_of(alice).post(form, {"choice": ["walkover", "double_walkover"], "key": "k"})

    assert books(pairing)[:3] == ("decided", "double_walkover", None)


def test_the_page_says_what_was_heard_of_each_table(alice: User, pairing: Pairing) -> None:
    say(pairing, 0, won(0))

    assert "One side has reported" in page(alice, pairing.round.stage.tournament)


@pytest.mark.parametrize("last", [None, 11])
def test_the_tables_of_a_round_are_known_before_it_starts(club: Club, alice: User, last: int | None) -> None:
    cup = drawn(club, 8, place=Stage.Place.HALL, format="swiss", options={"rounds": 2})
    Stage.objects.filter(tournament=cup).update(first_table=10, last_table=last)
    shown = client_of(alice).get(reverse("tournaments:direct", args=[cup.slug])).context["next_round"]

    due.start_due(now=NOW, stream=STREAM)

    called = dict(round_of(cup, 1).pairings.values_list("pk", "hall_table"))
    assert {one.id: one.table for one in shown.pairings} == called
    assert 10 in called.values()


def test_who_has_published_a_draw_is_where_he_starts_the_round(club: Club, alice: User) -> None:
    cup = drafted(club, 4)
    draft = draft_in(cup)
    to = reverse("tournaments:draft_act", args=[cup.slug, draft.pk, "publish"])

    assert "players do not see it yet" in page(alice, cup)
    answer = client_of(alice).post(to, {"seen": draft.version, "key": "k"})

    assert answer.headers["Location"] == reverse("tournaments:direct", args=[cup.slug])
    assert pairing_of(cup, 1, 1).sides.count() == 2


def test_at_the_check_in_the_page_counts_who_has_come(club: Club, alice: User) -> None:
    cup = opened(club)
    for number in range(3):
        walk_in(cup, number)
    openings.open_check_in(tournament_id=cup.pk, author=PROGRAM, now=NOW)
    Entry.objects.filter(pk=cup.entries.earliest("pk").pk).update(state=Entry.State.CHECKED_IN)

    assert "1 of 3 checked in" in page(alice, cup)
