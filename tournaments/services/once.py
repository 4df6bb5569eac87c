"""Doing what is due by itself, in several processes perhaps: whoever is late does nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import structlog

from games.rules import Refusal

log = structlog.get_logger(__name__)


def unless_late(
    verb: Callable[..., object], *, late: tuple[type[Refusal], ...], about: Mapping[str, int], **details: Any
) -> bool:
    """Do something that is due; return whether it was done here. Either way the log says so.

    :param late: how the verb refuses when somebody else was first, or it is not due any more.
    :param about: what it is done to, as the log names it.
    """
    try:
        verb(**details)
    except late as refusal:
        log.info("somebody else was first", verb=verb.__name__, **about, why=str(refusal))
        return False
    log.info("done when due", verb=verb.__name__, **about)
    return True
