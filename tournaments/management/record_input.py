"""What the commands on records share: a file that is read, and one line where what was handed in is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management.base import CommandError

from games.rules import Refusal
from tournaments.sentences import sentence
from tournaments.services import record
from tournaments.services.record.reading import Record


@contextmanager
def named(what: object) -> Iterator[None]:
    """Name what is wrong in one line and end with 2: a file that cannot be read or written, or a refusal."""
    try:
        yield
    except OSError as fault:
        raise CommandError(f"{what}: {fault.strerror}", returncode=2) from fault
    except Refusal as refusal:
        raise CommandError(f"{what}: {sentence(refusal)}", returncode=2) from refusal


def content_of(file: Path) -> bytes:
    """Return what a file holds, no more of it than is needed to refuse it.

    :raises OSError: when it cannot be read.
    """
    with file.open("rb") as opened:
        return opened.read(record.LARGEST_OF_OPERATOR + 1)


def record_in(content: bytes) -> Record:
    """Return the record that a file holds, which may be larger than one that a page takes.

    :raises Refusal: naming what is wrong with it.
    """
    return record.read_record(content, largest=record.LARGEST_OF_OPERATOR)
