"""Records of tournaments that are not as they should be."""

from __future__ import annotations

import json
import re
from typing import Any


def changed(values: dict[str, Any], path: str, value: Any) -> bytes:
    """Return the record with one value that is another; ``path`` is where, rows counted from 1."""
    *steps, last = [int(step) - 1 if step.isdigit() else step for step in re.findall(r"\w+", path)]
    there: Any = values
    for step in steps:
        there = there[step]
    there[last] = value
    return json.dumps(values).encode()
