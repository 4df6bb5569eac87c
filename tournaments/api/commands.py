"""What every command of the API carries, and how it is done: once, on somebody's behalf, on what he saw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.generics import GenericAPIView, get_object_or_404
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.status import HTTP_200_OK

from games.permissions import require
from tournaments.models import Pairing, Tournament
from tournaments.permissions import may_direct
from tournaments.services.actions import AlreadyDone, Author, demand_nothing_decided, is_done

View = TypeVar("View", bound=type[GenericAPIView[Any]])
Verb = Callable[..., Any]
"""What still wants to know for whom and when: ``author`` and ``now``."""
Ids = Mapping[str, int]
"""The numbers in an address, by their names."""


class KeySerializer(serializers.Serializer[Any]):
    """``key`` makes a command that is sent again happen once; ``why`` is its reason, which some demand."""

    key = serializers.CharField(max_length=40)
    why = serializers.CharField(required=False, max_length=200, allow_blank=True)


class CommandSerializer(KeySerializer):
    """``version`` is that of the tournament that was seen: what somebody else decided since is a conflict."""

    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1)


class SteppedSerializer(serializers.ModelSerializer[Tournament]):
    """Where the tournament is after a command."""

    class Meta:
        """Its state, and the version to send with the next command."""

        model = Tournament
        fields = ("state", "version")


class Commands(GenericAPIView[Tournament]):
    """Commands on one tournament that the one who asks may see."""

    permission_classes: tuple[type[BasePermission], ...] = (IsAuthenticated,)

    def tournament(self, request: Request, slug: str) -> Tournament:
        """Return the tournament of this address."""
        visible = Tournament.objects.for_user(request.user).select_related("club")
        tournament: Tournament = get_object_or_404(visible, slug=slug)
        return tournament

    def asked(self, request: Request) -> dict[str, Any]:
        """Return what was sent, once it can be used."""
        serializer = self.get_serializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        checked: dict[str, Any] = serializer.validated_data
        return checked


class Directed(Commands):
    """A command of a director, or of whom ``may`` lets; the answer is where the tournament is then."""

    may: ClassVar[Callable[..., bool]] = staticmethod(may_direct)

    def post(self, request: Request, slug: str, **ids: int) -> Response:
        """Do it."""
        tournament = self.tournament(request, slug)
        require(self.may, request.user, tournament)
        asked = self.asked(request)
        if not is_done(tournament.pk, asked["key"]):  # what it was about may be gone by now
            demand_nothing_decided(tournament, author_of(request, asked))
            do(self.verb(tournament, asked, ids), request, asked, tournament)
        return self.answer(tournament)

    def verb(self, tournament: Tournament, asked: dict[str, Any], ids: Ids, /) -> Verb:
        """Return what is done."""
        raise NotImplementedError

    def answer(self, tournament: Tournament) -> Response:
        """Return where the tournament is now."""
        tournament.refresh_from_db()
        return Response(SteppedSerializer(tournament).data, status=HTTP_200_OK)


def command(operation: str, answers: Any = SteppedSerializer) -> Callable[[View], View]:
    """Name the command of a view in the schema, in the words of the view itself."""

    def named(view: View) -> View:
        told = extend_schema(operation_id=operation, description=view.__doc__, responses=answers)
        return extend_schema_view(post=told)(view)

    return named


def pairing_of(tournament: Tournament, pairing_id: int) -> Pairing:
    """Return a pairing of this tournament only."""
    pairing: Pairing = get_object_or_404(Pairing, pk=pairing_id, round__stage__tournament=tournament)
    return pairing


def author_of(request: Request, asked: dict[str, Any]) -> Author:
    """Return on whose behalf a command is done."""
    return Author(
        user_id=request.user.pk,
        key=asked["key"],
        version=asked.get("version"),
        why=asked.get("why", ""),
        strict="version" in asked,
    )


def do(verb: Verb, request: Request, asked: dict[str, Any], tournament: Tournament) -> None:
    """Do it on the behalf of who asks; what was done before under its key is not done again.

    :raises DecidedSince: when somebody else decided something since the version that was seen.
    :raises Refusal: when it cannot be done.
    """
    if is_done(tournament.pk, asked["key"]):
        return
    try:
        verb(author=author_of(request, asked), now=timezone.now())
    except AlreadyDone:
        return
