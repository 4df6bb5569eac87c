"""The rounds of a stage as its page shows them: who meets whom, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from django.urls import reverse

from games.models import Match, Table
from games.services.live import LiveTable, live_tables
from tournaments.formats import BRACKETS, Fed, feeding, teams
from tournaments.models import Entry, Pairing, Round, Side, Slot, Stage, Tournament
from tournaments.names import loser_of, place_name, round_name, winner_of
from tournaments.services.calling import tables_to_come
from tournaments.services.lineups import Lineups, Moment, lineups
from tournaments.services.whole import with_players

from .shapes import PairingView, RoundView, SideView

OVER = "over"


@dataclass(frozen=True, slots=True)
class Seen:
    """What is needed of a tournament to show any of its pairings."""

    entries: Mapping[int, Entry]
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


def seen_in(tournament: Tournament, rows: Iterable[Round]) -> Seen:
    """Return what is shown of who plays in these rounds, and where."""
    entries = with_players(Entry.objects.filter(tournament=tournament).in_field())
    by_id = {entry.pk: entry for entry in entries}
    pairings = [one for row in rows for one in row.pairings.all() if one.table is not None]
    lines = live_tables(one.table for one in pairings if one.table is not None and _is_on(one))
    return Seen(
        entries=by_id,
        live={line.url: line for line in lines},
        replays=_replays([one.table for one in pairings if one.table is not None]),
        lineups=lineups(tournament.pk),
    )


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
    shown = Shown(stage, seen, {slot.entry_id: slot.seed for slot in slots}, _sources(stage, slots, rows))
    return tuple(_round(row, shown) for row in rows)


def _sources(stage: Stage, slots: Sequence[Slot], rows: Sequence[Round]) -> dict[str, list[str]]:
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
        for pairing in row.pairings.all()
    }
    fed = feeding(stage.format, len(slots), stage.how)
    return {place: [_source(one, names) for one in sides] for place, sides in fed.items()}


def _source(fed: Fed, names: Mapping[str, str]) -> str:
    if fed.by not in names:
        return ""
    return winner_of(names[fed.by]) if fed.as_winner else loser_of(names[fed.by])


def _round(row: Round, shown: Shown) -> RoundView:
    coming = tables_to_come(row, shown.stage)
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
            _pairing(one, row, shown, table=coming.get(one.pk))
            for one in row.pairings.all()
            if one.decided_by != Pairing.DecidedBy.NOT_NEEDED
        ),
    )


def _pairing(pairing: Pairing, row: Round, shown: Shown, *, table: int | None) -> PairingView:
    online, stage, seen = pairing.table, shown.stage, shown.seen
    url = reverse("games:table", args=[online.public_id]) if online else ""
    live = seen.live.get(url)
    rows = sorted(pairing.sides.all(), key=lambda side: side.number)
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
    entries = [seen.entries[one.entry_id] for one in team]
    return replace(
        side,
        name=" & ".join(seen.lineups.name(entry, at) for entry in entries),
        players=tuple(name for entry in entries for name in seen.lineups.of(entry, at)),
    )


def _side(
    team: Sequence[Side], number: int, pairing: Pairing, live: LiveTable | None, shown: Shown
) -> SideView:
    entries = [shown.seen.entries[side.entry_id] for side in team]
    decided = pairing.state == Pairing.State.DECIDED
    return SideView(
        name=" & ".join(entry.name for entry in entries),
        players=tuple(one.player.name for entry in entries for one in entry.members.all()),
        seed=shown.seeds.get(entries[0].pk) if len(entries) == 1 else None,
        score=live.sides[number].score if live and not decided else team[0].score,
        halves=team[0].halves,
        won=decided and pairing.advances == number,
        lost=decided and pairing.advances not in (None, number),
    )
