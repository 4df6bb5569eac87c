"""The web process's one entry: pages over http, tables and notices over sockets, the lifespan.

Channels' router has no ``lifespan``: without the entry here uvicorn would start no writer, and
every move would wait for ever.
"""

from __future__ import annotations

import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")

from django.core.asgi import get_asgi_application

# Before anything that imports a model: this line loads the apps.
pages = get_asgi_application()

import structlog
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from django.conf import settings

from games.routing import websocket_urlpatterns as tables
from tournaments.routing import websocket_urlpatterns as notices

from .lifespan import lifespan
from .signed_in import SignedIn
from .turns import Turns

LONGEST_ORIGIN = 200  # of what a stranger writes into our log
log = structlog.get_logger(__name__)


class Origins(OriginValidator):
    """Lets in the sockets of our own pages, and writes down which others asked."""

    def valid_origin(self, parsed_origin: Any) -> bool:
        """Return whether the page that opens a socket is one of ours."""
        is_ours: bool = super().valid_origin(parsed_origin)
        if not is_ours:
            log.warning(
                "socket refused", origin=parsed_origin.geturl()[:LONGEST_ORIGIN] if parsed_origin else ""
            )
        return is_ours


# Django's ``path`` over Channels' consumers, which no stubs describe alike.
routes: list[Any] = [*tables, *notices]
# Whole origins, scheme and port too: a check of the host alone lets another port of it in.
sockets = Origins(SignedIn(URLRouter(routes)), settings.SITE_ORIGINS)

application = ProtocolTypeRouter({"http": Turns(pages), "websocket": sockets, "lifespan": lifespan})
