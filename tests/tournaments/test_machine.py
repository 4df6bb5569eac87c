"""A director who does anything at any time: whatever he tries, a tournament stays one that can be played.

Small here, larger with Hypothesis' soak profile. What is checked after every act are the invariants of a
tournament: nobody twice in a round, nobody forgotten, everybody where the results say, nothing lost.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from games.rules import Refusal
from tests.cast import NOW
from tests.tournaments.desk import WHY, public_state
from tests.tournaments.evenings import STREAM, drawn
from tests.tournaments.hall import won
from tournaments.formats import BRACKETS, consequences
from tournaments.models import Action, Club, Entry, Pairing, Report, Round, Slot, Stage, Tournament
from tournaments.services import (
    corrections,
    due,
    hall,
    no_shows,
    postponing,
    record,
    rounds,
    undo,
    withdrawals,
)
from tournaments.services.corrected import UNPLAYED, Awarded
from tournaments.services.effects import read_rows
from tournaments.services.following import winner_of
from tournaments.services.planning import NextStage
from tournaments.services.stage_states import read_groups

EXAMPLES, STEPS = max(5, settings().max_examples // 20), 15
PHASES = (Phase.reuse, Phase.generate)
"""A failure is told as it was found: to shrink it would take minutes."""
PLANS: dict[str, dict[str, Any]] = {
    "knockout": {"format": "knockout"},
    "third place": {"format": "knockout", "options": {"third_place": True}},
    "consolation": {"format": "knockout", "options": {"consolation": True}},
    "double knockout": {"format": "double-knockout"},
    "swiss": {"format": "swiss", "options": {"rounds": 3}},
    "round robin": {"format": "round-robin"},
    "groups": {"format": "round-robin", "groups": 2, "then": (NextStage("knockout", 4),)},
    "swiss and cut": {"format": "swiss", "options": {"rounds": 2}, "then": (NextStage("knockout", 4),)},
}
any_number = st.integers(0, 10_000)


class Director(RuleBasedStateMachine):
    """A director with a tournament in the hall, who does anything at any time."""

    club: Club

    def __init__(self) -> None:
        """Begin before anything is drawn."""
        super().__init__()
        self.before = transaction.savepoint()
        self.history: list[tuple[int, str]] = []
        self.said = 0
        self.acts = 0
        self.has_left: set[int] = set()

    def teardown(self) -> None:
        """See that the log says how it all came about; leave nothing to the next."""
        written = record.text(self.cup.pk)
        transaction.savepoint_rollback(self.before)
        with record.empty_database():
            record.demand_equal(written, record.replay(record.read_record(written.encode())))

    @initialize(plan=st.sampled_from(sorted(PLANS)), pairs=st.integers(4, 9), bets=st.integers(0, 600))
    def draw(self, plan: str, pairs: int, bets: int) -> None:
        """Draw a tournament."""
        paused = {"break_seconds": bets} if bets > 300 else {}
        self.cup = drawn(self.club, pairs, place=Stage.Place.HALL, **PLANS[plan], **paused)
        self.acts = Action.objects.count()

    def act(self, verb: Any, /, **details: Any) -> bool:
        """Do something; a refusal changes nothing. Return whether it was done."""
        state, acts = public_state(self.cup), Action.objects.count()
        try:
            verb(author=WHY, now=NOW, **details)
        except Refusal:
            assert public_state(self.cup) == state
            assert Action.objects.count() == acts
            return False
        assert Action.objects.count() == acts + 1
        self.history.append((Action.objects.latest("pk").pk, state))
        return True

    def pairings(self, **which: Any) -> list[Pairing]:
        """Return pairings of the tournament."""
        return list(Pairing.objects.filter(round__stage__tournament=self.cup, **which).order_by("pk"))

    @rule()
    def start_or_close(self) -> None:
        """Go on, as far as it goes."""
        for round_ in Round.objects.filter(stage__tournament=self.cup, state=Round.State.DRAWN):
            self.act(rounds.open_round, round_id=round_.pk, stream=STREAM)
        for round_ in Round.objects.filter(stage__tournament=self.cup, state=Round.State.OPEN):
            self.act(rounds.close_round, round_id=round_.pk, stream=STREAM)

    @rule(winners=st.integers(0, 2**8))
    def enter_the_rest(self, winners: int) -> None:
        """Enter whatever is missing."""
        for at, pairing in enumerate(self.pairings(state=Pairing.State.CALLED)):
            self.act(hall.enter, pairing_id=pairing.pk, said=won(winners >> at & 1))

    @rule(which=any_number, winner=st.integers(0, 1))
    def enter(self, which: int, winner: int) -> None:
        """Enter one result."""
        called = self.pairings(state=Pairing.State.CALLED)
        if called:
            self.act(hall.enter, pairing_id=called[which % len(called)].pk, said=won(winner))

    @rule(which=any_number, winner=st.integers(0, 1), choice=any_number, score=st.booleans())
    def correct(self, which: int, winner: int, choice: int, score: bool) -> None:
        """Correct a result, with one of the choices that are offered."""
        decided = [
            one for one in self.pairings(state=Pairing.State.DECIDED) if one.decided_by not in UNPLAYED
        ]
        if not decided:
            return
        pairing, result = decided[which % len(decided)], won(winner) if score else Awarded(winner)
        try:
            seen = corrections.foresee(pairing_id=pairing.pk, result=result)
        except Refusal:
            return
        chosen = seen.choices[choice % len(seen.choices)]
        details = {"result": result, "choice": chosen, "foreseen": seen.summary, "stream": STREAM}
        assert self.act(corrections.correct, pairing_id=pairing.pk, **details)

    @rule(which=any_number)
    def let_leave(self, which: int) -> None:
        """Let somebody leave."""
        entries = list(Entry.objects.filter(tournament=self.cup).order_by("pk"))
        entry = entries[which % len(entries)]
        try:
            seen = withdrawals.foresee(entry_id=entry.pk)
        except Refusal:
            return
        self.has_left.add(entry.pk)
        verb = Action.Verb.WITHDRAW_IN_PLAY
        assert self.act(withdrawals.leave, entry_id=entry.pk, verb=verb, foreseen=seen.summary)

    @rule(which=any_number)
    def let_come_back(self, which: int) -> None:
        """Let somebody who left play again."""
        gone = list(Slot.objects.filter(stage__tournament=self.cup, until_round__isnull=False).order_by("pk"))
        if gone:
            self.act(withdrawals.reinstate, entry_id=gone[which % len(gone)].entry_id)

    @rule(which=any_number)
    def postpone(self, which: int) -> None:
        """Let a match be played later."""
        to_play = self.pairings(state__in=postponing.TO_PLAY)
        if to_play:
            self.act(postponing.postpone, pairing_id=to_play[which % len(to_play)].pk)

    @rule(which=any_number)
    def take_up(self, which: int) -> None:
        """Let a postponed match be played now; the sweep calls it."""
        postponed = self.pairings(state=Pairing.State.POSTPONED)
        if postponed:
            self.act(postponing.take_up, pairing_id=postponed[which % len(postponed)].pk)
            due.call_due(now=NOW, stream=STREAM)

    @rule(which=st.integers(0, 2**8))
    def say_that_nobody_came(self, which: int) -> None:
        """Decide some of the matches that wait for who plays them."""
        awaited = self.pairings(state__in=no_shows.TO_COME)
        named = [one.pk for at, one in enumerate(awaited) if which >> at & 1]
        self.act(no_shows.decide, tournament_id=self.cup.pk, pairing_ids=named, foreseen=None)

    @rule()
    def undo_the_last(self) -> None:
        """Undo the last act: all see what they saw before, and it is undone once."""
        if not self.history:
            return
        action, state = self.history[-1]
        if self.act(undo.undo, action_id=action):
            assert public_state(self.cup) == state
            del self.history[-2:]
            assert not self.act(undo.undo, action_id=action)

    @rule(which=any_number)
    def undo_any(self, which: int) -> None:
        """Undo an act of long ago, if that can be."""
        if self.history:
            self.act(undo.undo, action_id=self.history[which % len(self.history)][0])

    @rule()
    def finish_again(self) -> None:
        """Say that it is over as it stands."""
        self.act(corrections.finish_again, tournament_id=self.cup.pk)

    @invariant()
    def nothing_that_was_said_is_lost(self) -> None:
        """Reports are only added."""
        said = Report.objects.count()
        assert said >= self.said
        self.said = said

    @invariant()
    def a_closed_round_has_no_open_pairing(self) -> None:
        """What is closed is decided, or was postponed."""
        closed = Pairing.objects.filter(round__state=Round.State.CLOSED)
        assert not closed.awaited().exists()

    @invariant()
    def a_stage_with_a_postponed_match_is_not_over(self) -> None:
        """What was postponed can still be played."""
        for stage in Stage.objects.filter(rounds__pairings__in=Pairing.objects.put_off()).distinct():
            assert stage.rounds.exclude(state=Round.State.CLOSED).exists()

    @invariant()
    def everybody_stands_where_the_results_say(self) -> None:
        """In a bracket nobody stands anywhere else."""
        for stage in Stage.objects.filter(format__in=BRACKETS, slots__isnull=False).distinct():
            rows = read_rows(stage)
            assert not consequences(rows.groups[1], rows.books, after=0)[1]

    @invariant()
    def from_every_match_of_a_bracket_one_goes_on(self) -> None:
        """What is decided names who goes on, but where neither came."""
        nobody = (Pairing.DecidedBy.DOUBLE_WALKOVER, Pairing.DecidedBy.NOT_NEEDED)
        decided = Pairing.objects.filter(state=Pairing.State.DECIDED, round__stage__format__in=BRACKETS)
        assert not decided.exclude(decided_by__in=nobody).filter(advances__isnull=True).exists()

    @invariant()
    def nobody_is_forgotten_or_drawn_twice(self) -> None:
        """Outside brackets each who never left is in each round that was drawn, once."""
        for round_ in Round.objects.exclude(stage__format__in=BRACKETS).exclude(state=Round.State.PLANNED):
            there = Counter(round_.pairings.values_list("sides__entry", flat=True))
            assert set(there.values()) <= {1}
            slots = Slot.objects.filter(stage=round_.stage_id, from_round__lte=round_.number)
            assert set(slots.values_list("entry", flat=True)) - self.has_left <= there.keys()

    @invariant()
    def nobody_plays_two_matches_at_once(self) -> None:
        """Across stages too."""
        called = Pairing.objects.filter(state=Pairing.State.CALLED, round__state=Round.State.OPEN)
        there = Counter(called.values_list("sides__entry", flat=True))
        assert set(there.values()) <= {1}

    @invariant()
    def a_round_is_in_play_when_those_before_are_closed(self) -> None:
        """No result that a draw rests on is missing."""
        for round_ in Round.objects.filter(state=Round.State.OPEN):
            before = Round.objects.filter(stage=round_.stage_id, number__lt=round_.number)
            assert not before.exclude(state=Round.State.CLOSED).exists()

    @invariant()
    def the_seeds_of_a_stage_have_no_gaps(self) -> None:
        """From 1 up, in every group."""
        for stage in Stage.objects.filter(slots__isnull=False).distinct():
            for group in range(1, stage.groups + 1):
                seeds = list(stage.slots.filter(group=group).order_by("seed").values_list("seed", flat=True))
                assert seeds == list(range(1, len(seeds) + 1))

    @invariant()
    def who_is_over_has_one_winner_at_most(self) -> None:
        """What is over has no round in play, and the winner of its table."""
        for tournament in Tournament.objects.filter(state=Tournament.State.FINISHED):
            assert not Round.objects.filter(stage__tournament=tournament).exclude(state="closed").exists()
            last = Stage.objects.filter(tournament=tournament).latest("position")
            assert last.winner_id == winner_of(read_groups(last))


@pytest.mark.timeout(0)  # as long as the profile asks for
@pytest.mark.django_db
def test_whatever_a_director_does_the_tournament_can_be_played(club: Club) -> None:
    Director.club = club
    run_state_machine_as_test(
        Director,
        settings=settings(
            phases=PHASES,
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
