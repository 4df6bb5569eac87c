"""People who read one page again and again, in a process of their own: ``python -m bench.crowd.readers``.

The first line of its input is one JSON object (``Task``); they read until the input ends, and then it
prints what they found. Each reads through one connection, gzipped, and asks anew as soon as he has it.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPConnection
from threading import Event
from typing import Any

from bench.crowd.phones import processor_seconds

PATIENCE = 30.0


@dataclass(frozen=True, slots=True)
class Task:
    """What is read.

    :param paths: the page in each language; the readers share them out.
    :param pid: the server, whose processor time is read.
    :param strangers: whether each request brings a cookie that no other brought.
    """

    port: int
    processor: int
    pid: int
    paths: Sequence[str]
    readers: int
    strangers: bool = False


def main() -> None:
    """Read until nobody wants it any more."""
    task, over = Task(**json.loads(sys.stdin.readline())), Event()
    os.sched_setaffinity(0, {task.processor})
    for path in task.paths:  # templates are compiled once a process
        ask(task, HTTPConnection("127.0.0.1", task.port, timeout=PATIENCE), path)
    began, used = time.perf_counter(), processor_seconds(task.pid)
    with ThreadPoolExecutor(task.readers) as pool:
        paths = [task.paths[number % len(task.paths)] for number in range(task.readers)]
        reading = [pool.submit(read, task, path, over) for path in paths]
        sys.stdin.read()
        over.set()
        answers = [answer for one in reading for answer in one.result()]
    used = processor_seconds(task.pid) - used
    print(json.dumps(told(answers, time.perf_counter() - began, used)))


def told(answers: list[tuple[float, int]], seconds: float, used: float) -> dict[str, Any]:
    """Return the answers a second, and a second of the server's processor; how long each took; its bytes."""
    took = sorted(1000 * each for each, _ in answers)
    return {
        "requests_per_s": round(len(took) / seconds, 1),
        "requests_per_cpu_s": round(len(took) / used, 1),
        "p50_ms": round(took[len(took) // 2], 1),
        "p95_ms": round(took[len(took) * 95 // 100], 1),
        "kb": round(max(size for _, size in answers) / 1000, 1),
    }


def read(task: Task, path: str, over: Event) -> list[tuple[float, int]]:
    """Return the seconds and the bytes of every answer to one reader."""
    line, found = HTTPConnection("127.0.0.1", task.port, timeout=PATIENCE), list[tuple[float, int]]()
    while not over.is_set():
        began = time.perf_counter()
        size = ask(task, line, path)
        found.append((time.perf_counter() - began, size))
    return found


def ask(task: Task, line: HTTPConnection, path: str) -> int:
    """Return the bytes of one answer.

    :raises SystemExit: if it is no page, or not gzipped.
    """
    headers = {"Accept-Encoding": "gzip"}
    if task.strangers:
        headers["Cookie"] = f"visitor={secrets.token_hex(8)}"
    line.request("GET", path, headers=headers)
    answer = line.getresponse()
    body = answer.read()
    if answer.status != 200 or answer.headers["Content-Encoding"] != "gzip":
        raise SystemExit(f"{path}: {answer.status}, {answer.headers['Content-Encoding']}")
    return len(body)


if __name__ == "__main__":
    main()
