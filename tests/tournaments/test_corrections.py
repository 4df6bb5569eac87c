"""A result in the books is corrected: first shown what it changes, then changed, and nothing is lost."""

from __future__ import annotations

import pytest

from games.models import Table
from tests.cast import NOW
from tests.tournaments.desk import WHY, correct, last, public_state, undo_last, won_by
from tests.tournaments.evenings import (
    STREAM,
    drawn,
    ended,
    level,
    pairing_of,
    play_round,
    round_of,
    seeds_in,
    started,
)
from tests.tournaments.hall import enter, won
from tournaments.models import Action, Club, Entry, Pairing, Report, Round, Side, Stage, Tournament
from tournaments.services import corrections, due, results
from tournaments.services.actions import Author
from tournaments.services.corrected import NothingToCorrect
from tournaments.services.effects import Choice
from tournaments.services.penalties import ReasonMissing
from tournaments.services.said import Totals

pytestmark = pytest.mark.django_db


def cup(club: Club, pairs: int, *rounds: int, **plan: object) -> Tournament:
    """Return a knockout in which these rounds were won by the better seeds."""
    tournament = started(club, pairs, **plan)
    for number in rounds:
        play_round(tournament, number)
    return tournament


def test_a_score_is_corrected_and_nobody_moves(club: Club) -> None:
    tournament = cup(club, 4, 1)
    semi_final = pairing_of(tournament, 1, 1)

    correct(semi_final, Totals((31, 12)))

    assert list(semi_final.sides.order_by("number").values_list("score", flat=True)) == [31, 12]
    assert seeds_in(pairing_of(tournament, 2, 1)) == (1, 2)


def test_the_old_report_stays_beside_the_correction_and_its_reason(club: Club) -> None:
    tournament = cup(club, 4, 1)
    semi_final = pairing_of(tournament, 1, 1)

    correct(semi_final, Totals((31, 12)))

    kinds = list(semi_final.reports.values_list("kind", flat=True))
    assert kinds == [Report.Kind.PLAYED, Report.Kind.CORRECTION]
    assert last(tournament, Action.Verb.CORRECT).why == WHY.why


def test_a_correction_without_a_reason_is_refused(club: Club) -> None:
    tournament = cup(club, 4, 1)

    with pytest.raises(ReasonMissing):
        correct(pairing_of(tournament, 1, 1), Totals((31, 12)), author=Author())


def test_where_the_final_has_not_begun_the_other_pair_plays_it(club: Club) -> None:
    tournament = cup(club, 4, 1)
    semi_final = pairing_of(tournament, 1, 1)
    old_table = pairing_of(tournament, 2, 1).table

    correct(semi_final, won_by(4, semi_final))

    final = pairing_of(tournament, 2, 1)
    assert seeds_in(final) == (4, 2)
    assert old_table is not None
    assert final.table is not None
    assert (final.state, final.table.state) == (Pairing.State.CALLED, Table.State.WAITING)
    old_table.refresh_from_db()
    assert old_table.state == Table.State.CLOSED
    names = list(final.table.seats.order_by("number").values_list("name", flat=True))
    assert names == ["Player 4 A", "Player 2 A", "Player 4 B", "Player 2 B"]


def test_a_preview_lists_who_meets_whom_instead(club: Club) -> None:
    tournament = cup(club, 4, 1)
    semi_final, final = pairing_of(tournament, 1, 1), pairing_of(tournament, 2, 1)
    entries = {entry.seed: entry.pk for entry in Entry.objects.filter(tournament=tournament)}

    seen = corrections.foresee(pairing_id=semi_final.pk, result=won_by(4, semi_final))

    (outlook,) = seen.outlooks
    (meets,) = outlook.later
    assert outlook.choice is Choice.FOLLOW
    assert (meets.pairing, meets.was) == (final.pk, "called")
    assert meets.before == (entries[1], entries[2])
    assert meets.after == (entries[4], entries[2])
    assert {one.entry for one in outlook.moved} == {entries[1], entries[4]}


