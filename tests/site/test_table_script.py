"""The table's script: it follows the rules, says only what is translated, and lists its parts."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from games.dealing import Stream, commitment, deal, deal_secret
from games.hub import Committed, Logged, event_frames
from games.rules import (
    RULESETS,
    SEATS,
    SPECTATOR,
    Action,
    Adjust,
    Call,
    Card,
    Deal,
    Event,
    NameTrump,
    Phase,
    PlayCard,
    Position,
    Ready,
    RuleSet,
    Seat,
    Side,
    Viewer,
    apply,
    parse_card,
    parse_trump,
    view,
)
from games.views.table_strings import table_strings
from tarneeb_site.static_files import CompressedFiles

ROOT = Path(__file__).parents[2]
MODULES = ROOT / "games" / "static" / "games" / "table"
NODE = shutil.which("node")
NOW = datetime(2026, 1, 2, 20, tzinfo=UTC)
MASTER = bytes(range(32))
VIEWERS: tuple[Viewer, ...] = (*SEATS, SPECTATOR)

every_set = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
needs_node = pytest.mark.skipif(NODE is None, reason="node is not on PATH: the script is not tested")


def run_node(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run node in the project's folder."""
    assert NODE is not None
    return subprocess.run(
        [NODE, *arguments], cwd=ROOT, input=text, capture_output=True, text=True, check=False
    )


@needs_node
def test_the_pure_modules_of_the_script_pass_their_own_tests() -> None:
    ran = run_node("--test", "tests/js/")

    assert ran.returncode == 0, ran.stdout[-4000:]


def chosen(position: Position, chance: Stream, master: bytes) -> tuple[Seat | None, Action]:
    """Return something legal to do next: calls are low, so that some deals are passed out."""
    if position.phase is Phase.DEAL:
        secret = deal_secret(master, position.deal_number)
        hands = deal(secret, public=b"", redeal=position.redeals, dealer=position.dealer)
        cards = tuple(tuple(map(Card, hand)) for hand in hands)
        return None, Deal(cards, commitment(secret))
    if position.phase is Phase.PLAY and not position.course.adjustments:
        return None, Adjust(Side(1), -3)
    if position.phase is Phase.RESULT:
        return chance.choice([seat for seat in SEATS if seat not in position.ready]), Ready()
    assert position.turn is not None
    return position.turn, _move(view(position, position.turn), chance)


def _move(seen: dict[str, Any], chance: Stream) -> Action:
    if seen["phase"] == "auction":
        lowest_two = seen["legal"][:2]
        return Call(lowest_two[-1] if chance.below(3) == 0 else lowest_two[0])
    if seen["phase"] == "trump":
        return NameTrump(parse_trump(chance.choice(seen["legal"])))
    return PlayCard(parse_card(chance.choice(seen["legal"])))


def played(rules: RuleSet, *, deals: int, master: bytes) -> Iterator[tuple[Position, tuple[Event, ...]]]:
    """Yield the moves of a match of so many deals: where each leads, and what it is written down as."""
    chance = Stream(master).derive("script")
    position = Position.begin(rules, dealer=SEATS[0], cap=deals)
    yield position, (position.opening,)
    while position.phase is not Phase.OVER:
        seat, action = chosen(position, chance, master)
        position, events = apply(position, seat, action)
        yield position, events


def told(match: Sequence[tuple[Position, tuple[Event, ...]]], viewer: Viewer) -> dict[str, Any]:
    """Return a match as a viewer's page is told it, with what he should know after each move."""
    (begun, _), *rest = match
    state = {"t": "state", "s": 1, "view": view(begun, viewer), "you": None, "seats": [{}] * 4}
    moves, seq = [], 1
    for position, events in rest:
        logged = tuple(Logged(event, "user") for event in events)
        frames = event_frames(Committed(1, seq + 1, logged, position, None, NOW), viewer)
        seq += len(events)
        moves.append({"frames": frames, "view": view(position, viewer)})
    # between two deals the page waits for the deal, which says all that is new
    return {"state": state | {"now": 0, "dl": None}, "moves": _with_the_deal(moves)}


DEALS = {"levantine": 6, "moving-trump": 1}
"""A match long enough for a deal to be passed out; in the other a side earns the bonus, see below."""
MASTERS = {"moving-trump": b"\x08" * 32}


