"""The files of a match's deals: what anybody can check, and that nothing is shown too early."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from games.dealing import check
from games.models import Match, Table, User
from games.rules import SEATS, names
from games.services import deal_files, opening, play, rulings, tables
from games.services.entropy import PutHash, PutValue
from games.services.records import MatchNotOver
from tests.cast import NOW, client_of
from tests.dealing.tampering import TAMPERED, VECTOR, tampered
from tests.games.scene import MASTER, SECOND, bots_table, log_of, opened, play_out, stored
from tests.games.shuffling import hash_of


def file_of(table: Table, number: int = 1) -> dict[str, Any]:
    """Return the file of a match's deals as it is downloaded."""
    found: dict[str, Any] = json.loads(json.dumps(deal_files.deals_file(match_of(table, number))))
    return found


def match_of(table: Table, number: int = 1) -> Match:
    """Return a match of a table."""
    return Match.objects.get(table=table, number=number)


def failed(file: object) -> list[str]:
    """Return the checks a file does not pass."""
    return [one.code for one in check(file).checks if not one.passed]


# ---- what is in it ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_the_file_of_a_match_that_was_played_passes_every_check(db: None, seed: int) -> None:
    table = bots_table(master=bytes([seed] * 32), public_number="٤ ٢")
    play_out()

    file = file_of(table)

    assert failed(file) == []
    assert len(file["deals"]) == len(stored(table).position.deals)


def test_what_the_players_put_in_is_in_the_file_of_their_match(four: list[User]) -> None:
    table = opened(four, entropy_seconds=3, cap=1)
    for part in (PutHash(hash_of("ab")), PutValue("ab")):
        play.submit_now(table.pk, play.Part(four[2].pk, part, str(part)[:9]), seat=SEATS[2], now=NOW)
        play.play_due(NOW + 3 * SECOND)
    while stored(table).position.outcome.state == "open":
        play.play_due(play.next_due() or NOW)

    file = file_of(table)

    assert file["contributions"] == [None, None, {"hash": hash_of("ab"), "value": "ab"}, None]
    assert failed(file) == []


def test_the_hands_in_the_file_are_those_that_were_dealt(db: None) -> None:
    table = bots_table(cap=2)
    play_out()

    dealt = [dict(entry.event.data) for entry in log_of(table) if entry.event.kind == "deal"]

    assert [one["hands"] for one in file_of(table)["deals"]] == [one["hands"] for one in dealt]
    assert [one["dealer"] for one in file_of(table)["deals"]] == [one["dealer"] for one in dealt]
    assert names([0])[0] == "2S"  # type: ignore[list-item]


def test_each_match_of_a_table_has_a_file_of_its_own(db: None) -> None:
    table = bots_table(cap=1)
    play_out()
    opening.play_again([table.pk], masters=[b"2" * 32], now=NOW)
    play_out()

    files = [file_of(table, number) for number in (1, 2)]

    assert [file["match"] for file in files] == [f"{table.public_id}/1", f"{table.public_id}/2"]
    assert [failed(file) for file in files] == [[], []]


