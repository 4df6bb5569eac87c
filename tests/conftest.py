"""What every test stands on: this machine only, and where Django is, what stands around the site.

The tests of the core run without Django (``make fast``), so nothing here imports it at the top.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest

hypothesis.settings.register_profile("fast", deadline=None, max_examples=10)
hypothesis.settings.register_profile("default", deadline=None)
hypothesis.settings.register_profile("soak", deadline=None, max_examples=10_000)
hypothesis.settings.load_profile("default")


def pytest_configure(config: pytest.Config) -> None:
    """Choose what is quick over what is strong, where Django is."""
    if config.pluginmanager.hasplugin("django"):
        from django.conf import settings

        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
        # Every test client would list all static files; this looks for one when it is asked for.
        settings.WHITENOISE_AUTOREFRESH = True
        config.pluginmanager.import_plugin("tests.cast")
        config.pluginmanager.import_plugin("tests.site_fixtures")


@pytest.fixture(scope="session", autouse=True)
def _only_this_machine() -> Iterator[None]:
    """Refuse a connection to anywhere else."""
    connect = socket.socket.connect

    def connect_here(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX and self.type == socket.SOCK_STREAM:
            host = "127.0.0.1" if address[0] == "localhost" else address[0]
            assert ipaddress.ip_address(host).is_loopback, f"a test may not connect to {host}"
        connect(self, address)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(socket.socket, "connect", connect_here)
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Let SQLite leave to the system when a test's writes reach the disk, and take no order for granted.

    Rows whose order nobody asked for come the other way round than they usually do.
    """
    from django.db import connection

    options = connection.settings_dict["OPTIONS"]
    if connection.vendor == "sqlite":
        careless = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
        options["init_command"] = f"{careless} PRAGMA reverse_unordered_selects=ON;"
