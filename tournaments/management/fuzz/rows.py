"""An independent look at a tournament's rows: what its books say, computed anew from what was reported.

Each check yields what is wrong in words; nothing means that all is well.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments import state
from tournaments.formats import is_main
from tournaments.formats.next_round import Match, NextRound
from tournaments.models import Pairing, Report, Round, Side, Slot, Stage, Tournament
from tournaments.services.standings import Standing, read_standings
from tournaments.standings import Line

from .checker import BRACKETS, check_field
from .tables import check_table

ALONE = ("bye", "sit_out", "not_needed", "walkover", "double_walkover")
"""What decides a pairing without a word: nobody was there to be met, or nothing had to be played."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the reports of a pairing come to: by what it was decided, for whom, and each game's totals."""

    by: str = ""
    through: int | None = None
    games: tuple[tuple[int, ...], ...] = ()
    is_void: bool = False


def told(reports: Sequence[Mapping[str, Any]]) -> Told:
    """Return what reports come to, the last of them first to be believed."""
    now, before = Told(), {}
    for report in reports:
        before[report["pk"]] = now
        now = _heard(now, report, before)
    return now


def _heard(now: Told, report: Mapping[str, Any], before: Mapping[int, Told]) -> Told:
    kind, data = report["kind"], report["data"]
    if kind == Report.Kind.TAKEN_BACK:
        return before[data["report"]]
    if kind in (Report.Kind.VOIDED, Report.Kind.REPLAY):
        return Told(games=now.games if kind == Report.Kind.REPLAY else ())
    if kind in (Report.Kind.WALKOVER, Report.Kind.DOUBLE_WALKOVER, Report.Kind.LOT):
        return Told(kind, data["advances"], now.games)
    if kind == Report.Kind.CORRECTION:
        return now if data["choice"] == "keep" else _corrected(now, data)
    if kind == Report.Kind.UNDECIDED:
        return Told(games=now.games, is_void=True)
    game = data.get("game")
    return now if game is None else Told("game", None, (*now.games, tuple(game["totals"])))


def _corrected(now: Told, data: Mapping[str, Any]) -> Told:
    if "totals" in data:
        return Told("game", None, (tuple(data["totals"]),))
    return Told("ruling", data["winner"], now.games)


@dataclass(slots=True)
class Books:
    """A tournament's rows, and what was known of them at the last look.

    :param salt: what makes the versions of one evening others than those of any other.
    """

    tournament: int
    salt: int
    drawn: set[tuple[int, ...]] = field(default_factory=set)

    def check(self) -> Iterator[str]:
        """Yield what is wrong with all of it as it stands now."""
        for stage in Stage.objects.filter(tournament=self.tournament, slots__isnull=False).distinct():
            yield from self._check_stage(stage)

    def _check_stage(self, stage: Stage) -> Iterator[str]:
        rounds = list(stage.rounds.order_by("number"))
        rows, sides = _pairings(stage), _sides(stage)
        yield from _check_rounds(rounds, rows)
        said = _said(stage)
        for row in rounds:
            for pairing in rows[row.pk]:
                here = sides.get(pairing.pk, [])
                for fault in check_pairing(pairing, here, said.get(pairing.pk, Told()), stage.best_of):
                    yield f"round {row.number}, pairing {pairing.number}: {fault}"
        if stage.format in BRACKETS:
            yield from check_bracket(stage, [one for row in rounds for one in rows[row.pk]], sides)
        slots = list(stage.slots.select_related("entry").order_by("group", "seed"))
        yield from self._check_draws(stage, slots, rounds, rows, sides)
        yield from self._check_standings(stage, slots, rounds, rows, sides)

    def _check_draws(
        self, stage: Stage, slots: Sequence[Slot], rounds: Sequence[Round], rows: Any, sides: Any
    ) -> Iterator[str]:
        """Look once at each round as it is drawn: who is in it depends on who has left since."""
        for at, row in enumerate(rounds):
            seen = (row.pk, *(side.pk for pairing in rows[row.pk] for side in sides.get(pairing.pk, ())))
            if row.state == Round.State.PLANNED or len(seen) == 1 or seen in self.drawn:
                continue
            self.drawn.add(seen)
            if stage.format not in BRACKETS:
                entries = [side.entry_id for one in rows[row.pk] for side in sides.get(one.pk, ())]
                yield from check_there(_going_on(stage, slots, row.number), row.number, entries)
                before = [_state(one, rows, sides, stage) for one in rounds[:at]]
                yield from _check_pairing_up(stage, slots, before, rows[row.pk], sides, row.number)

    def _check_standings(
        self, stage: Stage, slots: Sequence[Slot], rounds: Sequence[Round], rows: Any, sides: Any
    ) -> Iterator[str]:
        version = Tournament.objects.values_list("version", flat=True).get(pk=self.tournament)
        found = read_standings(stage, slots, rounds, version=self.salt + version)
        counted = ("open", "closed") if stage.format in BRACKETS else ("closed",)
        played = [_state(row, rows, sides, stage) for row in rounds if row.state in counted]
        is_over = bool(rounds) and all(row.state == Round.State.CLOSED for row in rounds)
        for group in range(1, stage.groups + 1):
            lines = [one.line for one in found if one.group == group]
            mine = _group(stage, slots, played, group)
            for fault in (*check_table(mine, lines, is_over=is_over), *check_counts(mine, lines)):
                yield f"the table of stage {stage.position}: {fault}"
        yield from _check_winner(stage, found, is_over=is_over)


