"""The page that checks deals says the same of every file as the command does."""

from __future__ import annotations

import json

from games.dealing import check
from games.models import Table
from games.services import deal_files
from games.views.check_strings import CHECKS, FAULTS
from tests.dealing.tampering import tampered, vector
from tests.dealing.test_checks import written
from tests.games.scene import bots_table, play_out
from tests.site.test_table_script import needs_node, run_node


def said_by_the_page(files: list[object]) -> list[list[tuple[str, str]]]:
    """Return the checks that the page finds failed in each file."""
    ran = run_node("tests/js/verdicts.mjs", text=json.dumps([json.dumps(file) for file in files]))
    assert ran.returncode == 0, ran.stderr[-3000:]
    return [[(code, about) for code, about in found] for found in json.loads(ran.stdout)]


def said_by_the_command(file: object) -> list[tuple[str, str]]:
    """Return the checks that the command finds failed in a file."""
    return [(one.code, one.about) for one in check(file).checks if not one.passed]


@needs_node
def test_the_page_refuses_every_tampered_file_for_the_same_reason_as_the_command() -> None:
    files = [file for _, file in tampered()]

    said = said_by_the_page([vector(), *files])

    assert said[0] == []
    assert len(said) > 20
    assert all(said[1:])
    assert said[1:] == [said_by_the_command(file) for file in files]


@needs_node
def test_the_page_and_the_command_read_the_same_matches(db: None) -> None:
    table: Table = bots_table(cap=4, public_number="زهر ٤ ٢ “é” \u2028 \U0001f0a1")
    play_out()
    played = deal_files.deals_file(table.matches.get())
    files = [played, written(range(1, 67)), written(range(0), public_number='\\ " \t')]

    assert said_by_the_page([*files]) == [[], [], []]
    assert [said_by_the_command(json.loads(json.dumps(file))) for file in files] == [[], [], []]


def test_every_check_has_a_sentence_for_when_it_passes_and_one_for_when_it_does_not() -> None:
    codes = {one.code for one in check(vector()).checks}

    assert set(CHECKS) == set(FAULTS) == codes
