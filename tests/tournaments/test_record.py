"""The record of a tournament: written, brought in elsewhere and written again it is the same to the byte."""

from __future__ import annotations

import io
import json
from copy import deepcopy
from datetime import timedelta
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import transaction
from django.test import Client

from games.models import Match, Table, User
from games.rules import Refusal
from games.services import records
from games.services.clocks import TablePolicy
from tests.cast import NOW, client_of
from tests.games.scene import play_out
from tests.tournaments.desk import correct, undo_last
from tests.tournaments.evenings import STREAM, entered, pairing_of, play_round, round_of, started
from tests.tournaments.hall import enter, say, won
from tests.tournaments.records import changed
from tournaments.models import Action, Club, Draft, Pairing, Player, Regular, Reminder, Stage, Tournament
from tournaments.services import due, record, results, undo
from tournaments.services.actions import Author
from tournaments.services.record import (
    AlreadyHere,
    RecordNotText,
    RecordOfAnotherVersion,
    RecordTooLarge,
    RecordWrong,
    bring,
    read_record,
)
from tournaments.services.record.parts import PARTS, REFERENCES

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=5)
NOT_CARRIED: set[type] = {Draft, Regular, Reminder}
"""Not in a record: a draw nobody has seen is made again, a club has its regulars, a telling was told."""


def moved_away(tournament: Tournament) -> str:
    """Return the record of a tournament, and give up its addresses here, as if it were on another site."""
    written = record.text(tournament.pk)
    Tournament.objects.filter(pk=tournament.pk).update(slug="elsewhere")
    Club.objects.filter(pk=tournament.club_id).update(slug="another-club")
    for table in Table.objects.all():
        Table.objects.filter(pk=table.pk).update(public_id=f"gone{table.pk}")
    return written


def brought(written: str) -> Tournament:
    """Bring a record in."""
    return bring(record=read_record(written.encode()), now=NOW, stream=STREAM)


def test_o_20_a_tournament_brought_in_after_round_two_is_the_same_and_goes_on(club: Club) -> None:
    """O-20: one correction, one bye, one disputed table; round 3 can be drawn."""
    tournament = started(club, 5, format="swiss", options={"rounds": 3}, place=Stage.Place.HALL)
    for pairing in Pairing.objects.filter(state=Pairing.State.CALLED).order_by("number"):
        enter(pairing, won(0))
    correct(pairing_of(tournament, 1, 1), won(1))
    due.close_due(now=NOW, stream=STREAM)
    first, second = round_of(tournament, 2).pairings.filter(state=Pairing.State.CALLED).order_by("number")
    enter(first, won(1))
    say(second, 0, won(0))
    say(second, 1, won(1))
    written = moved_away(tournament)

    here = brought(written)

    assert record.text(here.pk) == written
    enter(pairing_of(here, 2, second.number), won(0))
    due.close_due(now=NOW, stream=STREAM)
    assert round_of(here, 3).pairings.count() == 3


def played_online(club: Club, pairs: int, **plan: Any) -> Tournament:
    """Return a tournament in which bots have played every match of the rounds that are open."""
    tournament = started(club, pairs, cap=2, policy=TablePolicy.fast(), **plan)
    play_out()
    results.record_finished(now=LATER, stream=STREAM)
    return tournament


@pytest.mark.parametrize("plan", [{}, {"best_of": 3}])
def test_matches_played_at_tables_come_with_their_logs(club: Club, plan: dict[str, Any]) -> None:
    tournament = played_online(club, 4, **plan)
    told = [
        records.text_of(match) for match in Match.objects.exclude(state="open").order_by("table", "number")
    ]
    written = moved_away(tournament)

    here = brought(written)

    assert record.text(here.pk) == written
    matches = Match.objects.filter(table__pairing__round__stage__tournament=here).exclude(state="open")
    assert told
    assert [records.text_of(match) for match in matches.order_by("table", "number")] == told
    last = matches.latest("pk")
    address = f"/en/table/{last.table.public_id}/"
    for page in ("", f"matches/{last.number}/", f"matches/{last.number}/record.txt"):
        assert Client().get(address + page).status_code == 200, page


def test_a_match_that_goes_on_shows_no_card_and_begins_anew(club: Club) -> None:
    tournament = started(club, 4)
    (table,) = Table.objects.filter(pairing=pairing_of(tournament, 1, 1))
    written = moved_away(tournament)

    here = brought(written)

    assert json.loads(written)["matches"] == json.loads(written)["logs"] == []
    again = pairing_of(here, 1, 1).table
    assert again is not None
    assert (again.public_id, again.state) == (table.public_id, Table.State.WAITING)
    play_round(here, 1)
    assert round_of(here, 2).state == "open"


def test_a_record_is_what_its_schema_says(club: Club) -> None:
    written = record.text(played_online(club, 4).pk)
    schema = json.loads(Path("docs/tournament-record.schema.json").read_text())

    jsonschema.validate(json.loads(written), schema, cls=jsonschema.Draft202012Validator)

    assert schema == record.schema()


