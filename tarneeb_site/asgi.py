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

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from django.conf import settings

from games.routing import websocket_urlpatterns as tables
from tournaments.routing import websocket_urlpatterns as notices

from .lifespan import lifespan

# Django's ``path`` over Channels' consumers, which no stubs describe alike.
routes: list[Any] = [*tables, *notices]
# Whole origins, scheme and port too: a check of the host alone lets another port of it in.
sockets = OriginValidator(AuthMiddlewareStack(URLRouter(routes)), settings.SITE_ORIGINS)

application = ProtocolTypeRouter({"http": pages, "websocket": sockets, "lifespan": lifespan})
