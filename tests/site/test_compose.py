"""``compose.yaml`` runs what ``manage.py up`` runs, with variables the settings know."""

from __future__ import annotations

import re
from typing import Any

import yaml
from django.urls import resolve

from tarneeb_site import supervisor
from tarneeb_site.env import ROOT

#: Read by uvicorn itself.
OF_UVICORN = {"FORWARDED_ALLOW_IPS"}


def services() -> dict[str, Any]:
    """Return the services as compose would read them."""
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return dict(loaded["services"])


def test_the_web_process_and_the_worker_are_those_of_the_table() -> None:
    web, worker = services()["web"]["command"], services()["worker"]["command"]

    assert tuple(web[: len(supervisor.WEB) + 1]) == ("python", *supervisor.WEB)
    assert tuple(worker) == ("python", *supervisor.WORKER)


def test_there_is_one_beat() -> None:
    with_beat = [name for name, service in services().items() if "--beat" in service.get("command", [])]

    assert with_beat == ["worker"]
    assert "deploy" not in services()["worker"]


def test_every_variable_is_one_that_is_read() -> None:
    ours = [service for service in services().values() if "build" in service]
    named = {name for service in ours for name in service["environment"]}
    read = (ROOT / "tarneeb_site" / "settings.py").read_text()

    assert named - OF_UVICORN == {name for name in named if f'("{name}"' in read}


def test_images_are_pinned_to_a_version() -> None:
    images = [service["image"] for service in services().values() if "image" in service]
    images += re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)

    assert [image for image in images if not re.search(r":\d+(\.\d+)*", image)] == []


def test_the_health_check_asks_an_address_there_is() -> None:
    asked = services()["web"]["healthcheck"]["test"][-1]
    path = re.search(r"http://localhost:8000(/\w+)", asked)

    assert path is not None
    assert resolve(path[1]).url_name == "healthz"
