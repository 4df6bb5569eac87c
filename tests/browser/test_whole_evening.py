"""A club night from the first registration to the certificates, by the clicks of those who live it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from django.db.models import QuerySet
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Table, User
from games.services.clocks import TablePolicy
from tests.browser.screen import Screen
from tests.browser.server import Worker
from tests.browser.table import Player
from tests.browser.test_pages import obstacles
from tests.cast import person
from tournaments.models import Club, Pairing, Stage, Tournament
from tournaments.services import planning
from tournaments.services.actions import Author
from tournaments.services.planning import Plan

WALK_INS = (
    ("Karim Haddad", "Rana Khoury"),
    ("سامي الحلبي", "مها شاهين"),
    ("Nadia Saleh", "Omar Aziz"),
    ("Fadi Tannous", "ريم العطار"),
    ("Ziad Rahal", "Hala Qasem"),
    ("Yousef Darwish", "Lina Odeh"),
    ("خليل ناصر", "Maya Zein"),
)

AN_HOUR = 3600
ROUND_NAMES = {"en": ("Semi-finals", "Final"), "ar": ("نصف النهائي", "النهائي")}


@dataclass(frozen=True, slots=True)
class Night:
    """An evening in one language: the director at her desk, and phones that are opened for it."""

    language: str
    slug: str
    desk: Page
    open_screen: Callable[..., Screen]

    @property
    def cup(self) -> Tournament:
        """The tournament as it is now."""
        return Tournament.objects.get(slug=self.slug)

    def go(self, page: Page, below: str = "") -> None:
        """Open a page of the tournament."""
        page.goto(f"/{self.language}/tournaments/{self.slug}/{below}")

    def show(self, page: Page, below: str = "") -> None:
        """Open a page of the tournament; nothing on it is in anybody's way."""
        self.go(page, below)
        self.look(page)

    def look(self, page: Page) -> None:
        """Demand that nothing on a page is in anybody's way."""
        assert obstacles(page, dark=False) == []

    def phone(self, who: User | None = None) -> Page:
        """Return an empty page on somebody's phone."""
        return self.open_screen(who, phone=True, locale=self.language, reduced_motion="reduce").page

    @property
    def of_bob(self) -> Pairing:
        """The pairing Bob plays in first."""
        return self._first.get(sides__entry__members__player__user__username="bob")

    @property
    def others(self) -> list[Pairing]:
        """The other pairings of the first round."""
        return list(self._first.exclude(pk=self.of_bob.pk).order_by("number"))

    @property
    def _first(self) -> QuerySet[Pairing]:
        return Pairing.objects.filter(round__stage__tournament__slug=self.slug, round__number=1)


def follow(page: Page, button: str) -> None:
    """Press a button or a link that leads to another page, and wait for that."""
    with page.expect_navigation():
        page.locator(button).first.click()


@pytest.mark.timeout(240)
def test_a_club_night_from_the_first_registration_to_the_certificates(
    club: Club,
    alice: User,
    bob: User,
    worker: Worker,
    open_screen: Callable[..., Screen],
    language: str,
) -> None:
    night = announced(club, alice, open_screen, language)
    bobs = bob_registers_with_dina(night, bob, person("dina"))
    the_others_come_to_the_desk(night)
    everybody_checks_in(night, bobs)
    the_bracket_is_drawn_and_begun(night)
    one_table_goes_online(night, bobs)
    two_tables_report_by_phone(night)
    the_last_result_is_typed_undone_and_corrected(night)
    the_rest_is_played(night)
    what_is_handed_out(night)


def announced(club: Club, alice: User, open_screen: Callable[..., Screen], language: str) -> Night:
    """Let Alice open the registration of a tournament that is played with cards, of three deals a match."""
    pace = replace(TablePolicy.fast(bots_after=AN_HOUR), ready_seconds=60)
    plan = Plan(name="Cedar Night", cap=3, policy=pace, place=Stage.Place.HALL)
    cup = planning.create_tournament(club=club, plan=plan, author=Author(alice.pk), now=timezone.now())
    desk = open_screen(alice, locale=language, reduced_motion="reduce").page
    night = Night(language, cup.slug, desk, open_screen)
    night.show(desk, "registration/")
    follow(desk, "button[value=open]")
    return night


def bob_registers_with_dina(night: Night, bob: User, dina: User) -> Page:
    """Let Bob send Dina the link, and Dina say yes; return Bob's phone."""
    bobs, dinas = night.phone(bob), night.phone(dina)
    night.show(bobs)
    follow(bobs, ".first a.primary")
    night.look(bobs)
    follow(bobs, "main form button.primary")
    link = bobs.locator("#partner-link").input_value()
    night.look(bobs)
    dinas.goto(link)
    night.look(dinas)
    follow(dinas, "button[value=yes]")
    return bobs


