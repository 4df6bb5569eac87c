"""How log lines look: for people on a terminal, as JSON where machines collect them.

Django, uvicorn, Celery and our own code all log through the standard library, so one formatter
made by structlog gives every line of every process the same shape.
"""

from __future__ import annotations

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
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": "INFO"},
        "loggers": {"django": {"level": "INFO"}, "celery.beat": {"level": "WARNING"}},
    }


def _renderers(*, machine: bool) -> list[structlog.typing.Processor]:
    if machine:
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    return [structlog.dev.ConsoleRenderer(colors=False)]
