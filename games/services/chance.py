"""Where chance enters: interfaces ask here for a fresh stream and pass it down."""

from __future__ import annotations

import secrets

from games.dealing import Stream


def fresh() -> Stream:
    """Return a stream nobody can foresee, from the operating system's randomness."""
    return Stream(secrets.token_bytes(32))
