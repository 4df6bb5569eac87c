"""From rows to what the tournament page shows, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from games.models import Match, Table
from games.permissions import Visitor
from games.rule_names import rules_name
from games.services.live import LiveTable, live_tables
from tournaments.models import Entry, Pairing, Round, Side, Stage, Tournament
from tournaments.services.standings import standings

from .shapes import Board, PairingView, RoundView, SideView, StandingRow, TournamentHead

OVER = "over"


@dataclass(frozen=True, slots=True)
class Seen:
    """A tournament as it was read for one visitor."""

    best_of: int
    entries: Mapping[int, Entry]
    mine: frozenset[int]
    live: Mapping[str, LiveTable]
    records: Mapping[int, str]


def board(tournament: Tournament, visitor: Visitor) -> Board:
    """Return all that the tournament's page shows to this visitor."""
    stage = Stage.objects.get(tournament=tournament, position=1)
    rows = _rounds(stage)
    seen = _seen(stage, rows, visitor)
    rounds = tuple(_round(row, seen) for row in rows)
    table = _standings(rows, seen) if rows else ()
    return Board(
        tournament=_head(tournament, stage),
        entries=len(seen.entries),
        rounds=rounds,
        standings=table,
        live_tables=tuple(table for table in seen.live.values() if table.phase != OVER),
        current=next((one for one in rounds if one.state == "open"), None),
        champion=next((line.name for line in table if line.state == "champion"), ""),
        waits_for_director=sum(one.state == "void" for each in rounds for one in each.pairings),
    )


def _rounds(stage: Stage) -> list[Round]:
    rows = Round.objects.filter(stage=stage).order_by("number")
    return list(rows.prefetch_related("pairings__table", "pairings__sides__slot__winner_of__round"))


def _seen(stage: Stage, rows: Sequence[Round], visitor: Visitor) -> Seen:
    entries = Entry.objects.filter(tournament=stage.tournament_id).prefetch_related("members__player")
    by_id = {entry.pk: entry for entry in entries}
    tables = [one.table for row in rows for one in row.pairings.all() if _is_on(one)]
    lines = live_tables(table for table in tables if table is not None)
    return Seen(
        best_of=stage.best_of,
        entries=by_id,
        mine=frozenset(pk for pk, entry in by_id.items() if _is_mine(entry, visitor)),
        live={line.url: line for line in lines},
        records=_records([one.table for row in rows for one in row.pairings.all() if one.table]),
    )


def _records(tables: Sequence[Table]) -> dict[int, str]:
    """Return where the last match that has ended at each table downloads, by the table."""
    addresses = {table.pk: table.public_id for table in tables}
    ended = Match.objects.finished().filter(table__in=addresses).order_by("number")
    return {
        table: reverse("games:match_record", args=[addresses[table], number])
        for table, number in ended.values_list("table", "number")
    }


def _is_on(pairing: Pairing) -> bool:
    """Return whether cards have been dealt at the pairing's table and its result is not in."""
    if pairing.table is None or pairing.state != Pairing.State.CALLED:
        return False
    return pairing.table.state != Table.State.WAITING


def _is_mine(entry: Entry, visitor: Visitor) -> bool:
    if not visitor.is_authenticated:
        return False
    return any(member.player.user_id == visitor.pk for member in entry.members.all())


def _head(tournament: Tournament, stage: Stage) -> TournamentHead:
    return TournamentHead(
        slug=tournament.slug,
        name=tournament.name,
        club=tournament.club.name,
        state=tournament.state,
        format=stage.format,
        rules_name=rules_name(stage.rules),
        target=stage.target,
        cap=stage.cap,
        best_of=stage.best_of,
        starts_at=tournament.starts_at,
        public_number=tournament.public_number,
        version=tournament.version,
    )


def _round(row: Round, seen: Seen) -> RoundView:
    return RoundView(
        id=row.pk,
        number=row.number,
        size=row.size,
        state=row.state,
        starts_at=row.starts_at,
        stopped=row.stopped_at is not None,
        pairings=tuple(_pairing(pairing, seen) for pairing in row.pairings.all()),
    )


def _pairing(pairing: Pairing, seen: Seen) -> PairingView:
    table = pairing.table
    url = reverse("games:table", args=[table.public_id]) if table else ""
    live = seen.live.get(url)
    sides = {side.number: side for side in pairing.sides.all()}
    entries = tuple(sides[n].entry_id if n in sides else None for n in (0, 1))
    return PairingView(
        id=pairing.pk,
        number=pairing.number,
        sides=(_side(sides.get(0), pairing, live, seen), _side(sides.get(1), pairing, live, seen)),
        mine=not seen.mine.isdisjoint(entries),
        state=_state(pairing, live, entries),
        decided_by=pairing.decided_by,
        decided_deal=pairing.deal,
        why_level=pairing.level_at,
        table=table.number if table else None,
        url=url,
        live=live,
        entries=entries,
        table_id=pairing.table_id,
        record_url=seen.records.get(pairing.table_id, "") if pairing.table_id else "",
        game=_game(sides.values(), seen),
        best_of=seen.best_of if seen.best_of > 1 else 0,
    )


def _game(sides: Iterable[Side], seen: Seen) -> int:
    """Return which game of a series is at the table, from those that have been played."""
    return 1 + sum(side.halves or 0 for side in sides) // 2 if seen.best_of > 1 else 0


def _state(pairing: Pairing, live: LiveTable | None, entries: Sequence[int | None]) -> str:
    """Return the page's word for where a pairing stands."""
    if pairing.state == Pairing.State.DECIDED:
        return "bye" if pairing.decided_by == Pairing.DecidedBy.BYE else "decided"
    if pairing.state == Pairing.State.VOID:
        return "void"
    if live is not None:
        return "finished" if live.phase == OVER else "playing"
    return "waiting" if None in entries else "ready"


def _side(side: Side | None, pairing: Pairing, live: LiveTable | None, seen: Seen) -> SideView:
    if side is None:
        return SideView()
    fed_by = side.slot.winner_of
    source = (fed_by.round.size, fed_by.number) if fed_by else (None, None)
    if side.entry_id is None:
        return SideView(source_size=source[0], source_number=source[1])
    entry = seen.entries[side.entry_id]
    decided = pairing.state == Pairing.State.DECIDED
    return SideView(
        name=entry.name,
        players=tuple(one.player.name for one in entry.members.all()),
        seed=entry.seed,
        score=live.sides[side.number].score if live and not decided else side.score,
        halves=side.halves,
        won=decided and pairing.advances == side.number,
        lost=decided and pairing.advances != side.number,
        mine=entry.pk in seen.mine,
        source_size=source[0],
        source_number=source[1],
    )


def _standings(rows: Sequence[Round], seen: Seen) -> tuple[StandingRow, ...]:
    seeded = sorted(seen.entries, key=lambda pk: seen.entries[pk].seed or 0)
    return tuple(
        StandingRow(
            rank=line.rank,
            name=seen.entries[line.entry].name,
            players=tuple(one.player.name for one in seen.entries[line.entry].members.all()),
            mine=line.entry in seen.mine,
            played=line.played,
            won=line.won,
            lost=line.lost,
            difference=line.difference,
            state=line.state,
        )
        for line in standings(seeded, rows)
    )
