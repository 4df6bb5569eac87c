"""Checking a file of deals: what is true passes, and whatever was tampered with is found out."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.dealing import (
    CARDS,
    DEALS_A_LIST,
    Contribution,
    DealsFile,
    Promise,
    PublishedList,
    ShownDeal,
    check,
    commitment,
    deal,
    deal_secret,
    first_dealer,
    packs,
    public_part,
    span,
)
from games.rules import NAME_OF
from tests.dealing.tampering import TAMPERED, File, resealed, tampered, vector

MASTER = bytes(range(32))


def failed(file: object) -> set[str]:
    """Return the checks that a file does not pass."""
    return {one.code for one in check(file).checks if not one.passed}


def test_the_published_file_passes_every_check() -> None:
    verdict = check(vector())

    assert verdict.passed
    assert {one.code for one in verdict.checks} >= {"digest", "lists", "master", "dealer", "hands"}


def test_the_published_file_gives_the_published_commitment_and_pack() -> None:
    verdict = check(vector())
    assert verdict.file is not None

    first = next(packs(verdict.file))

    assert verdict.file.deals[0].commitment.startswith("e75a0f59")
    assert verdict.file.deals[0].commitment.endswith("539cc5")
    assert first[:5] == (0, 39, 26, 12, 48)
    assert first[-3:] == (30, 20, 19)


@pytest.mark.parametrize("name", TAMPERED)
def test_a_tampered_file_is_refused(name: str) -> None:
    file = dict(tampered())[name]

    assert not check(file).passed


def test_a_file_whose_digest_does_not_fit_was_changed_after_it_was_written() -> None:
    file = vector()
    file["deals"].pop()

    assert failed(file) == {"digest"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a hash", {"contributions"}),
        ("the root", {"lists"}),
        ("the first dealer", {"dealer", "sequence"}),
        ("two cards swapped", {"hands"}),
        ("a deal twice", {"sequence"}),
        ("the public number", {"lists", "public"}),
        ("something that is not checked", {"readable"}),
    ],
)
def test_what_was_tampered_with_is_said(name: str, expected: set[str]) -> None:
    file = dict(tampered())[name]

    assert failed(file) == expected


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path to every single value of a file."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, (*path, name))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from leaves(inner, (*path, place))
    else:
        yield path


LEAVES = [path for path in leaves(vector()) if path != ("digest",)]


def another(value: Any, chance: st.DataObject) -> Any:
    """Return another value of the same kind."""
    if isinstance(value, int):
        return chance.draw(st.integers(0, 70).filter(lambda drawn: drawn != value))
    if value in CARDS:
        return chance.draw(st.sampled_from(CARDS).filter(lambda drawn: drawn != value))
    at = chance.draw(st.integers(0, len(value))) if value else 0
    digit = chance.draw(st.sampled_from("0123456789abcdef"))
    changed = value[:at] + digit + value[at + 1 :]
    return changed if changed != value else f"{value}{digit}"


@given(path=st.sampled_from(LEAVES), chance=st.data())
def test_any_one_value_that_is_changed_is_found_out(path: tuple[str | int, ...], chance: Any) -> None:
    file = copy.deepcopy(vector())
    *way, last = path
    place: Any = file
    for step in way:
        place = place[step]
    place[last] = another(place[last], chance)

    assert not check(resealed(file)).passed


@pytest.mark.parametrize(
    "nothing", [None, [], "x", 7, {}, {"scheme": "tarneeb-deal-v1"}, {"digest": 1}, [[[]]]]
)
def test_what_is_no_file_of_deals_is_unreadable(nothing: object) -> None:
    assert failed(nothing) == {"readable"}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("deals", 0, "deal"), True),
        (("deals", 0, "deal"), 1.0),
        (("deals", 0, "hands"), []),
        (("contributions",), []),
        (("master",), "AB" * 32),
        (("match",), "\ud800"),
        (("contributions", 0, "value"), "0" * 130),
        (("lists",), {}),
        (("deals", 0, "hands", 0, 0), "10S"),
    ],
)
def test_a_value_of_another_kind_is_named_by_its_place(path: tuple[Any, ...], value: object) -> None:
    file: Any = vector()
    *way, last = path
    place = file
    for step in way:
        place = place[step]
    place[last] = value

    (only,) = check(file).checks

    assert only.about


def test_cards_are_written_as_everywhere_else() -> None:
    assert CARDS == NAME_OF


# ---- a match of many deals ----------------------------------------------------------------------


def written(numbers: Iterator[int] | range, *, public_number: str = "") -> File:
    """Return the file of a match of these deals, in which one page has put something in."""
    contributions = (None, Contribution(sha(b"x"), b"x"), None, None)
    public = public_part([b"", b"x", b"", b""], public_number)
    dealer_secret = deal_secret(MASTER, 0)
    dealer = first_dealer(dealer_secret, public=public)
    shown = []
    for number in numbers:
        secret, seat = deal_secret(MASTER, number), (dealer + number - 1) % 4
        hands = deal(secret, public=public, redeal=0, dealer=seat)
        shown.append(ShownDeal(number, 0, seat, commitment(secret), secret, hands))
    starts = sorted({span(one.number)[0] for one in shown} | {0})
    promises = [
        Promise.of(MASTER, match="x/1", public_number=public_number, deal=max(start, 1)) for start in starts
    ]
    lists = tuple(PublishedList(one.first, one.root, one.commitments) for one in promises)
    file = DealsFile(
        "x/1", public_number, lists, contributions, public, MASTER, dealer, dealer_secret, tuple(shown)
    )
    return json.loads(json.dumps(file.to_data()))  # type: ignore[no-any-return]


def sha(value: bytes) -> str:
    """Return a value's hash in hexadecimal."""
    return sha256(value).hexdigest()


def test_a_match_longer_than_its_first_list_has_two() -> None:
    file = written(range(1, DEALS_A_LIST + 3))

    assert [one["first"] for one in file["lists"]] == [0, DEALS_A_LIST + 1]
    assert check(file).passed


def test_the_list_that_a_late_deal_needs_cannot_be_left_out() -> None:
    file = written(range(1, DEALS_A_LIST + 2))
    file["lists"].pop()

    assert "lists" in failed(resealed(file))


def test_a_list_that_no_deal_has_needed_does_not_belong_there() -> None:
    file = written(range(1, 3))
    file["lists"] = written(range(1, DEALS_A_LIST + 2))["lists"]

    assert failed(resealed(file)) == {"lists"}


def test_a_match_in_which_nothing_was_dealt_can_be_checked_too() -> None:
    assert check(written(range(0))).passed


def test_a_public_number_in_any_script_is_part_of_it() -> None:
    file = written(range(1, 3), public_number="زهر ٤ ٢")

    assert check(file).passed
    assert not check(resealed(file | {"public_number": "زهر ٤ ٣"})).passed


@given(st.integers(1, 10_000))
def test_every_deal_is_covered_by_one_list(number: int) -> None:
    first, last = span(number)

    assert first <= number <= last
    assert span(first) == span(last) == (first, last)
    assert span(last + 1)[0] == last + 1
