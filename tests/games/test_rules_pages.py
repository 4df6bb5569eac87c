"""The pages of the rules: all sets, one of them, and those of the match at a table."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Table, User
from games.rules import EDITIONS, RULESETS, RuleSet
from games.services import opening
from tests.cast import NOW, client_of
from tests.games import scene
from tests.games.rule_pages import RulesPage

pytestmark = pytest.mark.django_db


def shown(client: Client, name: str, *args: object) -> str:
    """Return a page."""
    response = client.get(reverse(f"games:{name}", args=args))
    assert response.status_code == 200
    return response.content.decode()


def table_under(rules: RuleSet, user: User, **details: Any) -> Table:
    """Return a table of this user, at which is played by these rules."""
    plan = replace(scene.plan([user, None, None, None]), rules=rules, is_public=False, **details)
    (table,) = opening.open_tables([plan], now=NOW)
    return table


def test_the_list_leads_to_the_page_of_every_set(client: Client) -> None:
    page = shown(client, "rules")

    assert {*re.findall(r'href="/en/rules/([a-z0-9-]+)/"', page)} == {*RULESETS}


def test_the_list_compares_all_sets_in_what_differs(client: Client) -> None:
    (table,) = RulesPage(shown(client, "rules")).tables

    heads, *rows = table.rows
    assert len(heads) == 1 + len(RULESETS)
    assert all(len({cell.text for cell in row[1:]}) > 1 for row in rows)


def test_a_set_of_a_family_is_told_by_how_it_differs_from_the_first(client: Client) -> None:
    page = shown(client, "rules")

    assert "Like “Moving trump”, except:" in page


def test_every_section_of_a_page_is_in_its_table_of_contents(client: Client) -> None:
    page = shown(client, "rules_of", "kibbi")

    anchors = re.findall(r'<a href="#([a-z-]+)">', page)
    sections = re.findall(r'<section class="panel" id="([a-z-]+)"', page)
    assert anchors == sections
    assert "bonus" in sections


def test_there_is_no_page_of_rules_nobody_knows(client: Client) -> None:
    assert client.get(reverse("games:rules_of", args=["forty-one"])).status_code == 404


def test_a_table_shows_the_rules_its_match_began_with(bob: User) -> None:
    table = table_under(EDITIONS["moving-trump", 1], bob)

    page = shown(client_of(bob), "table_rules", table.public_id)

    assert "Version 1" in page
    assert 'id="bonus"' not in page
    assert f'href="/en/table/{table.public_id}/"' in page


def test_a_table_shows_the_target_and_the_limit_of_its_own_match(bob: User) -> None:
    table = table_under(RULESETS["solo"], bob, target=51, cap=12)

    page = shown(client_of(bob), "table_rules", table.public_id)

    assert "Has a side 51 points or more?" in page
    assert "Have 12 deals been scored?" in page
    assert "31 / 51 / 61" not in page.split('id="other-rules"')[0]


def test_the_rules_of_a_table_are_shown_to_those_who_may_see_it(bob: User, charlie: User) -> None:
    table = table_under(RULESETS["kibbi"], bob)

    answer = client_of(charlie).get(reverse("games:table_rules", args=[table.public_id]))

    assert answer.status_code == 404


def test_the_table_s_menu_knows_where_its_rules_are(bob: User) -> None:
    table = table_under(RULESETS["kibbi"], bob)

    page = shown(client_of(bob), "table", table.public_id)

    assert f'"rules_page": "/en/table/{table.public_id}/rules/"' in page


def test_a_set_is_played_from_its_page_to_a_target_it_allows(client: Client) -> None:
    page = shown(client, "rules_of", "solo")
    key = re.findall(r'name="rules" value="([a-z-]+)"', page)

    targets = re.findall(r'name="target-solo" value="(\d+)"( checked)?', page)

    assert key == ["solo"]
    assert targets == [("31", " checked"), ("51", ""), ("61", "")]
