"""Tables for browsers, and somebody who plays at one through its page, by clicks or by keys."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Error, Page, Position

from games.dealing import Stream
from games.models import Table, User
from games.rules import RULESETS
from games.services import opening, tables
from games.services.clocks import TablePolicy
from games.services.opening import SeatPlan, TablePlan

CORNER: Position = {"x": 8.0, "y": 24.0}
"""Where a card shows under those that lie upon it."""
PACE = replace(TablePolicy.fast(), ready_seconds=60)
"""Bots that do not wait, and time to look at a deal's result."""
GLANCE = 40
"""Milliseconds between two looks at a page that waits for others."""
CONFIRM_WAIT = 2000
"""Milliseconds a button is waited for that the clock may have taken away."""
MENU = ".t-top button[aria-haspopup] >> nth=-1"
"""The button of a table's menu."""
BOTS = ("Amal", "Basil", "Dana")


def open_table(
    user: User, *, key: str = "a table of the browsers", rules: str = "levantine", **details: Any
) -> Table:
    """Open a table anybody may watch, where the user sits and three bots play without waiting."""
    stream = Stream(key.encode())
    plan = TablePlan(
        public_id=opening.public_id(stream),
        rules=RULESETS[rules],
        master=stream.bytes(32),
        seats=(SeatPlan(str(user), user.pk), *map(SeatPlan, BOTS)),
        title="Friends of the cedar",
        **{"policy": PACE} | details,
    )
    with transaction.atomic():
        (table,) = opening.open_tables([plan], now=timezone.now())
        tables.sit(table_id=table.pk, number=0, user=user, now=timezone.now())
    return table


@dataclass(frozen=True, slots=True)
class Sight:
    """What a player sees at a glance: what he may choose, and the card he has lifted."""

    bids: list[str]
    suits: list[str]
    hand: list[str]
    legal: list[str]
    lifted: list[str]
    is_my_turn: bool
    result: bool
    over: bool


LOOK = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const cards = (which) => all(`[data-card]${which}`).map(({ dataset }) => dataset.card);
  return {
    bids: all("[data-bid]:not([aria-disabled])").map(({ dataset }) => dataset.bid),
    suits: all("[data-suit]").map(({ dataset }) => dataset.suit),
    hand: cards(""),
    legal: cards(":not([aria-disabled])"),
    lifted: cards("[aria-pressed=true]"),
    is_my_turn: all(".seat.s.turn").length > 0,
    result: all(".card-result:not(.over)").length > 0,
    over: all(".card-result.over").length > 0,
  };
}"""


class Player:
    """Bids seven or passes, names the first suit, plays the first card that is legal; all by clicks."""

    def __init__(self, page: Page) -> None:
        """Sit before a table's page."""
        self.page = page

    def look(self) -> Sight:
        """Return what is on the page now."""
        return Sight(**self.page.evaluate(LOOK))

    def step(self) -> Sight:
        """Do what can be done now, if anything; return what was seen before."""
        seen = self.look()
        self.act(seen)
        return seen

    def act(self, seen: Sight) -> None:
        """Do what can be done in this sight, if anything."""
        if seen.bids:
            self.call(seen.bids[0])
        elif seen.suits:
            self.name(seen.suits[0])
        elif seen.is_my_turn and seen.lifted:
            self.put(seen.lifted[0])
        elif seen.is_my_turn and seen.legal:
            self.lift(seen.legal[0])
        else:
            self.page.wait_for_timeout(GLANCE)

    def play_until(self, *, left: int = 0) -> Sight:
        """Play until so many cards are left, or the deal is over; return what is seen then."""
        seen = self.look()
        while not (seen.result or seen.over or (seen.is_my_turn and 0 < len(seen.hand) <= left)):
            self.act(seen)
            seen = self.look()
        return seen

    def call(self, bid: str) -> None:
        """Bid seven, or pass when somebody was first."""
        if bid == "7":
            self.page.click("[data-bid='7']")
            self.confirm()
        else:
            self.page.click("[data-pass]")

    def name(self, suit: str) -> None:
        """Name trump."""
        self.page.click(f"[data-suit={suit}]")
        self.confirm()

    def lift(self, card: str) -> None:
        """Choose a card."""
        # By force: a card that is not to be played any more is "disabled", which is nothing to wait for.
        self.page.click(f"[data-card='{card}']", position=CORNER, force=True)

    def put(self, card: str) -> None:
        """Play the chosen card."""
        self.confirm()

    def confirm(self) -> None:
        """Press the button that does what was chosen, unless the clock was quicker."""
        # By force: a lead waits for the trick to go. The button of a result is another one.
        with suppress(Error):
            self.page.click("[data-confirm]:not(.card-result *)", force=True, timeout=CONFIRM_WAIT)


class KeyboardPlayer(Player):
    """Plays like any other, and never touches the mouse."""

    def call(self, bid: str) -> None:
        """Bid seven, or pass when somebody was first."""
        self._press("7" if bid == "7" else "p", "Enter")

    def name(self, suit: str) -> None:
        """Name trump."""
        self._press(suit.lower(), "Enter")

    def lift(self, card: str) -> None:
        """Choose a card: go to it, and press Enter."""
        self._press("Home")
        for _ in self.look().hand:
            if self.focused() == card:
                break
            self._press("ArrowRight")
        self._press("Enter")

    def put(self, card: str) -> None:
        """Play the chosen card: press Enter once more."""
        if self.focused() == card:
            self._press("Enter")
        else:
            self.lift(card)

    def focused(self) -> str | None:
        """Return the card that has the focus."""
        card: str | None = self.page.evaluate("document.activeElement.dataset.card ?? null")
        return card

    def _press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
