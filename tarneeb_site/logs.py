"""How log lines look: for people on a terminal, as JSON where machines collect them.

Django, uvicorn, Celery and our own code all log through the standard library, so one formatter
made by structlog gives every line of every process the same shape.
"""

from __future__ import annotations

import logging
from typing import Any

import structlog

SHARED: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


# uvicorn tells of every socket twice: when all come back at once, telling takes longer than looking them up.
TALKATIVE = ("celery.beat", "celery.worker.strategy", "uvicorn.error")


class IdleSweeps(logging.Filter):
    """Keeps back the line of a sweep that found nothing to do: there is one every second."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the line of a finished task is worth reading."""
        facts = record.args if isinstance(record.args, dict) else {}
        idle = facts.get("return_value") in {"None", "0"}
        return not (idle and ".sweep_" in str(facts.get("name")))


def logging_config(*, machine: bool) -> dict[str, Any]:
    """Return Django's ``LOGGING``, and make structlog's own loggers follow it.

    :param machine: one JSON object a line instead of text for people.
    """
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": SHARED,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *_renderers(machine=machine),
        ],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "filters": {"idle_sweeps": {"()": IdleSweeps}},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["idle_sweeps"],
            }
        },
        "root": {"handlers": ["console"], "level": "INFO"},
        "loggers": {name: {"level": "WARNING"} for name in TALKATIVE},
    }


def _renderers(*, machine: bool) -> list[structlog.typing.Processor]:
    if machine:
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    # Plain: the default shows the values of variables too, and hidden cards are among them.
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain)]
