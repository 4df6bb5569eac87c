"""The pages of the hall: a sheet written line by line on a phone, quick entry with undo, and who may."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import User
from games.services.clocks import TablePolicy
from tests.cast import NOW, client_of
from tests.tournaments.evenings import pairing_of, started
from tests.tournaments.hall import books, deals, enter, played_in_hall, plays, say, seen_now, won
from tournaments.models import Action, Club, Pairing, Report, Shown, Stage
from tournaments.services import moving, rounds
from tournaments.services.actions import PROGRAM

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairing(club: Club) -> Pairing:
    """A pairing that is played with cards."""
    return played_in_hall(club)


@pytest.fixture
def scorer(sami: User) -> Client:
    """The browser of a scorer."""
    return client_of(sami)


def address(pairing: Pairing, rest: str = "") -> str:
    """Return where a pairing's result is entered."""
    return f"/en/tournaments/{pairing.round.stage.tournament.slug}/pairings/{pairing.pk}/result/{rest}"


def desk(pairing: Pairing, rest: str = "") -> str:
    """Return the address of the scorers' page."""
    return f"/en/tournaments/{pairing.round.stage.tournament.slug}/results/{rest}"


def write(client: Client, pairing: Pairing, *, partial: bool = False, **typed: Any) -> Any:
    """Send the form of the page as it is shown, with what was typed."""
    page = client.get(address(pairing)).context
    form = {"sheet": page["sheet"].written, "seen": page["sheet"].seen, "key": page["key"], "do": "line"}
    headers = {"HX-Request": "true"} if partial else {}
    return client.post(address(pairing), form | typed, headers=headers)


def sheet(client: Client, pairing: Pairing) -> Any:
    """Return the sheet that the page shows."""
    return client.get(address(pairing)).context["sheet"]


def line(took: int, bid: int = 13, declarer: int = 0) -> dict[str, Any]:
    """Return what is chosen for a deal."""
    return {"declarer": declarer, "bid": bid, "took": took, "trump": "H"}


def test_a_scorer_writes_a_sheet_line_by_line_until_the_match_is_over(
    scorer: Client, pairing: Pairing
) -> None:
    for _ in range(3):
        assert write(scorer, pairing, **line(13)).status_code == 302

    assert books(pairing) == ("decided", "target", 0, [39, 0])
    assert [row.totals for row in sheet(scorer, pairing).rows] == [(13, 0), (26, 0), (39, 0)]


def test_the_page_shows_points_totals_and_who_deals_next(scorer: Client, pairing: Pairing) -> None:
    write(scorer, pairing, **line(13))
    write(scorer, pairing, do="pass")

    shown = sheet(scorer, pairing)

    assert [row.points for row in shown.rows] == [(13, 0), ()]
    assert (shown.totals, shown.dealer, shown.state) == ((13, 0), shown.seats[2], "open")


def test_the_last_line_is_removed_and_a_line_that_cannot_be_is_refused_in_words(
    scorer: Client, pairing: Pairing
) -> None:
    write(scorer, pairing, **line(13))

    refused = write(scorer, pairing, **line(14))
    write(scorer, pairing, do="remove")

    assert refused.status_code == 409
    assert "tricks of a deal are 13" in refused.content.decode()
    assert sheet(scorer, pairing).rows == ()


@pytest.mark.parametrize(
    "typed",
    [
        {"declarer": "9"},
        {"declarer": "x"},
        {"bid": ""},
        {"took": "many"},
        {"trump": "X"},
        {"do": "dance"},
        {"sheet": "{"},
        {"sheet": "[]"},
        {"sheet": '{"totals": [1, 2]}'},
        {"honour": "1"},
        {"do": "stop"},
        {"do": "totals", "totals": "31"},
        {"do": "totals", "totals": ["31", "x"]},
    ],
    ids=repr,
)
def test_a_form_nobody_was_shown_changes_nothing(
    scorer: Client, pairing: Pairing, typed: dict[str, Any]
) -> None:
    assert write(scorer, pairing, **(line(13) | typed)).status_code == 409

    assert not Report.objects.exists()


def test_level_totals_name_who_gained_last(scorer: Client, pairing: Pairing) -> None:
    rounds.stop_deals(round_id=pairing.round_id, author=PROGRAM, now=NOW)

    assert write(scorer, pairing, do="totals", totals=["٢٤", "24"]).status_code == 409
    write(scorer, pairing, do="totals", totals=["٢٤", "24"], last="1")

    assert books(pairing) == ("decided", "last_round", 1, [24, 24])


