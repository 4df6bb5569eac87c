"""Log lines: for people, for machines, and without what nobody may read."""

from __future__ import annotations

import io
import json
import logging
import logging.config
from collections.abc import Iterator

import pytest
import structlog
from django.conf import settings

from tarneeb_site.logs import logging_config


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """Collect what the root logger's console handler writes, and put logging back afterwards."""
    yield io.StringIO()
    structlog.reset_defaults()
    logging.config.dictConfig(settings.LOGGING)


def collect(lines: io.StringIO, *, machine: bool) -> None:
    """Log to these lines from now on."""
    config = logging_config(machine=machine)
    config["handlers"]["console"]["stream"] = lines
    logging.config.dictConfig(config)


def test_a_machine_reads_one_object_a_line(lines: io.StringIO) -> None:
    collect(lines, machine=True)

    logging.getLogger("anything").warning("slow by %d ms", 7)
    structlog.get_logger("games.sweep").info("table put aside", table=3)

    standard, ours = map(json.loads, lines.getvalue().splitlines())
    assert (standard["event"], standard["level"]) == ("slow by 7 ms", "warning")
    assert (ours["event"], ours["table"], ours["logger"]) == ("table put aside", 3, "games.sweep")


@pytest.mark.parametrize("machine", [False, True])
def test_a_traceback_does_not_show_what_variables_held(lines: io.StringIO, machine: bool) -> None:
    collect(lines, machine=machine)

    hidden_hand = "QH" + "AS"
    try:
        raise LookupError("no such card")
    except LookupError:
        logging.getLogger("anything").exception("failed")

    assert "LookupError: no such card" in lines.getvalue()
    assert hidden_hand not in lines.getvalue()


def test_a_sweep_is_heard_of_only_when_it_did_something(lines: io.StringIO) -> None:
    collect(lines, machine=False)
    finished = "Task %(name)s succeeded: %(return_value)s"

    for name, result in [("x.sweep_results", "0"), ("x.sweep_results", "2"), ("x.record_match", "None")]:
        logging.getLogger("celery.app.trace").info(finished, {"name": name, "return_value": result})

    assert lines.getvalue().count("succeeded") == 2
    assert "x.sweep_results succeeded: 2" in lines.getvalue()
