"""``manage.py replay``: a match as text is checked and told, and a bad line is named."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from games.rules import notation, story
from tests.rules.test_mutations import written

RECORDS = Path(__file__).parent.parent / "records"


def text_of(key: str = "levantine", seed: int = 3) -> str:
    """Return the record of a match played to its end."""
    return "\n".join(written(key, seed)) + "\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A good record."""
    path = tmp_path / "match.txt"
    path.write_text(text_of(), "utf-8")
    return path


def replayed(path: Path | str, *options: str) -> str:
    """Return what the command prints."""
    out = io.StringIO()
    call_command("replay", str(path), *options, stdout=out)
    return out.getvalue()


def refusal_of(path: Path | str) -> str:
    """Return what the command refuses a file with; it ends with 1."""
    with pytest.raises(CommandError) as refused:
        replayed(path)
    assert refused.value.returncode == 1
    return str(refused.value)


def test_a_match_is_told_deal_by_deal(file: Path) -> None:
    lines = replayed(file).splitlines()

    assert lines[:7] == [
        "levantine 1, to 31, 5 deals at most",
        "Cedar Cup, table 7",
        "2026-03-01T18:02:11Z to 2026-03-01T18:41:00Z",
        *(f"seat {seat}  {name}" for seat, name in enumerate(("Amal", "Basil", "Dana", "Fadi"))),
    ]
    assert [line.split() for line in lines[8:11]] == [
        ["deal", "dealer", "declarer", "bid", "trump", "tricks", "points", "totals"],
        ["1", "0", "passed"],
        ["1", "1", "1", "9", "C", "4", "6", "2", "1", "6", "-9", "6", "-9"],
    ]
    assert lines[-1] == "won by side 1 (Basil and Fadi), -23 -1, by cap"


@pytest.mark.parametrize(
    ("record", "last"),
    [
        ("match-the-cap-and-a-level-score", "drawn, 7 7, by cap; side 1 would advance"),
        ("match-time-is-up-before-any-score", "drawn, 0 0, by clock"),
        ("match-eight-passed-deals-close-the-table", "no result, 7 0: everyone passed too often"),
        ("play-follow-suit", "not over, 0 0"),
        ("deal-the-whole-pack", "not over, 0 0"),
        ("auction-a-bid-beats-the-standing-one", "not over, 0 0"),
    ],
)
def test_the_last_line_says_how_it_ended(record: str, last: str) -> None:
    assert replayed(RECORDS / "levantine" / f"{record}.txt").splitlines()[-1] == last


def test_scripts_read_it_as_one_json_object(file: Path) -> None:
    assert json.loads(replayed(file, "--json")) == story.told(notation.parse(text_of()))


def test_a_record_comes_through_a_pipe(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text_of().encode())))

    assert replayed("-") == replayed(file)


def test_a_file_saved_with_a_byte_order_mark_is_read(file: Path) -> None:
    file.write_text(text_of(), "utf-8-sig")

    assert replayed(file).startswith("levantine 1")


def test_a_bad_line_is_named_with_its_number_and_the_reason(file: Path) -> None:
    lines = text_of().splitlines()
    at = lines.index("= won 1")
    file.write_text("\n".join([*lines[:at], "= won 3", *lines[at + 1 :]]))

    assert refusal_of(file) == f"{file}: line {at + 1}: won is 1"


def test_the_reason_is_a_sentence_when_a_rule_is_broken(file: Path) -> None:
    file.write_text("rules: levantine 1\ntarget: 41\ndealer: 3\n")

    with translation.override("ar"):
        refused = refusal_of(file)

    assert refused == (
        f"{file}: line 2: target_not_allowed (target=41, allowed=[31]): These rules are not played to 41."
    )


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "line 1: expected rules, not the match"),
        (b"\x7fELF\x00", "line 1: expected rules, not the match"),
        (b"rules: levantine 1\ndealer: \xff", "line 2: this is not UTF-8 text"),
        (b"rules: " + b"[" * 100_000, "line 1: not a number: "),
        (b"rules: {" + b'"a":[' * 100_000, "line 1: bad_rules (field='json', rule='not_json')"),
        (b"a" * (2**20 + 1), "larger than 1048576 bytes, which no match needs"),
    ],
    ids=["empty", "binary", "not text", "brackets", "deep", "large"],
)
def test_what_is_no_record_is_refused_in_a_sentence(file: Path, content: bytes, reason: str) -> None:
    file.write_bytes(content)

    assert refusal_of(file).startswith(f"{file}: {reason}")


def test_a_reason_is_short_and_moves_no_cursor(file: Path) -> None:
    file.write_text("rules: levantine 1\ndealer: 3\n\x1b[2J" + "a" * 100_000)

    refused = refusal_of(file)

    assert len(refused) < 400
    assert "\x1b" not in refused


def test_a_name_moves_no_cursor(file: Path) -> None:
    file.write_text(text_of().replace("Amal", "A\x1b[2Jmal\u202e"), "utf-8")

    assert "seat 0  A\ufffd[2Jmal\ufffd" in replayed(file)


@pytest.mark.parametrize("path", ["nowhere.txt", "/dev/null/nothing", str(RECORDS)])
def test_a_file_that_cannot_be_opened_is_named(path: str) -> None:
    assert refusal_of(path).startswith(f"{path}: ")