def the_others_come_to_the_desk(night: Night) -> None:
    """Let Alice add those who telephoned."""
    night.go(night.desk, "entries/")
    for first, second in WALK_INS:
        night.desk.fill("[name=player]", first)
        night.desk.fill("[name=partner]", second)
        follow(night.desk, "form[action$='/add/'] button")
    expect(night.desk.locator("li.entry")).to_have_count(8)
    night.look(night.desk)


def everybody_checks_in(night: Night, bobs: Page) -> None:
    """Let Bob check in on his phone, and Alice tick off the others as they come in."""
    night.go(night.desk, "registration/")
    follow(night.desk, "button[value=check_in]")
    night.show(bobs)
    follow(bobs, ".first a.primary")
    night.look(bobs)
    follow(bobs, "form[action$='/here/'] button")
    night.show(night.desk, "entries/")
    for left in range(7, 0, -1):
        expect(night.desk.locator("button.tap")).to_have_count(left)
        follow(night.desk, "button.tap")
    expect(night.desk.locator("button.tap")).to_have_count(0)


def press(desk: Page, verb: str) -> None:
    """Press one of the director's buttons and say yes."""
    form = f"form[action$='/{verb}/']"
    desk.click(f"details:has({form}) > summary")
    follow(desk, f"{form} button")


def the_bracket_is_drawn_and_begun(night: Night) -> None:
    """Let Alice draw, look at what was drawn, and begin."""
    night.show(night.desk, "direct/")
    press(night.desk, "draw")
    night.look(night.desk)
    night.show(night.desk)
    night.desk.go_back()
    press(night.desk, "start")
    night.look(night.desk)


def one_table_goes_online(night: Night, bobs: Page) -> None:
    """Let Bob's match begin with cards, and end at a table of the site, on his phone."""
    bobs.goto(f"/{night.language}/me/")
    night.look(bobs)
    follow(bobs, ".place a.primary")
    for took in (13, 8):
        write_down(bobs, took)
    night.look(bobs)
    night.show(night.desk, "results/")
    bobs.goto(f"/{night.language}/me/")
    follow(night.desk, f"#table-{night.of_bob.pk} form[action$='/online/'] button")
    follow(bobs, "form[action$='/sit/'] button")
    expect(bobs.locator(".conn.live")).to_be_visible()
    Table.objects.filter(bots_due_at__isnull=False).update(bots_due_at=timezone.now())
    player = Player(bobs)
    while not player.step().over:
        pass
    night.look(bobs)


def write_down(phone: Page, took: int) -> None:
    """Write down that the first seat has bid eight, and how many tricks its side took."""
    lines = phone.locator("#sheet tbody tr").count()
    for name, value in {"declarer": 0, "bid": 8, "took": took, "trump": "H"}.items():
        phone.locator(f"#sheet [name={name}][value='{value}']").check()
    phone.locator("#sheet button[value=line]").click()
    expect(phone.locator("#sheet tbody tr")).to_have_count(lines + 1)


def send_totals(phone: Page, first: int, second: int) -> None:
    """Send totals alone."""
    phone.click("#sheet details summary")
    for field, points in zip(phone.locator("[name=totals]").all(), (first, second), strict=True):
        field.fill(str(points))
    phone.click("#sheet details button")


def phones_of(night: Night, pairing: Pairing) -> list[Page]:
    """Open the seat link of the first player of each side, on phones nobody has signed in on."""
    phones = []
    for side in pairing.sides.order_by("number"):
        name = side.entry.members.get(position=0).player.name
        slip = night.desk.locator(".slip", has=night.desk.get_by_text(name, exact=True)).first
        link = slip.locator(".link").inner_text()
        phone = night.phone()
        phone.goto(link)
        phones.append(phone)
    return phones


def two_tables_report_by_phone(night: Night) -> None:
    """Let the sides of one table agree, and those of another contradict each other."""
    agreed, disputed = night.others[:2]
    night.go(night.desk, "slips/")
    for pairing, words in ((agreed, [(26, 9)]), (disputed, [(26, 9), (9, 26)])):
        phones = phones_of(night, pairing)
        for phone in phones:
            follow(phone, ".place a.primary")
        for phone, totals in zip(phones, words, strict=False):
            send_totals(phone, *totals)
            expect(phone.locator("#live .alert").first).to_be_visible()
        if pairing is agreed:
            night.look(phones[1])
            follow(phones[1], "form[action$='/agree/'] button")
            expect(phones[1].locator(".badge.good")).to_be_visible()
    night.look(phones[1])