def test_a_phone_that_saw_an_older_sheet_is_shown_both_and_chooses(scorer: Client, pairing: Pairing) -> None:
    before = sheet(scorer, pairing)
    enter(pairing, deals(13))

    moved = write(scorer, pairing, partial=True, seen=before.seen, sheet=before.written, **line(12))

    assert moved.status_code == 409
    assert moved.context["is_moved"]
    assert [row.took for row in moved.context["sheet"].rows] == [12]
    kept = write(scorer, pairing, do="keep", sheet=moved.context["typed"], seen=moved.context["sheet"].seen)
    assert kept.status_code == 302
    assert [row.took for row in sheet(scorer, pairing).rows] == [12]
    assert Report.objects.count() == 2


def test_a_form_sent_twice_is_taken_once(scorer: Client, pairing: Pairing) -> None:
    form = {"sheet": '{"lines": []}', "seen": 0, "key": "abc", "do": "pass"}

    answers = [scorer.post(address(pairing), form, headers={"HX-Request": "true"}) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert Report.objects.count() == 1


def test_players_of_both_sides_report_and_one_agrees(pairing: Pairing) -> None:
    word = say(pairing, 0, won(0))
    other = client_of(plays(pairing, 1))

    assert b"That is right" in other.get(address(pairing)).content
    other.post(address(pairing, f"{word.pk}/shown/"))
    other.post(address(pairing, f"{word.pk}/agree/"), {"key": "k"})

    assert Shown.objects.get().side == 1
    assert books(pairing) == ("decided", "target", 0, [31, 20])


def test_what_a_player_writes_is_the_word_of_his_side(pairing: Pairing) -> None:
    mine = client_of(plays(pairing, 1))

    write(mine, pairing, do="totals", totals=["20", "31"])

    assert books(pairing)[0] == "called"
    assert Report.objects.get().side == 1
    assert mine.get(address(pairing)).context["heard"].mine.totals == (20, 31)


def test_a_stranger_sees_no_sheet_and_a_player_none_where_players_report_nothing(
    club: Club, charlie: User
) -> None:
    pairing = played_in_hall(club, players_report=False)

    assert client_of(charlie).get(address(pairing)).status_code == 403
    assert client_of(plays(pairing, 0)).get(address(pairing)).status_code == 409


def test_a_pairing_of_another_tournament_is_not_found_here(
    scorer: Client, pairing: Pairing, club: Club
) -> None:
    other = pairing_of(started(club, 2, name="Other"), 1, 1)

    assert scorer.get(address(pairing).replace(f"/{pairing.pk}/", f"/{other.pk}/")).status_code == 404


def test_a_director_types_results_one_after_another_and_undoes_one(scorer: Client, pairing: Pairing) -> None:
    for typed in ("1 31-20", "٢ ٢٠-٣١"):
        scorer.post(desk(pairing, "quick/"), {"entry": typed, "key": typed})
    page = scorer.get(desk(pairing))

    assert [(line.table, line.totals) for line in page.context["desk"].entered] == [
        (2, (20, 31)),
        (1, (31, 20)),
    ]
    first = page.context["desk"].entered[1]
    scorer.post(desk(pairing, f"{first.report}/undo/"), {"key": "undo"})

    assert books(pairing) == ("called", "", None, [None, None])
    assert list(Action.objects.order_by("pk").values_list("verb", flat=True))[-3:] == [
        "score",
        "score",
        "take_back",
    ]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1 41", "Write the table and the score"),
        ("9 31-20", "Nothing is played at table 9"),
        ("1 31 -20", "colon"),
        ("1 77-20", "No match by these rules"),
    ],
)
def test_what_cannot_be_entered_is_said_in_words(
    scorer: Client, pairing: Pairing, typed: str, said: str
) -> None:
    page = scorer.post(desk(pairing, "quick/"), {"entry": typed}, follow=True)

    assert said in page.content.decode()
    assert not Report.objects.exists()


def test_what_is_refused_stands_there_again_on_the_page_and_among_the_tables_it_came_from(
    scorer: Client, pairing: Pairing
) -> None:
    sent = {"entry": "1 77-20", "tables": "1-40", "show": "playing", "from": "results"}

    page = scorer.post(desk(pairing, "quick/"), sent, follow=True)

    assert page.redirect_chain[-1][0] == desk(pairing, "?show=playing&tables=1-40&entry=1+77-20#entry")
    assert 'value="1 77-20"' in page.content.decode()


