"""What a phone needs to keep the site among its apps."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

MANIFEST = "manifest.webmanifest"


@pytest.fixture
def manifest() -> dict[str, Any]:
    """Return the manifest as a browser reads it."""
    content: dict[str, Any] = json.loads(Path(str(finders.find(MANIFEST))).read_text())
    return content


def size_of(png: bytes) -> str:
    """Return the width and height that a PNG says it has."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return f"{width}x{height}"


def test_an_icon_has_the_size_the_manifest_says(manifest: dict[str, Any]) -> None:
    drawn = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]

    sizes = [size_of(Path(str(finders.find(icon["src"]))).read_bytes()) for icon in drawn]

    assert sizes == [icon["sizes"] for icon in drawn]
    assert {"192x192", "512x512"} <= set(sizes)
    assert [icon["sizes"] for icon in drawn if icon.get("purpose") == "maskable"] == ["512x512"]


@pytest.mark.django_db
def test_a_page_names_the_manifest_and_where_the_app_begins(client: Client, manifest: dict[str, Any]) -> None:
    page = client.get("/en/").content.decode()

    assert f'<link rel="manifest" href="{settings.STATIC_URL}{MANIFEST}">' in page
    assert manifest["start_url"] == manifest["scope"] == "/"
