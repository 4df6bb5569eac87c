"""What we ship of others is exactly what they published, and says so."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

VENDOR = Path(__file__).parents[2] / "tarneeb_site" / "static" / "vendor"
VERSIONS: dict[str, Any] = json.loads((VENDOR / "versions.json").read_text())


def test_every_vendored_script_is_the_one_its_makers_published() -> None:
    listed = {name: sha for package in VERSIONS.values() for name, sha in package["files"].items()}

    found = {
        path.relative_to(VENDOR).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.rglob("*.js")
    }

    assert found == listed


@pytest.mark.parametrize("folder", sorted(VERSIONS))
def test_every_vendored_package_has_a_version_and_the_text_of_its_licence(folder: str) -> None:
    package = VERSIONS[folder]

    assert package["version"].count(".") == 2
    assert package["licence"]
    assert "AS IS" in (VENDOR / folder / "LICENSE").read_text()


def test_no_folder_of_others_goes_unlisted() -> None:
    folders = {path.name for path in VENDOR.iterdir() if path.is_dir()}

    assert folders == set(VERSIONS)
