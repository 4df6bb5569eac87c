"""How passwords are kept: Argon2id, at a cost a table in play does not notice."""

from __future__ import annotations

from django.contrib.auth.hashers import Argon2PasswordHasher


class MeasuredArgon2(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes, one lane: the least OWASP's password cheat sheet accepts.

    Django's own figures are 100 MiB and eight lanes. On two processors, which the tables share,
    one attempt to log in then stops everything else for a third of a second.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
