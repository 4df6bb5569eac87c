"""What people look up: where they play, whom they met and why, and how their place comes about."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.dealing import Stream
from tests.cast import NOW
from tests.tournaments.evenings import drawn, pairing_of, play_round, started
from tests.tournaments.test_formats import finish_round
from tournaments.models import Club, Tournament
from tournaments.services import demo, due
from tournaments.services.board import Whereabouts, board, entry_stages, round_to_find, whereabouts
from tournaments.services.board.reasons import reasons
from tournaments.services.planning import NextStage, Plan

pytestmark = pytest.mark.django_db
BUCHHOLZ = {"rounds": 4, "tie_breaks": ["buchholz", "diff"]}
ARABIC = "player,partner\nأحمد الحاج,إيمان سعد\nآية نور,Zed Last\nمؤمن علي,هدى سالم\nJad Haddad,Mona Aziz\n"


def page(name: str, tournament: Tournament, *args: object, asked: str = "") -> str:
    """Return a page of a tournament as anybody reads it."""
    answer = Client().get(reverse(f"tournaments:{name}", args=[tournament.slug, *args]) + asked)
    assert answer.status_code == 200
    return answer.content.decode()


def found(tournament: Tournament, letters: str) -> list[Whereabouts]:
    """Return who is found in the round that is on."""
    round_ = round_to_find(board(tournament))
    assert round_ is not None
    return list(whereabouts(round_, letters))


def test_a_few_letters_of_a_name_find_its_table(club: Club) -> None:
    cup = started(club, 16)

    (place,) = found(cup, "ayer 7 b")

    assert place.player == "Player 7 B"
    assert place.partners == ("Player 7 A",)
    assert place.table == pairing_of(cup, 1, place.pairing.number).table.number  # type: ignore[union-attr]  # called


@pytest.mark.parametrize(
    ("letters", "name"),
    [
        ("احمد", "أحمد الحاج"),
        ("ايما", "إيمان سعد"),
        ("ايه", "آية نور"),
        ("haDD", "Jad Haddad"),
        ("علي", "مؤمن علي"),
    ],
)
def test_hamza_alef_and_case_do_not_matter(club: Club, stream: Stream, letters: str, name: str) -> None:
    cup = demo.build_evening(club=club, plan=Plan(name="Cup"), content=ARABIC, now=NOW, stream=stream)
    due.start_due(now=NOW, stream=stream)

    assert [place.player for place in found(cup, letters)] == [name]


def test_the_page_of_tables_lists_them_by_number_and_everybody_by_name(club: Club) -> None:
    cup = started(club, 4)

    by_table, by_name = page("tables", cup), page("tables", cup, asked="?by=name")

    assert by_table.index("Player 1 A &amp; Player 1 B") < by_table.index("Player 2 A &amp; Player 2 B")
    assert by_name.index("Player 1 A</bdi></b>") < by_name.index("Player 4 B</bdi></b>")


def test_who_is_not_in_the_round_is_told_so(club: Club) -> None:
    assert "Nobody of this name plays in this round" in page("tables", started(club, 4), asked="?q=zebra")


def test_before_a_draw_nobody_has_a_table(club: Club) -> None:
    cup = started(club, 4)
    play_round(cup, 1)
    play_round(cup, 2)

    assert "No round is drawn" in page("tables", cup)


def test_an_entry_reads_whom_it_met_and_why_and_how_its_tie_breaks_add_up(club: Club) -> None:
    cup = started(club, 8, format="swiss", options=BUCHHOLZ)
    play_round(cup, 1)
    entry = pairing_of(cup, 2, 1).sides.get(number=0).entry

    (part,) = entry_stages(board(cup, back=None), entry.pk)
    shown = page("entrant", cup, entry.pk)

    assert [line.result for line in part.lines] == ["", "won"]
    assert [column.code for column, _value in part.tie_breaks] == ["buchholz", "diff"]
    assert "They had not met before." in part.lines[0].why
    assert "Both had the same number of table points." in shown
    assert "How this place comes about" in shown


def test_the_scores_on_an_entry_s_page_begin_with_its_own(club: Club) -> None:
    cup = started(club, 4, format="swiss", options=BUCHHOLZ)
    play_round(cup, 1)
    loser = pairing_of(cup, 1, 1).sides.get(placement=2).entry_id

    (part,) = entry_stages(board(cup, back=None), loser)

    assert [side.score for side in part.lines[-1].sides] == [20, 31]


def test_a_table_says_what_its_stage_gives_other_points_for_than_is_usual(club: Club) -> None:
    points = {"points": {"loss": 1, "walkover": 2, "missed": 0.5}}
    cup = started(club, 4, format="swiss", options={"rounds": 2} | points)
    usual = started(club, 4, format="swiss", options={"rounds": 2}, name="Usual")

    said = board(cup, back=None).stages[0].points

    assert said == (("A match lost", "1"), ("Won by walkover", "2"), ("A round missed", "0.5"))
    page = Client().get(reverse("tournaments:detail", args=[cup.slug])).content.decode()
    assert "Won by walkover <bdi>2</bdi>" in page
    assert board(usual, back=None).stages[0].points == ()


def test_a_rematch_and_a_difference_are_owned_up_to() -> None:
    """Cases K-01 and K-02: both points, and why whoever asks met whom he met."""
    why = {
        "ranks": [3, 9],
        "points": [4, 2],
        "difference": 2,
        "met_before": 1,
        "floats_again": 1,
        "club_mates": True,
    }

    said = " ".join(reasons("swiss", why))

    assert "Places 3 and 9" in said
    assert "They had 4 and 2 table points" in said
    assert "They have met before" in said
    assert "twice running" in said
    assert "one club" in said


def test_an_odd_one_reads_why_it_has_the_bye(club: Club) -> None:
    cup = started(club, 5, format="swiss", options=BUCHHOLZ)
    alone = pairing_of(cup, 1, 3).sides.get().entry_id

    (part,) = entry_stages(board(cup, back=None), alone)

    assert part.lines[0].result == "bye"
    assert "had none" in part.lines[0].why[0]


def test_a_double_knockout_shows_its_two_brackets_under_headings(club: Club) -> None:
    shown = page("detail", started(club, 8, format="double-knockout"))

    assert shown.index("Upper bracket") < shown.index("Lower bracket") < shown.index(">Final<")


def test_who_wins_a_group_is_not_called_the_champion(club: Club) -> None:
    cup = started(club, 8, format="round-robin", groups=2, then=(NextStage("knockout", 4),))
    for number in (1, 2, 3):
        finish_round(cup.stages.get(position=1), number)

    assert "Champions" not in page("detail", cup)


@pytest.mark.parametrize("path", ["detail", "tables", "tables?by=name", "entrant"])
def test_a_page_costs_as_many_questions_for_many_pairs_as_for_a_few(club: Club, path: str) -> None:
    asked = []
    for pairs, name in ((16, "Few"), (64, "Many")):
        cup = started(club, pairs, name=name, format="swiss", options=BUCHHOLZ)
        play_round(cup, 1)
        route, _, by = path.partition("?")
        args = [cup.entries.all()[0].pk] if route == "entrant" else []
        with CaptureQueriesContext(connection) as counted:
            page(route, cup, *args, asked=f"?{by}")
        asked.append(len(counted))

    assert abs(asked[0] - asked[1]) <= 2


def test_the_list_of_the_next_round_can_be_read_before_it_starts(club: Club) -> None:
    cup = drawn(club, 4)

    assert "Player 4 A" in page("tables", cup)
