"""The site's settings for a web process that tells nobody when a match has ended."""

from django.apps import AppConfig

from games.signals import match_finished
from tarneeb_site.settings import *  # noqa: F403 - settings are taken over whole
from tarneeb_site.settings import INSTALLED_APPS as APPS


class Deaf(AppConfig):
    """Loaded last: takes away what the other applications have connected."""

    name = "tests.faults"

    def ready(self) -> None:
        """Disconnect everybody."""
        match_finished.receivers.clear()


INSTALLED_APPS = [*APPS, "tests.faults.deaf.Deaf"]
