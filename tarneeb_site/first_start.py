"""What ``manage.py up`` does to the database before anything is served."""

from __future__ import annotations

from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse
from django.utils import timezone

from games.services import chance
from tournaments.services import clubs, demo

from . import env


def prepare_database() -> None:
    """Bring the database up to date; an empty one also gets the sample, unless ``SAMPLE=0``."""
    empty = not MigrationRecorder(connection).applied_migrations()
    call_command("migrate", interactive=False, verbosity=0)
    if empty and env.flag("SAMPLE", default=True):
        pace = env.choice("SAMPLE_PACE", ("people", "fast"))
        demo.load_sample(now=timezone.now(), pace=pace, stream=chance.fresh())
    connection.close()


def owner_link(origin: str) -> str | None:
    """Return a link to make the owner's account with; none once there is an owner."""
    token = clubs.owner_link(timezone.now(), stream=chance.fresh())
    connection.close()
    return origin + reverse("owner_setup", args=[token]) if token else None
