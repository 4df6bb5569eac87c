"""A supervisor of small scripts, run by the tests of it: ``python -m tests.site.supervised ROWS``.

``ROWS`` is JSON, a name and a script each, in the order of stopping; one called ``valkey`` starts
first. A script says that it is ready with ``ready()``.
"""

from __future__ import annotations

import json
import sys

from tarneeb_site import supervisor
from tarneeb_site.child import Process

PREAMBLE = """
import os, signal, subprocess, sys, time
def ready(): os.write(int(os.environ["READY_DESCRIPTOR"]), b"ready")
"""


def say(name: str, line: str) -> None:
    """Print as ``up`` does, so that the test can read it."""
    sys.stdout.write(f"{name}| {line}\n")
    sys.stdout.flush()


def main() -> None:
    """Supervise until told to stop; a death that ends it is printed."""
    supervisor.STOP_SECONDS = 1.0
    rows = [
        Process(name, (sys.executable, "-u", "-c", PREAMBLE + script), first=name == "valkey")
        for name, script in json.loads(sys.argv[1]).items()
    ]
    try:
        supervisor.Supervisor(rows, say=say, announce=lambda name: say(name, "is ready")).run()
    except supervisor.ChildDied as death:
        sys.exit(f"died: {death}")


if __name__ == "__main__":
    main()
