"""Static files: found in the tree, compressed once, answered again only when they changed."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

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
