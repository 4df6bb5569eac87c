"""What is said of a pairing's result: its reports in order, and one more."""

from __future__ import annotations

from contextlib import suppress
from http import HTTPStatus
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView, get_object_or_404
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.models import Pairing, Report, Tournament
from tournaments.permissions import speaks_for
from tournaments.services import hall, words
from tournaments.services.actions import AlreadyDone, Author
from tournaments.services.said import said_from, told


class ReportSerializer(serializers.ModelSerializer[Report]):
    """A report. ``side`` is set where a player spoke for it; ``data`` is what he, or the table, said."""

    class Meta:
        """What was said, of what kind, for whom and when."""

        model = Report
        fields = ("id", "kind", "side", "data", "at")


class PairingReportsSerializer(serializers.Serializer[dict[str, Any]]):
    """Where a pairing stands, its reports, and ``seen``: what the next report of the one who asks carries."""

    state = serializers.ChoiceField(choices=Pairing.State.choices)
    seen = serializers.IntegerField()
    reports = ReportSerializer(many=True)


class NewReportSerializer(serializers.Serializer[dict[str, Any]]):
    """A report to be made.

    ``result`` is ``{"totals": [31, 20], "last": null}`` or ``{"lines", "dealer": 0, "is_last": false}``;
    lines are ``null`` where everyone passed, else ``{"declarer", "bid", "tricks", "trump", "honour"}``.
    """

    result = serializers.JSONField()
    seen = serializers.IntegerField(min_value=0, help_text="what the answer to GET said")
    key = serializers.CharField(max_length=40, help_text="chosen by the client; sent again, it acts once")


class Reports(GenericAPIView[Any]):
    """The reports of a pairing, to its players and to those who enter results."""

    serializer_class = NewReportSerializer
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="reports_list", responses=PairingReportsSerializer)
    def get(self, request: Request, slug: str, pairing_id: int) -> Response:
        """Return what has been said of the pairing."""
        pairing = self._pairing(slug, pairing_id)
        return Response(_as_it_stands(pairing, speaks_for(request.user, pairing)))

    @extend_schema(operation_id="reports_create", responses={201: PairingReportsSerializer})
    def post(self, request: Request, slug: str, pairing_id: int) -> Response:
        """Report: as a player for his side, else as a scorer; sent again, it is made once."""
        pairing = self._pairing(slug, pairing_id)
        side = speaks_for(request.user, pairing)
        asked = self.get_serializer(data=request.data)
        asked.is_valid(raise_exception=True)
        values = asked.validated_data
        report = hall.enter if side is None else words.report
        with suppress(AlreadyDone):
            report(
                pairing_id=pairing.pk,
                said=said_from(values["result"]),
                author=Author(request.user.pk, key=values["key"]),
                now=timezone.now(),
                seen=values["seen"],
            )
        pairing.refresh_from_db(fields=["state"])
        return Response(_as_it_stands(pairing, side), status=HTTPStatus.CREATED)

    def _pairing(self, slug: str, pairing_id: int) -> Pairing:
        tournament = get_object_or_404(Tournament.objects.for_user(self.request.user), slug=slug)
        known = get_object_or_404(Pairing, pk=pairing_id, round__stage__tournament=tournament)
        return hall.with_players(known.pk)


def _as_it_stands(pairing: Pairing, side: int | None) -> dict[str, Any]:
    reports = list(pairing.reports.all())
    values = {"state": pairing.state, "seen": told(reports).seen_by(side), "reports": reports}
    return dict(PairingReportsSerializer(values).data)
