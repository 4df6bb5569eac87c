"""Players report: agreement decides, contradiction waits for the director, and silence after being shown."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.rules import Refusal
from tests.cast import NOW
from tests.tournaments.evenings import pairing_of, round_of
from tests.tournaments.hall import books, deals, enter, played_in_hall, plays, say, seen_now, won
from tournaments import tasks
from tournaments.models import Club, Pairing, Report
from tournaments.services import due, hall, words
from tournaments.services.actions import PROGRAM, Author
from tournaments.services.board import desk
from tournaments.services.said import told

pytestmark = pytest.mark.django_db
OPEN = ("called", "", None, [None, None])


@pytest.fixture
def pairing(club: Club) -> Pairing:
    """A pairing that is played with cards, whose players report."""
    return played_in_hall(club)


def disputed(pairing: Pairing) -> list[int]:
    """Return the tables on the director's list of disputes."""
    return [table.number for table in desk(pairing.round.stage.tournament).disputed]


def test_the_word_of_one_side_decides_nothing(pairing: Pairing) -> None:
    say(pairing, 0, won(0))

    assert books(pairing) == OPEN
    assert disputed(pairing) == []


def test_two_sides_that_say_the_same_have_decided(pairing: Pairing) -> None:
    say(pairing, 0, deals(13, 13, 13))
    say(pairing, 1, won(0, 39, 0))

    assert books(pairing) == ("decided", "target", 0, [39, 0])
    agreed = pairing.reports.get(kind=Report.Kind.AGREED)
    assert len(agreed.data["lines"]) == 3


def test_tabbycat_72_two_sides_that_contradict_each_other_wait_for_the_director(pairing: Pairing) -> None:
    """Case O-05: neither word counts, and the next round is not drawn."""
    enter(pairing_of(pairing.round.stage.tournament, 1, 2), won(0))
    say(pairing, 0, won(0))
    say(pairing, 1, won(1))

    due.close_due(now=NOW, stream=None)  # type: ignore[arg-type]  # nothing is drawn

    assert books(pairing) == OPEN
    assert disputed(pairing) == [1]
    assert round_of(pairing.round.stage.tournament, 2).state == "planned"


def test_a_side_that_corrects_itself_ends_the_dispute(pairing: Pairing) -> None:
    say(pairing, 0, won(0))
    say(pairing, 1, won(1))
    say(pairing, 1, won(0), seen=seen_now(pairing, 1))

    assert books(pairing) == ("decided", "target", 0, [31, 20])
    assert disputed(pairing) == []


def test_the_director_settles_with_the_word_of_one_side(pairing: Pairing) -> None:
    say(pairing, 0, won(0))
    theirs = say(pairing, 1, won(1))

    words.settle(pairing_id=pairing.pk, report_id=theirs.pk, author=PROGRAM, now=NOW)

    assert books(pairing) == ("decided", "target", 1, [20, 31])
    effective = told(pairing.reports.all()).game
    assert effective is not None
    assert (effective.kind, effective.data["of"]) == ("totals", [theirs.pk])


def test_a_player_settles_no_dispute_of_his_own(pairing: Pairing) -> None:
    mine = say(pairing, 0, won(0))
    say(pairing, 1, won(1))

    with pytest.raises(Refusal) as refused:
        words.settle(pairing_id=pairing.pk, report_id=mine.pk, author=Author(plays(pairing, 0).pk), now=NOW)

    assert refused.value.code == "own_pairing"
    assert books(pairing) == OPEN


def test_an_opponent_agrees_with_what_he_is_shown(pairing: Pairing) -> None:
    word = say(pairing, 0, won(0))

    words.agree_with(pairing_id=pairing.pk, report_id=word.pk, author=Author(plays(pairing, 1).pk), now=NOW)

    assert books(pairing) == ("decided", "target", 0, [31, 20])


def test_a_partner_does_not_agree_for_the_other_side(pairing: Pairing) -> None:
    word = say(pairing, 0, won(0))

    with pytest.raises(words.NothingToAgree):
        words.agree_with(
            pairing_id=pairing.pk, report_id=word.pk, author=Author(plays(pairing, 0, 1).pk), now=NOW
        )

    assert books(pairing) == OPEN


