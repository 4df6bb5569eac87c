"""What leaves a tournament's pages: the hall's screen, paper, texts for a group, a calendar, a frame."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from games.rules import RULESETS
from tests.cast import NOW, client_of
from tests.tournaments import over_days
from tests.tournaments.evenings import drawn, play_round, started
from tournaments.models import Appointment, Club, Entry, Round, Tournament
from tournaments.services import appointments, demo, planning, timing
from tournaments.services.actions import PROGRAM, Author
from tournaments.services.board import Picture, Text, Wanted, board, calendar, paper_sheets, pictures, texts
from tournaments.services.board.paper import lines_of
from tournaments.services.planning import Plan
from tournaments.services.timetables import Given, StageTimes
from tournaments.views.printing import PAGES

pytestmark = pytest.mark.django_db
SWISS = {"format": "swiss", "options": {"rounds": 4, "tie_breaks": ["buchholz", "diff"]}}


def answer(name: str, tournament: Tournament, *args: object, asked: str = "") -> HttpResponse:
    """Return a page of a tournament as anybody gets it."""
    found = Client().get(reverse(f"tournaments:{name}", args=[tournament.slug, *args]) + asked)
    assert found.status_code == 200
    return found  # type: ignore[return-value]  # the test client's own response wraps it


PAGE = "https://club.test/ar/tournaments/cup/"


def shown(tournament: Tournament, wanted: Wanted) -> tuple[Picture, ...]:
    """Return the pictures of a screen."""
    return pictures(board(tournament), wanted)


def sent(tournament: Tournament) -> dict[str, Text]:
    """Return the texts for a group, by what they are."""
    return {text.key: text for text in texts(board(tournament, back=2), address=PAGE)}


# ---- the screen -----------------------------------------------------------------------------------


def test_a_screen_shows_twelve_tables_a_picture_and_twenty_rows_of_the_standings(club: Club) -> None:
    cup = started(club, 30, **SWISS)

    found = shown(cup, Wanted())

    assert [(one.part, one.page, one.pages) for one in found] == [
        ("tables", 1, 2),
        ("tables", 2, 2),
        ("standings", 1, 2),
        ("standings", 2, 2),
    ]
    assert sum(len(one.pairings) for one in found) == 15
    assert sum(len(one.rows) for one in found) == 30


def test_a_screen_may_be_for_some_tables_and_some_parts_only(club: Club) -> None:
    cup = started(club, 30, **SWISS)

    page = answer("screen", cup, asked="?show=tables&tables=4-6&seconds=5").content.decode()

    assert [int(number) for number in re.findall(r'</span>(\d+)</span>\s*<span class="who', page)] == [
        4,
        5,
        6,
    ]
    assert 'data-seconds="5"' in page
    assert "Standings" not in page


def test_a_screen_begins_with_all_who_have_won(club: Club) -> None:
    """Of two that share the first place none is left out."""
    cup = started(club, 4, format="swiss", options={"rounds": 1, "tie_breaks": ["diff"]})
    play_round(cup, 1)

    first = shown(cup, Wanted())[0]

    assert (first.part, [row.rank for row in first.rows]) == ("champion", [1, 1])
    assert "Player 1 B · Player 2 A" in answer("embed", cup).content.decode()


def test_a_screen_says_what_its_address_wants_said(club: Club) -> None:
    page = answer("screen", started(club, 4), asked="?words=Tables+1-6:+upstairs+<b>").content.decode()

    assert '<p class="words"><bdi>Tables 1-6: upstairs &lt;b&gt;</bdi></p>' in page


@pytest.mark.parametrize(
    "asked", ["?show=nothing&tables=x&seconds=-1", "?tables=9-&seconds=999999", "?show="]
)
def test_what_a_screen_cannot_read_is_as_if_it_were_not_there(club: Club, asked: str) -> None:
    page = answer("screen", started(club, 4), asked=asked).content.decode()

    assert "Player 1 A" in page
    assert re.search(r'data-seconds="(12|120)"', page)


def test_the_clock_of_a_screen_runs_to_the_end_of_the_round(club: Club) -> None:
    cup = started(club, 4, round_seconds=1800)
    ends = Round.objects.get(state="open").ends_at

    page = answer("screen", cup).content.decode()

    assert ends is not None
    assert f'data-until="{ends:%Y-%m-%dT%H:%M:%S}' in page


# ---- paper ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("what", PAGES)
def test_every_page_for_paper_names_the_tournament_in_both_languages(
    club: Club, what: str, language: str
) -> None:
    cup = started(club, 4, format="swiss", options={"rounds": 1})
    if what == "certificates":
        play_round(cup, 1)

    with translation.override(language):
        page = answer("paper", cup, what).content.decode()

    assert "Thursday Cup" in page
    assert "Player 1 A" in page


def test_there_is_a_score_sheet_and_a_card_for_every_table(club: Club) -> None:
    cup = started(club, 9, **SWISS)

    assert answer("paper", cup, "sheets").content.decode().count('class="scoresheet') == 4
    assert answer("paper", cup, "cards").content.decode().count('class="card"') == 4


@pytest.mark.parametrize(
    ("key", "cap", "lines"),
    [
        ("levantine", None, 15),
        ("levantine", 4, 5),
        ("levantine", 100, 15),
        ("moving-trump", None, 18),
        ("one-round", None, 9),
        ("solo", None, 40),
    ],
)
def test_a_score_sheet_has_the_lines_that_its_rules_need(key: str, cap: int | None, lines: int) -> None:
    rules = RULESETS[key]

    assert lines_of(rules, target=rules.target, cap=cap) == lines


def test_a_long_match_gets_more_sheets_and_a_series_one_for_each_game(club: Club) -> None:
    plan = Plan(name="Solo", format="solo-swiss", rules=RULESETS["solo"], options={"rounds": 1})
    solo = planning.create_tournament(club=club, plan=plan, author=PROGRAM, now=NOW)
    three = started(club, 4, name="Three", best_of=3)

    assert [(one.deals[0], one.deals[-1]) for one in paper_sheets(solo)] == [(1, 20), (21, 40)]
    assert [(one.game, len(one.deals)) for one in paper_sheets(three)] == [(1, 15), (2, 15), (3, 15)]
    assert answer("paper", three, "sheets").content.decode().count('class="scoresheet') == 6


def test_certificates_are_for_the_first_three_places_of_a_tournament_that_is_over(club: Club) -> None:
    cup = started(club, 8, format="swiss", options={"rounds": 1, "tie_breaks": ["seed"]})
    before = answer("paper", cup, "certificates").content.decode()
    play_round(cup, 1)

    after = answer("paper", cup, "certificates").content.decode()

    assert before.count('class="certificate"') == 0
    assert after.count('class="certificate"') == 3


# ---- texts for a group ----------------------------------------------------------------------------


def test_a_text_keeps_every_name_apart_from_the_direction_of_its_line(club: Club) -> None:
    cup = started(club, 4, **SWISS)
    play_round(cup, 1)

    with translation.override("ar"):
        texts_sent = sent(cup)

    assert set(texts_sent) == {"tables", "results", "standings"}
    for text in texts_sent.values():
        *lines, address = text.body.splitlines()
        assert address == f"\u200e{PAGE}"
        assert all(line.startswith("\u200f") for line in lines)
        assert all(line.count("\u2068") == line.count("\u2069") >= 1 for line in lines)


def test_in_a_text_a_score_stands_behind_its_own_name(club: Club) -> None:
    cup = started(club, 4, **SWISS)
    play_round(cup, 1)

    body = sent(cup)["results"].body

    assert "\u2068Player 1 A & Player 1 B\u2069 31 ✓ – \u2068Player 3 A & Player 3 B\u2069 20" in body


def test_a_text_of_a_bracket_says_who_is_still_in_and_has_no_points(club: Club) -> None:
    cup = started(club, 4)
    play_round(cup, 1)

    body = sent(cup)["standings"].body

    assert "\u2068Player 1 A & Player 1 B\u2069: still in\n" in body
    assert "3. \u2068Player 3 A & Player 3 B\u2069\n" in body


# ---- the calendar ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wall", "utc"),
    [("2026-10-24 20:00", "20261024T170000Z"), ("2026-10-25 20:00", "20261025T180000Z")],
)
def test_a_calendar_is_right_before_and_after_the_clocks_change(
    club: Club, wall: str, utc: str, stream: object
) -> None:
    """In Beirut the clocks go back in the night to Sunday, 25 October 2026."""
    plan = Plan(name="Cup", zone="Asia/Beirut", wall_start=datetime.fromisoformat(wall))
    content = "player,partner\nA,B\nC,D\n"
    cup = demo.build_evening(club=club, plan=plan, content=content, now=NOW, stream=stream)  # type: ignore[arg-type]  # the fixture's

    body = answer("calendar", cup).content.decode()

    assert f"DTSTART:{utc}\r\n" in body


def test_a_calendar_has_rounds_that_are_planned_after_the_clocks_change(club: Club) -> None:
    """Case of Beirut again: the second round is played a week later, by winter time."""
    zoned = drawn(club, 4, **SWISS, zone="Asia/Beirut")
    walls = {1: "2026-10-18 20:00", 2: "2026-10-25 20:00"}
    given = {number: Given(datetime.fromisoformat(wall)) for number, wall in walls.items()}
    wanted = {1: StageTimes(rounds=given)}
    asked: dict[str, Any] = {"wanted": wanted, "remind_minutes": None}
    timing.set_times(tournament_id=zoned.pk, **asked, author=PROGRAM, now=NOW - timedelta(days=60))

    body = answer("calendar", zoned).content.decode()

    assert "DTSTART:20261018T170000Z\r\n" in body
    assert "DTSTART:20261025T180000Z\r\n" in body


def test_a_time_that_was_agreed_on_is_in_the_calendar_of_who_plays_then(club: Club) -> None:
    cup = over_days.week(club)
    first, second = over_days.players(cup)
    over_days.proposed(cup, first)
    named = Appointment.objects.get()
    early = client_of(second).get(f"/en/tournaments/{cup.slug}/calendar.ics").content.decode()
    appointments.agree(
        pairing_id=named.pairing_id, seen=named.starts_at, author=Author(second.pk), now=named.at
    )

    his = client_of(second).get(f"/en/tournaments/{cup.slug}/calendar.ics").content.decode()
    others = answer("calendar", cup).content.decode()

    at = f"DTSTART:{named.starts_at.astimezone(UTC):%Y%m%dT%H%M%SZ}\r\n"
    assert (at in early, at in his, at in others) == (False, True, False)


def test_a_calendar_file_escapes_names_and_folds_its_lines_between_letters(club: Club) -> None:
    cup = drawn(club, 4)
    Tournament.objects.filter(pk=cup.pk).update(name="كأس الأرز، الدورة الثانية; ليلة الخميس, " + "ب" * 40)
    cup.refresh_from_db()

    body = calendar(board(cup), address="https://club.test/t/", host="club.test", now=NOW)

    assert all(len(line.encode()) <= 75 for line in body.split("\r\n"))
    assert r"ليلة الخميس\, " in body.replace("\r\n ", "")
    assert r"الثانية\; " in body.replace("\r\n ", "")
    assert f"DTSTAMP:{NOW.astimezone(UTC):%Y%m%dT%H%M%SZ}" in body


# ---- another site's frame -------------------------------------------------------------------------


def test_only_the_page_made_for_it_may_stand_in_another_site_s_frame(club: Club) -> None:
    cup = started(club, 4)

    framed, detail = answer("embed", cup), answer("detail", cup)

    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed
    assert "frame-ancestors 'none'" in detail["Content-Security-Policy"]
    assert detail["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize(
    ("asked", "begins"),
    [("", 'dir="ltr">'), ("?theme=dark", 'dir="ltr" data-theme="dark">'), ("?theme=x", 'dir="ltr">')],
)
def test_a_frame_has_the_theme_of_the_site_it_stands_in(club: Club, asked: str, begins: str) -> None:
    page = answer("embed", started(club, 2), asked=asked).content.decode()

    assert f'<html lang="en" {begins}' in page


def test_a_link_to_a_tournament_says_what_it_is_where_it_is_shared(club: Club) -> None:
    page = answer("detail", started(club, 4)).content.decode()

    assert '<meta property="og:title" content="Thursday Cup">' in page
    assert re.search(r'<meta property="og:url" content="http://testserver/\w+/tournaments/', page)


# ---- what they cost -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["screen", "paper/names", "paper/sheets", "share", "calendar", "embed"])
def test_they_cost_as_many_questions_for_many_pairs_as_for_a_few(club: Club, path: str) -> None:
    name, _, what = path.partition("/")
    asked = []
    for pairs in (16, 64):
        cup = started(club, pairs, name=f"Cup of {pairs}", **SWISS)
        with CaptureQueriesContext(connection) as counted:
            answer(name, cup, *([what] if what else []))
        asked.append(len(counted))

    assert abs(asked[0] - asked[1]) <= 2


def test_a_screen_that_has_the_newest_is_answered_without_a_page(club: Club) -> None:
    cup = started(club, 4)
    asked = {"HX-Request": "true"}
    client = Client()
    address = reverse("tournaments:screen", args=[cup.slug])
    tag = client.get(address, headers=asked)["ETag"]

    assert client.get(address, headers=asked | {"If-None-Match": tag}).status_code == 304


def test_an_answer_to_a_screen_is_one_element_so_that_a_night_of_them_leaves_nothing_behind(
    club: Club,
) -> None:
    address = reverse("tournaments:screen", args=[started(club, 4).slug])

    part = Client().get(address, headers={"HX-Request": "true"}).content

    assert part == part.strip()
    assert part.startswith(b'<div id="live"')


# ---- lists for a spreadsheet


def rows_of(cup: Tournament, what: str) -> list[dict[str, str]]:
    """Return the rows of a list that anybody downloads."""
    answer = Client().get(f"/en/tournaments/{cup.slug}/{what}.csv")
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_standings_and_pairings_are_lists_in_which_no_name_is_a_formula(club: Club) -> None:
    cup = started(club, 4, format="swiss", options={"rounds": 2, "tie_breaks": ["diff"]})
    play_round(cup, 1)
    Entry.objects.filter(tournament=cup, seed=1).update(name="=HYPERLINK(1)")

    standings, pairings = rows_of(cup, "standings"), rows_of(cup, "pairings")

    assert [(row["entry"], row["points"], row["diff"]) for row in standings] == [
        ("'=HYPERLINK(1)", "2", "11"),
        ("Player 2 A & Player 2 B", "2", "11"),
        ("Player 3 A & Player 3 B", "0", "-11"),
        ("Player 4 A & Player 4 B", "0", "-11"),
    ]
    first = pairings[0]
    assert (first["round"], first["entry_1"], first["score_1"]) == ("1", "'=HYPERLINK(1)", "31")
    assert len(pairings) == 4
