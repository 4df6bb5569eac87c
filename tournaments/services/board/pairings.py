"""The rounds of a stage as its page shows them: who meets whom, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

from django.urls import reverse

from games.models import Match, Table
from games.services.live import LiveTable, live_tables
from tournaments.formats import BRACKETS, Fed, feeding, teams
from tournaments.models import Entry, Pairing, Round, Side, Slot, Stage, Tournament
from tournaments.names import loser_of, place_name, round_name, winner_of
from tournaments.services.calling import tables_to_come
from tournaments.services.lineups import Lineups, Moment, lineups, named_then
from tournaments.services.stage_states import Meeting

from .shapes import PairingView, RoundView, SideView

OVER = "over"

Read = Mapping[int, Sequence[Meeting]]
"""The pairings of rounds, each with its sides in order, by the rounds."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry as pages name it: its name, and who plays for it, whoever sits first in front."""

    name: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """What is needed of a tournament to show the pairings that were read."""

    shown: Read
    entries: Mapping[int, Entrant]
    live: Mapping[str, LiveTable]
    replays: Mapping[int, str]
    lineups: Lineups


@dataclass(frozen=True, slots=True)
class Shown:
    """A stage whose pairings are shown: seeds by entry, and by place of a bracket who comes there."""

    stage: Stage
    seen: Seen
    seeds: Mapping[int, int]
    sources: Mapping[str, Sequence[str]]


def read_shown(stages: Iterable[tuple[Stage, Sequence[Round]]]) -> Read:
    """Return the pairings of rounds of stages, with tables and sides, in one statement; of brackets in two.

    In a bracket there are pairings to which nobody has come yet.
    """
    found: dict[int, list[Meeting]] = {}
    brackets: list[int] = []
    for stage, rows in stages:
        found |= {row.pk: [] for row in rows}
        brackets += [row.pk for row in rows if stage.format in BRACKETS]
    sides = Side.objects.filter(round__in=found).select_related("pairing__table")
    for _, here in groupby(sides.order_by("pairing_id", "number"), lambda side: side.pairing_id):
        at = list(here)
        found[at[0].round_id].append((at[0].pairing, at))
    empty = Pairing.objects.filter(round__in=brackets, sides=None).select_related("table")
    for pairing in empty if brackets else ():
        found[pairing.round_id].append((pairing, []))
    return {pk: sorted(meetings, key=_number) for pk, meetings in found.items()}


def _number(meeting: Meeting) -> int:
    number: int = meeting[0].number
    return number


def seen_in(tournament: Tournament, shown: Read, *, has_substitutes: bool) -> Seen:
    """Return what is shown of who plays in the rounds that were read, and where."""
    pairings = [one for meetings in shown.values() for one, _ in meetings if one.table is not None]
    lines = live_tables(one.table for one in pairings if _is_on(one))
    return Seen(
        shown=shown,
        entries=_entrants(tournament),
        live={line.url: line for line in lines},
        replays=_replays([one.table for one in pairings]),
        lineups=lineups(tournament.pk) if has_substitutes else Lineups(),
    )


def _entrants(tournament: Tournament) -> dict[int, Entrant]:
    """Return who takes part, or did when the field was drawn."""
    field = Entry.objects.filter(tournament=tournament).in_field().order_by("pk", "members__position")
    rows = groupby(field.values_list("pk", "name", "members__player__name"), lambda row: row[:2])
    return {pk: Entrant(name, tuple(row[2] for row in each if row[2])) for (pk, name), each in rows}


def _replays(tables: Sequence[Table]) -> dict[int, str]:
    """Return where the last match that has ended at each table is replayed, by the table."""
    addresses = {table.pk: table.public_id for table in tables}
    ended = Match.objects.finished().filter(table__in=addresses).order_by("number")
    return {
        table: reverse("games:replay", args=[addresses[table], number])
        for table, number in ended.values_list("table", "number")
    }


def _is_on(pairing: Pairing) -> bool:
    """Return whether cards have been dealt at the pairing's table and its result is not in."""
    if pairing.table is None or pairing.hall_table is not None or pairing.state != Pairing.State.CALLED:
        return False
    return pairing.table.state != Table.State.WAITING


def rounds_seen(
    stage: Stage, slots: Sequence[Slot], rows: Sequence[Round], seen: Seen
) -> tuple[RoundView, ...]:
    """Return rounds of a stage as they are shown."""
    seeds = {slot.entry_id: slot.seed for slot in slots}
    shown = Shown(stage, seen, seeds, _sources(stage, slots, rows, seen))
    return tuple(_round(row, shown) for row in rows)


def _sources(stage: Stage, slots: Sequence[Slot], rows: Sequence[Round], seen: Seen) -> dict[str, list[str]]:
    """Return, by place of a bracket, what its two sides are called before anybody is there."""
    if stage.format not in BRACKETS:
        return {}
    names = {
        pairing.place: place_name(
            stage.format,
            size=row.size,
            round_number=row.number,
            number=pairing.number,
            place=pairing.place,
        )
        for row in rows
        for pairing, _ in seen.shown[row.pk]
    }
    fed = feeding(stage.format, len(slots), stage.how)
    return {place: [_source(one, names) for one in sides] for place, sides in fed.items()}


