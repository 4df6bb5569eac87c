"""Arabic and Latin names in one row: each reads its own way, and beside it stands its own score."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, expect

from games.models import User
from tests.browser.screen import Screen
from tests.browser.site import STILL
from tests.cast import NOW
from tests.tournaments import evenings
from tournaments.models import Club, Pairing
from tournaments.services import demo, due, results
from tournaments.services.planning import Plan

EAGLES, CEDAR = "النسور (أ)", "Cedar & Co. (2)"
PAIRS = f"""player,partner,seed
مها,{EAGLES},1
Nadia Saleh,Omar Aziz,2
Rana Khoury,Sami Haddad,3
Karim,{CEDAR},4
"""

LAST_SIGN = """(element) => {
  const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
  const range = document.createRange();
  const edges = (from, to) => {
    range.setStart(text, from);
    range.setEnd(text, to);
    const { left, right } = range.getBoundingClientRect();
    return { left, right };
  };
  const { length } = text.data;
  return { sign: text.data.at(-1), last: edges(length - 1, length), whole: edges(0, length) };
}"""

COPIED = """(row) => {
  getSelection().selectAllChildren(row);
  return getSelection().toString();
}"""


@pytest.fixture
def pairing(web: object, club: Club) -> Pairing:
    """The Eagles have beaten Cedar & Co. 31-24."""
    plan = Plan(name="Cedar Cup", policy=replace(STILL, casual=False))
    cup = demo.build_evening(club=club, plan=plan, content=PAIRS, now=NOW, stream=evenings.STREAM)
    due.start_due(now=NOW, stream=evenings.STREAM)
    pairing = evenings.pairing_of(cup, 1, 1)
    evenings.ended(pairing, winner=0, totals=[31, 24])
    results.record_finished(now=NOW, stream=evenings.STREAM)
    return pairing


def test_a_closing_bracket_stands_at_the_end_of_its_name_and_each_score_beside_its_own_side(
    pairing: Pairing, bob: User, open_screen: Callable[..., Screen], language: str
) -> None:
    """O-21."""
    page = open_screen(bob, locale=language).page
    page.goto(f"/{language}/tournaments/cedar-cup/")
    row = page.locator(".bracket .m").filter(has_text="31").first
    eagles, cedar = row.locator(".t").all()

    for side, is_arabic in ((eagles, True), (cedar, False)):
        assert_closed_at_its_end(side.locator("bdi.name").first, is_arabic=is_arabic)
    for name, is_arabic in ((EAGLES, True), (CEDAR, False)):
        standing = page.locator(".tbl td bdi").filter(has_text=name).first
        assert_closed_at_its_end(standing, is_arabic=is_arabic)

    expect(eagles.locator(".pts")).to_have_text("31")
    expect(cedar.locator(".pts")).to_have_text("24")
    copied = row.evaluate(COPIED)
    assert copied.index("(أ)") < copied.index("31") < copied.index("(2)") < copied.index("24")
    assert copied.count("(أ)") == 1


def assert_closed_at_its_end(name: Locator, *, is_arabic: bool) -> None:
    """Fail unless the bracket that closes a name is drawn where a reader's eye ends."""
    found = name.evaluate(LAST_SIGN)
    side = "left" if is_arabic else "right"
    assert found["sign"] == ")"
    assert found["last"][side] == pytest.approx(found["whole"][side], abs=0.5)
