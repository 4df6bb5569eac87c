"""Who can reach a site started by ``manage.py up``."""

from __future__ import annotations

import pytest

from tarneeb_site import network, serve


def test_only_this_machine_is_served_unless_asked_otherwise() -> None:
    reach = network.reach(8000, lan=False)

    assert reach.hosts == ("127.0.0.1",)
    assert reach.origins == ("http://localhost:8000", "http://127.0.0.1:8000")


def test_on_a_network_its_address_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "lan_address", lambda: "192.168.1.5")

    reach = network.reach(8001, lan=True)

    assert reach.hosts == ("127.0.0.1", "192.168.1.5")
    assert reach.origins[0] == "http://192.168.1.5:8001"
    assert "http://localhost:8001" in reach.origins


def test_a_code_for_phones_is_drawn_with_characters() -> None:
    drawing = network.qr_code("http://192.168.1.5:8000").splitlines()

    assert len(drawing) > 10
    assert all(set(line) <= set(" ▀▄█\x1b[0123456789;m") for line in drawing)


def test_an_address_in_use_is_refused() -> None:
    first = serve.listen("127.0.0.1", 0)
    first.listen()

    with first, pytest.raises(OSError, match="in use"):
        serve.listen("127.0.0.1", first.getsockname()[1])
