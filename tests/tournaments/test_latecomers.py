"""Who comes late plays from the next round on, and stands in none before it."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from tests.cast import NOW
from tests.tournaments.drafts import drafted, edit, meets, publish, start
from tests.tournaments.evenings import STREAM, play_round, round_of, started
from tournaments.models import Club, Entry, Pairing, Reminder, Side, Tournament
from tournaments.services import draft_edits, drafts, field, latecomers, reminders
from tournaments.services.actions import Author
from tournaments.services.stage_states import read_groups
from tournaments.standings.ranking import ranking
from tournaments.state import BadState, read_state, write_state

pytestmark = pytest.mark.django_db


def join(tournament: Tournament, points: float = 0, names: tuple[str, ...] = ("Late A", "Late B")) -> Entry:
    """Let a pair join."""
    return latecomers.join(
        tournament_id=tournament.pk, names=names, points=points, author=Author(), now=NOW, stream=STREAM
    )


def test_who_joins_after_three_rounds_is_in_none_of_them(club: Club) -> None:
    """Case O-08."""
    cup = started(club, 8, format="swiss", options={"rounds": 5}, break_seconds=60)
    for number in (1, 2, 3):
        play_round(cup, number)
        if number < 3:
            start(cup, number + 1)
    before = Side.objects.filter(round__number__lte=3).count()
    late = join(cup)
    assert late.slots.get().from_round == 5  # round 4 is drawn: its draw stands

    start(cup, 4)
    play_round(cup, 4)

    assert Side.objects.filter(round__number__lte=3).count() == before == 24
    fifth = round_of(cup, 5).pairings.all()
    assert fifth.filter(sides__entry=late).count() == 1
    assert fifth.filter(decided_by=Pairing.DecidedBy.BYE).count() == 1
    assert fifth.exclude(decided_by=Pairing.DecidedBy.BYE).count() == 4


def test_who_joins_late_is_told_of_no_start_before_he_came(club: Club) -> None:
    """Case O-08."""
    cup = started(club, 8, format="swiss", options={"rounds": 5}, break_seconds=60)
    Tournament.objects.filter(pk=cup.pk).update(remind_minutes=60)
    cup.refresh_from_db()
    hour = timedelta(hours=1)
    Reminder.objects.create(
        tournament=cup, starts_at=NOW - hour, due_at=NOW - 2 * hour, sent_at=NOW - 2 * hour
    )
    late = join(cup)

    before = reminders.told_of(cup, entry=late.pk, now=NOW)
    Reminder.objects.create(tournament=cup, starts_at=NOW + hour, due_at=NOW, sent_at=NOW)

    assert before is None
    assert reminders.told_of(cup, entry=late.pk, now=NOW) == NOW + hour


def test_the_points_that_the_director_states_count_once_and_are_in_the_sum(club: Club) -> None:
    """Case O-08, and S-05: the sum shown is the sum of the row."""
    cup = started(club, 4, format="swiss", options={"rounds": 4}, break_seconds=60)
    play_round(cup, 1)
    late = join(cup, 1.5)
    start(cup, 2)
    play_round(cup, 2)
    stage = cup.stages.get()

    (state,) = read_groups(stage).values()
    line = next(one for one in ranking(state) if one.entry == late.pk)

    assert line.points == 1.5
    assert line.played == 0
    assert read_state(write_state(state)).given == {late.pk: (2, 1.5)}


def test_a_draft_has_to_be_drawn_again_for_who_joins_while_it_waits(club: Club) -> None:
    cup = drafted(club, 5, format="swiss", options={"rounds": 3})
    late = join(cup, 2)

    with pytest.raises(drafts.DraftStale):
        edit(drafts.publish, cup)
    edit(draft_edits.redraw, cup)

    assert late.slots.get().points == 0  # nothing was missed
    assert sorted(seed for line in meets(cup) for seed in line) == [1, 2, 3, 4, 5, 6]
    publish(cup)
    start(cup)


def test_nobody_joins_a_bracket_or_when_the_last_round_is_drawn(club: Club) -> None:
    bracket = started(club, 4)
    with pytest.raises(latecomers.NobodyJoins):
        join(bracket)
    swiss = started(club, 4, name="Short Cup", format="swiss", options={"rounds": 1})

    with pytest.raises(latecomers.NobodyJoins):
        join(swiss)

    assert latecomers.joinable(swiss) is None


def test_the_last_round_that_somebody_can_join_is_a_number(club: Club) -> None:
    """Case S-10."""
    cup = started(club, 4, format="swiss", options={"rounds": 3})

    found = latecomers.joinable(cup)

    assert found is not None
    assert (found[0].number, found[1]) == (2, 3)


def test_who_plays_already_or_is_one_where_pairs_play_does_not_join(club: Club) -> None:
    cup = started(club, 4, format="swiss", options={"rounds": 3})

    with pytest.raises(field.PlaysAlready):
        join(cup, names=("Player 1 A", "Late B"))
    with pytest.raises(field.WrongNumberOfPlayers):
        join(cup, names=("Late A",))


def test_a_stage_as_data_refuses_points_without_a_missed_round_and_late_entries_in_a_bracket() -> None:
    stage = {"format": "swiss", "entries": [{"id": "A", "seed": 1, "points": 2}, {"id": "B", "seed": 2}]}
    with pytest.raises(BadState, match="no round was missed"):
        read_state(json.dumps(stage))
    stage = {"format": "knockout", "entries": [{"id": "A", "seed": 1, "joins": 2}, {"id": "B", "seed": 2}]}

    with pytest.raises(BadState, match="comes late"):
        read_state(json.dumps(stage))
