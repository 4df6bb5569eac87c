"""Calls for the director through the API: a player calls and appeals, the director settles."""

from __future__ import annotations

from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from games.permissions import require
from tournaments.models import DirectorCall, Tournament
from tournaments.permissions import may_direct, plays_in, speaks_for
from tournaments.services import calls

from .commands import Commands, CommandSerializer, Directed, Ids, Verb, command, do, pairing_of


class CallSerializer(serializers.ModelSerializer[DirectorCall]):
    """A call for the director: from where, why, and ``seq``, how far it was.

    That is an event of the log of its ``table``; in the hall, where that is null, a number of deals.
    ``number`` is that of the table on the wall.
    """

    table = serializers.CharField(source="table.public_id", default=None)
    number = serializers.IntegerField(source="pairing.table_number", allow_null=True)

    class Meta:
        """What the director reads."""

        model = DirectorCall
        fields = ("id", "pairing", "table", "number", "seat", "name", "seq", "reason", "at", "appeals")


class RuledSerializer(serializers.ModelSerializer[DirectorCall]):
    """A call as both sides read it: ``ruling``, once it is settled, and whether somebody may still appeal."""

    class Meta:
        """All but the reason, which is for the director."""

        model = DirectorCall
        fields = ("id", "seat", "name", "seq", "at", "settled_at", "ruling", "appeals", "may_be_appealed")


class Calls(Commands):
    """The calls that nobody has settled."""

    serializer_class = CommandSerializer

    @extend_schema(operation_id="calls_list", responses=CallSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return them to the director, the oldest first."""
        tournament = self.tournament(request, slug)
        require(may_direct, request.user, tournament)
        return Response(CallSerializer(calls.open_calls(tournament), many=True).data)


@command("calls_settle")
class OneCall(Directed):
    """Say that what the director was called for is settled; ``why`` is the ruling, which both sides read."""

    serializer_class = CommandSerializer

    def verb(self, tournament: Tournament, _asked: dict[str, Any], ids: Ids, /) -> Verb:
        """Return what is done to the call."""
        return partial(calls.settle, call=_call_of(tournament, ids["call_id"]))


class PairingCalls(Commands):
    """The calls from a pairing, for who plays in it."""

    serializer_class = CommandSerializer

    @extend_schema(operation_id="pairing_calls", responses=RuledSerializer(many=True))
    def get(self, request: Request, slug: str, pairing_id: int) -> Response:
        """Return them, with what was ruled, to both sides and the staff; the newest first."""
        pairing = pairing_of(self.tournament(request, slug), pairing_id)
        speaks_for(request.user, pairing)
        return Response(_as_ruled(pairing_id))

    @extend_schema(operation_id="pairing_call", responses={200: RuledSerializer(many=True)})
    def post(self, request: Request, slug: str, pairing_id: int) -> Response:
        """Call the director, while it is played or in the ten minutes after; only he reads ``why``."""
        tournament = self.tournament(request, slug)
        pairing = pairing_of(tournament, pairing_id)
        require(plays_in, request.user, pairing)
        do(partial(calls.call, pairing_id=pairing_id), request, self.asked(request), tournament)
        return Response(_as_ruled(pairing_id))


class Appeal(Commands):
    """An appeal against a ruling."""

    serializer_class = CommandSerializer

    @extend_schema(operation_id="calls_appeal", responses={200: RuledSerializer(many=True)})
    def post(self, request: Request, slug: str, call_id: int) -> Response:
        """Ask, as who plays there and once, that another director looks at it; he reads ``why``."""
        tournament = self.tournament(request, slug)
        call = _call_of(tournament, call_id)
        require(plays_in, request.user, call.pairing)
        do(partial(calls.appeal, call=call), request, self.asked(request), tournament)
        return Response(_as_ruled(call.pairing_id))


def _call_of(tournament: Tournament, call_id: int) -> DirectorCall:
    """Return a call of this tournament only."""
    call: DirectorCall = get_object_or_404(
        DirectorCall, pk=call_id, pairing__round__stage__tournament=tournament
    )
    return call


def _as_ruled(pairing_id: int) -> Any:
    return RuledSerializer(calls.of_pairing(pairing_id), many=True).data
