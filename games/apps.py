"""The Django application of the table."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """What happens at one table."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