def test_once_the_final_is_played_the_director_has_three_choices(club: Club) -> None:
    tournament = cup(club, 4, 1, 2)
    semi_final = pairing_of(tournament, 1, 1)

    seen = corrections.foresee(pairing_id=semi_final.pk, result=won_by(4, semi_final))

    assert seen.choices == (Choice.KEEP, Choice.REPLAY, Choice.REPLACE)


def test_while_the_final_is_played_nobody_is_put_into_a_seat(club: Club) -> None:
    tournament = cup(club, 4, 1)
    Table.objects.filter(pairing=pairing_of(tournament, 2, 1)).update(state=Table.State.PLAYING)
    semi_final = pairing_of(tournament, 1, 1)

    seen = corrections.foresee(pairing_id=semi_final.pk, result=won_by(4, semi_final))

    assert seen.choices == (Choice.KEEP, Choice.REPLAY)


def test_without_a_choice_nothing_that_was_played_is_touched(club: Club) -> None:
    tournament = cup(club, 4, 1, 2)
    before = public_state(tournament)
    semi_final = pairing_of(tournament, 1, 1)

    with pytest.raises(corrections.ChoiceMissing):
        correct(semi_final, won_by(4, semi_final))

    assert public_state(tournament) == before


def test_kept_as_played_it_is_a_correction_for_the_archive(club: Club) -> None:
    tournament = cup(club, 4, 1, 2)
    before = public_state(tournament)
    semi_final = pairing_of(tournament, 1, 1)

    correct(semi_final, won_by(4, semi_final), Choice.KEEP)

    assert public_state(tournament) == before
    assert semi_final.reports.filter(kind=Report.Kind.CORRECTION).count() == 1


def test_a_final_that_is_replayed_has_a_new_table_and_no_winner_yet(club: Club) -> None:
    """O-06: the old winner stayed in the bracket."""
    tournament = cup(club, 4, 1, 2)
    semi_final = pairing_of(tournament, 1, 1)

    correct(semi_final, won_by(4, semi_final), Choice.REPLAY)

    final = pairing_of(tournament, 2, 1)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.REVIEW
    assert Stage.objects.get(tournament=tournament).winner is None
    assert (seeds_in(final), final.state, final.advances) == ((4, 2), Pairing.State.CALLED, None)
    play_round(tournament, 2)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.FINISHED
    assert Stage.objects.get(tournament=tournament).winner.seed == 2  # type: ignore[union-attr]  # somebody won


def test_by_ruling_the_other_pair_takes_the_place_and_the_title(club: Club) -> None:
    tournament = cup(club, 4, 1, 2)
    semi_final = pairing_of(tournament, 1, 1)

    correct(semi_final, won_by(4, semi_final), Choice.REPLACE)

    final = pairing_of(tournament, 2, 1)
    assert (seeds_in(final), final.state, final.advances) == ((4, 2), Pairing.State.DECIDED, 0)
    assert Stage.objects.get(tournament=tournament).winner.seed == 4  # type: ignore[union-attr]  # it has one


def test_what_still_holds_in_a_later_round_stays_when_another_half_is_replayed(club: Club) -> None:
    tournament = cup(club, 16, 1, 2, 3, 4)
    first = pairing_of(tournament, 1, 1)

    correct(first, won_by(16, first), Choice.REPLAY)

    assert [round_of(tournament, number).state for number in (1, 2, 3, 4)] == [
        "closed",
        "open",
        "planned",
        "planned",
    ]
    assert pairing_of(tournament, 3, 2).state == Pairing.State.DECIDED
    play_round(tournament, 2)
    assert round_of(tournament, 3).state == "open"
    assert pairing_of(tournament, 3, 1).state == Pairing.State.CALLED
    play_round(tournament, 3)
    play_round(tournament, 4)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.FINISHED
    assert Side.objects.filter(round__stage__tournament=tournament).count() == 2 * 15