def test_every_model_of_a_tournament_is_in_its_record() -> None:
    parts = {part.model for part in PARTS}
    of_it = parts - {Player, Table, Match}

    pointing = {
        model
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.is_relation and field.related_model in of_it
    }

    assert pointing - parts == NOT_CARRIED


def test_no_address_and_no_secret_of_anybody_is_in_a_record(club: Club, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    cup = entered(club, 4, name="Cup", author=Author(alice.pk))
    secret = Player.objects.exclude(seat_token="")[0]

    written = record.text(cup.pk)

    assert '"name":"Alice"' in written
    for hidden in ("alice@example.org", secret.seat_token, secret.seat_code, "password"):
        assert hidden not in written


# ---- what is refused, and leaves nothing


def rows_there() -> dict[str, int]:
    """Return how many rows there are of every model."""
    return {model._meta.label: model._default_manager.count() for model in apps.get_models()}


def small(club: Club) -> dict[str, Any]:
    """Return the record of a cup whose first round is in play, as values."""
    values: dict[str, Any] = json.loads(moved_away(started(club, 4, place=Stage.Place.HALL)))
    return values


def test_o_20_importing_twice_creates_nothing_new(club: Club) -> None:
    """O-20: it was brought in by a click too many."""
    written = json.dumps(small(club))
    brought(written)
    before = rows_there()

    with pytest.raises(AlreadyHere):
        brought(written)

    assert rows_there() == before


WRONG = [
    ("tournament[1].name", "\u202eCup"),
    ("tournament[1].state", "flying"),
    ("tournament[1].policy", {"no_such_clock": 1}),
    ("tournament[1].created_at", "yesterday"),
    ("tournament[1].created_at", "2026-11-30T18:00:00"),
    ("entries[2].seed", "2"),
    ("entries[2].seed", True),
    ("entries[2].seed", -1),
    ("entries[2].seed", 10**30),
    ("entries[2].name", "x" * 200),
    ("entries[2].name", "a\u0000b"),
    ("players[1].name", ""),
    ("players[1].user", 99),
    ("slots[1].entry", 99),
    ("slots[1].entry", 0),
    ("pairings[1].round", None),
    ("stages[1].rules_json", "{}"),
    ("stages[1].options", {"rounds": -1}),
    ("stages[1].format", "chess"),
    ("actions[1].after", []),
    ("actions[1].undoes", 1),
    ("club.name", ""),
]


def test_a_value_that_cannot_be_is_named_with_its_place(club: Club) -> None:
    values = small(club)
    before = rows_there()

    for where, value in WRONG:
        with pytest.raises(RecordWrong) as refused:
            bring(record=read_record(changed(deepcopy(values), where, value)), now=NOW, stream=STREAM)
        assert str(refused.value.params["where"]) in (where, where.rpartition(".")[0])
    assert rows_there() == before


def test_a_number_in_the_log_that_names_no_row_is_refused_with_its_place(club: Club) -> None:
    values = small(club)

    for key in REFERENCES:
        for named in (99_999, 0, [[1], [-1]], "1", {"1": 1}):
            content = changed(deepcopy(values), "actions[1].after", {key: named})
            with pytest.raises(RecordWrong) as refused:
                read_record(content)
            assert refused.value.params["where"] == f"actions[1].after.{key}"


def test_rows_that_contradict_each_other_leave_nothing(club: Club) -> None:
    values = small(club)
    before = rows_there()

    for part in ("entries", "slots", "sides", "rounds", "pairings"):
        twice = deepcopy(values)
        twice[part][1] = twice[part][0]
        with pytest.raises(RecordWrong, match=part), transaction.atomic():
            bring(record=read_record(json.dumps(twice).encode()), now=NOW, stream=STREAM)
    assert rows_there() == before


def test_a_key_too_few_or_too_many_is_named(club: Club) -> None:
    values = small(club)
    del values["entries"][1]["seed"]
    more = values | {"prize": 5}

    with pytest.raises(RecordWrong, match=r"entries\[2\].seed"):
        read_record(json.dumps(values).encode())
    with pytest.raises(RecordWrong, match="prize"):
        read_record(json.dumps(more).encode())


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (b"", RecordNotText),
        (b"\xff\xfe{}", RecordNotText),
        ("{}".encode("utf-16"), RecordNotText),
        (b'{"format": NaN}', RecordNotText),
        (b'{"format": "\\ud800"}', RecordNotText),
        (b"[" * 100_000, RecordNotText),
        (b"[]", RecordOfAnotherVersion),
        (b'{"format": "tarneeb-tournament", "version": 2}', RecordOfAnotherVersion),
    ],
)
def test_what_is_no_record_says_so(content: bytes, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        read_record(content)


def test_a_record_that_is_too_large_is_refused_unread() -> None:
    with pytest.raises(RecordTooLarge):
        read_record(b"{" * 11, largest=10)


def test_an_import_that_is_interrupted_leaves_no_row(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """B17: half a tournament is none."""
    told = read_record(json.dumps(small(club)).encode())
    before = rows_there()

    def stopped(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tournaments.services.record.bringing._Coming._check", stopped)
    with pytest.raises(KeyboardInterrupt):
        bring(record=told, now=NOW, stream=STREAM)

    assert rows_there() == before


def test_the_log_of_a_match_that_goes_against_the_rules_is_named(club: Club) -> None:
    values = json.loads(moved_away(played_online(club, 4)))
    cards = [one for one in values["logs"][1]["events"] if one["k"] == "card"]
    cards[3]["d"], cards[20]["d"] = cards[20]["d"], cards[3]["d"]
    told = read_record(json.dumps(values).encode())

    with pytest.raises(RecordWrong, match=r"logs\[2\]"):
        bring(record=told, now=NOW, stream=STREAM)


def test_an_act_of_another_site_is_undone_only_where_that_takes_no_rows_of_it(club: Club) -> None:
    cup = started(club, 4, place=Stage.Place.HALL)
    enter(pairing_of(cup, 1, 1), won(0))
    correct(pairing_of(cup, 1, 1), won(1))
    enter(pairing_of(cup, 1, 2), won(0))

    here = brought(moved_away(cup))

    with pytest.raises(undo.NotUndoable):
        undo_last(here, Action.Verb.CORRECT)
    undo_last(here, Action.Verb.SCORE)
    assert pairing_of(here, 1, 2).state == Pairing.State.CALLED


# ---- commands


def test_the_commands_write_a_record_bring_it_in_and_do_it_again(club: Club, tmp_path: Path) -> None:
    cup = started(club, 4, place=Stage.Place.HALL)
    file = tmp_path / "cup.json"
    call_command("export_tournament", cup.slug, "--to", str(file))
    written = moved_away(cup)
    told = io.StringIO()

    call_command("import_tournament", str(file), stdout=told)
    call_command("replay_tournament", str(file), stdout=told)
    call_command("replay_tournament", str(file), "--until", "2", stdout=(then := io.StringIO()))

    assert file.read_text("utf-8") == written
    assert told.getvalue().splitlines() == [
        "thursday-cup: Thursday Cup",
        "4 acts done again: everybody sees the same.",
    ]
    assert [one["verb"] for one in json.loads(then.getvalue())["actions"]] == ["create", "enter"]


@pytest.mark.parametrize("command", ["import_tournament", "replay_tournament"])
def test_a_command_names_a_file_that_is_wrong_in_one_line(command: str, tmp_path: Path, db: None) -> None:
    (tmp_path / "cup.json").write_text("{")

    with pytest.raises(CommandError, match="not JSON in UTF-8") as wrong:
        call_command(command, str(tmp_path / "cup.json"))
    with pytest.raises(CommandError, match="No such file") as missing:
        call_command(command, str(tmp_path / "no.json"))

    assert [one.value.returncode for one in (wrong, missing)] == [2, 2]
    assert "\n" not in f"{wrong.value}{missing.value}"


# ---- pages


def test_the_director_downloads_brings_in_and_looks_back(club: Club, alice: User) -> None:
    cup = started(club, 4, place=Stage.Place.HALL)
    enter(pairing_of(cup, 1, 1), won(0))
    browser = client_of(alice)

    sent = browser.get(f"/en/tournaments/{cup.slug}/record.json")
    content = sent.getvalue()
    Tournament.objects.filter(pk=cup.pk).update(slug="elsewhere")
    answer = browser.post(
        "/en/tournaments/from-a-file/", {"club": club.pk, "file": SimpleUploadedFile("cup.json", content)}
    )

    here = Tournament.objects.get(slug="thursday-cup")
    assert sent.headers["Content-Disposition"] == 'attachment; filename="thursday-cup.json"'
    assert answer.headers["Location"] == f"/en/tournaments/{here.slug}/direct/"
    assert record.text(here.pk).encode() == content
    log = browser.get(f"/en/tournaments/{here.slug}/log/").content.decode()
    acts = list(here.actions.order_by("pk"))
    assert all(f"/en/tournaments/{here.slug}/log/{act.pk}/" in log for act in acts)
    before, after = (
        browser.get(f"/en/tournaments/{here.slug}/log/{act.pk}/").content.decode() for act in acts[-2:]
    )
    assert ("<bdi>31</bdi>" in before, "<bdi>31</bdi>" in after) == (False, True)


def test_a_file_that_is_wrong_is_named_on_the_page(club: Club, alice: User) -> None:
    values = small(club)
    content = changed(values, "entries[2].seed", "two")

    answer = client_of(alice).post(
        "/en/tournaments/from-a-file/", {"club": club.pk, "file": SimpleUploadedFile("cup.json", content)}
    )

    assert "The record is wrong at entries[2].seed. Nothing was stored." in answer.content.decode()
