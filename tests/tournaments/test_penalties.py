"""Alice rules on a match that is being played: she sees what it does, gives it with a reason, once."""

from __future__ import annotations

from functools import partial

import pytest
from django.urls import reverse

from games.models import User
from games.rules import Adjust, Retire, Side
from games.services import rulings
from games.services.clocks import TablePolicy
from tests.cast import NOW, client_of
from tests.tournaments.evenings import STREAM, pairing_of, round_of, started
from tournaments.models import Action, Club, Pairing, Tournament
from tournaments.services import penalties, results
from tournaments.services.actions import AlreadyDone, Author

pytestmark = pytest.mark.django_db
US, THEM = Side(0), Side(1)


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A knockout of four pairs whose first round is in play, by bots."""
    return started(club, 4, policy=TablePolicy.people(bots_after=0))


def shown(pairing: Pairing, penalty: penalties.Penalty) -> str:
    """Return what the director has been shown."""
    return rulings.summary(penalties.foresee(pairing_id=pairing.pk, penalty=penalty))


def give(pairing: Pairing, penalty: penalties.Penalty, author: Author) -> None:
    """Give a penalty as it is foreseen now."""
    seen = shown(pairing, penalty)
    penalties.give(pairing_id=pairing.pk, penalty=penalty, foreseen=seen, author=author, now=NOW)


def test_points_are_an_action_with_what_was_before_what_is_after_and_why(
    cup: Tournament, alice: User
) -> None:
    pairing = pairing_of(cup, 1, 1)

    give(pairing, Adjust(THEM, -5), Author(alice.pk, why="Late to the table"))

    action = Action.objects.get(verb="adjust")
    assert (action.actor, action.why) == (alice, "Late to the table")
    assert (action.before["totals"], action.after["totals"]) == ([0, 0], [0, -5])
    assert action.after["points"] == -5


def test_a_penalty_without_a_reason_is_refused_and_changes_nothing(cup: Tournament, alice: User) -> None:
    pairing = pairing_of(cup, 1, 1)

    with pytest.raises(penalties.ReasonMissing):
        give(pairing, Adjust(THEM, -5), Author(alice.pk, why="  "))

    assert not Action.objects.filter(verb="adjust").exists()


def test_a_form_sent_twice_gives_points_once(cup: Tournament, alice: User) -> None:
    pairing = pairing_of(cup, 1, 1)
    author = Author(alice.pk, key="once", why="Late")
    seen = shown(pairing, Adjust(US, -5))
    again = partial(
        penalties.give,
        pairing_id=pairing.pk,
        penalty=Adjust(US, -5),
        foreseen=seen,
        author=author,
        now=NOW,
    )
    again()

    with pytest.raises(AlreadyDone):
        again()

    assert Action.objects.filter(verb="adjust").count() == 1


def test_a_side_that_retires_sends_the_other_on_with_the_score_as_it_was(
    cup: Tournament, alice: User
) -> None:
    pairing = pairing_of(cup, 1, 1)
    give(pairing, Adjust(US, 9), Author(alice.pk, why="Misdeal"))

    give(pairing, Retire(US), Author(alice.pk, why="Went home"))
    results.record_finished(now=NOW, stream=STREAM)

    pairing.refresh_from_db()
    assert (pairing.state, pairing.advances, pairing.decided_by) == ("decided", THEM, "retirement")
    assert list(pairing.sides.values_list("score", "placement")) == [(9, 2), (0, 1)]


def test_a_decided_pairing_takes_no_penalty(cup: Tournament, alice: User) -> None:
    pairing = pairing_of(cup, 1, 1)
    give(pairing, Retire(US), Author(alice.pk, why="Went home"))
    results.record_finished(now=NOW, stream=STREAM)

    with pytest.raises(penalties.NotBeingPlayed):
        penalties.foresee(pairing_id=pairing.pk, penalty=Adjust(US, 1))


# ---- the page ----


def address(cup: Tournament, pairing: Pairing) -> str:
    """Return where the director rules on a pairing."""
    return reverse("tournaments:penalty", args=[cup.slug, pairing.pk])


ASKED = {"choice": "give", "side": "0", "points": "31", "why": "Misdeal"}


def test_the_page_says_what_points_do_before_they_are_given(cup: Tournament, alice: User) -> None:
    pairing = pairing_of(cup, 1, 1)

    page = client_of(alice).get(address(cup, pairing), ASKED)

    assert [(line["before"], line["after"]) for line in page.context["lines"]] == [(0, 31), (0, 0)]
    assert "The match ends with the deal in hand" in page.content.decode()
    assert not Action.objects.filter(verb="adjust").exists()


def test_what_was_shown_is_given(cup: Tournament, alice: User) -> None:
    pairing, client = pairing_of(cup, 1, 1), client_of(alice)
    context = client.get(address(cup, pairing), ASKED).context

    sent = ASKED | {"foreseen": context["foreseen"], "key": context["key"], "version": str(cup.version)}
    answer = client.post(address(cup, pairing), sent)

    assert answer["Location"] == reverse("tournaments:direct", args=[cup.slug])
    assert Action.objects.get(verb="adjust").after["totals"] == [31, 0]


def test_where_it_would_do_something_else_meanwhile_he_is_shown_that(cup: Tournament, alice: User) -> None:
    pairing, client = pairing_of(cup, 1, 1), client_of(alice)
    context = client.get(address(cup, pairing), ASKED).context
    give(pairing, Adjust(US, 1), Author(alice.pk, why="Before"))

    page = client.post(address(cup, pairing), ASKED | {"foreseen": context["foreseen"]}, follow=True)

    assert "Look at what the ruling would do now" in page.content.decode()
    assert page.context["lines"][0]["after"] == 32
    assert Action.objects.filter(verb="adjust").count() == 1


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"points": ""}, "points"),
        ({"points": "101"}, "points"),
        ({"points": "٥x"}, "points"),
        ({"side": "2"}, "side"),
        ({"choice": "burn"}, "choice"),
        ({"why": ""}, "why"),
    ],
)
def test_what_cannot_be_asked_is_said_at_its_field(
    cup: Tournament, alice: User, wrong: dict[str, str], field: str
) -> None:
    pairing = pairing_of(cup, 1, 1)

    page = client_of(alice).post(address(cup, pairing), ASKED | wrong)

    assert list(page.context["form"].errors) == [field]
    assert round_of(cup, 1).state == "open"
    assert not Action.objects.filter(verb="adjust").exists()


def test_the_console_leads_to_a_ruling_at_each_table_in_play(cup: Tournament, alice: User) -> None:
    page = client_of(alice).get(reverse("tournaments:direct", args=[cup.slug])).content.decode()

    assert all(address(cup, pairing_of(cup, 1, number)) in page for number in (1, 2))


def test_the_bracket_says_that_a_side_retired(cup: Tournament, alice: User) -> None:
    give(pairing_of(cup, 1, 1), Retire(US), Author(alice.pk, why="Went home"))
    results.record_finished(now=NOW, stream=STREAM)

    page = client_of(alice).get(reverse("tournaments:detail", args=[cup.slug])).content.decode()

    assert "The other side retired" in page
