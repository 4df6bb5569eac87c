"""Running a record: the checks it owes, those it may make, and its result."""

import pytest

from games.rules import SEATS, BadRecord, Heading, Position, RuleSet, notation, records
from tests.rules.playing import log, match
from tests.rules.presets import EVERY_EDITION, LEVANTINE, SOLO
from tests.rules.test_notation import DEAL, HEADER

OPEN = HEADER + DEAL + "= deal 1 of 50\n"
CALLED = OPEN + "0: 7\n1: P\n2: P\n3: P\n= calls 7 P P P\n"
PLAYING = CALLED + "0: trump S\n= contract 0 7 S\n"
TRICK = PLAYING + "0: AS\n1: 2H\n2: 2D\n3: 2C\n= won 0\n"


@pytest.mark.parametrize("rules", EVERY_EDITION.values(), ids=EVERY_EDITION.keys())
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
def test_the_record_of_a_log_reads_back_and_runs_to_the_same_end(rules: RuleSet, seed: int) -> None:
    happened = match(rules, seed, 3)
    record = records.record_of(log(happened))

    again = notation.parse(notation.format(record))

    assert again == record
    assert records.run(again) == happened[-1][3]


def test_a_record_names_the_target_and_the_cap_only_where_they_are_not_the_rules_own() -> None:
    capped = records.record_of([match(LEVANTINE, 1, 3)[0][0].opening])
    usual = records.record_of([Position.begin(SOLO, dealer=SEATS[0]).opening])
    longer = records.record_of([Position.begin(SOLO, dealer=SEATS[0], target=51).opening])

    assert (capped.target, capped.cap) == (None, 3)
    assert (usual.target, usual.cap) == (None, None)
    assert (longer.target, longer.heading.result) == (51, "")


def test_who_played_is_written_above_the_match_with_its_result() -> None:
    heading = Heading(event="Cedar Cup", names=("Amal", "Basil", "Dana", "Fadi"), result="of another")

    record = records.record_of(log(match(LEVANTINE, 1, 3)), heading)

    assert record.heading.event == "Cedar Cup"
    assert record.heading.result == "won 0 cap 24 -34"


@pytest.mark.parametrize(
    ("line", "text", "reason"),
    [
        (2, "rules: levantine 1\ncap: 0\ndealer: 3\n", "cap_not_allowed (cap=0)"),
        (
            2,
            "rules: levantine 1\ntarget: 61\ndealer: 3\n",
            "target_not_allowed (target=61, allowed=[31])",
        ),
        (5, OPEN + "1: 7\n", "not_your_turn (seat=1, turn=0)"),
        (5, OPEN + "0: 7 ! bid_too_low\n", "not refused: bid_too_low"),
        (5, OPEN + "1: 7 ! bid_too_low\n", "not_your_turn (seat=1, turn=0)"),
        (5, OPEN + "= turn 1\n", "turn is 0"),
        (5, OPEN + "= weather fine\n", "no such check: weather"),
    ],
)
def test_a_match_that_does_not_go_as_written_is_named_by_line_and_reason(
    line: int, text: str, reason: str
) -> None:
    assert refused(text) == {"line": line, "reason": reason}


def refused(text: str) -> dict[str, object]:
    """Return what a record is refused with."""
    with pytest.raises(BadRecord) as refusal:
        records.run(notation.parse(text))
    return refusal.value.params


@pytest.mark.parametrize(
    ("text", "check"),
    [
        (HEADER + DEAL, "deal 1 of 50"),
        (OPEN + "0: P\n1: P\n2: P\n3: P\n", "passed 1"),
        (OPEN + "0: 7\n1: P\n2: P\n3: P\n", "calls 7 P P P"),
        (CALLED + "0: trump S\n", "contract 0 7 S"),
        (PLAYING + "0: AS\n1: 2H\n2: 2D\n3: 2C\n", "won 0"),
        (OPEN + "time\n", "time up"),
    ],
)
@pytest.mark.parametrize("then", ["", "0: ready\n", "= phase play\n"])
def test_a_record_says_at_once_what_it_owes(text: str, check: str, then: str) -> None:
    there = len(text.splitlines()) + 1

    assert refused(text + then) == {"line": there, "reason": f"missing: = {check}"}


