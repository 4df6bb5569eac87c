"""What a match is made of are values: nothing about them changes after they were made."""

from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from games.rules import RULESETS, SEATS, Call, Contract, Event, settle
from tests.rules.playing import SUIT_EACH, contracted, play_out
from tests.rules.presets import LEVANTINE

POSITION = play_out(contracted())

VALUES = [
    RULESETS["levantine"],
    LEVANTINE.score,
    POSITION,
    POSITION.course,
    POSITION.play,
    POSITION.trick,
    POSITION.auction,
    POSITION.contract,
    POSITION.outcome,
    POSITION.sheet[0],
    SUIT_EACH,
    Call("7"),
    Event("ready", SEATS[0], {}),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_cannot_be_changed(value: Any) -> None:
    names = [field.name for field in fields(value)] if is_dataclass(value) else value._fields

    for name in names:
        with pytest.raises(AttributeError):
            setattr(value, name, None)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_holds_nothing_but_its_fields(value: Any) -> None:
    assert not hasattr(value, "__dict__")


def test_values_alike_are_equal() -> None:
    assert Contract(SEATS[0], POSITION.sheet[0].bid) == POSITION.contract


def test_points_for_another_number_of_sides_are_a_fault() -> None:
    with pytest.raises(ValueError, match="zip"):
        settle(LEVANTINE, [(7, 0, 0, 0)])
