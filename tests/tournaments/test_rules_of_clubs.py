"""The rules a club plays by, and those of its tournaments."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.dealing import Stream
from games.models import SavedRules, User
from games.rules import RULESETS
from games.services import house_rules as saving
from tests.cast import NOW, client_of
from tests.rules.presets import KIBBI, LEVANTINE, SOLO
from tournaments.models import Club, Stage
from tournaments.services import clubs, house_rules
from tournaments.services.actions import PROGRAM
from tournaments.services.planning import NotForPairs, Plan, create_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def clubs_rules(club: Club, alice: User, stream: Stream) -> SavedRules:
    """House rules of the club, which Alice saved."""
    return house_rules.save(
        club=club, name="Cedar rules", rules=LEVANTINE, by=alice, stream=stream.derive("club"), now=NOW
    )


def test_a_club_usually_plays_by_its_own_rules_once_its_director_says_so(
    clubs_rules: SavedRules, alice: User, bob: User, club: Club
) -> None:
    client_of(alice).post(reverse("tournaments:choose_usual", args=[club.slug]), {"rules": clubs_rules.key})

    club.refresh_from_db()
    assert club.rules == clubs_rules.key
    assert house_rules.usual_rules(bob) == clubs_rules.rules


def test_a_club_does_not_play_by_rules_of_somebody_else(
    alice: User, bob: User, club: Club, stream: Stream
) -> None:
    saved = house_rules.save(club=None, name="Ours", rules=KIBBI, by=bob, stream=stream, now=NOW)
    address = reverse("tournaments:choose_usual", args=[club.slug])

    answer = client_of(alice).post(address, {"rules": saved.key})

    assert answer.status_code == HTTPStatus.CONFLICT
    club.refresh_from_db()
    assert club.rules == "levantine"


def created(user: User, club: Club, **asked: Any) -> tuple[Any, Stage | None]:
    """Return the answer to a new tournament, and its stage if there is one."""
    known = {"name": "Winter Cup", "club": club.pk, "zone": "UTC", "rules": "levantine"}
    answer = client_of(user).post(reverse("tournaments:create"), known | asked)
    return answer, Stage.objects.first()


def test_a_tournament_is_played_by_the_rules_that_were_chosen_and_keeps_that_version(
    clubs_rules: SavedRules, alice: User, club: Club
) -> None:
    created(alice, club, rules=clubs_rules.key)
    saving.edit(before=clubs_rules, name="Cedar rules", rules=KIBBI, by=alice, now=NOW)

    stage = Stage.objects.get()
    assert stage.rules == clubs_rules.rules
    page = client_of(alice).get(reverse("tournaments:detail", args=["winter-cup"])).content.decode()
    assert "<bdi>Cedar rules</bdi>, to 31" in page


def test_the_rules_a_club_usually_plays_by_are_chosen_already(
    clubs_rules: SavedRules, alice: User, club: Club
) -> None:
    house_rules.choose_usual(club=club, key=clubs_rules.key)

    page = client_of(alice).get(reverse("tournaments:create")).content.decode()

    assert re.search(rf'<option value="{clubs_rules.key}" selected>\s*Cedar rules', page)


def test_solo_rules_are_refused_for_pairs_and_taken_for_solo_tables(alice: User, club: Club) -> None:
    answer, stage = created(alice, club, rules="solo")
    _answer, alone = created(alice, club, rules="solo", format="solo-swiss")

    assert "By these rules nobody has a partner" in answer.content.decode()
    assert stage is None
    assert alone is not None
    assert (alone.format, alone.rules_key) == ("solo-swiss", "solo")
    with pytest.raises(NotForPairs):
        create_tournament(club=club, plan=Plan(name="Cup", rules=SOLO), author=PROGRAM, now=NOW)


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"rules": "levantine", "target": 41}, "target"),
        ({"rules": "house-nobodys"}, "rules"),
    ],
)
def test_what_could_not_be_played_is_refused_at_its_field(
    asked: dict[str, Any], field: str, alice: User, club: Club
) -> None:
    answer, stage = created(alice, club, **asked)

    assert list(answer.context["form"].errors) == [field]
    assert stage is None


def test_a_tournament_may_put_a_cap_on_any_rules(club: Club) -> None:
    for key in RULESETS.keys() - {"solo"}:
        capped = Plan(name="Cup", rules=RULESETS[key], cap=4)
        tournament = create_tournament(club=club, plan=capped, author=PROGRAM, now=NOW)
        assert Stage.objects.get(tournament=tournament).cap == 4


@pytest.mark.parametrize(("rules", "cap", "share"), [("one-round", 4, "38"), ("levantine", 2, "18")])
def test_so_few_deals_that_matches_end_level_are_warned_of_once_and_can_be_kept(
    rules: str, cap: int, share: str, alice: User, club: Club
) -> None:
    warned, stage = created(alice, club, rules=rules, cap=cap)
    assert stage is None
    form = warned.context["form"]
    assert form.errors.as_data()["cap"][0].code == "often_level"
    assert f"about {share} of 100 matches of {cap} deals end level" in form.errors["cap"][0]
    assert "Play so few deals all the same" in warned.content.decode()

    _answer, stage = created(alice, club, rules=rules, cap=cap, keep_cap="on")

    assert stage is not None
    assert stage.cap == cap


@pytest.mark.parametrize("asked", [{"rules": "one-round", "cap": 3}, {"cap": 1}, {"cap": 5}, {}])
def test_who_need_not_be_warned_is_asked_nothing(asked: dict[str, Any], alice: User, club: Club) -> None:
    page = client_of(alice).get(reverse("tournaments:create")).content.decode()
    bad, _stage = created(alice, club, **asked, name="")
    _answer, stage = created(alice, club, **asked)

    assert "all the same" not in page
    assert "all the same" not in bad.content.decode()
    assert stage is not None


def test_rules_of_one_club_are_not_played_in_another(
    clubs_rules: SavedRules, alice: User, club: Club
) -> None:
    other = clubs.create_club(name="Other Club", now=NOW, owner=alice)

    answer, stage = created(alice, other, rules=clubs_rules.key)

    assert list(answer.context["form"].errors) == ["rules"]
    assert stage is None


# ---- what is offered to somebody who wants to play ----------------------------------------------


def chosen(page: str) -> list[str]:
    """Return the rules that are chosen already among those to practise."""
    return re.findall(r'name="rules" value="([\w-]+)" checked', page)


def offered(page: str) -> list[str]:
    """Return the rules there are to practise."""
    return re.findall(r'type="radio" name="rules" value="([\w-]+)"', page)


def test_a_visitor_chooses_among_all_that_are_shipped(client: Client) -> None:
    page = client.get(reverse("play")).content.decode()

    assert sorted(offered(page)) == sorted(RULESETS)
    assert chosen(page) == ["levantine"]
    assert re.findall(r'name="target-solo" value="(\d+)"( checked)?', page) == [
        ("31", " checked"),
        ("51", ""),
        ("61", ""),
    ]


def test_a_member_who_has_practised_nothing_begins_with_what_his_club_plays(
    clubs_rules: SavedRules, bob: User, club: Club
) -> None:
    house_rules.choose_usual(club=club, key=clubs_rules.key)

    page = client_of(bob).get(reverse("play")).content.decode()
    first_page = client_of(bob).get(reverse("home")).content.decode()

    assert chosen(page) == [clubs_rules.key]
    assert f'name="rules" value="{clubs_rules.key}"' in first_page


def test_who_played_by_the_rules_behind_a_link_finds_them_again(
    clubs_rules: SavedRules, charlie: User
) -> None:
    client_of(charlie).post(reverse("games:practice"), {"rules": clubs_rules.key})

    page = client_of(charlie).get(reverse("play")).content.decode()

    assert chosen(page) == [clubs_rules.key]
    assert offered(page).count(clubs_rules.key) == 1
