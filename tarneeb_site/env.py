"""Typed readers of the environment; a bad value stops the start with its name.

Every variable an operator can set is read here or in ``settings.py`` through these readers,
so that a mistake ends in one line he can act on and never in a traceback.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import unquote, urlsplit

import environ

ROOT = Path(__file__).resolve().parent.parent

#: What ``DATABASE_URL`` may name, and the word Django has for it.
DATABASES = {
    "sqlite": "django.db.backends.sqlite3",
    "postgres": "django.db.backends.postgresql",
    "postgresql": "django.db.backends.postgresql",
}
VALKEYS = ("valkey", "redis", "rediss", "unix")
SHORTEST_SECRET = 32


def stop(name: str, expected: str) -> NoReturn:
    """End the process with one line that names the variable and what was expected."""
    sys.stderr.write(f"{name}: expected {expected}.\n")
    raise SystemExit(1)


def text(name: str, default: str = "") -> str:
    """Return a variable without its outer blanks; one that is set but empty counts as not set."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool = False) -> bool:
    """Return whether a switch is on."""
    value = text(name, "1" if default else "0").lower()
    if value in {"1", "yes", "true", "on"}:
        return True
    if value in {"0", "no", "false", "off"}:
        return False
    stop(name, f"1 or 0, not {value!r}")


def choice(name: str, allowed: tuple[str, ...]) -> str:
    """Return one of the allowed words, the first of them when the variable is not set."""
    value = text(name, allowed[0])
    if value not in allowed:
        stop(name, f"one of {', '.join(allowed)}, not {value!r}")
    return value


def var_directory() -> Path:
    """Return the directory of everything this installation writes (``TARNEEB_VAR``)."""
    path = Path(text("TARNEEB_VAR", str(ROOT / "var"))).resolve()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        stop("TARNEEB_VAR", f"a directory that can be written, not {path} ({problem.strerror})")
    return path


def database(name: str, *, default: str) -> dict[str, Any]:
    """Return Django's settings for the database a URL names."""
    value = text(name, default)
    scheme = value.partition(":")[0]
    expected = "postgres://user:password@host:5432/name or sqlite:////absolute/path"
    if scheme not in DATABASES:
        stop(name, expected)
    try:
        config: dict[str, Any] = environ.Env.db_url_config(value, engine=DATABASES[scheme])
    except ValueError as problem:
        stop(name, f"{expected} ({problem})")
    if config["NAME"] in {"", ":memory:"}:
        stop(name, f"{expected}; it names no database that several processes can open")
    # A socket's directory is written as the host, with its slashes as %2F.
    return config | {"HOST": unquote(config["HOST"])}


def valkey(name: str) -> str:
    """Return the address of a Valkey in the spelling of its client, or nothing."""
    value = text(name)
    if not value:
        return ""
    parts = urlsplit(value)
    if parts.scheme not in VALKEYS or not (parts.hostname or parts.scheme == "unix"):
        stop(name, "valkey://host:6379/0 or unix:///path/to/socket")
    return value.replace("valkey://", "redis://", 1)


def origins(name: str, *, default: str) -> list[str]:
    """Return the addresses people open, without a slash at the end; the first is in our links."""
    return [_origin(name, word) for word in text(name, default).split()]


def _origin(name: str, word: str) -> str:
    parts = urlsplit(word)
    try:
        port = parts.port
    except ValueError:
        port = 0
    plain = not (parts.path.strip("/") or parts.query or parts.fragment or parts.username)
    if parts.scheme not in {"http", "https"} or not parts.hostname or port == 0 or not plain:
        stop(name, f"an address such as https://club.example (no path), not {word!r}")
    return f"{parts.scheme}://{parts.netloc}".lower()


def host(origin: str) -> str:
    """Return the host of an address as a browser names it in its ``Host`` header."""
    name = str(urlsplit(origin).hostname)
    return f"[{name}]" if ":" in name else name


def required(name: str, why: str) -> str:
    """Return a variable that this kind of installation cannot do without."""
    value = text(name)
    if not value:
        stop(name, f"a value, because {why}")
    return value


def secret(name: str, value: str) -> str:
    """Return a secret that is long enough not to be guessed."""
    if len(value) < SHORTEST_SECRET:
        stop(name, f"at least {SHORTEST_SECRET} random characters, not {len(value)}")
    return value
