"""Evenings as chance has them, through the verbs of the services: whatever a director does at any time.

An evening says what is tried next; whoever plays it tries that, and looks at what has come of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from games.dealing import Stream
from games.rules import RULESETS, Side
from tournaments.models import Action, Entry, Pairing, Report, Round, Slot, Stage, Tournament
from tournaments.querysets import CALLED_WITHIN
from tournaments.services import (
    byes,
    check_in,
    clubs,
    corrections,
    draw,
    due,
    entries,
    hall,
    latecomers,
    no_shows,
    openings,
    planning,
    postponing,
    registration,
    round_clock,
    rounds,
    rulings,
    undo,
    withdrawals,
)
from tournaments.services.actions import Author
from tournaments.services.corrected import Awarded, Result
from tournaments.services.planning import NextStage, Plan
from tournaments.services.rulings import Ruling
from tournaments.services.said import Said, Sheet, Totals, told
from tournaments.state import ALONE_FORMATS

BEGINS = datetime(2026, 1, 1, 18, 0, tzinfo=UTC)
DIRECTOR = Author(why="As chance has it.")
SOLO = RULESETS["solo"]
CAP, TARGET = 8, 31
PASSED_OUT = Sheet((None,) * CAP)
"""A match in which everybody passed in each deal: it decides nothing."""
PLANS: tuple[Plan, ...] = (
    Plan("", format="knockout"),
    Plan("", format="knockout", options={"third_place": True}, best_of=3),
    Plan("", format="knockout", options={"consolation": True}),
    Plan("", format="double-knockout"),
    Plan("", format="double-knockout", options={"second_final": False}),
    Plan("", format="swiss", options={"rounds": 3, "points": {"loss": 1, "sit_out": 1, "missed": 0.5}}),
    Plan("", format="swiss", options={"rounds": 4, "tie_breaks": ["buchholz", "diff"]}, break_seconds=60),
    Plan("", format="swiss", options={"rounds": 2}, then=(NextStage("knockout", 4),)),
    Plan("", format="round-robin"),
    Plan("", format="round-robin", groups=2, then=(NextStage("double-knockout", 4),)),
    Plan("", format="individual", options={"rounds": 3}),
    Plan("", format="solo-swiss", options={"rounds": 3}, rules=SOLO),
    Plan("", format="swiss", options={"rounds": 3}, place=Stage.Place.ONLINE),
)
FEWEST, MOST = 5, 12
STEPS = 30
MOST_ROUNDS = 60
"""After so many more an evening that is not over never will be."""


@dataclass(frozen=True, slots=True)
class Try:
    """Something that is tried: its name, and what is called for it.

    :param is_act: whether it is somebody's act, which is in the log once; else a sweep's.
    """

    name: str
    verb: Callable[[], object]
    is_act: bool = True


class Evening:
    """One tournament, from its list of entries to its end and what is corrected afterwards."""

    def __init__(self, number: int, *, seed: int) -> None:
        """Make the club and the tournament; nobody is entered yet."""
        self.chance = Stream(b"tournament evenings").derive(seed, number)
        self.now = BEGINS
        club = clubs.create_club(name=f"Club {number}", now=BEGINS)
        plan = self.chance.choice(PLANS)
        if plan.place != Stage.Place.ONLINE or self.chance.below(2):
            plan = replace(plan, place=Stage.Place.HALL)
        plan = replace(plan, name=f"Evening {number}", cap=CAP if self.chance.below(2) else None)
        self.plan = plan
        self.cup = planning.create_tournament(club=club, plan=plan, author=DIRECTOR, now=self.now)

    def tries(self) -> Iterator[Try]:
        """Yield what is tried, one after another; each is done or refused before the next."""
        yield from self._before_the_draw()
        yield self._one("draw", draw.draw, tournament_id=self.cup.pk, stream=self.chance)
        if not self.is_drawn:
            return
        for _ in range(STEPS):
            yield from self.chance.choice(self._ways())()
        yield from self._to_the_end()
        for _ in range(4):
            yield from self.chance.choice((self._correct, self._undo, self._finish))()
        yield from self._to_the_end()

    def _one(self, name: str, verb: Callable[..., Any], **details: Any) -> Try:
        self.now += timedelta(seconds=20)
        now = self.now
        return Try(name, lambda: verb(author=DIRECTOR, now=now, **details))

    # ---- before the draw

    def _before_the_draw(self) -> Iterator[Try]:
        size = FEWEST + self.chance.below(MOST - FEWEST + 1)
        tournament = {"tournament_id": self.cup.pk}
        content = self._list(size)
        yield self._one(
            "enter", registration.import_entries, **tournament, content=content, stream=self.chance
        )
        names = ["Late"] if self._is_alone else ["Late", "Latter"]
        yield self._one("add", entries.add_pair, **tournament, names=names, stream=self.chance)
        verbs = [entries.withdraw, entries.disqualify, entries.reinstate, entries.accept, entries.promote]
        for _ in range(self.chance.below(4)):
            verb = self.chance.choice(verbs)
            yield self._one(verb.__name__, verb, entry=self._entry())
        if self.chance.below(2):
            yield from self._check_in()

    def _check_in(self) -> Iterator[Try]:
        yield self._one("open check-in", openings.open_check_in, tournament_id=self.cup.pk)
        for entry in Entry.objects.filter(tournament=self.cup).not_here():
            if self.chance.below(10):
                yield self._one("check in", check_in.check_in, entry=entry)
        missing = [one.pk for one in Entry.objects.filter(tournament=self.cup).not_here()]
        yield self._one("leave out", check_in.leave_out, tournament_id=self.cup.pk, entry_ids=missing)

    @property
    def _is_alone(self) -> bool:
        return self.plan.format in ALONE_FORMATS

    def _list(self, size: int) -> str:
        head = "player" if self._is_alone else "player,partner"
        rows = [f"Player {n}" if self._is_alone else f"Player {n},Partner {n}" for n in range(size)]
        return "\n".join([f"{head},seed", *(f"{row},{at}" for at, row in enumerate(rows, start=1))])

    def _entry(self) -> Entry:
        found: Entry = self.chance.choice(list(Entry.objects.filter(tournament=self.cup).order_by("pk")))
        return found

    # ---- while it is played

    def _ways(self) -> list[Callable[[], Iterator[Try]]]:
        """Return what may be tried next; what happens more often on an evening is there more often."""
        often = [self._enter] * 6 + [self._enter_all, self._go_on, self._undo] * 2
        seldom = [self._take_back, self._leave, self._come_back, self._join, self._draw_again]
        later = [self._set_clock, self._stop, self._postpone, self._take_up, self._no_shows, self._bye]
        return [*often, *later, self._settle, self._correct, self._sweep, *seldom]

    def _pairings(self, *states: Pairing.State) -> list[Pairing]:
        mine = Pairing.objects.filter(round__stage__tournament=self.cup, state__in=states)
        return list(mine.select_related("round__stage").order_by("pk"))

    def _some(self, *states: Pairing.State) -> list[Pairing]:
        """Return one pairing in these states by chance, in a list; an empty one where there is none."""
        found = self._pairings(*states)
        return [self.chance.choice(found)] if found else []

    def _enter(self) -> Iterator[Try]:
        """Enter a result, now and then where one is in the books."""
        states = [Pairing.State.CALLED] if self.chance.below(8) else list(Pairing.State)
        for pairing in self._some(*states):
            yield self._entered(pairing, self._said(pairing))

    def _enter_all(self) -> Iterator[Try]:
        for pairing in self._pairings(Pairing.State.CALLED):
            yield self._entered(pairing, self._said(pairing))

    def _entered(self, pairing: Pairing, said: Said) -> Try:
        if pairing.hall_table is None:  # at a table of the site nobody plays on this evening
            return self._settled(pairing, Report.Kind.WALKOVER)
        return self._one("enter", hall.enter, pairing_id=pairing.pk, said=said)

    def _said(self, pairing: Pairing) -> Said:
        if self.plan.cap and self.chance.below(12) == 0:
            return PASSED_OUT
        return self._totals(pairing)

    def _totals(self, pairing: Pairing) -> Totals:
        """Return totals of a match that was won; with a cap it may have ended level."""
        sides = pairing.round.stage.rules.seating.sides
        totals = [self.chance.below(TARGET - 7) for _ in range(sides)]
        winner = self.chance.below(sides)
        totals[winner] = TARGET + self.chance.below(3)
        if self.plan.cap and self.chance.below(4) == 0:
            totals = [self.chance.below(20)] * sides
        return Totals(tuple(totals), Side(winner))

    def _go_on(self) -> Iterator[Try]:
        """Start or close a round, whether it is time or not."""
        mine = Round.objects.filter(stage__tournament=self.cup)
        for round_ in mine.filter(state=Round.State.DRAWN):
            yield self._one("start", rounds.open_round, round_id=round_.pk, stream=self.chance)
        for round_ in mine.filter(state=Round.State.OPEN):
            yield self._one("close", rounds.close_round, round_id=round_.pk, stream=self.chance)

    def _sweep(self) -> Iterator[Try]:
        """Let the sweep call those whom nobody has called."""
        now = self.now + CALLED_WITHIN
        yield Try("sweep", lambda: due.call_due(now=now, stream=self.chance), is_act=False)

    def _stop(self) -> Iterator[Try]:
        for round_ in Round.objects.filter(stage__tournament=self.cup, state=Round.State.OPEN):
            yield self._one("stop", rounds.stop_deals, round_id=round_.pk)

    def _set_clock(self) -> Iterator[Try]:
        for round_ in Round.objects.filter(stage__tournament=self.cup, state=Round.State.OPEN):
            yield self._one(
                "give time", round_clock.give_time, round_id=round_.pk, minutes=self.chance.below(9) - 4
            )
            verb = round_clock.go_on if round_.paused_at else round_clock.pause
            yield self._one("clock", verb, round_id=round_.pk)

    def _draw_again(self) -> Iterator[Try]:
        yield self._one("draw again", draw.draw, tournament_id=self.cup.pk, stream=self.chance)

    def _postpone(self) -> Iterator[Try]:
        for pairing in self._some(*postponing.TO_PLAY):
            yield self._one("postpone", postponing.postpone, pairing_id=pairing.pk)

    def _take_up(self) -> Iterator[Try]:
        """Let a postponed match be played, and be called by the sweep."""
        for pairing in self._some(Pairing.State.POSTPONED):
            yield self._one("take up", postponing.take_up, pairing_id=pairing.pk)
            yield from self._sweep()

    def _no_shows(self) -> Iterator[Try]:
        """Say that nobody came to some of those that are awaited, or to one that is not."""
        awaited = self._pairings(*no_shows.TO_COME if self.chance.below(8) else Pairing.State)
        named = [one.pk for one in awaited if self.chance.below(2)]
        details = {"tournament_id": self.cup.pk, "pairing_ids": named, "foreseen": None}
        yield self._one("no-shows", no_shows.decide, **details)

    def _settle(self) -> Iterator[Try]:
        kinds = (Report.Kind.WALKOVER, Report.Kind.DOUBLE_WALKOVER, Report.Kind.LOT, Report.Kind.REPLAY)
        for pairing in self._some(Pairing.State.CALLED, Pairing.State.VOID, Pairing.State.DECIDED):
            yield self._settled(pairing, self.chance.choice(kinds))

    def _settled(self, pairing: Pairing, kind: Report.Kind) -> Try:
        ruling = Ruling(kind, self.chance.below(2) if kind == Report.Kind.WALKOVER else None)
        return self._one(kind.value, rulings.settle, pairing_id=pairing.pk, ruling=ruling, stream=self.chance)

    def _take_back(self) -> Iterator[Try]:
        for pairing in self._some(Pairing.State.CALLED, Pairing.State.DECIDED, Pairing.State.VOID):
            game = told(pairing.reports.all()).game
            if game is not None:
                yield self._one("take back", hall.take_back, pairing_id=pairing.pk, report_id=game.pk)

    def _correct(self) -> Iterator[Try]:
        """Correct a result with one of the choices that are shown."""
        for pairing in self._some(Pairing.State.DECIDED):
            result: Result = Awarded(self.chance.below(2)) if self.chance.below(2) else self._totals(pairing)
            yield self._one("correct", self._corrected, pairing=pairing, result=result)

    def _corrected(self, *, pairing: Pairing, result: Result, author: Author, now: datetime) -> None:
        seen = corrections.foresee(pairing_id=pairing.pk, result=result)
        corrections.correct(
            pairing_id=pairing.pk,
            result=result,
            choice=self.chance.choice(seen.choices),
            foreseen=seen.summary,
            author=author,
            now=now,
            stream=self.chance,
        )

    def _undo(self) -> Iterator[Try]:
        """Undo the last act, or one of long ago."""
        acts = list(Action.objects.filter(tournament=self.cup).order_by("-pk"))
        action = acts[0] if self.chance.below(2) else self.chance.choice(acts)
        yield self._one("undo", undo.undo, action_id=action.pk)

    def _leave(self) -> Iterator[Try]:
        yield self._one("leave", self._left, entry=self._entry())

    def _left(self, *, entry: Entry, author: Author, now: datetime) -> None:
        seen = withdrawals.foresee(entry_id=entry.pk)
        verb: withdrawals.Verb = Action.Verb.WITHDRAW_IN_PLAY
        withdrawals.leave(entry_id=entry.pk, verb=verb, foreseen=seen.summary, author=author, now=now)

    def _come_back(self) -> Iterator[Try]:
        gone = Slot.objects.filter(stage__tournament=self.cup, until_round__isnull=False).order_by("pk")
        for slot in gone[:1]:
            yield self._one("come back", withdrawals.reinstate, entry_id=slot.entry_id)

    def _join(self) -> Iterator[Try]:
        """Let somebody come late, with points for what was missed."""
        number = Entry.objects.filter(tournament=self.cup).count() + 1
        names = [f"Latecomer {number}", f"Companion {number}"][: 1 if self._is_alone else 2]
        points = self.chance.below(3)
        details = {"names": names, "points": points, "stream": self.chance}
        yield self._one("join", latecomers.join, tournament_id=self.cup.pk, **details)

    def _bye(self) -> Iterator[Try]:
        """Give a bye in the next round of a Swiss, or note that somebody has asked for one."""
        asked_for = self.chance.below(2) == 1
        yield self._one("bye", byes.give_bye, entry_id=self._entry().pk, asked_for=asked_for)

    def _finish(self) -> Iterator[Try]:
        yield self._one("finish", corrections.finish_again, tournament_id=self.cup.pk)

    # ---- to its end

    def _to_the_end(self) -> Iterator[Try]:
        for _ in range(MOST_ROUNDS):
            if self.is_over:
                return
            for pairing in self._pairings(Pairing.State.POSTPONED):
                yield self._one("take up", postponing.take_up, pairing_id=pairing.pk)
            yield from self._sweep()
            yield from self._enter_all()
            for pairing in self._pairings(Pairing.State.VOID):
                yield self._settled(pairing, Report.Kind.LOT)
            yield from self._go_on()
            yield from self._sweep()
            yield from self._finish()

    @property
    def is_drawn(self) -> bool:
        """Whether it has been drawn: for too few that is refused, or while somebody is missing."""
        return Slot.objects.filter(stage__tournament=self.cup).exists()

    @property
    def is_over(self) -> bool:
        """Whether it has come to its end."""
        return Tournament.objects.filter(pk=self.cup.pk, state=Tournament.State.FINISHED).exists()
