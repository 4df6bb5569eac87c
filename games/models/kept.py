"""Rows that are written once: what was said and done stays as it was said and done."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models

from games.querysets import KeptQuerySet


class Kept(models.Model):
    """A row that is added and never changed or deleted."""

    objects = KeptQuerySet.as_manager()

    class Meta:
        """A shape of rows, not a table."""

        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the row; changing it is a fault of the program."""
        if not self._state.adding:
            raise TypeError(f"{type(self).__name__} rows are never changed")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Refuse: deleting is a fault of the program."""
        raise TypeError(f"{type(self).__name__} rows are never deleted")
