"""Static files: served by the web process itself from where they lie, compressed once.

There is no ``collectstatic``: WhiteNoise finds the files of every app at start. What it lacks
is compression of files nobody has collected, and half of a first visit's bytes are style and
script, so text is compressed into ``var/`` when a process first meets it; a script without its
comments and indentation, which are a third of it.
"""

from __future__ import annotations

import gzip
import os
import re
from pathlib import Path
from threading import get_ident
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import Headers, StaticFile

TEXT = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".webmanifest"}
SCRIPTS = {".js", ".mjs"}
#: Comments that have their lines for themselves, and the indentation of the others.
UNREAD = re.compile(rb"^[ \t]*(?:/\*.*?\*/|//[^\n]*)[ \t]*\n|^[ \t]+", re.MULTILINE | re.DOTALL)
#: Under this size a file hardly gets smaller.
SMALLEST = 300


class CompressedFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # ships no types
    """WhiteNoise that also answers with ``gzip`` for files it found in the source tree."""

    def get_static_file(self, path: str, url: str, stat_cache: Any = None) -> StaticFile:
        """Return what answers a URL, with its compressed twin where there is one."""
        headers = Headers([])
        self.add_mime_headers(headers, path, url)
        self.add_cache_headers(headers, path, url)
        twin = _compressed(Path(path), url)
        return StaticFile(path, headers.items(), encodings={"gzip": str(twin)} if twin else None)

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """Answer with the whole file: they are small, and ASGI would buffer a stream anyway."""
        answer = static_file.get_response(request.method, request.META)
        content = b""
        if answer.file is not None:
            with answer.file as file:
                content = file.read()
        return HttpResponse(content, status=int(answer.status), headers=dict(answer.headers))


def _compressed(source: Path, url: str) -> Path | None:
    """Return the compressed twin of a text file, made now unless it is already there."""
    facts = source.stat()
    if source.suffix not in TEXT or facts.st_size < SMALLEST:
        return None
    twin: Path = settings.VAR / "static" / f"{url.strip('/')}.gz"
    if not twin.exists() or twin.stat().st_mtime_ns != facts.st_mtime_ns:
        twin.parent.mkdir(parents=True, exist_ok=True)
        draft = twin.with_name(f"{twin.name}.{os.getpid()}.{get_ident()}")  # others may make it just now too
        draft.write_bytes(gzip.compress(_without_comments(source), 9, mtime=0))
        os.utime(draft, ns=(facts.st_mtime_ns, facts.st_mtime_ns))
        draft.replace(twin)
    return twin


def _without_comments(source: Path) -> bytes:
    """Return what a browser needs of a file: of our scripts all but the lines only people read."""
    content = source.read_bytes()
    ours = source.suffix in SCRIPTS and "vendor" not in source.parts
    return UNREAD.sub(b"", content) if ours else content
