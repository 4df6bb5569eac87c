"""Times on pages that are read in other places than the hall's."""

from __future__ import annotations

from datetime import datetime

from playwright.sync_api import Browser, expect

from tests.browser.server import WebProcess
from tests.tournaments.signing_up import PAIRS, opened
from tournaments.models import Club, Tournament
from tournaments.services import walls

SEVEN = datetime.fromisoformat("2026-10-30 19:00")
"""A Friday in Berlin, five days after the clocks there and in Beirut went back."""
TEN_DAYS_BEFORE = datetime.fromisoformat("2026-10-20T12:00:00+00:00")


READ = {
    "Europe/Berlin": "",
    "Asia/Riyadh": "(21:00 Asia/Riyadh)",
    "Asia/Beirut": "(20:00 Asia/Beirut)",
    "Asia/Tokyo": "(Sat, Oct 31 03:00 Asia/Tokyo)",
}


def test_a_time_is_the_hall_s_with_its_zone_and_beside_it_the_reader_s_own(
    web: WebProcess, chromium: Browser, club: Club
) -> None:
    """O-10: the offset is that of the day itself, whatever it is on the day the page is read."""
    cup = opened(club, PAIRS)
    seven = walls.moment_of(SEVEN, "Europe/Berlin")
    Tournament.objects.filter(pk=cup.pk).update(starts_at=seven, zone="Europe/Berlin")
    for zone, here in READ.items():
        context = chromium.new_context(timezone_id=zone)
        page = context.new_page()
        page.clock.set_fixed_time(TEN_DAYS_BEFORE)

        page.goto(f"{web.origin}/en/tournaments/{cup.slug}/")

        shown = page.locator(".when")
        expect(shown).to_contain_text("19:00 Europe/Berlin")
        expect(shown.locator(".here")).to_have_text(here)
        expect(shown.locator(".here")).to_be_visible(visible=bool(here))
        context.close()
