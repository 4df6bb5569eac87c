"""The wall around long transactions sees one, and does not take slowness or a pause for one."""

from __future__ import annotations

import gc

import pytest

from tests import site_fixtures
from tests.site_fixtures import PAUSES, Pauses, slowness, worked


def busy(seconds: float) -> None:
    """Work so long."""
    began = worked()
    while worked() - began < seconds:
        pass


def test_work_counts_and_a_pause_does_not() -> None:
    before, paused = worked(), PAUSES.here()

    gc.collect()

    assert PAUSES.here() > paused
    busy(0.01)
    assert worked() - before >= 0.01


def test_a_machine_as_fast_as_the_budget_s_or_faster_gets_no_more_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(site_fixtures, "calibration", lambda: 0.02)

    assert slowness() == 1.0


def test_a_machine_half_as_fast_gets_twice_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_fixtures, "calibration", lambda: 2 * site_fixtures.CALIBRATION)

    assert slowness() == pytest.approx(2.0)


def test_a_collection_of_another_thread_s_beginning_is_not_counted() -> None:
    pauses = Pauses()

    pauses.heard("stop", None)

    assert pauses.here() == 0.0
