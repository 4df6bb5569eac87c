"""Hints to whoever is above a table, where the truth is the row they speak of, and one question."""

from django.dispatch import Signal

match_finished = Signal()
"""Sent after the commit, with ``match_id``. It may be lost; the sweep of results finds the row."""

director_called = Signal()
"""Sent after the commit, with ``table_id``. It may be lost; the director's page looks by itself."""

director_sought = Signal()
"""Asked with ``table_id`` and ``user_id``: whoever looks after the table answers whether he directs there."""
