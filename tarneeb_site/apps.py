"""The site as a Django app: it has templates' tags and commands, and it loads Celery."""

from __future__ import annotations

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """What happens once, when Django has loaded the settings."""

    name = "tarneeb_site"

    def ready(self) -> None:
        """Make our Celery app the one that ``shared_task`` belongs to, in every process."""
        from . import celery  # noqa: F401, PLC0415 - it reads the settings, so not before they are loaded
