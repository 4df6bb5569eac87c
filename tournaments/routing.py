"""Addresses of this application's sockets."""

from django.urls import path

from tournaments.consumers import NoticeConsumer

websocket_urlpatterns = [
    path("ws/notices", NoticeConsumer.as_asgi())  # type: ignore[arg-type]  # Channels routes sockets so
]
