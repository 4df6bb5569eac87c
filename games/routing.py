"""Addresses of this application's sockets."""

from django.urls import path

from games.consumers import TableConsumer

websocket_urlpatterns = [
    path("ws/table", TableConsumer.as_asgi()),  # type: ignore[arg-type]  # Channels' routes hold sockets
]
