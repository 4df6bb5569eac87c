"""Settings from the environment: what is accepted, and what a mistake is answered with."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tarneeb_site import env
from tarneeb_site.celery import broker_url

SHOW = "import sys; from tarneeb_site import settings; print(eval(sys.argv[1], vars(settings)))"


def settings(var: Path, expression: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Load the settings in a process of their own, and print an expression over them."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-c", SHOW, expression],
        env=kept | {"TARNEEB_VAR": str(var)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("DATABASE_URL", "mysql://localhost/tarneeb", "expected postgres://"),
        ("DATABASE_URL", "sqlite://", "several processes"),
        ("DATABASE_URL", "postgres://host:port/name", "expected postgres://"),
        ("DATABASE_URL", "postgres://user@host", "several processes"),
        ("VALKEY_URL", "http://localhost", "expected valkey://"),
        ("SITE_URL", "club.example", "expected an address such as https://club.example"),
        ("SITE_URL", "https://club.example/tarneeb", "(no path)"),
        ("SITE_URL", "https://club.example:http", "expected an address"),
        ("SECRET_KEY", "short", "at least 32 random characters, not 5"),
        ("DEBUG", "perhaps", "1 or 0, not 'perhaps'"),
        ("LOG_FORMAT", "xml", "one of text, json, not 'xml'"),
        ("TARNEEB_VAR", "/proc/tarneeb", "a directory that can be written"),
    ],
)
def test_a_bad_value_stops_the_start_in_one_line(
    tmp_path: Path, name: str, value: str, expected: str
) -> None:
    done = settings(tmp_path, "DEBUG", **{name: value})

    assert done.returncode == 1
    assert done.stderr.startswith(f"{name}: ")
    assert expected in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("missing", ["SECRET_KEY", "SITE_URL"])
def test_a_deployment_without_what_its_processes_must_share_does_not_start(
    tmp_path: Path, missing: str
) -> None:
    given = {
        "DATABASE_URL": "postgres://tarneeb@localhost/tarneeb",
        "SECRET_KEY": "k" * 50,
        "SITE_URL": "https://club.example",
    }

    done = settings(tmp_path, "DEBUG", **{name: value for name, value in given.items() if name != missing})

    assert done.returncode == 1
    assert done.stderr == f"{missing}: expected a value, because DATABASE_URL names a server.\n"


def test_a_worker_without_valkey_does_not_start(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "celery", "-A", "tarneeb_site", "worker"],
        env={"PATH": os.environ["PATH"], "TARNEEB_VAR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert "VALKEY_URL: expected a value" in done.stderr


def test_the_secret_key_is_made_once_and_is_nobody_elses(tmp_path: Path) -> None:
    first, second = settings(tmp_path, "SECRET_KEY"), settings(tmp_path, "SECRET_KEY")

    assert first.stdout == second.stdout
    assert len(first.stdout.strip()) > 50
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_nothing_a_plain_connection_would_lose_is_asked_for_on_plain_http(tmp_path: Path) -> None:
    plain = "[SESSION_COOKIE_SECURE, CSRF_COOKIE_SECURE, SECURE_SSL_REDIRECT, SECURE_HSTS_SECONDS]"

    assert settings(tmp_path, plain).stdout == "[False, False, False, 0]\n"
    secure = settings(tmp_path, plain, SITE_URL="https://club.example").stdout
    assert secure == "[True, True, True, 2592000]\n"


def test_the_addresses_of_the_site_are_its_hosts_and_origins(tmp_path: Path) -> None:
    done = settings(
        tmp_path,
        "SITE_URL, SITE_ORIGINS, sorted(ALLOWED_HOSTS)",
        SITE_URL="http://192.0.2.7:8000 http://[2001:db8::7]:8000",
    )

    assert done.stdout == (
        "('http://192.0.2.7:8000', ['http://192.0.2.7:8000', 'http://[2001:db8::7]:8000'],"
        " ['127.0.0.1', '192.0.2.7', '[2001:db8::7]', '[::1]', 'localhost'])\n"
    )


def test_a_socket_is_spelled_in_two_ways() -> None:
    assert broker_url("unix:///run/valkey.sock?db=2") == "redis+socket:///run/valkey.sock?virtual_host=2"
    assert broker_url("unix:///run/valkey.sock") == "redis+socket:///run/valkey.sock?virtual_host=0"
    assert broker_url("redis://localhost:6379/1") == "redis://localhost:6379/1"
    assert broker_url("") == "memory://"


def test_valkey_is_spelled_as_its_client_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VALKEY_URL", "valkey://localhost:6379/0")

    assert env.valkey("VALKEY_URL") == "redis://localhost:6379/0"
