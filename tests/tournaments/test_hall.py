"""Results from the hall: entered deal by deal or as totals, once, over nobody's newer word, and undone."""

from __future__ import annotations

import threading

import pytest
from django.db import connection

from games.models import User
from games.rules import Refusal, Side
from tests.cast import NOW
from tests.tournaments.evenings import STREAM, pairing_of, round_of, seeds_in, started
from tests.tournaments.hall import books, deals, enter, played_in_hall, plays, seen_now, won
from tournaments.models import Action, Club, Pairing, Report
from tournaments.services import due, hall, rounds, rulings
from tournaments.services.actions import PROGRAM, AlreadyDone, Author
from tournaments.services.hall import pairing_at
from tournaments.services.rulings import Ruling
from tournaments.services.said import Sheet, Totals, said_from, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairing(club: Club) -> Pairing:
    """A pairing of four pairs' cup that is played with cards."""
    return played_in_hall(club)


def refused(pairing: Pairing, said: Sheet | Totals, **more: int) -> str:
    """Return the code with which an entry is refused."""
    before = Report.objects.count(), Action.objects.count()
    with pytest.raises(Refusal) as refusal:
        enter(pairing, said, **more)
    assert (Report.objects.count(), Action.objects.count()) == before
    return refusal.value.code


def test_in_a_stage_in_the_hall_no_table_is_opened_and_each_has_a_number(pairing: Pairing) -> None:
    mine = Pairing.objects.filter(round=pairing.round).order_by("number")

    assert list(mine.values_list("state", "table", "hall_table")) == [
        ("called", None, 1),
        ("called", None, 2),
    ]


def test_totals_decide_a_pairing_as_a_table_does(pairing: Pairing) -> None:
    enter(pairing, won(1, 33, 12))

    assert books(pairing) == ("decided", "target", 1, [12, 33])
    assert list(pairing.sides.values_list("placement", flat=True)) == [2, 1]
    assert told(pairing.reports.all()).game.kind == "totals"  # type: ignore[union-attr]  # it was entered


def test_a_sheet_decides_a_pairing_with_the_line_that_ends_the_match(pairing: Pairing) -> None:
    enter(pairing, deals(13, 13))
    assert books(pairing) == ("called", "", None, [None, None])

    enter(pairing, deals(13, 13, 13), seen=seen_now(pairing))

    assert books(pairing) == ("decided", "target", 0, [39, 0])


def test_a_result_closes_its_round_and_sends_the_winner_on(pairing: Pairing) -> None:
    enter(pairing, won(1))
    enter(pairing_of(pairing.round.stage.tournament, 1, 2), won(0))
    due.close_due(now=NOW, stream=STREAM)

    final = pairing_of(pairing.round.stage.tournament, 2, 1)
    assert seeds_in(final) == (4, 2)
    assert (final.state, final.hall_table, final.table) == ("called", 1, None)


def test_level_totals_in_a_bracket_ask_who_gained_last(pairing: Pairing) -> None:
    rounds.stop_deals(round_id=pairing.round_id, author=PROGRAM, now=NOW)

    assert refused(pairing, Totals((24, 24))) == "last_gain_missing"

    enter(pairing, Totals((24, 24), last=Side(1)))
    assert books(pairing) == ("decided", "last_round", 1, [24, 24])
    assert (pairing.outcome, pairing.deal, pairing.level_at) == ("drawn", 0, "clock")


def test_a_sheet_says_itself_who_gained_last(pairing: Pairing) -> None:
    rounds.stop_deals(round_id=pairing.round_id, author=PROGRAM, now=NOW)
    level = said_from(
        {
            "lines": [
                {"declarer": 0, "bid": 8, "tricks": [8, 5]},
                {"declarer": 1, "bid": 8, "tricks": [4, 9]},
            ],
            "is_last": True,
        }
    )

    enter(pairing, level)

    assert books(pairing) == ("decided", "last_round", 1, [8, 8])
    assert pairing.deal == 2


