"""The tables that are in play, in one line each, and one table by its address."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.generics import GenericAPIView
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Match, Seat, Table
from games.querysets import TableQuerySet
from games.services import spectators, watch


class Pages(LimitOffsetPagination):
    """Fifty rows a page, two hundred if a client asks for so many."""

    default_limit = 50
    max_limit = 200


class SeatSerializer(serializers.ModelSerializer[Seat]):
    """A seat: its number in order of play, and who has it. Seats 0 and 2 play together."""

    class Meta:
        """What everybody may know."""

        model = Seat
        fields = ("number", "name", "kind")


class MatchSerializer(serializers.ModelSerializer[Match]):
    """A match: under which rules, and how it stands or ended."""

    totals = serializers.ListField(child=serializers.IntegerField())
    replay_url = serializers.SerializerMethodField(help_text="its replay's page; null while it is played")
    record_url = serializers.SerializerMethodField(help_text="the match as text; null while it is played")
    json_url = serializers.SerializerMethodField(help_text="the match deal by deal; null while it is played")
    deals_url = serializers.SerializerMethodField(help_text="its deals to check; null while it is played")

    class Meta:
        """The outcome; not the secret its deals come from."""

        model = Match
        fields = (
            "number",
            "rules_key",
            "rules_version",
            "rules_digest",
            "target",
            "cap",
            "state",
            "winner",
            "advances",
            "decided_by",
            "totals",
            "deals",
            "started_at",
            "finished_at",
            "replay_url",
            "record_url",
            "json_url",
            "deals_url",
        )

    def get_replay_url(self, match: Match) -> str | None:
        """Return where the match is looked at card by card."""
        return self._file("games:replay", match)

    def get_record_url(self, match: Match) -> str | None:
        """Return where the match downloads as text."""
        return self._file("games:match_record", match)

    def get_json_url(self, match: Match) -> str | None:
        """Return where the match downloads as JSON."""
        return self._file("games:match_json", match)

    def get_deals_url(self, match: Match) -> str | None:
        """Return where the file of the match's deals downloads."""
        return self._file("games:match_deals", match)

    def _file(self, route: str, match: Match) -> str | None:
        if match.state == Match.State.OPEN:
            return None
        path = reverse(route, args=[match.table.public_id, match.number])
        return str(self.context["request"].build_absolute_uri(path))


class NowSerializer(serializers.Serializer[watch.TableSummary]):
    """What is on the table: the contract and how far the deal has gone, and no card."""

    phase = serializers.CharField()
    deal = serializers.IntegerField()
    trick = serializers.IntegerField(help_text="1 to 13; 0 outside play")
    totals = serializers.ListField(child=serializers.IntegerField())
    declarer = serializers.IntegerField(allow_null=True)
    bid = serializers.IntegerField(allow_null=True)
    trump = serializers.CharField(allow_null=True)


class TableSerializer(serializers.ModelSerializer[Table]):
    """A table, its seats, and what is on it."""

    id = serializers.CharField(source="public_id")
    seats = SeatSerializer(many=True)
    now = serializers.SerializerMethodField()

    class Meta:
        """What the list of tables says."""

        model = Table
        fields = ("id", "state", "title", "round_of", "number", "seats", "now")

    @extend_schema_field(NowSerializer(allow_null=True))
    def get_now(self, table: Table) -> Any:
        """Return what is on the table, nothing before its first match."""
        summary = self.context["summaries"].get(table.pk)
        return None if summary is None else NowSerializer(summary).data


class TableWithMatchesSerializer(TableSerializer):
    """A table with all the matches played at it."""

    matches = MatchSerializer(many=True)

    class Meta(TableSerializer.Meta):
        """What the table's own address says."""

        fields = (*TableSerializer.Meta.fields, "matches")  # type: ignore[assignment]  # one longer


class Tables(GenericAPIView[Table]):
    """Tables with a match going on that the one who asks may watch."""

    serializer_class = TableSerializer
    permission_classes = (AllowAny,)
    pagination_class = Pages

    def get_queryset(self) -> TableQuerySet:
        """Return the tables in play, in the order in which they were opened."""
        visible: TableQuerySet = Table.objects.for_user(self.request.user)
        return visible.in_play().prefetch_related("seats").order_by("pk")

    @extend_schema(operation_id="tables_list", responses=TableSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Return a page of tables in play."""
        rows = self.paginate_queryset(self.get_queryset()) or []
        context = {"summaries": watch.summaries(table.pk for table in rows)}
        return self.get_paginated_response(TableSerializer(rows, many=True, context=context).data)


class OneTable(GenericAPIView[Table]):
    """One table, by its address, that the one who asks may watch."""

    serializer_class = TableWithMatchesSerializer
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="tables_retrieve", responses=TableWithMatchesSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Return the table, its seats and its matches."""
        try:
            table = spectators.table_at(public_id, request.user)
        except watch.NoSuchTable as nothing:
            raise NotFound() from nothing
        context = {"summaries": watch.summaries([table.pk]), "request": request}
        return Response(TableWithMatchesSerializer(table, context=context).data)
