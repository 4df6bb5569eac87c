"""The only signal: a hint that a match has ended. The truth is the Match row."""

from django.dispatch import Signal

match_finished = Signal()
"""Sent after the commit, with ``match_id``. It may be lost; the sweep of results finds the row."""