def test_a_correction_that_would_do_something_else_by_now_is_refused(club: Club) -> None:
    tournament = cup(club, 4, 1)
    semi_final = pairing_of(tournament, 1, 1)
    result = won_by(4, semi_final)
    seen = corrections.foresee(pairing_id=semi_final.pk, result=result)
    play_round(tournament, 2)

    with pytest.raises(corrections.EffectsChanged):
        corrections.correct(
            pairing_id=semi_final.pk,
            result=result,
            choice=Choice.FOLLOW,
            foreseen=seen.summary,
            author=WHY,
            now=NOW,
            stream=STREAM,
        )

    assert seeds_in(pairing_of(tournament, 2, 1)) == (1, 2)


def test_what_nobody_played_is_not_corrected(club: Club) -> None:
    tournament = drawn(club, 3)

    with pytest.raises(NothingToCorrect):
        corrections.foresee(pairing_id=pairing_of(tournament, 1, 1).pk, result=Totals((31, 12)))


def test_in_a_swiss_the_drawn_round_stays_and_the_table_is_computed_anew(club: Club) -> None:
    tournament = cup(club, 4, 1, format="swiss", options={"rounds": 3})
    first = pairing_of(tournament, 1, 1)
    met = seeds_in(pairing_of(tournament, 2, 1))
    loser = seeds_in(first)[1]

    correct(first, won_by(loser or 0, first))

    assert seeds_in(pairing_of(tournament, 2, 1)) == met
    play_round(tournament, 2)
    assert "standings" in public_state(tournament)


def test_the_day_after_a_tournament_is_under_review_until_it_is_finished_again(club: Club) -> None:
    tournament = cup(club, 4, 1, 2)
    correct(pairing_of(tournament, 2, 1), Totals((31, 12)))
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.REVIEW

    corrections.finish_again(tournament_id=tournament.pk, author=Author(), now=NOW)

    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.FINISHED
    with pytest.raises(corrections.NotUnderReview):
        corrections.finish_again(tournament_id=tournament.pk, author=Author(), now=NOW)


def test_where_two_shared_the_first_place_a_correction_names_the_winner(club: Club) -> None:
    tournament = started(club, 4, format="swiss", options={"rounds": 2}, cap=8)
    play_round(tournament, 1)
    first = pairing_of(tournament, 2, 1)
    level(first, advances=None)
    results.record_finished(now=NOW, stream=STREAM)
    play_round(tournament, 2)
    assert Stage.objects.get().winner is None

    correct(first, won_by(2, first))

    winner = Stage.objects.get().winner
    assert winner is not None
    assert winner.seed == 2
    undo_last(tournament, Action.Verb.CORRECT)
    assert Stage.objects.get().winner is None


@pytest.mark.parametrize("choice", [Choice.KEEP, Choice.REPLAY, Choice.REPLACE])
def test_a_correction_that_is_undone_has_changed_nothing(club: Club, choice: Choice) -> None:
    tournament = cup(club, 8, 1, 2, 3)
    before = public_state(tournament)
    first = pairing_of(tournament, 1, 1)
    correct(first, won_by(8, first), choice)

    undo_last(tournament, Action.Verb.CORRECT)

    assert public_state(tournament) == before


def test_a_corrected_first_match_changes_the_consolation_as_well(club: Club) -> None:
    tournament = cup(club, 4, 1, options={"consolation": True})
    semi_final = pairing_of(tournament, 1, 1)
    assert seeds_in(pairing_of(tournament, 2, 2)) == (4, 3)

    correct(semi_final, won_by(4, semi_final))

    assert [seeds_in(pairing_of(tournament, 2, number)) for number in (1, 2)] == [(4, 2), (1, 3)]


def test_who_had_a_bye_falls_and_does_not_any_more_when_that_is_corrected(club: Club) -> None:
    """Of five, 1 has a bye: beaten by 4 he meets 5 in the consolation, else 5 goes through alone."""
    cup(club, 5, 1, 2, options={"consolation": True})
    below = Pairing.objects.get(place="consolation-1.1")
    first = Pairing.objects.get(place="round-2.1")
    assert (seeds_in(below), below.decided_by) == ((5,), "bye")

    correct(first, won_by(4, first))
    below.refresh_from_db()
    assert (seeds_in(below), below.decided_by) == ((1, 5), "")

    correct(first, won_by(1, first))
    below.refresh_from_db()
    assert (seeds_in(below), below.decided_by) == ((5,), "bye")