def _check_winner(stage: Stage, found: Sequence[Standing], *, is_over: bool) -> Iterator[str]:
    first = [one.entry for one in found if one.line.rank == 1]
    ought = first[0] if is_over and stage.groups == 1 and len(first) == 1 else None
    if stage.winner_id not in (ought, None) or (is_over and stage.winner_id != ought):
        yield f"stage {stage.position} was won by {stage.winner_id} and its table says {ought}"


def check_there(slots: Sequence[Slot], number: int, entries: Sequence[int]) -> Iterator[str]:
    """Yield who is missing in a round, is there more than once, or has left or not come yet."""
    here = Counter(entries)
    yield from (f"{entry} is in round {number} {times} times" for entry, times in here.items() if times > 1)
    for slot in slots:
        plays = _is_drawn(slot, number)
        if plays != (slot.entry_id in here):
            yield f"{slot.entry_id} {'is missing' if plays else 'does not play and is'} in round {number}"


def _check_pairing_up(
    stage: Stage,
    slots: Sequence[Slot],
    before: Sequence[Sequence[tuple[int, state.Pairing]]],
    rows: Sequence[Pairing],
    sides: Any,
    number: int,
) -> Iterator[str]:
    """Look at each group of a round: byes go round, and nobody meets again who need not."""
    playing = [one for one in slots if _is_drawn(one, number)]
    for group in range(1, stage.groups + 1):
        mine = replace(_group(stage, playing, before, group), withdrawn=frozenset())
        teams = [_teams(sides.get(one.pk, ()), stage.sides) for one in rows if one.group == group]
        matches = tuple(Match(team) for team in teams if len(team) > 1)
        alone = tuple(entry for team in teams if len(team) == 1 for entry in team[0])
        for fault in check_field(mine, NextRound(number, matches, alone)):
            yield f"round {number}: {fault}"


def _going_on(stage: Stage, slots: Sequence[Slot], number: int) -> list[Slot]:
    """Return those whose group has such a round: of several round robins the small ones are over sooner."""
    if stage.format != "round-robin":
        return list(slots)
    sizes = Counter(slot.group for slot in slots)
    return [slot for slot in slots if number < sizes[slot.group] + sizes[slot.group] % 2]


