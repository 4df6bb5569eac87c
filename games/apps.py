"""The Django application of the table."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """What happens at one table; its receivers listen to people signing out."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers."""
        from . import receivers  # noqa: F401, PLC0415 - importing is what connects them, once the apps are there