def enter(desk: Page, typed: str) -> None:
    """Type a result, by keys alone."""
    desk.keyboard.press("/")
    desk.keyboard.type(typed)
    with desk.expect_navigation():
        desk.keyboard.press("Enter")


def focused(desk: Page, part: str) -> bool:
    """Return whether the focus is in a part of the page, and is seen there."""
    return bool(
        desk.evaluate(
            """(part) => {
              const here = document.activeElement;
              const style = getComputedStyle(here);
              return here.closest(part) !== null && here.matches(":focus-visible")
                && (style.outlineStyle !== "none" || style.boxShadow !== "none");
            }""",
            part,
        )
    )


def the_last_result_is_typed_undone_and_corrected(night: Night) -> None:
    """Let Alice type a result, take it back, type it again, correct it and undo that, by keys alone."""
    desk, keys, last = night.desk, night.desk.keyboard, night.others[2]
    state = desk.locator(f"#table-{last.pk} .badge.good")
    night.show(desk, "direct/")
    enter(desk, f"{last.number} 26")
    expect(desk.locator(".toast.error")).to_be_visible()
    expect(desk.locator("#entry")).to_have_value(f"{last.number} 26")
    assert focused(desk, "#entry")
    keys.press("Control+a")
    keys.type(f"{last.number} 26-9")
    with desk.expect_navigation():
        keys.press("Enter")
    expect(state).to_be_visible()
    keys.press("Tab")
    keys.press("u")
    assert focused(desk, ".log li")
    with desk.expect_navigation():
        keys.press("Enter")
    expect(state).to_have_count(0)
    enter(desk, f"{last.number} 26-9")
    the_winner_is_corrected(night, last)


def the_winner_is_corrected(night: Night, pairing: Pairing) -> None:
    """Let Alice give the match to the other side, see what that does, and undo it; still by keys."""
    desk, keys = night.desk, night.desk.keyboard
    keys.press("Tab")
    for _ in range(pairing.number):
        keys.press("j")
    assert focused(desk, f"#table-{pairing.pk}")
    with desk.expect_navigation():
        keys.press("Enter")
    fill_by_keys(desk, {"points_0": "9", "points_1": "26", "why": "The slip was read upside down."})
    night.look(desk)
    expect(desk.locator("#outlook")).to_be_visible()
    press_by_keys(desk, "button[name=choice]")
    score = desk.locator(f"#table-{pairing.pk} .score")
    expect(score).to_have_text("9–26")
    keys.press("u")
    with desk.expect_navigation():
        keys.press("Enter")
    expect(score).to_have_text("26–9")


def fill_by_keys(desk: Page, values: dict[str, str]) -> None:
    """Go through a form by Tab, write the values, and send it with Enter."""
    left = dict(values)
    for _ in range(60):
        desk.keyboard.press("Tab")
        name = desk.evaluate("document.activeElement.name ?? ''")
        if name in left:
            desk.keyboard.press("Control+a")
            desk.keyboard.type(left.pop(name))
        if not left:
            break
    assert not left
    with desk.expect_navigation():
        desk.keyboard.press("Enter")


def press_by_keys(desk: Page, button: str) -> None:
    """Go to a button by Tab and press it: the way there leads nowhere else."""
    for _ in range(60):
        desk.keyboard.press("Tab")
        if desk.evaluate("(button) => document.activeElement.matches(button)", button):
            break
    with desk.expect_navigation():
        desk.keyboard.press("Enter")


def the_rest_is_played(night: Night) -> None:
    """Let Alice settle the dispute, and type what comes in of the other rounds."""
    desk = night.desk
    follow(desk, "aside form[action*='/settle/'] button")
    for round_name in ROUND_NAMES[night.language]:
        expect(desk.locator("h1 + .live")).to_have_text(round_name)
        for table in desk.locator("tr[id^=table-] td:first-child").all_inner_texts():
            enter(desk, f"{table} 26-9")
    expect(desk.locator(".steps li").last).to_have_class("done")
    night.look(desk)


def what_is_handed_out(night: Night) -> None:
    """Let Alice look at the end: the winner, the certificates."""
    night.show(night.desk)
    expect(night.desk.locator(".winner")).to_be_visible()
    night.show(night.desk, "print/certificates/")
    night.show(night.desk, "print/standings/")
    night.show(night.desk, "screen/")
