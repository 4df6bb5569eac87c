"""A match that is over downloads as its record and as JSON; one that goes on does not."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import call_command

from games.dealing import Stream
from games.models import Match, Table, User
from games.rules import notation, records
from games.services import opening, practice, rulings, tables
from tests.cast import NOW, client_of, person
from tests.games.scene import MASTER, bots_table, opened, play_on, play_out, stored
from tests.rules.presets import LEVANTINE

pytestmark = pytest.mark.django_db


def path_of(table: Table, file: str, number: int = 1) -> str:
    """Return the address of a file of a match."""
    return f"/en/table/{table.public_id}/matches/{number}/{file}"


def text_of(table: Table, number: int = 1) -> str:
    """Return the record that anybody downloads."""
    response = client_of(None).get(path_of(table, "record.txt", number))
    assert response.status_code == 200
    return response.content.decode()


def header_of(text: str) -> dict[str, str]:
    """Return the fields above a match."""
    lines = [line.partition(": ") for line in text[: text.index("deal ")].splitlines()]
    return {name.rstrip(":"): value for name, _, value in lines}


@pytest.fixture
def over() -> Table:
    """A table of a cup whose match has ended after two scored deals."""
    table = bots_table(title="Cedar Cup", number=7, cap=2)
    play_out()
    return table


def test_the_record_of_a_match_runs_to_its_stored_result(over: Table) -> None:
    match = Match.objects.get(table=over)

    position = records.run(notation.parse(text_of(over)))

    outcome = position.outcome
    assert list(outcome.totals) == match.totals
    assert (outcome.state, outcome.winner, outcome.advances) == (match.state, match.winner, match.advances)
    assert (outcome.by, len(position.deals)) == (match.decided_by, match.deals)


def test_the_record_says_who_played_where_and_when(over: Table) -> None:
    header = header_of(text_of(over))

    match = Match.objects.get(table=over)
    assert match.finished_at is not None
    assert header["event"] == "Cedar Cup"
    assert header["table"] == "7"
    assert header["begun"] == "2026-11-30T18:00:00Z"
    assert header["ended"] == match.finished_at.strftime("%Y-%m-%dT%H:%M:%SZ")
    assert [header[f"seat {seat}"] for seat in range(4)] == [f"Seat {seat}" for seat in range(4)]
    assert header["result"].startswith(match.state)


def test_a_table_without_a_number_is_called_by_its_address() -> None:
    table = bots_table(cap=1)
    play_out()

    assert header_of(text_of(table))["table"] == table.public_id


def test_the_json_is_what_the_command_makes_of_the_record(over: Table, tmp_path: Path) -> None:
    file, out = tmp_path / "match.txt", io.StringIO()
    file.write_text(text_of(over), "utf-8")

    response = client_of(None).get(path_of(over, "match.json"))
    call_command("replay", str(file), "--json", stdout=out)

    assert response.headers["Content-Type"] == "application/json"
    assert response.content.decode() == out.getvalue().strip()


def test_the_files_are_named_for_the_table_and_the_match(over: Table) -> None:
    for file, ending in (("record.txt", "txt"), ("match.json", "json")):
        response = client_of(None).get(path_of(over, file))

        named = f'attachment; filename="tarneeb-{over.public_id}-1.{ending}"'
        assert response.headers["Content-Disposition"] == named


@pytest.mark.parametrize("file", ["record.txt", "match.json"])
def test_nobody_downloads_the_cards_of_a_match_that_goes_on(four: list[User], file: str) -> None:
    table = opened(four)
    play_on(table, four, 6)

    for user in (None, *four):
        response = client_of(user).get(path_of(table, file))

        assert response.status_code == 409
        assert not any(card in response.content.decode() for card in ("deal ", "hands"))


@pytest.mark.parametrize("file", ["record.txt", "match.json"])
def test_a_match_at_a_private_table_is_for_those_who_sit_there(
    guido: User, charlie: User, stream: Stream, file: str
) -> None:
    table = practice.open_table(guido, rules=LEVANTINE, stream=stream, now=NOW)

    statuses = [client_of(user).get(path_of(table, file)).status_code for user in (guido, charlie, None)]

    assert statuses == [409, 404, 404]


@pytest.mark.parametrize("number", [0, 2, 10**30])
def test_a_match_that_was_never_played_is_not_found(over: Table, number: int) -> None:
    assert client_of(None).get(path_of(over, "record.txt", number)).status_code == 404


def test_a_match_keeps_the_name_of_whoever_played_it(four: list[User]) -> None:
    table = opened([*four[:3], None])
    table.seats.filter(number=3).update(is_held=False, name="")
    late, later = person("late"), person("later")
    tables.sit(table_id=table.pk, number=3, user=late, now=NOW)
    rulings.no_new_deal([table.pk], now=NOW)
    while stored(table).position.outcome.state == "open":
        play_on(table, [*four[:3], late], 1)

    tables.leave(table_id=table.pk, user=late, now=NOW)
    tables.sit(table_id=table.pk, number=3, user=later, now=NOW)

    assert header_of(text_of(table))["seat 3"] == "Late"


def test_the_state_of_a_table_says_which_of_its_matches_is_played(over: Table) -> None:
    from games.rules import SPECTATOR
    from games.services import watch

    assert watch.snapshot(over.pk, SPECTATOR, now=NOW)["match"] == 1

    opening.play_again([over.pk], masters=[MASTER[::-1]], now=NOW)

    assert watch.snapshot(over.pk, SPECTATOR, now=NOW)["match"] == 2
