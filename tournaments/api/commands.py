"""What every command of the API carries, and how it is done: once, on somebody's behalf."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.generics import GenericAPIView, get_object_or_404
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request

from tournaments.models import Tournament
from tournaments.services.actions import AlreadyDone, Author


class CommandSerializer(serializers.Serializer[Any]):
    """``key`` makes a command that is sent again happen once; ``version`` is that of the tournament seen."""

    key = serializers.CharField(required=False, max_length=40, allow_blank=True)
    version = serializers.IntegerField(required=False, min_value=0, max_value=2**31 - 1)
    why = serializers.CharField(required=False, max_length=200, allow_blank=True)


class Commands(GenericAPIView[Tournament]):
    """Commands on one tournament that the one who asks may see."""

    permission_classes: tuple[type[BasePermission], ...] = (IsAuthenticated,)

    def tournament(self, request: Request, slug: str) -> Tournament:
        """Return the tournament of this address."""
        tournament: Tournament = get_object_or_404(Tournament.objects.for_user(request.user), slug=slug)
        return tournament

    def asked(self, request: Request) -> dict[str, Any]:
        """Return what was sent, once it can be used."""
        serializer = self.get_serializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        checked: dict[str, Any] = serializer.validated_data
        return checked


def do(verb: Callable[..., Any], request: Request, asked: dict[str, Any]) -> None:
    """Do it on the behalf of who asks; what was done before under its key is not done again."""
    author = Author(
        user_id=request.user.pk,
        key=asked.get("key") or None,
        version=asked.get("version"),
        why=asked.get("why", ""),
    )
    try:
        verb(author=author, now=timezone.now())
    except AlreadyDone:
        return
