"""Static files: found in the tree, compressed once, answered again only when they changed."""

from __future__ import annotations

import gzip
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from tarneeb_site.static_files import CompressedFiles

STYLE = "/static/css/components.css"


@pytest.fixture
def files(settings: Settings, tmp_path: Path) -> CompressedFiles:
    """Return the middleware as a web process has it, with a ``var`` of its own."""
    settings.WHITENOISE_AUTOREFRESH = False
    settings.VAR = tmp_path
    return CompressedFiles(lambda _request: HttpResponse(status=404), settings)


def test_text_is_sent_compressed_to_who_can_read_it(files: CompressedFiles, rf: RequestFactory) -> None:
    source = Path(str(finders.find("css/components.css"))).read_bytes()

    packed = files(rf.get(STYLE, headers={"Accept-Encoding": "gzip, br"}))
    plain = files(rf.get(STYLE))

    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == source
    assert len(packed.content) < len(source) / 2
    assert plain.content == source
    assert packed["Vary"] == plain["Vary"] == "Accept-Encoding"


def test_a_script_is_sent_without_its_comments(files: CompressedFiles, rf: RequestFactory) -> None:
    source = Path(str(finders.find("js/page.js"))).read_bytes()

    packed = gzip.decompress(files(rf.get("/static/js/page.js", headers={"Accept-Encoding": "gzip"})).content)

    assert b"/* page.js" in source
    assert b"/*" not in packed
    assert b"document.documentElement" in packed


def test_what_is_compressed_already_is_left_alone(files: CompressedFiles, rf: RequestFactory) -> None:
    fonts = [url for url in files.files if url.endswith(".woff2")]

    answer = files(rf.get(fonts[0], headers={"Accept-Encoding": "gzip"}))

    assert "Content-Encoding" not in answer
    assert answer["Content-Type"] == "font/woff2"


def test_a_browser_that_has_the_file_gets_no_second_copy(files: CompressedFiles, rf: RequestFactory) -> None:
    first = files(rf.get(STYLE, headers={"Accept-Encoding": "gzip"}))

    again = files(rf.get(STYLE, headers={"Accept-Encoding": "gzip", "If-None-Match": first["ETag"]}))

    assert again.status_code == 304
    assert again.content == b""


def test_a_file_that_changed_is_compressed_again(
    files: CompressedFiles, tmp_path: Path, rf: RequestFactory
) -> None:
    source = tmp_path / "page.css"
    source.write_text("a { color: red }\n" * 200)
    files.add_file_to_dictionary("/static/page.css", str(source))
    source.write_text("b { color: tan }\n" * 200)
    os.utime(source, ns=(1, 1))

    files.add_file_to_dictionary("/static/page.css", str(source))

    answer = files(rf.get("/static/page.css", headers={"Accept-Encoding": "gzip"}))
    assert gzip.decompress(answer.content).startswith(b"b ")


def test_many_who_ask_for_a_file_at_once_all_get_it(
    files: CompressedFiles, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: one draft a process, which the first moved away from under the others."""
    path = finders.find("js/page.js")
    assert path is not None
    settings.VAR = tmp_path / "anew"
    together, date = Barrier(8), os.utime

    def written(draft: Path, **when: Any) -> None:
        together.wait(timeout=10)
        date(draft, **when)

    monkeypatch.setattr(os, "utime", written)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: files.get_static_file(path, "/static/js/page.js"), range(8)))

    assert len(found) == 8
