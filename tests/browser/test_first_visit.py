"""The first visit of a tournament's page: little on the wire, and all of it there without a script."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.services import chance
from tests.browser.screen import Screen
from tests.browser.site import SLOW_BOTS
from tests.cast import NOW
from tests.tournaments.evenings import play_round
from tournaments.models import Club, Entry, Tournament
from tournaments.services import demo, due
from tournaments.services.planning import Plan

MOST_BYTES = 120_000
MOST_REQUESTS = 8


@pytest.fixture
def cup(web: object, club: Club) -> Tournament:
    """The sample's sixteen pairs in the second round, the first decided."""
    content = demo.SAMPLE_LIST.read_bytes()
    plan = Plan(name="Cedar Cup", policy=SLOW_BOTS)
    cup = demo.build_evening(club=club, plan=plan, content=content, now=NOW, stream=chance.fresh())
    due.start_due(now=NOW, stream=chance.fresh())
    play_round(cup, 1)
    return cup


def test_a_first_visit_takes_at_most_120_kb_in_eight_requests(
    cup: Tournament, open_screen: Callable[..., Screen], language: str
) -> None:
    screen = open_screen(phone=True, locale=language)
    line = screen.context.new_cdp_session(screen.page)
    line.send("Network.enable")
    asked: list[str] = []
    sizes: list[float] = []
    line.on("Network.requestWillBeSent", lambda told: asked.append(told["request"]["url"]))
    line.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))

    screen.page.goto(f"/{language}/tournaments/{cup.slug}/", wait_until="networkidle")

    # Once the page is there it listens to a socket for what changes; that is no part of showing it.
    over_the_wire = [address for address in asked if not address.startswith("data:")]
    assert len(over_the_wire) <= MOST_REQUESTS, over_the_wire
    assert len(sizes) >= len(over_the_wire)
    assert sum(sizes) <= MOST_BYTES


def test_without_a_script_every_pair_score_and_standing_is_there(
    cup: Tournament, open_screen: Callable[..., Screen], language: str
) -> None:
    page = open_screen(java_script_enabled=False).page
    page.goto(f"/{language}/tournaments/{cup.slug}/")
    pairs = [entry.name for entry in Entry.objects.filter(tournament=cup)]

    bracket, standings = page.locator(".bracket").inner_text(), page.locator(".tbl").inner_text()
    decided = page.locator(".rnd").first.locator(".pts").all_inner_texts()

    assert len(pairs) == 16
    assert [pair for pair in pairs if pair not in bracket or pair not in standings] == []
    assert sorted(decided) == ["20"] * 8 + ["31"] * 8
    assert page.locator(".tbl tbody tr").count() == 16


def test_a_bracket_of_sixteen_pairs_fits_a_desk_and_shows_them_by_family(
    cup: Tournament, open_screen: Callable[..., Screen], language: str
) -> None:
    page = open_screen(locale=language).page
    page.goto(f"/{language}/tournaments/{cup.slug}/")

    shown = page.locator(".rnd").first.locator(".who bdi[aria-hidden]").all_inner_texts()
    room, needed = page.locator(".bracket").evaluate("(all) => [all.clientWidth, all.scrollWidth]")

    assert {"Haddad – Khoury", "الحلبي – شاهين", "قاسم – زيدان"} < set(shown)
    assert needed <= room