def _source(fed: Fed, names: Mapping[str, str]) -> str:
    if fed.by not in names:
        return ""
    return winner_of(names[fed.by]) if fed.as_winner else loser_of(names[fed.by])


def _round(row: Round, shown: Shown) -> RoundView:
    meetings = shown.seen.shown[row.pk]
    coming = tables_to_come(row, shown.stage, meetings)
    return RoundView(
        id=row.pk,
        number=row.number,
        size=row.size,
        name=round_name(shown.stage.format, size=row.size, number=row.number),
        state=row.state,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        paused_at=row.paused_at,
        stopped=row.stopped_at is not None,
        pairings=tuple(
            _pairing(one, sides, row, shown, table=coming.get(one.pk))
            for one, sides in meetings
            if one.decided_by != Pairing.DecidedBy.NOT_NEEDED
        ),
    )


def _pairing(
    pairing: Pairing, rows: Sequence[Side], row: Round, shown: Shown, *, table: int | None
) -> PairingView:
    online, stage, seen = pairing.table, shown.stage, shown.seen
    url = reverse("games:table", args=[online.public_id]) if online else ""
    live = seen.live.get(url)
    state = _state(pairing, live, here=min(len(rows), stage.sides), of=stage.sides)
    return PairingView(
        id=pairing.pk,
        number=pairing.number,
        sides=_named(_sides(rows, pairing, live, shown, state), rows, row.number, shown),
        state=state,
        decided_by=pairing.decided_by,
        decided_deal=pairing.deal,
        why_level=pairing.level_at,
        table=pairing.table_number or table,
        in_hall=pairing.hall_table is not None,
        url=url,
        live=live,
        entries=tuple(side.entry_id for side in rows),
        table_id=pairing.table_id,
        replay_url=seen.replays.get(pairing.table_id, "") if pairing.table_id else "",
        game=1 + sum(side.halves or 0 for side in rows[: stage.sides]) // 2 if stage.best_of > 1 else 0,
        best_of=stage.best_of if stage.best_of > 1 else 0,
        group=pairing.group if stage.groups > 1 else 0,
        place=pairing.place,
        why=pairing.why,
    )


def _state(pairing: Pairing, live: LiveTable | None, *, here: int, of: int) -> str:
    """Return the page's word for where a pairing stands."""
    if pairing.state == Pairing.State.DECIDED:
        alone = pairing.decided_by in (Pairing.DecidedBy.BYE, Pairing.DecidedBy.SIT_OUT)
        return "bye" if alone else "decided"
    if pairing.state in (Pairing.State.VOID, Pairing.State.POSTPONED):
        return str(pairing.state)
    if live is not None:
        return "finished" if live.phase == OVER else "playing"
    return "waiting" if here < of else "ready"


def _sides(
    rows: Sequence[Side], pairing: Pairing, live: LiveTable | None, shown: Shown, state: str
) -> tuple[SideView, ...]:
    """Return who is there, and for the others where they come from."""
    found = [
        _side(team, number, pairing, live, shown)
        for number, team in enumerate(teams(rows, sides=shown.stage.sides))
    ]
    missing = 0 if state == "bye" and not pairing.place else shown.stage.sides - len(found)
    sources = shown.sources.get(pairing.place, ("", ""))
    if missing == len(sources):
        return tuple(SideView(source=source) for source in sources)
    return (*found, *(SideView() for _ in range(missing)))


def _named(
    sides: tuple[SideView, ...], rows: Sequence[Side], number: int, shown: Shown
) -> tuple[SideView, ...]:
    """Return the sides under the names of those who played for them in this round."""
    if not shown.seen.lineups.changes:
        return sides
    at = (shown.stage.position, number)
    return tuple(_then(side, team, at, shown.seen) for side, team in zip_longest(sides, _teams(rows, shown)))


def _teams(rows: Sequence[Side], shown: Shown) -> Sequence[Sequence[Side]]:
    return teams(rows, sides=shown.stage.sides)


def _then(side: SideView, team: Sequence[Side] | None, at: Moment, seen: Seen) -> SideView:
    changed = [one for one in team or () if one.entry_id in seen.lineups.changes]
    if not changed or team is None:
        return side
    then = [_as_it_was(one.entry_id, at, seen) for one in team]
    names = tuple(name for entrant in then for name in entrant.players)
    return replace(side, name=" & ".join(entrant.name for entrant in then), players=names)


def _as_it_was(entry: int, at: Moment, seen: Seen) -> Entrant:
    """Return an entry as it was in a round."""
    today = seen.entries[entry]
    players = seen.lineups.players(entry, today.players, at)
    return Entrant(named_then(today.name, today.players, players), players)


def _side(
    team: Sequence[Side], number: int, pairing: Pairing, live: LiveTable | None, shown: Shown
) -> SideView:
    entries = [shown.seen.entries[side.entry_id] for side in team]
    decided = pairing.state == Pairing.State.DECIDED
    return SideView(
        name=" & ".join(entry.name for entry in entries),
        players=tuple(name for entry in entries for name in entry.players),
        seed=shown.seeds.get(team[0].entry_id) if len(team) == 1 else None,
        score=live.sides[number].score if live and not decided else team[0].score,
        halves=team[0].halves,
        won=decided and pairing.advances == number,
        lost=decided and pairing.advances not in (None, number),
    )