def _is_drawn(slot: Slot, number: int) -> bool:
    return slot.from_round <= number and (slot.until_round is None or number <= slot.until_round)


def check_pairing(pairing: Pairing, sides: Sequence[Side], said: Told, best_of: int) -> Iterator[str]:
    """Yield where the books of a pairing say otherwise than what was reported of it."""
    is_decided = pairing.state == Pairing.State.DECIDED
    if is_decided != bool(pairing.decided_by) or (not is_decided and pairing.advances is not None):
        yield f"it is {pairing.state} by {pairing.decided_by!r}"
    if not said.by:
        if is_decided and (len(sides) > 1 or pairing.decided_by not in ALONE):
            yield f"it was decided by {pairing.decided_by}, and nobody has said so"
        if said.is_void != (pairing.state == Pairing.State.VOID):
            yield "only a match that decided nothing waits for the director"
        return
    if said.by == "game":
        yield from _check_games(pairing, sides, said, best_of)
    elif (pairing.decided_by, pairing.advances) != (said.by, said.through):
        yield f"{said.by} sent {said.through} on, and the books {pairing.advances} by {pairing.decided_by}"


def _check_games(pairing: Pairing, sides: Sequence[Side], said: Told, best_of: int) -> Iterator[str]:
    totals = [sum(points) for points in zip(*said.games, strict=True)]
    ought = [totals[side.number % len(totals)] for side in sides]
    if [side.score for side in sides] != ought:
        yield f"it has {[side.score for side in sides]} and should have {ought}"
    if pairing.state != Pairing.State.DECIDED:
        if best_of == 1:
            yield f"it was played, and is {pairing.state}"
        return
    won = Counter(game.index(max(game)) for game in said.games if game.count(max(game)) == 1)
    leaders = [side for side in range(len(totals)) if won[side] == max(won.values(), default=0)]
    if len(leaders) == 1 and (pairing.outcome, pairing.advances) != ("won", leaders[0]):
        yield f"{leaders[0]} has won, and the books say {pairing.outcome} for {pairing.advances}"
    if len(leaders) > 1 and pairing.outcome != "drawn":
        yield "it ended level, and the books have a winner"


def check_bracket(
    stage: Stage, pairings: Sequence[Pairing], sides: Mapping[int, Sequence[Side]]
) -> Iterator[str]:
    """Yield who plays on in a bracket after he is out.

    :param pairings: those of the stage in the order of their rounds.
    """
    lives = 1 if stage.format == "knockout" or stage.slots.count() == 2 else 2
    lost: Counter[int] = Counter()
    for pairing in pairings:
        here = sides.get(pairing.pk, ())
        if len(here) < 2:
            continue
        spare = not is_main(pairing.place)
        for side in here:
            if lost[side.entry_id] >= lives + spare:
                yield f"{side.entry_id} is out and stands in {pairing.place}"
            if pairing.state == Pairing.State.DECIDED and pairing.advances != side.number:
                lost[side.entry_id] += lives if pairing.advances is None else 1


def check_counts(played: state.State, lines: Sequence[Line]) -> Iterator[str]:
    """Yield whose line counts more or fewer matches than were played."""
    if played.format in BRACKETS or (played.format == "round-robin" and played.withdrawn):
        return
    met: Counter[Any] = Counter()
    for pairing in played.pairings():
        if pairing.kind == "played":
            met.update(entry for side in pairing.sides for entry in side)
    for line in lines:
        if line.rank is not None and line.played != met[line.entry]:
            yield f"{line.entry} has played {met[line.entry]} matches and {line.played} are counted"


def _check_rounds(rounds: Sequence[Round], rows: Mapping[int, Sequence[Pairing]]) -> Iterator[str]:
    order = ("closed", "open", "drawn", "planned")
    states = [order.index(row.state) for row in rounds]
    if states != sorted(states) or sum(1 for row in rounds if row.state in ("open", "drawn")) > 1:
        yield f"the rounds are {[row.state for row in rounds]}"
    for row in rounds:
        if row.state == "closed" and any(
            one.state != "decided" and not one.postponed_at for one in rows[row.pk]
        ):
            yield f"round {row.number} is closed and something in it is not decided"
        if row.state != "planned" and not rows[row.pk]:
            yield f"round {row.number} is {row.state} and empty"


