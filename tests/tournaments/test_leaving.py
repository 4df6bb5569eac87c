"""Entries that leave while a tournament is played: one act does all that follows."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.cast import NOW
from tests.tournaments.desk import WHY, correct, last, public_state, undo_last, won_by
from tests.tournaments.drafts import edit, played
from tests.tournaments.evenings import (
    STREAM,
    drawn,
    ended,
    entered,
    pairing_of,
    play_round,
    round_of,
    seeds_in,
    started,
)
from tournaments.models import Action, Club, Entry, Pairing, Stage, Tournament
from tournaments.querysets import CALLED_WITHIN
from tournaments.services import course, departures, draft_edits, drafts, due, results, withdrawals
from tournaments.services.actions import Author
from tournaments.services.board import board
from tournaments.services.changes import ChangedSince
from tournaments.services.corrections import EffectsChanged
from tournaments.services.effects import Choice
from tournaments.services.penalties import ReasonMissing

pytestmark = pytest.mark.django_db


def entry_of(tournament: Tournament, seed: int) -> Entry:
    """Return an entry by its seed."""
    found: Entry = Entry.objects.get(tournament=tournament, seed=seed)
    return found


def leave(tournament: Tournament, seed: int, verb: withdrawals.Verb = Action.Verb.WITHDRAW_IN_PLAY) -> None:
    """Let an entry leave, as a director who has seen what follows."""
    entry = entry_of(tournament, seed)
    seen = withdrawals.foresee(entry_id=entry.pk)
    withdrawals.leave(entry_id=entry.pk, verb=verb, foreseen=seen.summary, author=WHY, now=NOW)


def test_who_leaves_in_mid_round_gives_his_opponent_a_walkover_at_once(club: Club) -> None:
    """S-11."""
    tournament = started(club, 4)

    leave(tournament, 1)

    first = pairing_of(tournament, 1, 1)
    assert (first.state, first.decided_by) == (Pairing.State.DECIDED, Pairing.DecidedBy.WALKOVER)
    assert seeds_in(first)[first.advances or 0] == 4


def test_when_both_of_a_pairing_leave_whoever_would_have_met_them_goes_through(club: Club) -> None:
    tournament = started(club, 4)
    leave(tournament, 1)

    leave(tournament, 4)
    play_round(tournament, 1)

    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.FINISHED
    assert Stage.objects.get(tournament=tournament).winner == entry_of(tournament, 2)


def test_one_act_takes_a_pair_out_of_the_whole_double_knockout(club: Club) -> None:
    """O-03: it had to be forfeited by hand in every later match."""
    tournament = started(club, 4, format="double-knockout")
    play_round(tournament, 1)
    upper_final = Pairing.objects.get(round__number=2, sides__entry=entry_of(tournament, 1))

    seen = withdrawals.foresee(entry_id=entry_of(tournament, 1).pk)
    leave(tournament, 1, Action.Verb.DISQUALIFY_IN_PLAY)

    assert seen.walkovers == (upper_final.pk,)
    assert len(seen.later) >= 3
    assert last(tournament, Action.Verb.DISQUALIFY_IN_PLAY).after["later"] == list(seen.later)
    for number in range(2, 6):
        play_round(tournament, number)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.FINISHED
    later = Pairing.objects.filter(round__number__gt=2, sides__entry=entry_of(tournament, 1))
    assert not later.exists()
    assert Stage.objects.get(tournament=tournament).winner == entry_of(tournament, 2)


def test_who_has_left_a_swiss_is_not_drawn_any_more(club: Club) -> None:
    tournament = started(club, 6, format="swiss", options={"rounds": 3})
    leave(tournament, 3)
    play_round(tournament, 1)

    entries = list(round_of(tournament, 2).pairings.values_list("sides__entry__seed", flat=True))

    assert sorted(seed for seed in entries if seed) == [1, 2, 4, 5, 6]


def test_a_round_robin_goes_on_after_a_round_in_which_nobody_can_play(club: Club) -> None:
    """Of seven the first, third and fifth leave: in round 4 each of the others would have met one of them."""
    tournament = started(club, 7, format="round-robin")
    play_round(tournament, 1)
    for seed in (1, 3, 5):
        leave(tournament, seed)

    for number in range(2, 8):
        play_round(tournament, number)

    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.FINISHED
    pairings = Pairing.objects.filter(round__stage__tournament=tournament)
    met = {tuple(sorted(seed or 0 for seed in seeds_in(one))) for one in pairings}
    assert set(combinations((2, 4, 6, 7), 2)) <= met


def test_who_plays_after_all_is_called_though_his_round_has_begun(club: Club) -> None:
    tournament = drawn(club, 4, place=Stage.Place.HALL)
    leave(tournament, 1)
    due.start_due(now=NOW, stream=STREAM)
    undo_last(tournament, Action.Verb.WITHDRAW_IN_PLAY)
    assert pairing_of(tournament, 1, 1).state == Pairing.State.WAITING

    due.call_due(now=NOW + CALLED_WITHIN, stream=STREAM)

    called = [(one.state, one.hall_table) for one in round_of(tournament, 1).pairings.order_by("number")]
    assert called == [(Pairing.State.CALLED, 2), (Pairing.State.CALLED, 1)]


def test_a_match_that_is_played_anew_is_lost_by_who_has_left(club: Club) -> None:
    """His result of before was the last he had, and does not hold any more."""
    tournament = started(club, 8)
    play_round(tournament, 1)
    quarter, semi_final = pairing_of(tournament, 1, 2), pairing_of(tournament, 2, 1)
    ended(semi_final, winner=1, totals=[20, 31])
    results.record_finished(now=NOW, stream=STREAM)
    leave(tournament, 1)

    correct(quarter, won_by(5, quarter), Choice.REPLAY)

    semi_final.refresh_from_db()
    assert (semi_final.decided_by, seeds_in(semi_final)) == (Pairing.DecidedBy.WALKOVER, (5,))


def test_who_is_reinstated_is_drawn_again(club: Club) -> None:
    tournament = started(club, 6, format="swiss", options={"rounds": 3})
    leave(tournament, 3)
    play_round(tournament, 1)

    withdrawals.reinstate(entry_id=entry_of(tournament, 3).pk, author=Author(), now=NOW)
    play_round(tournament, 2)

    entries = list(round_of(tournament, 3).pairings.values_list("sides__entry__seed", flat=True))
    assert sorted(seed for seed in entries if seed) == [1, 2, 3, 4, 5, 6]


def test_nobody_comes_back_into_a_bracket(club: Club) -> None:
    tournament = started(club, 4)
    leave(tournament, 1)

    with pytest.raises(withdrawals.OutOfBracket):
        withdrawals.reinstate(entry_id=entry_of(tournament, 1).pk, author=Author(), now=NOW)


def test_a_withdrawal_needs_a_reason_and_happens_once(club: Club) -> None:
    tournament = started(club, 4)
    entry = entry_of(tournament, 1)
    seen = withdrawals.foresee(entry_id=entry.pk)

    with pytest.raises(ReasonMissing):
        withdrawals.leave(
            entry_id=entry.pk,
            verb=Action.Verb.WITHDRAW_IN_PLAY,
            foreseen=seen.summary,
            author=Author(),
            now=NOW,
        )
    leave(tournament, 1)

    with pytest.raises(withdrawals.NotTakingPart):
        withdrawals.foresee(entry_id=entry.pk)


def test_what_would_do_something_else_by_now_is_refused(club: Club) -> None:
    tournament = started(club, 4)
    seen = withdrawals.foresee(entry_id=entry_of(tournament, 1).pk)
    play_round(tournament, 1)

    with pytest.raises(EffectsChanged):
        withdrawals.leave(
            entry_id=entry_of(tournament, 1).pk,
            verb=Action.Verb.WITHDRAW_IN_PLAY,
            foreseen=seen.summary,
            author=WHY,
            now=NOW,
        )


def test_a_withdrawal_by_which_another_went_through_is_not_undone_alone(club: Club) -> None:
    tournament = started(club, 4)
    finished = pairing_of(tournament, 1, 1)
    ended(finished)
    results.record_finished(now=NOW, stream=STREAM)
    leave(tournament, 1)
    play_round(tournament, 1)

    with pytest.raises(ChangedSince):
        undo_last(tournament, Action.Verb.WITHDRAW_IN_PLAY)


def test_a_withdrawal_that_is_undone_has_changed_nothing(club: Club) -> None:
    tournament = started(club, 4)
    before = public_state(tournament)
    leave(tournament, 1)

    undo_last(tournament, Action.Verb.WITHDRAW_IN_PLAY)

    assert public_state(tournament) == before
    table = pairing_of(tournament, 1, 1).table
    assert table is not None
    assert table.state == "waiting"
    play_round(tournament, 1)
    assert seeds_in(pairing_of(tournament, 2, 1)) == (1, 2)


def test_one_act_at_the_desk_withdraws_before_the_draw_and_in_play(club: Club) -> None:
    ahead = entered(club, 4, name="Ahead Cup", author=Author())
    first = Entry.objects.filter(tournament=ahead).order_by("pk")[0]
    cup = started(club, 4)
    second = entry_of(cup, 1)

    for entry in (first, second):
        departures.withdraw(entry=entry, author=WHY, now=NOW)

    gone = Entry.objects.filter(state__in=Entry.GONE)
    assert set(gone.values_list("pk", flat=True)) == {first.pk, second.pk}
    assert pairing_of(cup, 1, 1).decided_by == Pairing.DecidedBy.WALKOVER
    departures.reinstate(entry=gone.get(pk=first.pk), author=WHY, now=NOW)
    with pytest.raises(withdrawals.OutOfBracket):
        departures.reinstate(entry=second, author=WHY, now=NOW)


def test_who_is_disqualified_in_play_is_in_the_list_of_those_who_are_out(club: Club) -> None:
    cup = started(club, 4, format="swiss", options={"rounds": 3})

    departures.disqualify(entry=entry_of(cup, 2), author=WHY, now=NOW)

    assert entry_of(cup, 2).state == Entry.State.DISQUALIFIED
    undo_last(cup, Action.Verb.DISQUALIFY_IN_PLAY)
    assert entry_of(cup, 2).state == Entry.State.ACCEPTED


def table_of(cup: Tournament) -> list[tuple[int | None, int, str]]:
    """Return who stands where with how many points."""
    (table,) = board(cup, back=None).stages[0].tables
    return [(row.rank, row.entry, row.points) for row in table.rows]


def test_when_all_have_left_the_director_ends_the_tournament_as_its_table_stood(club: Club) -> None:
    """S-01: there is no further round, and a draft of one cannot be published."""
    cup = played(club, 4, options={"rounds": 3})
    before = table_of(cup)
    for seed in (1, 2, 3, 4):
        leave(cup, seed)
    with pytest.raises(drafts.NothingToDraw):
        edit(draft_edits.redraw, cup)

    edit(drafts.discard, cup)
    course.finish_early(tournament_id=cup.pk, author=WHY, now=NOW, stream=STREAM)

    cup.refresh_from_db()
    assert cup.state == Tournament.State.FINISHED
    assert table_of(cup) == before
