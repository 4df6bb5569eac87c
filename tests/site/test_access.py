"""Who may reach what: every route, and every part somebody can play in a club.

``routes.csv`` is the reviewed answer: a route, a method and an address, and under each part the
status it gets, or ``login`` where it is sent to sign in. What stands in braces are things of the
``world`` below: ``cup`` is a drawn tournament of the club, ``draft`` one in preparation, ``other`` a
drawn one of another club, ``open`` one of the club for which pairs sign up, with an ``entry`` and an
``invitation``, ``table`` a private table of the guest, ``room`` one where he waits for who
has its link, of which ``key`` is the secret part, ``over`` a public one where a match
has ended, ``regular`` what the club plays every week, ``own`` Bob's house rules and ``clubs`` those of
the club. A route that has no line for GET and POST fails, so nothing becomes reachable unseen.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.contrib.admin import site
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

from games.dealing import Stream
from games.models import User
from games.services import hosting, practice
from games.services.hosting import Wish
from tests.cast import NOW, client_of, person
from tests.games.scene import bots_table, play_out
from tests.rules.presets import LEVANTINE
from tests.tournaments.signing_up import invited, opened, walk_in
from tests.tournaments.weekly import weekly
from tournaments.models import Action, Club, Pairing, Player, Role, Round, Tournament
from tournaments.services import clubs, house_rules
from tournaments.services.actions import PROGRAM
from tournaments.services.demo import build_evening
from tournaments.services.planning import Plan, create_tournament

FILE = Path(__file__).parent / "routes.csv"
PARTS = ("anonymous", "guest", "stranger", "member", "scorer", "director", "admin", "owner")
METHODS = ("GET", "POST")
PAIRS = "player,partner\nAmal,Basil\nDana,Fadi\nHala,Jad\nLina,Majd\n"

WRITTEN_BY_LOOKING = {"seat_link"}
"""A seat link is opened from a slip of paper, which holds no form: opening it takes the seat."""
OF_OURS = re.compile(r'(INSERT INTO|UPDATE|DELETE FROM) "(games|tournaments)_')


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file."""

    route: str
    method: str
    path: str
    expected: tuple[str, ...]

    def at(self, world: Mapping[str, object]) -> str:
        """Return the address, in a world where its things have numbers."""
        return self.path.format(**world)


def lines() -> list[Line]:
    """Return the reviewed lines."""
    with FILE.open(newline="", encoding="utf-8") as file:
        return [
            Line(row["route"], row["method"], row["path"], tuple(row[part] for part in PARTS))
            for row in csv.DictReader(file)
        ]


LINES = lines()