def test_nobody_agrees_with_what_is_not_said_any_more(pairing: Pairing) -> None:
    word = say(pairing, 0, won(0))
    say(pairing, 0, won(1))

    with pytest.raises(words.NothingToAgree):
        words.agree_with(
            pairing_id=pairing.pk, report_id=word.pk, author=Author(plays(pairing, 1).pk), now=NOW
        )


def test_of_partners_with_two_phones_the_second_is_shown_what_the_first_wrote(pairing: Pairing) -> None:
    before = seen_now(pairing, 0)
    say(pairing, 0, deals(13), seen=before)
    partner = plays(pairing, 0, 1)

    with pytest.raises(Refusal) as refused:
        words.report(pairing_id=pairing.pk, said=deals(12), author=Author(partner.pk), now=NOW, seen=before)

    assert refused.value.code == "result_moved"


def test_what_the_other_side_wrote_meanwhile_stands_in_nobodys_way(pairing: Pairing) -> None:
    before = seen_now(pairing, 1)
    say(pairing, 0, won(0))

    say(pairing, 1, won(1), seen=before)

    assert disputed(pairing) == [1]


def test_a_stranger_and_a_player_of_another_table_say_nothing_here(pairing: Pairing) -> None:
    other = pairing_of(pairing.round.stage.tournament, 1, 2)

    with pytest.raises(Refusal) as refused:
        words.report(pairing_id=pairing.pk, said=won(0), author=Author(plays(other, 0).pk), now=NOW)

    assert refused.value.code == "not_your_pairing"


def test_cobra_591_where_players_do_not_report_they_are_refused(club: Club) -> None:
    pairing = played_in_hall(club, players_report=False)

    with pytest.raises(words.ReportsOff):
        say(pairing, 0, won(0))

    assert not pairing.reports.exists()


def test_what_was_said_before_a_result_was_taken_back_counts_no_more(pairing: Pairing) -> None:
    say(pairing, 0, won(0))
    say(pairing, 1, won(0))
    agreed = pairing.reports.get(kind=Report.Kind.AGREED)
    hall.take_back(pairing_id=pairing.pk, report_id=agreed.pk, author=PROGRAM, now=NOW)
    say(pairing, 0, won(1))

    assert books(pairing) == OPEN
    assert disputed(pairing) == []


LATER = NOW + timedelta(minutes=10)


def shown(pairing: Pairing, word: Report, side: int) -> None:
    """Show a word to a player of a side."""
    words.show(pairing_id=pairing.pk, report_id=word.pk, user_id=plays(pairing, side).pk, now=NOW)


def test_an_opponent_who_was_shown_a_result_and_is_silent_has_agreed_and_it_is_marked(club: Club) -> None:
    pairing = played_in_hall(club, confirm_seconds=600)
    word = say(pairing, 0, won(0))
    shown(pairing, word, 1)

    assert tasks.sweep_words(now=LATER - timedelta(seconds=1)) == 0
    assert tasks.sweep_words(now=LATER) == 1

    assert books(pairing) == ("decided", "target", 0, [31, 20])
    assert pairing.reports.get(kind=Report.Kind.AGREED).data["by_silence"] is True


def test_silence_means_nothing_where_nobody_was_shown_the_result(club: Club) -> None:
    pairing = played_in_hall(club, confirm_seconds=600)
    word = say(pairing, 0, won(0))
    shown(pairing, word, 0)

    assert words.agree_due(now=LATER) == 0
    assert books(pairing) == OPEN


def test_no_clock_decides_a_dispute(club: Club) -> None:
    pairing = played_in_hall(club, confirm_seconds=600)
    word = say(pairing, 0, won(0))
    shown(pairing, word, 1)
    say(pairing, 1, won(1))

    assert words.agree_due(now=LATER) == 0
    assert disputed(pairing) == [1]


def test_without_a_time_for_it_silence_is_never_agreement(pairing: Pairing) -> None:
    word = say(pairing, 0, won(0))
    shown(pairing, word, 1)

    assert words.agree_due(now=LATER + timedelta(days=1)) == 0
