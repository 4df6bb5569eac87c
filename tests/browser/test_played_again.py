"""A knock-out match is to be played again: nowhere does the one who had won it stay."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.screen import Screen
from tests.cast import NOW
from tests.tournaments.desk import correct, undo_last, won_by
from tests.tournaments.evenings import STREAM, pairing_of, round_of, started
from tests.tournaments.hall import enter, won
from tournaments.models import Action, Club, Entry, Pairing, Stage, Tournament
from tournaments.services import rounds
from tournaments.services.actions import PROGRAM
from tournaments.services.effects import Choice

Verb = Action.Verb
WITHIN_SECONDS = 2.0
PAIR_1, PAIR_4, PAIR_8 = ("Player 1 A", "Player 4 A", "Player 8 A")


def play(cup: Tournament, number: int) -> None:
    """Enter what is called in a round, the better pair winning and the first match last, and close it."""
    round_ = round_of(cup, number)
    for pairing in round_.pairings.filter(state=Pairing.State.CALLED).order_by("-number"):
        enter(pairing, won())
    rounds.close_round(round_id=round_.pk, author=PROGRAM, now=NOW, stream=STREAM)


class Readers:
    """What is open meanwhile: the bracket, the screen of the hall, and the page of the first pair."""

    def __init__(self, cup: Tournament, screen: Screen) -> None:
        """Open them; each remembers that it has not been loaded again."""
        self.slug, self.below = cup.slug, f"/en/tournaments/{cup.slug}/"
        first = Entry.objects.get(tournament=cup, seed=1).pk
        self.bracket, self.screen, self.own = (
            self._page(screen, address) for address in ("", "screen/?show=tables", f"entry/{first}/")
        )

    @property
    def wins(self) -> Locator:
        """The matches that the first pair's own page says it has won."""
        return self.own.locator(".lines .badge.good")

    def _page(self, screen: Screen, address: str) -> Page:
        page = screen.context.new_page()
        page.goto(self.below + address)
        expect(page.locator("html")).to_have_attribute("data-line", "on")
        page.evaluate("window.isTheSame = true")
        return page

    def match(self, round_: int, number: int) -> Locator:
        """Return a match of the bracket."""
        return self.bracket.locator(".rnd").nth(round_ - 1).locator(".m").nth(number - 1)

    def show_open(self, tables: str, match: tuple[int, int], *pairs: str, then: str) -> None:
        """Demand that all of them soon say that these pairs have to meet in a match, and nobody has won it.

        :param tables: what the hall's screen is headed.
        :param then: what stands in the first match of the next round instead of who had won.
        """
        until = time.monotonic() + WITHIN_SECONDS

        def left() -> float:
            return max(1.0, (until - time.monotonic()) * 1000)

        expect(self.match(match[0] + 1, 1)).to_contain_text(then, timeout=left())
        expect(self.screen.locator(".picture:visible h1")).to_contain_text(tables, timeout=left())
        expect(self.wins).to_have_count(0, timeout=left())
        for pair in pairs:
            expect(self.match(*match)).to_contain_text(pair)
            expect(self.screen.locator(".pr").first).to_contain_text(pair)
        expect(self.match(*match).locator(".w, .l")).to_have_count(0)
        assert self._told(*match) == ("called", None, [None, None])
        assert self._told(match[0] + 1, 1)[1] is None
        for page in (self.bracket, self.screen, self.own):
            assert page.evaluate("window.isTheSame") is True

    def _told(self, round_: int, number: int) -> tuple[str, int | None, list[int | None]]:
        """Return what the API says of a match: its state, who goes on, and the scores of who stands there."""
        answer = self.bracket.request.get(f"/api/v1/tournaments/{self.slug}/").json()
        found = answer["stages"][0]["rounds"][round_ - 1]["pairings"][number - 1]
        return found["state"], found["advances"], [side["score"] for side in found["sides"]]


@pytest.fixture
def cup(web: object, club: Club) -> Tournament:
    """Eight pairs in the hall, of whom the better ones have won their quarter-finals."""
    cup = started(club, 8, name="Knock-out", place=Stage.Place.HALL)
    play(cup, 1)
    return cup


def test_every_open_page_says_soon_that_a_match_is_to_be_played_again(
    cup: Tournament, open_screen: Callable[..., Screen]
) -> None:
    """Case O-06: once before anybody has played on, and once after."""
    readers = Readers(cup, open_screen(reduced_motion="reduce"))
    expect(readers.match(2, 1)).to_contain_text(PAIR_1)
    expect(readers.wins).to_have_count(1)

    undo_last(cup, Verb.CLOSE_ROUND)
    undo_last(cup, Verb.SCORE)

    readers.show_open("Quarter-finals", (1, 1), PAIR_1, PAIR_8, then="Winner of quarter-final 1")

    play(cup, 1)
    play(cup, 2)
    expect(readers.match(3, 1)).to_contain_text(PAIR_1)
    quarter = pairing_of(cup, 1, 1)
    correct(quarter, won_by(8, quarter), Choice.REPLAY)

    readers.show_open("Semi-finals", (2, 1), PAIR_8, PAIR_4, then="Winner of semi-final 1")
