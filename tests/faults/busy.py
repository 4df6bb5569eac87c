"""The site's settings for a worker that is never without work in hand: each of its tasks takes a while."""

import time

from celery.signals import task_prerun

from tarneeb_site.settings import *  # noqa: F403 - settings are taken over whole
from tarneeb_site.settings import VAR

SECONDS = 1.5
BEGUN = "begun"
"""A file of the installation that grows by a byte with each task that is begun."""


@task_prerun.connect
def _take_a_while(**_future: object) -> None:
    with (VAR / BEGUN).open("ab") as begun:
        begun.write(b".")
    time.sleep(SECONDS)
