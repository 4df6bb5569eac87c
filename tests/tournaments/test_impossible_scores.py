"""Scores that cannot be, typed on the page of a pairing: refused in words, and nothing is written."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import User
from games.rules import RULESETS
from tests.cast import client_of
from tests.tournaments.hall import played_in_hall
from tournaments.models import Action, Club, Pairing, Report

pytestmark = pytest.mark.django_db

LINE = {"do": "line", "declarer": "0", "bid": "9", "took": "9", "trump": "S"}
EMPTY = '{"lines": []}'
NEVER: tuple[dict[str, Any], ...] = (
    {"totals": ["-5000", "31"]},
    {"totals": ["1000000000", "3"]},
    {"totals": ["31.5", "3"]},
    {"totals": ["1e1", "3"]},
    {"totals": ["³¹", "3"]},
    {"totals": ["9999", "3"]},
    {"totals": ["31"]},
    {"totals": ["31"] * 5},
    {"totals": ["5", "5"]},
    {"totals": ["31", "3"], "last": "9"},
    LINE | {"took": "14"},
    LINE | {"took": "-1"},
    LINE | {"took": "9" * 5000},
    LINE | {"bid": "14"},
    LINE | {"bid": "1"},
    LINE | {"declarer": "9"},
    LINE | {"trump": "X"},
    LINE | {"honour": "7"},
    LINE | {"tricks": ["13", "13"]},
    LINE | {"sheet": "[]"},
    LINE | {"sheet": "[" * 4000},
    LINE | {"sheet": '{"lines": [{"declarer": NaN, "bid": 7, "tricks": [7, 6]}]}'},
    LINE | {"sheet": '{"lines": [], "dealer": "\\u0000"}'},
    {"do": "forget", "sheet": EMPTY},
)
TYPED: tuple[dict[str, Any], ...] = (
    {"totals": ["٣١", "٣"]},
    {"totals": ["۳۱", "۳"]},
    {"totals": ["\u200f31\u200f", "\u2067٣\u2069"]},
    {"totals": ["31", "\u22123"]},
    LINE | {"declarer": "٠", "bid": "٩", "took": "٩"},
)
"""What keyboards in the Levant send for numbers that can be."""


def typed(pairing: Pairing, browser: Client, body: dict[str, Any]) -> int:
    """Return the status of what is answered to a form of the sheet."""
    cache.clear()
    slug = pairing.round.stage.tournament.slug
    form = {"sheet": EMPTY, "do": "totals"} | body
    response = browser.post(f"/en/tournaments/{slug}/pairings/{pairing.pk}/result/", form)
    return response.status_code


@pytest.mark.parametrize("rules", ["levantine", "moving-trump"])
def test_a_score_that_cannot_be_is_refused_and_changes_nothing(rules: str, club: Club, alice: User) -> None:
    pairing, browser = played_in_hall(club, 2, rules=RULESETS[rules]), client_of(alice)
    before = Action.objects.count()

    answers = [typed(pairing, browser, body) for body in NEVER]

    assert dict.fromkeys(answers) == {409: None}
    assert (Action.objects.count(), Report.objects.count()) == (before, 0)


@pytest.mark.parametrize("body", TYPED)
def test_a_number_counts_in_the_digits_of_any_keyboard(body: dict[str, Any], club: Club, alice: User) -> None:
    pairing = played_in_hall(club, 2)

    assert typed(pairing, client_of(alice), body) == 302

    assert Report.objects.filter(pairing=pairing).count() == 1
