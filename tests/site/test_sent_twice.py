"""Every form of a tournament's pages: sent twice it acts once, sent from an old page it says so.

The pages are found by their links and the forms by reading them, so a new form is tried by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from http import HTTPStatus

import pytest
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from games.models import User
from tests.site.forms import Form, pages
from tests.site.test_bad_input import counts, signed_in
from tests.tournaments.drafts import drafted
from tests.tournaments.evenings import drawn
from tests.tournaments.hall import enter, played_in_hall, won
from tests.tournaments.signing_up import opened, walk_in
from tournaments.models import Club, Tournament

SWISS = {"format": "swiss", "options": {"rounds": 3}}


def _opened(club: Club) -> Tournament:
    cup = opened(club)
    walk_in(cup, 1)
    walk_in(cup, 2)
    return cup


def _in_hall(club: Club) -> Tournament:
    first = played_in_hall(club, 5, **SWISS)
    enter(first, won())
    return first.round.stage.tournament


MOMENTS: tuple[Callable[[Club], Tournament], ...] = (
    _opened,
    lambda club: drafted(club, 5, **SWISS),
    lambda club: drawn(club, 4),
    _in_hall,
)
"""Before the draw, with a draft, drawn, and in play."""


@pytest.mark.timeout(180)
@pytest.mark.django_db
def test_a_form_sent_twice_acts_once_and_an_old_page_is_told(club: Club, alice: User, adam: User) -> None:
    director, other = signed_in(alice), signed_in(adam)
    tried, wrong = set[str](), list[str]()

    for moment in MOMENTS:
        cup = moment(club)
        for form in forms(director, cup.slug):
            if form.shape not in tried:
                tried.add(form.shape)
                wrong += faults(form, director, other)

    assert len(tried) > 30
    assert wrong == []


def forms(director: Client, slug: str) -> list[Form]:
    """Return the forms of a tournament's pages."""
    start = f"/en/tournaments/{slug}/direct/"
    shown = [form for page in pages(director, start) for form in page.forms if form.is_post]
    return [form for form in shown if slug in form.action]


def faults(form: Form, director: Client, other: Client) -> Iterator[str]:
    """Yield what is wrong with the answers to a form; whatever was done is undone."""
    cache.clear()
    if "key" not in form.fields:
        yield f"{form.shape} has no key"
        return
    place = transaction.savepoint()
    first, done = answer(director, form), counts()
    again, then = answer(director, form), counts()
    transaction.savepoint_rollback(place)
    if again != first:
        yield f"{form.shape} sent twice: {first}, then {again}"
    if done != then:
        yield f"{form.shape} sent twice acts twice: {set(then) - set(done)}"
    place = transaction.savepoint()
    other.post(form.action, form.fields | {"key": "another"})
    (status, *_) = answer(director, form)
    transaction.savepoint_rollback(place)
    if status == HTTPStatus.NOT_FOUND or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        yield f"{form.shape} from an old page: {status}"


def answer(client: Client, form: Form) -> tuple[int, str, set[str]]:
    """Return the status of an answer, where it leads, and whether that page speaks of success or an error."""
    client.cookies.pop("messages", None)
    response = client.post(form.action, form.fields)
    said = {message.level_tag for message in get_messages(response.wsgi_request)}
    return response.status_code, response.headers.get("Location", ""), said
