"""Beginning matches: the frozen rules, the secret, and the first entries of the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction

from games.models import Match
from games.models.sealed import Position as PositionRow
from games.models.sealed import Secret
from games.store.values import Move, Opening
from games.store.writing import committed, log_events, publish_later


def begin(openings: Sequence[Opening], *, now: datetime) -> list[Match]:
    """Begin a match at each table, at its first or after another one, in the caller's transaction."""
    with transaction.atomic():
        before = hold(opening.table.pk for opening in openings)
        matches = _matches(openings, now)
        moves = [
            _move(opening, match, before.get(opening.table.pk, 0))
            for opening, match in zip(openings, matches, strict=True)
        ]
        _place(moves)
        log_events(moves, now)
        publish_later([committed(move, now) for move in moves])
    return matches


def hold(table_ids: Iterable[int]) -> dict[int, int]:
    """Return the number of each table's last event, and let nobody else write until we have."""
    rows = PositionRow.objects.filter(table_id__in=list(table_ids)).select_for_update()
    return dict(rows.order_by("table_id").values_list("table_id", "seq"))


def _matches(openings: Sequence[Opening], now: datetime) -> list[Match]:
    numbers = _match_numbers(opening.table.pk for opening in openings)
    matches = Match.objects.bulk_create(
        _match(opening, numbers.get(opening.table.pk, 0) + 1, now) for opening in openings
    )
    Secret.objects.bulk_create(
        Secret(match=match, master=opening.master, entropy=opening.entropy)
        for match, opening in zip(matches, openings, strict=True)
    )
    return matches


def _match_numbers(table_ids: Iterable[int]) -> dict[int, int]:
    """Return the number of each table's last match."""
    rows = Match.objects.filter(table_id__in=list(table_ids)).order_by("number")
    return dict(rows.values_list("table_id", "number"))


def _match(opening: Opening, number: int, now: datetime) -> Match:
    rules = opening.position.rules
    return Match(
        table=opening.table,
        number=number,
        rules_key=rules.key,
        rules_version=rules.version,
        rules_json=rules.to_json(),
        rules_digest=rules.digest,
        target=opening.position.target,
        cap=opening.position.cap,
        totals=list(opening.position.totals),
        started_at=now,
    )


def _move(opening: Opening, match: Match, before: int) -> Move:
    return Move(
        table_id=opening.table.pk,
        match_id=match.pk,
        expected=before,
        position=opening.position,
        events=opening.events,
        due_at=opening.due_at,
        bank=opening.bank,
    )


def _place(moves: Sequence[Move]) -> None:
    PositionRow.objects.bulk_create(
        [
            PositionRow(
                table_id=move.table_id,
                match_id=move.match_id,
                seq=move.expected + len(move.events),
                text=move.position.to_json(),
                due_at=move.due_at,
            )
            for move in moves
        ],
        update_conflicts=True,
        unique_fields=["table"],
        update_fields=["match", "seq", "text", "due_at"],
    )
