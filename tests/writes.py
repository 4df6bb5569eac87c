"""The wall that only services change rows: an interface that writes past them fails its test.

Every statement of a test is seen. One that writes a row of ours while an interface is on the stack
needs a service or the store on the stack as well.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WRITE = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+"?((?:games|tournaments)_\w+)', re.IGNORECASE)
APPS = ("games", "tournaments")
INTERFACES = tuple(
    f"{ROOT}/{app}/{part}"
    for app in APPS
    for part in ("views/", "api/", "forms", "consumers.py", "admin.py", "tasks.py", "receivers.py")
)
SERVICES = tuple(f"{ROOT}/{app}/{part}" for app in APPS for part in ("services/", "store/"))
#: Signing in and changing a password are Django's and allauth's own business with a user's row.
ACCOUNTS = ("/django/contrib/auth/", "/allauth/")


class WrittenPastServices(AssertionError):
    """An interface changed a row of ours without a service."""


def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Run a statement, unless an interface writes with it past the services (a database wrapper)."""
    written = WRITE.match(sql)
    if written is not None and not _may_write(written[1], list(_files())):
        raise WrittenPastServices(written[1])
    return execute(sql, params, many, context)


def _may_write(table: str, files: list[str]) -> bool:
    if not any(file.startswith(INTERFACES) for file in files):
        return True
    if table == "games_user" and any(part in file for file in files for part in ACCOUNTS):
        return True
    return any(file.startswith(SERVICES) for file in files)


def _files() -> Iterator[str]:
    """Return the files of the functions that are running, the innermost first."""
    frame = sys._getframe(1)
    while frame is not None:
        yield frame.f_code.co_filename
        frame = frame.f_back  # type: ignore[assignment]  # None ends the loop
