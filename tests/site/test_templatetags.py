"""What the tags of tarneeb pages write: every rule here is about how a reader sees it in either direction."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.template import Context, Template
from django.test import RequestFactory
from django.urls import reverse
from django.utils import translation

from tarneeb_site.templatetags.tarneeb import card_name


def shown(tag: str, **context: object) -> str:
    """Return what a tag writes into a page."""
    return Template("{% load tarneeb %}{% " + tag + " %}").render(Context(context))


def test_each_number_of_a_score_is_isolated_so_that_it_stays_beside_its_own_side() -> None:
    """Case O-21."""
    assert "<bdi>24</bdi>" in shown("score 24 17")
    assert "<bdi>17</bdi>" in shown("score 24 17")
    assert "24-17" not in shown("score 24 17")


@pytest.mark.parametrize(("halves", "text"), [(0, "0"), (1, "½"), (2, "1"), (5, "2½")])
def test_a_drawn_game_is_half_a_game_for_each(halves: int, text: str) -> None:
    assert shown("games halves", halves=halves) == f'<span class="signed">{text}</span>'
    assert f"<bdi>{text}</bdi>" in shown("games_score halves 0", halves=halves)


def test_before_the_first_game_there_is_nothing_to_show() -> None:
    assert shown("games halves", halves=None) == ""


@pytest.mark.parametrize(("points", "text"), [(9, "+9"), (-9, "−9"), (0, "0")])
def test_a_gain_carries_its_sign_and_the_minus_is_the_typographic_one(points: int, text: str) -> None:
    assert shown("signed points", points=points) == f'<span class="signed">{text}</span>'


@pytest.mark.parametrize(("seconds", "text"), [(5, "0:05"), (65.9, "1:05"), (3905, "1:05:05")])
def test_a_clock_shows_minutes_and_from_an_hour_on_hours(seconds: float, text: str) -> None:
    assert shown("clock seconds", seconds=seconds) == f'<span class="clock">{text}</span>'


def test_a_name_is_isolated_and_can_write_no_markup() -> None:
    """Case O-21."""
    written = shown("name person", person="ليلى <b>")

    assert written == '<bdi class="name">ليلى &lt;b&gt;</bdi>'


def test_the_same_name_has_the_same_colour_everywhere_and_readers_do_not_hear_its_initial() -> None:
    assert shown("avatar person", person="Layla") == shown("avatar person", person="Layla ")
    assert 'aria-hidden="true"' in shown("avatar person", person="Layla")


def test_a_card_and_a_suit_are_named_for_those_who_do_not_see_them() -> None:
    """Case O-22."""
    assert 'aria-label="queen of hearts"' in shown('card "QH"')
    assert "#c-Qh" in shown('card "QH"')
    assert "#c-10s" in shown('card "TS"')
    assert 'aria-label="diamonds"' in shown('suit "D"')


def test_a_ten_is_named_by_its_number() -> None:
    assert card_name("TS") == "10 of spades"


def test_the_points_of_four_who_play_alone_are_each_isolated() -> None:
    sides = [SimpleNamespace(score=score) for score in (31, None, -4, 12)]

    assert shown("scores sides", sides=sides).count("<bdi>") == 4
    assert "<bdi>0</bdi>" in shown("scores sides", sides=sides)
    assert "<bdi>−4</bdi>" in shown("scores sides", sides=sides)


def test_a_page_is_offered_in_the_other_language_with_its_question_kept() -> None:
    with translation.override("en"):
        request = RequestFactory().get(reverse("tournaments:list"), {"show": "running"})

        assert shown('page_in "ar"', request=request) == "/ar/tournaments/?show=running"
        assert shown('absolute_page_in "ar"', request=request).startswith("http://testserver/ar/")


def test_a_negative_total_keeps_its_minus_in_front_in_both_directions() -> None:
    assert shown("points total", total=-7) == '<span class="signed">−7</span>'
    assert shown("points total", total=14) == '<span class="signed">14</span>'
    assert shown("points total", total=None) == ""
    assert "<bdi>−9</bdi>" in shown("score -9 36")