@needs_node
@every_set
def test_the_page_that_follows_events_knows_what_the_rules_would_show_it(rules: RuleSet) -> None:
    match = list(played(rules, deals=DEALS.get(rules.key, 2), master=MASTERS.get(rules.key, MASTER)))

    pages = [told(match, viewer) for viewer in VIEWERS]

    ran = run_node("tests/js/follow.mjs", text=json.dumps(pages))

    assert ran.returncode == 0, ran.stderr[-3000:]
    assert int(ran.stdout.split()[0]) > 5 * 50
    sheet = match[-1][0].sheet
    assert rules.key != "moving-trump" or sheet[0].honour is not None


def _with_the_deal(moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    joined: list[dict[str, Any]] = []
    waiting: list[Any] = []
    for move in moves:
        waiting += move["frames"]
        if move["view"]["phase"] != "deal":
            joined.append({"frames": waiting, "view": move["view"]})
            waiting = []
    return joined


IMPORTED = re.compile(r'^(?:import|export) [^;]*?from "\./([a-z0-9]+\.js)"', re.MULTILINE | re.DOTALL)
FETCHED = re.compile(r'import\("\./([a-z0-9]+\.js)"\)')
MOST_AT_ONCE = 25_000
"""Bytes of our scripts, as a browser gets them, before a table is there: gzipped, without lit-html."""
MOST_LATER = 16_000
"""Bytes of what comes when it is wanted: dialogs, results, sounds, keys, the guided deal."""


def needed_by(module: str) -> set[str]:
    """Return a module and all that have to be there before it runs."""
    needed: set[str] = set()
    waiting = {module}
    while waiting:
        name = waiting.pop()
        needed.add(name)
        waiting |= set(IMPORTED.findall((MODULES / name).read_text())) - needed
    return needed


def fetched_later() -> set[str]:
    """Return what the table does without until it is wanted."""
    named = {name for path in MODULES.glob("*.js") for name in FETCHED.findall(path.read_text())}
    return set().union(*map(needed_by, named)) - needed_by("main.js")


def test_the_page_announces_every_module_that_has_to_be_there_and_no_other() -> None:
    page = (ROOT / "templates" / "games" / "_table_modules.html").read_text()

    listed = set(re.findall(r"games/table/([a-z0-9]+\.js)", page))

    assert listed == needed_by("main.js")
    assert {path.name for path in MODULES.glob("*.js")} == listed | fetched_later()


def test_the_script_of_the_table_takes_at_most_25_kilobytes(
    settings: Settings, tmp_path: Path, rf: RequestFactory
) -> None:
    settings.WHITENOISE_AUTOREFRESH, settings.VAR = False, tmp_path
    files = CompressedFiles(lambda _request: HttpResponse(status=404), settings)

    def size(*urls: str) -> int:
        answers = [files(rf.get(url, headers={"Accept-Encoding": "gzip"})) for url in urls]
        return sum(len(answer.content) for answer in answers if answer.status_code == 200)

    def sent(names: set[str]) -> int:
        return size(*(f"/static/games/table/{name}" for name in sorted(names)))

    at_once, later = size("/static/js/page.js") + sent(needed_by("main.js")), sent(fetched_later())

    assert 15_000 < at_once <= MOST_AT_ONCE
    assert 2_000 < later <= MOST_LATER


# Words chosen by a value, as in words.strings[`wait_${phase}`].
CHOSEN = (
    *("kept_", "link_", "ended_", "wait_", "phase_", "ask_", "end_"),
    *("over_", "told_", "by_", "set_", "theme_", "voice_", "zen_", "hold_", "volume_", "sound_"),
)


def used_words() -> set[str]:
    """Return the names of all words the script asks for by name."""
    source = "\n".join(path.read_text() for path in MODULES.glob("*.js"))
    by_name = re.findall(r"strings\.([a-z_]+)", source)
    quoted = re.findall(r'"([a-z][a-z_0-9]+)"', source)
    return {*by_name, *quoted}


@every_set
def test_the_script_asks_for_no_words_it_is_not_given(rules: RuleSet) -> None:
    source = "\n".join(path.read_text() for path in MODULES.glob("*.js"))
    asked = set(re.findall(r'strings\.([a-z_]+)|(?:text|parts|say)\(\s*"([a-z_0-9]+)"', source))

    missing = {name for pair in asked for name in pair if name} - set(table_strings(rules))

    assert missing == set()


@every_set
def test_no_words_are_translated_for_nothing(rules: RuleSet) -> None:
    by_name = {name for name in table_strings(rules) if not name.startswith(CHOSEN)}

    unused = by_name - used_words()

    assert unused == set()


def test_a_counted_sentence_has_every_plural_form_of_the_language() -> None:
    forms = table_strings(RULESETS["levantine"])["missed_cards"]

    assert set(forms) == {"zero", "one", "two", "few", "many", "other"}
