"""A process that is killed at any step of a draw or an entry leaves the state of before or of after."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tarneeb_site.env import ROOT

SECONDS = 300
ACTS = os.environ.get("CUT_SHORT", "draw_one enter").split()
"""Where time does not count also: start close record."""


def cut_short(place: Path) -> dict[str, Any]:
    """Return what each act left that was killed at each of its steps, on this test's database."""
    name = str(connection.settings_dict["NAME"])
    connection.close()
    done = subprocess.run(
        [sys.executable, "-m", "tests.tournaments.cut_short", name, *ACTS],
        cwd=ROOT,
        env=os.environ | {"TARNEEB_VAR": str(place)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.timeout(SECONDS)
@pytest.mark.django_db(transaction=True)
def test_a_process_killed_at_any_step_leaves_the_state_before_or_after(tmp_path: Path) -> None:
    """A draw and a result from the hall; with ``CUT_SHORT`` also rounds and what tables report."""
    found = cut_short(tmp_path)

    assert list(found) == ACTS
    for act, said in found.items():
        kills, after = said["kills"], said["after"]
        between = [at for at, one in enumerate(kills) if one["cut"] not in (one["before"], after)]
        assert between == [], act
        assert sum(one["cut"] == one["before"] for one in kills) >= 8, act
        assert kills[-1]["cut"] == after, act
        assert [one["again"] for one in kills] == [after] * len(kills), act
