"""What a list of pairs may look like, and how its faults are named."""

from __future__ import annotations

import pytest

from tournaments.services.entry_list import MOST_LINES, ListRefused, Row, read_list

PLAIN = "player,partner\nBob,Rana\nOmar,Nadia\n"


def problem_of(content: bytes | str) -> tuple[int, str, str]:
    """Return line, column and code of the one fault of a list."""
    with pytest.raises(ListRefused) as refused:
        read_list(content)
    (problem,) = refused.value.problems
    return problem.line, problem.column, problem.refusal.code


ARABIC = "player,partner\nريم حداد,خالد\nZoé,غسان\n"


@pytest.mark.parametrize(
    "content",
    [
        PLAIN,
        PLAIN.encode(),
        b"\xef\xbb\xbf" + PLAIN.encode(),
        PLAIN.replace(",", ";"),
        PLAIN.replace("\n", "\r\n"),
        'Partner , PLAYER\n"Rana",Bob\n\n Nadia ,Omar\n',
    ],
    ids=["text", "bytes", "mark", "semicolon", "carriage-return", "other-order"],
)
def test_a_list_is_read_the_way_people_save_it(content: bytes | str) -> None:
    assert [(row.player, row.partner) for row in read_list(content)] == [("Bob", "Rana"), ("Omar", "Nadia")]


@pytest.mark.parametrize(
    "content",
    [
        ARABIC.encode("windows-1256"),
        ARABIC.replace(",", ";").encode("windows-1256"),
        ARABIC.replace(",", "\t").encode("utf-16"),
        ARABIC.replace("ريم حداد", '"ريم\nحداد"').encode(),
    ],
    ids=["windows", "semicolons", "unicode-text", "two-lines-in-a-cell"],
)
def test_a_list_is_read_as_excel_saves_it_in_arabic(content: bytes) -> None:
    assert [row.names for row in read_list(content)] == [("ريم حداد", "خالد"), ("Zoé", "غسان")]


def test_club_rating_and_seed_may_be_given_or_left_empty() -> None:
    rows = read_list("player;partner;club;rating;seed\nريم;خالد;دار الياسمين;1700;2\nBob;Rana;;;\n")

    assert rows == [Row(2, "ريم", "خالد", "دار الياسمين", 1700, 2), Row(3, "Bob", "Rana")]


@pytest.mark.parametrize(
    ("content", "where_and_what"),
    [
        ("", (1, "player", "list_column_missing")),
        ("player,partner\n", (1, "", "list_empty")),
        ("player\nBob\n", (1, "partner", "list_column_missing")),
        ("player,partner,shoes\n", (1, "shoes", "list_column_unknown")),
        ("player,partner,player\n", (1, "player", "list_column_unknown")),
        ("player,partner\nBob,Rana\nOmar,\n", (3, "partner", "list_name_missing")),
        ("player,partner\nBob,Rana,1\n", (2, "partner", "list_line_broken")),
        ('player,partner\nBob,"Ra"na\n', (2, "", "list_line_broken")),
        ("player,partner\nBob,=HYPERLINK(0)\n", (2, "partner", "list_name_is_formula")),
        ("player,partner,club\nBob,Rana,＋1\n", (2, "club", "list_name_is_formula")),
        ("player,partner\nBob,Ra\u202ena\n", (2, "partner", "name_has_hidden_signs")),
        ("player,partner,rating\nBob,Rana,1e9\n", (2, "rating", "list_number_bad")),
        ("player,partner,rating\nBob,Rana,²\n", (2, "rating", "list_number_bad")),
        ("player,partner,seed\nBob,Rana,0\n", (2, "seed", "list_number_bad")),
        ("player,partner,seed\nBob,Rana,1\nOmar,Nadia,1\n", (3, "seed", "list_seed_twice")),
        ("player,partner\nBob,Rana\nOmar,bob\n", (3, "partner", "list_name_twice")),
        ("player,partner\nBob,Bob\n", (2, "partner", "list_name_twice")),
        ("player,partner\nBob,Rana\nOmar,Pe\xf1a\n".encode("latin-1"), (3, "", "list_not_text")),
        ("player,partner\nريم,خالد\n".encode()[:-2] + b"\n", (2, "", "list_not_text")),
        (b"player,partner\nBob,Ra\x00na\n", (2, "", "list_not_text")),
        ('player,partner\nBob,"Rana\n', (2, "", "list_line_broken")),
        (b"player,partner\n" + b"x" * 1_000_001, (1, "", "list_too_large")),
        ("player,partner\n" + "\n" * MOST_LINES, (MOST_LINES + 1, "", "list_too_large")),
    ],
)
def test_a_fault_is_named_by_line_and_column(
    content: bytes | str, where_and_what: tuple[int, str, str]
) -> None:
    assert problem_of(content) == where_and_what


def test_all_faults_of_a_list_are_named_at_once_in_the_order_of_its_lines() -> None:
    with pytest.raises(ListRefused) as refused:
        read_list("player,partner,seed\n,Rana,x\nBob,Nadia,1\nBob,Hala,1\n")

    found = [(problem.line, problem.column) for problem in refused.value.problems]
    assert found == [(2, "player"), (2, "seed"), (4, "player"), (4, "seed")]
    assert refused.value.params == {"line": 2, "column": "player", "problems": 4}


def test_somebody_entered_before_is_named_when_he_comes_again() -> None:
    with pytest.raises(ListRefused) as refused:
        read_list(PLAIN, known={"bob": "BOB"})

    assert refused.value.problems[0].refusal.params == {"name": "Bob", "other": "BOB"}
