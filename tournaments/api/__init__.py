"""Tournaments through the API: what anybody may see on their pages, as JSON."""