def test_a_sheet_without_a_result_waits_for_the_director_and_may_be_played_again(pairing: Pairing) -> None:
    enter(pairing, Sheet((None,) * 8))
    assert books(pairing)[0] == "void"

    rulings.settle(
        pairing_id=pairing.pk, ruling=Ruling(Report.Kind.REPLAY), author=PROGRAM, now=NOW, stream=STREAM
    )
    enter(pairing, won(0))

    assert books(pairing) == ("decided", "target", 0, [31, 20])


def test_what_is_no_result_is_refused_and_changes_nothing(pairing: Pairing) -> None:
    assert refused(pairing, Totals((77, 20))) == "bad_totals"
    assert refused(pairing, Totals((31, 20, 4, 5))) == "bad_totals"
    assert refused(pairing, deals(14)) == "bad_sheet_tricks"
    assert refused(pairing, deals(13, 13, 13, 13)) == "line_after_the_end"
    assert refused(pairing, deals(13, is_last=True)) == "time_not_up"


def test_a_result_that_is_known_is_not_overwritten(pairing: Pairing) -> None:
    enter(pairing, won(0))

    assert refused(pairing, won(1)) == "result_known"
    assert books(pairing) == ("decided", "target", 0, [31, 20])


def test_liwords_1650_a_result_for_a_round_to_come_is_refused(pairing: Pairing) -> None:
    """Case S-08: and the tournament does not end by it."""
    final = pairing_of(pairing.round.stage.tournament, 2, 1)

    assert refused(final, won(0)) == "not_called"
    assert round_of(pairing.round.stage.tournament, 2).state == "planned"
    pairing.round.stage.tournament.refresh_from_db()
    assert pairing.round.stage.tournament.state == "running"


def test_a_table_of_this_site_reports_itself(club: Club) -> None:
    assert refused(pairing_of(started(club, 2), 1, 1), won(0)) == "not_in_the_hall"


def test_of_two_phones_that_write_one_sheet_the_second_is_shown_what_the_first_wrote(
    pairing: Pairing,
) -> None:
    before = seen_now(pairing)
    enter(pairing, deals(13), seen=before)

    assert refused(pairing, deals(12), seen=before) == "result_moved"
    enter(pairing, deals(13, 12), seen=seen_now(pairing))

    sheet = told(pairing.reports.all()).sheet
    assert sheet is not None
    assert len(sheet.data["lines"]) == 2


def test_an_entry_sent_twice_is_made_once(pairing: Pairing) -> None:
    enter(pairing, deals(13), key="a phone's own")

    with pytest.raises(AlreadyDone):
        enter(pairing, deals(13), key="a phone's own")

    assert pairing.reports.count() == 1


def test_who_plays_there_enters_nothing_as_a_scorer(pairing: Pairing) -> None:
    bob: User = plays(pairing, 0)

    assert refused(pairing, won(0), user_id=bob.pk) == "own_pairing"


def test_a_result_taken_back_leaves_the_pairing_as_it_was_and_its_sheet_to_be_corrected(
    pairing: Pairing,
) -> None:
    enter(pairing, deals(13, 13))
    enter(pairing, deals(13, 13, 13))
    entered = told(pairing.reports.all()).game
    assert entered is not None

    hall.take_back(pairing_id=pairing.pk, report_id=entered.pk, author=PROGRAM, now=NOW)

    assert books(pairing) == ("called", "", None, [None, None])
    assert (pairing.outcome, pairing.deal) == ("", None)
    heard = told(pairing.reports.all())
    assert heard.game is None
    assert heard.sheet == entered
    enter(pairing, won(1), seen=heard.last)
    assert books(pairing) == ("decided", "target", 1, [20, 31])


def test_two_people_do_not_take_the_same_result_back_twice(pairing: Pairing) -> None:
    enter(pairing, won(0))
    (entered,) = pairing.reports.all()
    hall.take_back(pairing_id=pairing.pk, report_id=entered.pk, author=PROGRAM, now=NOW)
    enter(pairing, won(1))

    with pytest.raises(hall.NothingToTakeBack):
        hall.take_back(pairing_id=pairing.pk, report_id=entered.pk, author=PROGRAM, now=NOW)

    assert books(pairing) == ("decided", "target", 1, [20, 31])


