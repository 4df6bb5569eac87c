"""``verify_tables``: a table is where its log leads, and one that is not is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Match, Table
from games.models.sealed import Event, Position
from games.services import opening
from tests.cast import NOW
from tests.games.scene import bots_table, play_out


def verified() -> dict[str, Any]:
    said = StringIO()
    call_command("verify_tables", "--json", stdout=said)
    found: dict[str, Any] = json.loads(said.getvalue())
    return found


def test_tables_that_wait_play_and_have_ended_twice_are_where_their_logs_lead(db: None) -> None:
    ended = bots_table(cap=1)
    play_out()
    opening.play_again([ended.pk], masters=[b"2" * 32], now=NOW)
    play_out()
    bots_table(master=b"3" * 32)

    assert verified() == {"tables": 2, "differences": []}


def another_turn(table: Table) -> None:
    row = Position.objects.get(table=table)
    position = json.loads(row.text)
    position["play"]["turn"] = (position["play"]["turn"] + 1) % 4
    Position.objects.filter(table=table).update(text=json.dumps(position))


def another_number(table: Table) -> None:
    Event.objects.filter(table=table, kind="deal").update(seq=999)


def another_hand(table: Table) -> None:
    event = Event.objects.get(table=table, kind="deal")
    data = json.loads(event.text)
    data["hands"] = [*data["hands"][1:], data["hands"][0]]
    Event.objects.filter(pk=event.pk).update(text=json.dumps(data))


def another_winner(table: Table) -> None:
    play_out()
    match = Match.objects.get(table=table)
    Match.objects.filter(pk=match.pk).update(totals=[total + 1 for total in match.totals])


@pytest.mark.parametrize(
    ("plant", "reason"),
    [
        (another_turn, "match 1: its log leads elsewhere"),
        (another_number, "a number is missing in its log"),
        (another_hand, "match 1: its log leads elsewhere"),
        (another_winner, "match 1: its outcome is another"),
    ],
)
def test_a_table_that_is_not_where_its_log_leads_is_named(
    db: None, plant: Callable[[Table], None], reason: str
) -> None:
    bots_table(cap=1)
    table = bots_table(cap=1, master=b"2" * 32)
    plant(table)
    said = StringIO()

    with pytest.raises(CommandError):
        call_command("verify_tables", stdout=said)

    assert f"{table.public_id}  {reason}" in said.getvalue()
