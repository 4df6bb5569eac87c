"""The replay of a match in a browser without JavaScript: every moment of it has an address."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from games.dealing import Stream
from games.models import Match, Table, User
from games.rules import RULESETS
from games.services import practice, review
from games.views.replay_chart import BOTTOM, LABEL_HEIGHT, LEFT, RIGHT, TOP, chart
from tests.cast import NOW, client_of
from tests.games.scene import bots_table, opened, over, play_on, play_out
from tests.rules.presets import LEVANTINE

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Table:
    """A public table where a match of three deals has ended."""
    table = bots_table(title="Cedar Cup", cap=3)
    play_out()
    return table


def page(table: Table, query: str = "", *, user: User | None = None, language: str = "en") -> str:
    """Return the replay of a table's first match."""
    response = client_of(user).get(f"/{language}/table/{table.public_id}/matches/1/{query}")
    assert response.status_code == 200, response.content
    return response.content.decode()


def looks(html: str) -> dict[str, str]:
    """Return how each card of the four hands looks: "", "now" or "gone"."""
    return {card: state for state, card in re.findall(r'class="rk (\w*)" data-card="(\w\w)"', html)}


def first_deal(table: Table) -> review.ReplayedDeal:
    """Return the first deal of a table's match."""
    return review.review(Match.objects.get(table=table)).deals[0]


def config(html: str) -> Any:
    """Return what the page's script is given."""
    found = re.search(r'<script id="replay-config" type="application/json">(.*?)</script>', html)
    assert found is not None
    return json.loads(found[1])


def test_a_deal_begins_with_four_whole_hands_and_its_auction(played: Table) -> None:
    html = page(played)

    assert set(looks(html).values()) == {""}
    assert len(looks(html)) == 52
    assert html.count("<li><bdi") == len(first_deal(played).calls)


def test_after_a_trick_its_last_card_is_marked_and_all_before_are_faded(played: Table) -> None:
    plays = [card for _, card in first_deal(played).plays]

    found = looks(page(played, "?deal=1&trick=7"))

    assert [card for card, look in found.items() if look == "now"] == [plays[27]]
    assert {card for card, look in found.items() if look == "gone"} == set(plays[:27])


def test_the_thirteen_tricks_are_coloured_by_who_took_them(played: Table) -> None:
    html = page(played)

    kinds = re.findall(r'data-trick="[1-9]\d*" class="(us|them)"', html)

    won = [trick.won for trick in first_deal(played).tricks]
    assert kinds == ["us" if seat in {0, 2} else "them" for seat in won]


def test_every_card_has_its_sentence_and_its_place_in_the_order_of_play(played: Table) -> None:
    steps = config(page(played))["steps"]

    assert [(step["seat"], step["code"]) for step in steps] == [*first_deal(played).plays]
    assert steps[3]["says"].startswith("Trick 1.")
    assert steps[3]["says"].endswith("takes it.")
    assert all(str(step["name"]) in step["says"] for step in steps)


def test_a_player_sees_the_table_from_his_own_seat(four: list[User]) -> None:
    table = opened(four, cap=1)
    while Match.objects.get(table=table).state == "open":
        play_on(table, four, 1)

    html = page(table, user=four[2])

    assert re.findall(r'class="hd4 (\w) (\w+)" aria-label="(\w+)"', html) == [
        ("n", "us", "Bob"),
        ("w", "them", "Dalia"),
        ("s", "us", "Elias"),
        ("e", "them", "Farah"),
    ]


@pytest.mark.parametrize("query", ["?deal=9", "?deal=x", "?deal=1&trick=14", "?trick=-1", "?trick=x"])
def test_a_moment_that_never_was_is_not_found(played: Table, query: str) -> None:
    response = client_of(None).get(f"/en/table/{played.public_id}/matches/1/{query}")

    assert response.status_code == 404


def test_a_match_that_goes_on_is_replayed_to_nobody(four: list[User]) -> None:
    table = opened(four)
    play_on(table, four, 6)

    for user in (None, *four):
        response = client_of(user).get(f"/en/table/{table.public_id}/matches/1/")

        assert response.status_code == 409
        assert "data-card" not in response.content.decode()


def test_a_match_at_a_private_table_is_replayed_to_those_who_sit_there(
    guido: User, charlie: User, stream: Stream
) -> None:
    table = practice.open_table(guido, rules=LEVANTINE, stream=stream, now=NOW)

    found = [
        client_of(user).get(f"/en/table/{table.public_id}/matches/1/").status_code
        for user in (guido, charlie, None)
    ]

    assert found == [409, 404, 404]


def test_a_match_that_ended_before_its_first_deal_says_so(four: list[User]) -> None:
    table = over(four)

    html = page(table, user=four[0])

    assert "ended before its first deal" in html
    assert "data-card" not in html


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_match_by_any_rules_is_shown_with_its_contract_and_every_sides_points(
    rules: str, language: str
) -> None:
    table = bots_table(rules=rules, cap=1)
    play_out()
    match = review.review(Match.objects.get(table=table))

    html = page(table, f"?deal={match.deals[-1].key}", language=language)

    assert html.count("<polyline") == len(match.sides)
    assert html.count('class="gained"') == len(match.sides) * sum(
        deal.score is not None for deal in match.deals
    )
    assert "%(" not in unescape(html)


def test_the_course_is_drawn_inside_its_frame_and_its_ends_can_be_read() -> None:
    course = [(0, 0), (-13, 40), (70, -26), (33, 33)]

    drawing = chart(course, 41)

    points = [tuple(map(int, point.split(","))) for line in drawing.lines for point in line.points.split()]
    assert all(LEFT <= x <= RIGHT and TOP <= y <= BOTTOM for x, y in points)
    assert abs(drawing.lines[0].label_at - drawing.lines[1].label_at) >= LABEL_HEIGHT
    assert [row.number for row in drawing.rows if row.is_target] == [41]


def test_a_long_match_has_no_more_numbers_under_it_than_can_be_read() -> None:
    drawing = chart([(0, deal) for deal in range(41)], 41)

    assert len(drawing.columns) <= 8