def whole() -> list[str]:
    """Return the lines of the record of a match of three scored deals."""
    return notation.format(records.record_of(log(match(LEVANTINE, 1, 3)))).splitlines()


def test_a_scored_deal_owes_its_tricks_points_and_totals_in_this_order() -> None:
    lines = whole()
    at = next(number for number, line in enumerate(lines) if line.startswith("= tricks"))
    tricks, points, totals = lines[at : at + 3]

    swapped = refused("\n".join([*lines[:at], tricks, totals, points, *lines[at + 3 :]]))
    lost = refused("\n".join([*lines[:at], points, totals, *lines[at + 3 :]]))

    assert swapped == {"line": at + 2, "reason": f"missing: {points}"}
    assert lost == {"line": at + 1, "reason": f"missing: {tricks}"}


def test_nothing_is_said_twice_of_one_moment() -> None:
    again = OPEN + "= turn 0\n= dealer 3\n= turn 0\n"
    assert refused(again) == {"line": 7, "reason": "turn is said twice"}
    assert refused(OPEN + "= deal 1 of 50\n") == {"line": 5, "reason": "deal is said twice"}


def test_something_may_be_said_again_after_a_refusal() -> None:
    records.run(notation.parse(OPEN + "= turn 0\n1: 7 ! not_your_turn\n= turn 0\n"))


def test_the_seats_that_are_ready_are_written_in_their_order() -> None:
    lines = whole()
    at = lines.index("0: ready")

    lines[at + 1], lines[at + 2] = lines[at + 2], lines[at + 1]

    assert lines[at : at + 4] == ["0: ready", "2: ready", "1: ready", "3: ready"]
    assert refused("\n".join(lines)) == {
        "line": at + 3,
        "reason": "who is ready is written in the order of the seats",
    }


def test_a_seat_that_is_ready_twice_is_told_so() -> None:
    lines = whole()
    at = lines.index("0: ready")

    lines[at + 1] = lines[at]

    assert refused("\n".join(lines))["reason"] == "already_ready (seat=0)"


def test_a_match_that_is_over_says_its_result() -> None:
    lines = whole()
    at = lines.index("result: won 0 cap 24 -34")

    missing = refused("\n".join([*lines[:at], *lines[at + 1 :]]))
    wrong = refused("\n".join([*lines[:at], "result: won 1 cap 24 -34", *lines[at + 1 :]]))

    assert missing == {"line": at + 1, "reason": "missing: result: won 0 cap 24 -34"}
    assert wrong == {"line": at + 1, "reason": "result is won 0 cap 24 -34"}


def test_a_match_that_goes_on_may_say_how_it_stands() -> None:
    standing = HEADER + "result: open - - 0 0\n" + DEAL + "= deal 1 of 50\n"

    records.run(notation.parse(standing))

    assert refused(standing.replace("open - - 0 0", "open - - 7 0"))["line"] == 3


def test_a_record_that_lost_its_end_is_named_by_its_last_line() -> None:
    lines = whole()
    at = max(number for number, line in enumerate(lines) if line.endswith("3: ready"))

    assert refused("\n".join(lines[: at + 1]))["line"] == at + 1


def test_where_nobody_is_to_move_nothing_is_legal() -> None:
    text = HEADER + "= legal\n"

    records.run(notation.parse(text))

    assert notation.format(notation.parse(text)) == text


def test_what_there_is_not_yet_can_be_asked_for() -> None:
    names = ("contract", "won", "points", "honour", "bonus", "time")

    records.run(notation.parse(OPEN + "".join(f"= {name} -\n" for name in names)))

    assert refused(OPEN + "= timeout -\n")["reason"] == "timeout is P"
    records.run(notation.parse(HEADER + "= calls -\n= timeout -\n"))