# ---- rows as data, by means of their own


def _pairings(stage: Stage) -> dict[int, list[Pairing]]:
    found: dict[int, list[Pairing]] = defaultdict(list)
    for pairing in Pairing.objects.filter(round__stage=stage).order_by("number"):
        found[pairing.round_id].append(pairing)
    return found


def _sides(stage: Stage) -> dict[int, list[Side]]:
    found: dict[int, list[Side]] = defaultdict(list)
    for side in Side.objects.filter(pairing__round__stage=stage).order_by("number"):
        found[side.pairing_id].append(side)
    return found


def _said(stage: Stage) -> dict[int, Told]:
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = Report.objects.filter(pairing__round__stage=stage).order_by("pk")
    for row in rows.values("pk", "pairing_id", "kind", "data"):
        found[row["pairing_id"]].append(row)
    return {pairing: told(reports) for pairing, reports in found.items()}


def _teams(sides: Sequence[Side], of: int) -> tuple[tuple[int, ...], ...]:
    """Return who is on each side: four entries on two sides are partners two apart."""
    entries = [side.entry_id for side in sides]
    if len(entries) == 4 and of == 2:
        return (tuple(entries[::2]), tuple(entries[1::2]))
    return tuple((entry,) for entry in entries)


def _state(row: Round, rows: Any, sides: Any, stage: Stage) -> list[tuple[int, state.Pairing]]:
    """Return a round as data, each pairing with its group."""
    found = []
    for pairing in rows[row.pk]:
        here = sides.get(pairing.pk, [])
        if here:
            found.append((pairing.group, _pairing(pairing, here, stage)))
    return found


def _pairing(pairing: Pairing, here: Sequence[Side], stage: Stage) -> state.Pairing:
    teams = _teams(here, stage.sides)
    if len(teams) == 1:
        return state.Pairing(teams, kind="sit_out" if pairing.decided_by == "sit_out" else "bye")
    won = teams[pairing.advances] if pairing.advances is not None else None
    if pairing.decided_by in ("walkover", "double_walkover"):
        return state.Pairing(teams, winner=won, kind="walkover" if won else "double_walkover")
    if pairing.decided_by in ("lot", "ruling", "retirement"):
        is_level = stage.format in BRACKETS
        return state.Pairing(
            teams, winner=None if is_level else won, advances=won if is_level else None, kind="adjudicated"
        )
    if pairing.state != Pairing.State.DECIDED and pairing.postponed_at is not None:
        return state.Pairing(teams, kind="postponed")
    scores = tuple(side.score for side in here[: len(teams)] if side.score is not None)
    is_level = pairing.outcome == "drawn"
    return state.Pairing(teams, scores, None if is_level else won, won if is_level else None)


def _group(
    stage: Stage,
    slots: Sequence[Slot],
    played: Sequence[Sequence[tuple[int, state.Pairing]]],
    group: int,
) -> state.State:
    format_ = next(key for key in state.FORMAT_KEYS if key == stage.format)
    members = [slot for slot in slots if slot.group == group]
    return state.State(
        format=format_,
        entries=tuple(
            state.Entry(
                slot.entry_id,
                slot.seed,
                byes=tuple(slot.byes),
                joins=slot.from_round,
                points=slot.points,
                had_byes=slot.had_byes,
                sits_out=tuple(slot.sits_out),
            )
            for slot in members
        ),
        options=stage.how,
        rounds=tuple(tuple(one for of, one in row if of == group) for row in played),
        withdrawn=frozenset(slot.entry_id for slot in members if slot.until_round is not None),
    )