def test_a_director_who_settles_on_his_own_page_stays_there(alice: User, pairing: Pairing) -> None:
    say(pairing, 0, won(0))
    theirs = say(pairing, 1, won(1))

    answer = client_of(alice).post(desk(pairing, f"{theirs.pk}/settle/"), {"key": "k", "from": "direct"})

    assert answer.headers["Location"] == desk(pairing).replace("results", "direct")


@pytest.mark.parametrize(
    ("asked", "tables"),
    [
        ("?tables=2-3", [2, 3]),
        ("?tables=2", [2]),
        ("?tables=x-", [1, 2, 3, 4]),
        ("?show=done", [1]),
        ("?show=playing&tables=1-3", [2, 3]),
        ("?show=needs", [4]),
        ("?show=nothing", [1, 2, 3, 4]),
    ],
)
def test_a_desk_shows_the_tables_of_a_range_and_those_in_a_state(
    scorer: Client, club: Club, asked: str, tables: list[int]
) -> None:
    first = played_in_hall(club, 8, name="Eight")
    cup = first.round.stage.tournament
    enter(first, won(0))
    for side in (0, 1):
        say(pairing_of(cup, 1, 4), side, won(side))

    page = scorer.get(desk(first, asked))

    assert [one.number for one in page.context["tables"]] == tables


def test_a_dispute_is_on_the_directors_list_and_he_settles_it(alice: User, pairing: Pairing) -> None:
    say(pairing, 0, won(0))
    theirs = say(pairing, 1, won(1))
    director = client_of(alice)
    console = f"/en/tournaments/{pairing.round.stage.tournament.slug}/direct/"

    assert b"Neither counts" in director.get(console).content
    assert b"Neither counts" in director.get(desk(pairing)).content
    director.post(desk(pairing, f"{theirs.pk}/settle/"), {"key": "k"})

    assert books(pairing) == ("decided", "target", 1, [20, 31])
    assert b"Neither counts" not in director.get(console).content


def test_a_director_lets_a_match_go_on_with_cards_and_back(alice: User, club: Club) -> None:
    pairing = pairing_of(started(club, 2), 1, 1)
    director = client_of(alice)
    there = f"/en/tournaments/{pairing.round.stage.tournament.slug}/pairings/{pairing.pk}"

    director.post(f"{there}/cards/", {"key": "a"})
    pairing.refresh_from_db()
    assert pairing.hall_table == 1
    director.post(f"{there}/online/", {"key": "b"})

    pairing.refresh_from_db()
    assert pairing.hall_table is None


def test_a_player_finds_his_sheet_where_he_is_told_his_table(pairing: Pairing) -> None:
    page = client_of(plays(pairing, 0)).get("/en/me/").content.decode()

    assert address(pairing) in page
    assert "of the hall" in page


def test_a_table_that_was_left_is_not_shown_as_in_play(alice: User, club: Club) -> None:
    pairing = pairing_of(started(club, 2, policy=TablePolicy.fast()), 1, 1)
    console = f"/en/tournaments/{pairing.round.stage.tournament.slug}/direct/"
    assert b"With cards</button>" in client_of(alice).get(console).content

    moving.go_to_cards(pairing_id=pairing.pk, author=PROGRAM, now=NOW)

    page = client_of(alice).get(console).content
    assert b"Being played</span>" in page
    assert b"With cards</button>" not in page


def test_a_tournament_in_the_hall_is_made_with_a_form(alice: User, club: Club) -> None:
    asked = {"name": "Club night", "club": club.pk, "rules": "levantine", "zone": "UTC"}
    hall = {"place": "hall", "reporting": "scorers", "confirm_minutes": "10"}

    client_of(alice).post("/en/tournaments/new/", asked | hall)

    stage = Stage.objects.get(tournament__name="Club night")
    assert (stage.place, stage.players_report, stage.confirm_seconds) == ("hall", False, 600)


def test_the_scorers_page_takes_the_same_statements_for_many_tables(
    scorer: Client, pairing: Pairing, club: Club, django_assert_max_num_queries: Any
) -> None:
    many = played_in_hall(club, 16, name="Many")
    say(many, 0, won(0))

    with django_assert_max_num_queries(14):
        scorer.get(desk(many))
    assert seen_now(many, 0) > 0
