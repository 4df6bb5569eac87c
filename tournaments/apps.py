"""The Django application of clubs and tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Everything above a table; its receivers listen to the table's signal."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers."""
        from . import receivers  # noqa: F401, PLC0415 - importing is what connects them, once the apps are there