def test_after_its_round_is_closed_a_result_is_not_taken_back(pairing: Pairing) -> None:
    enter(pairing, won(0))
    enter(pairing_of(pairing.round.stage.tournament, 1, 2), won(0))
    due.close_due(now=NOW, stream=STREAM)

    with pytest.raises(hall.NothingToTakeBack):
        hall.take_back(pairing_id=pairing.pk, report_id=pairing.reports.get().pk, author=PROGRAM, now=NOW)

    assert books(pairing) == ("decided", "target", 0, [31, 20])


def test_in_a_best_of_three_each_sheet_is_a_game_and_the_last_may_be_taken_back(club: Club) -> None:
    pairing = played_in_hall(club, 2, best_of=3)
    enter(pairing, won(0))
    enter(pairing, won(1, 33, 12))
    assert books(pairing) == ("called", "", None, [43, 53])

    last = pairing.reports.latest("pk")
    hall.take_back(pairing_id=pairing.pk, report_id=last.pk, author=PROGRAM, now=NOW)
    assert books(pairing) == ("called", "", None, [31, 20])
    enter(pairing, won(0))

    assert books(pairing) == ("decided", "games", 0, [62, 40])
    assert list(pairing.sides.order_by("number").values_list("halves", flat=True)) == [4, 0]


def test_a_game_taken_back_after_time_was_called_leaves_nobody_placed(club: Club) -> None:
    pairing = played_in_hall(club, 2, best_of=3)
    enter(pairing, won(0))
    rounds.stop_deals(round_id=pairing.round_id, author=PROGRAM, now=NOW)
    enter(pairing, won(1))

    last = pairing.reports.latest("pk")
    hall.take_back(pairing_id=pairing.pk, report_id=last.pk, author=PROGRAM, now=NOW)

    assert books(pairing) == ("called", "", None, [31, 20])
    assert set(pairing.sides.values_list("placement", flat=True)) == {None}


def test_the_pairing_at_a_table_is_found_by_its_number(pairing: Pairing) -> None:
    tournament = pairing.round.stage.tournament

    assert pairing_at(tournament, 1) == pairing
    with pytest.raises(hall.NoSuchPairing):
        pairing_at(tournament, 9)


@pytest.mark.parametrize(
    "values",
    [
        None,
        "",
        [],
        {},
        {"result": "none"},
        {"totals": []},
        {"totals": "31-20"},
        {"totals": [31, "20"]},
        {"totals": [31, 20], "last": "A"},
        {"totals": [31, 20], "last": 4},
        {"totals": [31, 20], "winner": 0},
        {"lines": [], "dealer": 7},
        {"lines": [], "is_last": "yes"},
        {"totals": [31, 20], "lines": []},
    ],
    ids=repr,
)
def test_liwords_888_what_is_no_result_is_told_what_is_one(values: object) -> None:
    """Case K-11."""
    with pytest.raises(Refusal) as refusal:
        said_from(values)

    assert (refusal.value.code, refusal.value.params) == ("unknown_result", {"allowed": "lines, totals"})


def test_an_entry_takes_few_statements(pairing: Pairing, django_assert_max_num_queries: object) -> None:
    with django_assert_max_num_queries(20):  # type: ignore[operator]  # a fixture of pytest-django
        hall.enter(pairing_id=pairing.pk, said=won(0), author=Author(), now=NOW)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_enter_different_results_at_once_one_is_told_that_it_is_known(club: Club) -> None:
    pairing, said = played_in_hall(club), []

    def scorer(side: int) -> None:
        try:
            hall.enter(pairing_id=pairing.pk, said=won(side), author=PROGRAM, now=NOW)
            said.append("entered")
        except Refusal as refusal:
            said.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=scorer, args=(side,)) for side in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(said) == ["entered", "result_known"]
    assert pairing.reports.count() == 1
    assert books(pairing)[3] in ([31, 20], [20, 31])
