"""Hints to whoever is above a table, where the truth is the row they speak of, and two questions."""

from django.dispatch import Signal

match_finished = Signal()
"""Sent after the commit, with ``match_id``. It may be lost; the sweep of results finds the row."""

director_called = Signal()
"""Asked with ``table_id``, ``user_id``, ``reason``, ``client_id`` and ``now``, inside the transaction.

Whoever looks after the table keeps the call, has ``services.calls.write_call`` write it into the log and
answers with that event, or refuses by raising.
"""

director_sought = Signal()
"""Asked with ``table_id`` and ``user_id``: whoever looks after the table answers whether he directs there."""