def test_a_second_final_that_was_not_needed_is_played_when_it_is_after_a_correction(club: Club) -> None:
    tournament = cup(club, 4, 1, 2, 3, 4, format="double-knockout")
    again = Pairing.objects.get(place="second-final")
    assert again.decided_by == Pairing.DecidedBy.NOT_NEEDED
    first = pairing_of(tournament, 1, 1)

    correct(first, won_by(4, first), Choice.REPLAY)
    for number in range(2, 6):
        play_round(tournament, number)

    again.refresh_from_db()
    assert again.decided_by == Pairing.DecidedBy.TARGET
    assert not Round.objects.exclude(state=Round.State.CLOSED).exists()


def test_a_second_final_that_was_played_is_played_again_when_its_final_is(club: Club) -> None:
    """Until the final is decided nobody knows whether it is needed."""
    tournament = cup(club, 4, 1, 2, 3, format="double-knockout")
    final = pairing_of(tournament, 4, 1)
    ended(final, winner=1, totals=[20, 31])
    results.record_finished(now=NOW, stream=STREAM)
    due.close_due(now=NOW, stream=STREAM)
    play_round(tournament, 5)
    assert Pairing.objects.get(place="second-final").decided_by == Pairing.DecidedBy.TARGET
    first = pairing_of(tournament, 1, 1)

    correct(first, won_by(4, first), Choice.REPLAY)
    again = Pairing.objects.get(place="second-final")

    assert (again.state, again.decided_by) == (Pairing.State.WAITING, "")


def test_two_who_changed_places_in_the_same_round_change_back(club: Club) -> None:
    """In a double knockout winner and loser of a match may both stand in a later round."""
    tournament = cup(club, 4, 1, 2, 3, 4, format="double-knockout")
    before = public_state(tournament)
    first = pairing_of(tournament, 1, 1)

    correct(first, won_by(4, first), Choice.REPLACE)
    assert public_state(tournament) != before
    undo_last(tournament, Action.Verb.CORRECT)

    assert public_state(tournament) == before


def test_a_result_from_the_hall_that_was_corrected_is_not_taken_back_before_the_correction(
    club: Club,
) -> None:
    tournament = started(club, 4, place=Stage.Place.HALL)
    first = pairing_of(tournament, 1, 1)
    enter(first, won(0))
    correct(first, won(1))
    score = last(tournament, Action.Verb.SCORE)

    with pytest.raises(Exception, match="nothing_to_take_back"):
        undo_last(tournament, Action.Verb.SCORE)
    undo_last(tournament, Action.Verb.CORRECT)
    undo_last(tournament, Action.Verb.SCORE)

    first.refresh_from_db()
    assert first.state == Pairing.State.CALLED
    assert score.undone_by is not None


def test_a_final_that_waits_for_time_is_drawn_anew_without_a_table(club: Club) -> None:
    tournament = started(club, 4, break_seconds=600)
    play_round(tournament, 1)
    semi_final = pairing_of(tournament, 1, 2)

    correct(semi_final, won_by(3, semi_final))

    assert seeds_in(pairing_of(tournament, 2, 1)) == (1, 3)
    assert pairing_of(tournament, 2, 1).table is None


def test_a_match_that_ends_after_its_pairing_was_voided_counts_for_nobody(club: Club) -> None:
    tournament = cup(club, 4, 1)
    final = pairing_of(tournament, 2, 1)
    Table.objects.filter(pairing=final).update(state=Table.State.PLAYING)
    match = ended(final)
    semi_final = pairing_of(tournament, 1, 1)
    correct(semi_final, won_by(4, semi_final), Choice.REPLAY)

    recorded = results.record_finished(now=NOW, stream=STREAM)

    assert recorded == 0
    assert not Report.objects.filter(match=match).exists()
    assert due.close_due(now=NOW, stream=STREAM) == 0
