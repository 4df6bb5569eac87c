"""Hints to whoever is above a table; the truth is the row they speak of."""

from django.dispatch import Signal

match_finished = Signal()
"""Sent after the commit, with ``match_id``. It may be lost; the sweep of results finds the row."""

director_called = Signal()
"""Sent after the commit, with ``table_id``. It may be lost; the director's page looks by itself."""