def routes(patterns: Iterable[object], space: str = "") -> Iterator[str]:
    """Return the name of every route, as Django names the view behind an address."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from routes(pattern.url_patterns, inner)
        elif isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name or pattern.pattern}"


ROUTES = [route for route in routes(get_resolver().url_patterns) if not route.startswith("admin:")]


def undone(client: Client, line: Line, world: Mapping[str, object]) -> str:
    """Return the status of an answer, or ``login``; whatever was done is undone for the next line."""
    before = transaction.savepoint()
    cookies = copy(client.cookies)
    response: HttpResponse = getattr(client, line.method.lower())(line.at(world))
    transaction.savepoint_rollback(before)
    client.cookies = cookies
    to = response.headers.get("Location", "")
    return "login" if to.startswith(reverse("account_login")) else str(response.status_code)


@pytest.fixture(autouse=True)
def no_attempts_so_far() -> None:
    """Nobody has asked for anything: the cache, which counts that, is empty."""
    cache.clear()


@pytest.fixture
def cast(
    guido: User, charlie: User, bob: User, sami: User, alice: User, adam: User, olivia: User
) -> dict[str, User | None]:
    """Everybody, by the part he plays."""
    return dict(zip(PARTS, (None, guido, charlie, bob, sami, alice, adam, olivia), strict=True))


@pytest.fixture
def world(club: Club, guido: User, adam: User, bob: User, stream: Stream) -> dict[str, object]:
    """Return what addresses are about, by the names in the file."""
    over = bots_table(cap=1)
    play_out()
    create_tournament(club=club, plan=Plan(name="Draft"), author=PROGRAM, now=NOW)
    other = clubs.create_club(name="Other Club", owner=person("mallory"), now=NOW)
    named: dict[str, object] = {"bob": bob.pk}
    for slug, of in (("cup", club), ("other", other)):
        plan = Plan(name=slug.title())
        cup = build_evening(club=of, plan=plan, content=PAIRS, now=NOW, stream=stream.derive(slug))
        named[f"{slug}_pairing"] = Pairing.objects.filter(round__stage__tournament=cup)[0].pk
        named[f"{slug}_round"] = Round.objects.filter(stage__tournament=cup)[0].pk
        named[f"{slug}_action"] = Action.objects.filter(tournament=cup)[0].pk
        named[f"{slug}_player"] = Player.objects.filter(club=of)[0].pk
        named[f"{slug}_entry"] = cup.entries.all()[0].pk
    scribe = person("scribe")
    table = practice.open_table(guido, rules=LEVANTINE, stream=stream.derive("table"), now=NOW)
    room = hosting.open_table(guido, Wish(LEVANTINE), stream=stream.derive("room"), now=NOW)
    clubs.grant_tournament_role(
        by=adam, tournament=Tournament.objects.get(slug="cup"), user=scribe, role=Role.SCORER, now=NOW
    )
    entering = opened(club, name="Open")
    named["entry"] = walk_in(entering, 1).pk
    named["invitation"] = invited(entering, adam)
    for whose, holder in {"own": None, "clubs": club}.items():
        saved = house_rules.save(
            club=holder, name="House", rules=LEVANTINE, by=bob, stream=stream.derive(whose), now=NOW
        )
        named[whose] = saved.public_id
    named["regular"] = weekly(club, pattern=entering).pk
    return named | {
        "scribe": scribe.pk,
        "over": over.public_id,
        "table": table.public_id,
        "room": room.public_id,
        "key": hosting.link_key(room.public_id),
        "link": clubs.owner_link(NOW, stream=stream.derive("link")),
        "seat": Player.objects.filter(memberships__tournament__slug="cup")[0].seat_token,
    }


@pytest.mark.django_db
@pytest.mark.parametrize("part", PARTS)
def test_everybody_gets_what_the_reviewed_file_says(
    part: str, world: dict[str, object], cast: dict[str, User | None]
) -> None:
    client = client_of(cast[part])

    found = {line: undone(client, line, world) for line in LINES}

    assert found == {line: line.expected[PARTS.index(part)] for line in LINES}


@pytest.mark.django_db
def test_every_address_in_the_file_is_one_of_its_route(world: dict[str, object]) -> None:
    found = {line: resolve(line.at(world)).view_name for line in LINES}

    assert found == {line: line.route for line in LINES}


def test_every_route_has_a_line_for_reading_and_one_for_writing() -> None:
    reviewed = {(line.route, line.method) for line in LINES}

    assert reviewed == {(route, method) for route in ROUTES for method in METHODS}


@pytest.mark.django_db
@pytest.mark.parametrize("part", PARTS)
def test_no_page_of_the_admin_opens_to_anybody_but_the_operator(
    part: str, cast: dict[str, User | None]
) -> None:
    client = client_of(cast[part])

    answers = {answer_of_admin(client, pattern) for pattern in admin_patterns(site.urls[0])}

    assert answers <= {"login", "302 /admin/login/", "302 /admin/", "403", "404"}


def admin_patterns(patterns: Iterable[object], before: str = "/admin/") -> Iterator[str]:
    """Return an address for every pattern of the admin."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from admin_patterns(pattern.url_patterns, before + str(pattern.pattern))
        elif isinstance(pattern, URLPattern):
            yield before + filled(str(pattern.pattern))


def filled(shape: str) -> str:
    """Return an address of this shape."""
    known = {"<path:object_id>": "1", "<int:content_type_id>": "1", "(?P<app_label>": "games/"}
    for name, value in known.items():
        shape = shape.replace(name, value)
    return shape.split("games/games|")[0].split("auth|")[0]


def answer_of_admin(client: Client, path: str) -> str:
    """Return the status of a page of the admin, and where it sends one."""
    response = client.get(path)
    to = response.headers.get("Location", "").split("?")[0]
    if to == reverse("account_login"):
        return "login"
    return f"{response.status_code} {to}".strip()


@pytest.mark.django_db
@pytest.mark.parametrize("part", ["anonymous", "guest", "owner"])
def test_looking_at_a_page_changes_nothing(
    part: str, world: dict[str, object], cast: dict[str, User | None]
) -> None:
    client = client_of(cast[part])
    pages = [line for line in LINES if line.method == "GET" and line.route not in WRITTEN_BY_LOOKING]

    written: dict[str, list[str]] = {}
    for line in pages:
        with CaptureQueriesContext(connection) as queries:
            undone(client, line, world)
        if changes := [query["sql"] for query in queries if OF_OURS.match(query["sql"])]:
            written[line.path] = changes

    assert written == {}


@pytest.mark.django_db
def test_nobody_writes_from_a_form_of_another_site(world: dict[str, object], bob: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(bob)
    forms = [line for line in LINES if line.method == "POST" and not line.route.startswith("api:")]

    let_through = {line.route for line in forms if undone(client, line, world) not in {"403", "405"}}

    assert let_through == {"csp_report"}