def test_a_match_that_outlasted_its_list_shows_all_its_lists(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("promises", "checks"):
        monkeypatch.setattr(f"games.dealing.{module}.DEALS_A_LIST", 2)
    table = bots_table(cap=5)
    play_out()

    file = file_of(table)

    assert [one["first"] for one in file["lists"]][:2] == [0, 3]
    assert failed(file) == []


def test_a_match_called_off_before_its_first_card_has_a_file_too(four: list[User]) -> None:
    table = opened(four, entropy_seconds=3)
    rulings.no_new_deal([table.pk], now=NOW)

    file = file_of(table)

    assert file["deals"] == []
    assert failed(file) == []


# ---- who gets it, and when ----------------------------------------------------------------------


def test_while_a_match_is_played_its_file_is_refused_and_its_promise_is_not(four: list[User]) -> None:
    table = opened(four)

    with pytest.raises(MatchNotOver):
        deal_files.deals_file(match_of(table))
    promise = deal_files.promise(match_of(table))

    assert MASTER.hex() not in json.dumps(promise)
    told = next(entry.event.data for entry in log_of(table) if entry.event.kind == "commitments")
    assert [one["root"] for one in promise["lists"]] == [told["root"]]
    assert len(promise["lists"][0]["commitments"]) == 65


def test_the_promise_is_the_one_in_the_file_afterwards(four: list[User]) -> None:
    table = opened(four)
    promise = deal_files.promise(match_of(table))

    rulings.no_new_deal([table.pk], now=NOW)
    while stored(table).position.outcome.state == "open":
        play.play_due(play.next_due() or NOW)

    assert file_of(table)["lists"] == promise["lists"]


@pytest.mark.parametrize("route", ["games:match_deals", "games:match_promise"])
def test_a_file_is_for_those_who_may_watch(bob: User, charlie: User, route: str) -> None:
    table = bots_table(cap=1, is_public=False)
    tables.hold_seats(user_id=bob.pk, seat_ids=[table.seats.get(number=0).pk])
    play_out()
    address = reverse(route, args=[table.public_id, 1])

    mine, his, none = client_of(bob), client_of(charlie), reverse(route, args=[table.public_id, 2])

    assert mine.get(address)["Content-Disposition"].startswith("attachment; filename=")
    assert his.get(address).status_code == 404
    assert mine.get(none).status_code == 404


def test_the_download_is_the_file(bob: User) -> None:
    table = bots_table(cap=1, is_public=True)
    play_out()

    answer = client_of(bob).get(reverse("games:match_deals", args=[table.public_id, 1]))

    assert failed(answer.json()) == []
    assert f"tarneeb-{table.public_id}-1.deals.json" in answer["Content-Disposition"]


@pytest.mark.parametrize(
    ("query", "file"),
    [
        ({"table": "samesame", "match": "1"}, "/en/table/samesame/matches/1/deals.json"),
        ({"table": "x/../y", "match": "1"}, None),
        ({"table": "samesame", "match": "one"}, None),
        ({"table": "//evil.example", "match": "1"}, None),
        ({}, None),
    ],
)
def test_the_page_begins_with_a_file_of_this_site_or_with_none(
    db: None, query: dict[str, str], file: str | None
) -> None:
    answer = client_of(None).get("/en/verify/", query)

    assert answer.status_code == 200
    assert answer.context["config"]["file"] == file


# ---- the command --------------------------------------------------------------------------------


def verified(path: Path, *options: str) -> str:
    """Run ``verify_deal`` and return what it prints, and how it ends when a file is refused."""
    out = StringIO()
    try:
        call_command("verify_deal", path, *options, stdout=out)
    except CommandError as refused:
        return f"{out.getvalue()}{refused} {refused.returncode}"
    return out.getvalue()


def test_the_command_says_each_check_of_the_published_file_in_words() -> None:
    told = verified(VECTOR)

    assert told.count("ok  ") == 16
    assert "FAIL" not in told
    assert "Deal 2.1: the secret and the public part give these four hands." in told
    assert "875c8ec48b0ad11f47e57b4b3e00f1afee72a74af9620f4f734881c1cd63bed8" in told


def test_the_command_reproduces_the_published_commitment_and_pack() -> None:
    told = json.loads(verified(VECTOR, "--json"))

    first = told["deals"][0]
    assert told["passed"]
    assert (first["commitment"][:8], first["commitment"][-6:]) == ("e75a0f59", "539cc5")
    assert first["pack"][:13] == [0, 39, 26, 12, 48, 40, 43, 18, 31, 2, 16, 13, 37]
    assert first["pack"][-3:] == [30, 20, 19]


@pytest.mark.parametrize("name", TAMPERED)
def test_the_command_refuses_a_tampered_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / "deals.json"
    path.write_text(json.dumps(dict(tampered())[name]))

    told = verified(path)

    assert "FAIL" in told
    assert told.endswith("This file is refused. 1")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[" * 100_000, b"{}", b'{"a":NaN}'])
def test_the_command_refuses_what_is_no_file_of_deals(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "deals.json"
    path.write_bytes(content)

    assert "no file of deals" in verified(path)


def test_the_command_says_when_there_is_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        call_command("verify_deal", tmp_path / "nothing.json", stdout=StringIO())
