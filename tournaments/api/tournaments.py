"""The list of tournaments, and one with its bracket and its standings."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.generics import GenericAPIView, get_object_or_404
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.status import HTTP_201_CREATED

from games.permissions import require
from tournaments.models import Club, Entry, Pairing, Round, Side, Stage, Tournament
from tournaments.permissions import may_organise
from tournaments.querysets import TournamentQuerySet
from tournaments.services import house_rules, planning
from tournaments.services.board import Kept, moment
from tournaments.services.stage_states import meetings_of
from tournaments.services.standings import Standing, standings
from tournaments.services.whole import whole

from .commands import author_of
from .making import NewTournamentSerializer, plan_of

WHOLE = Kept[dict[str, Any]](most=8)
"""What is said of a tournament: a megabyte for 500 entries."""


class Pages(LimitOffsetPagination):
    """Fifty rows a page, two hundred if a client asks for so many."""

    default_limit = 50
    max_limit = 200


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament in one line."""

    club = serializers.CharField(source="club.name")

    class Meta:
        """What the list says."""

        model = Tournament
        fields = ("slug", "name", "club", "state", "version", "starts_at", "zone")


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """Who takes part, by the number that sides and standings name them with."""

    players = serializers.SerializerMethodField()

    class Meta:
        """What everybody may know; a seat link is no such thing."""

        model = Entry
        fields = ("id", "name", "seed", "players")

    def get_players(self, entry: Entry) -> list[str]:
        """Return the names of the two, the one who sits first in front."""
        return [member.player.name for member in entry.members.all()]


class SideSerializer(serializers.ModelSerializer[Side]):
    """The place of one entry in a pairing; there are none until they are known.

    Two pairs have places 0 and 1; four players 0 to 3, of whom partners are two apart. ``score`` is its
    points, in a best of N those of all games; ``halves`` is then twice its games.
    """

    class Meta:
        """Who, and what came of it."""

        model = Side
        fields = ("number", "entry", "score", "halves", "placement")


class PairingSerializer(serializers.ModelSerializer[Pairing]):
    """Two sides meeting. ``advances`` is the number of the side that goes on."""

    table = serializers.CharField(source="table.public_id", allow_null=True, default=None)
    sides = SideSerializer(many=True)

    class Meta:
        """The pairing and how it was decided."""

        model = Pairing
        fields = (
            "number",
            "group",
            "place",
            "state",
            "table",
            "outcome",
            "advances",
            "decided_by",
            "deal",
            "level_at",
            "sides",
        )


class RoundSerializer(serializers.ModelSerializer[Round]):
    """A round of the bracket with its pairings."""

    pairings = PairingSerializer(many=True)

    class Meta:
        """The round and its times."""

        model = Round
        fields = ("number", "size", "state", "starts_at", "ends_at", "closed_at", "pairings")


class TieBreakSerializer(serializers.Serializer[Any]):
    """A tie-break of a line: its value, null where it says nothing, and what adds up to it."""

    code = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    terms = serializers.ListField(child=serializers.FloatField())


class StandingSerializer(serializers.Serializer[Standing]):
    """A line of the standings. ``rank`` is null for who has no place: in a bracket, who is still in."""

    entry = serializers.IntegerField()
    group = serializers.IntegerField()
    rank = serializers.IntegerField(source="line.rank", allow_null=True)
    state = serializers.ChoiceField(choices=["in", "out", "champion", ""])
    points = serializers.FloatField(source="line.points")
    played = serializers.IntegerField(source="line.played")
    won = serializers.IntegerField(source="line.won")
    drawn = serializers.IntegerField(source="line.drawn")
    lost = serializers.IntegerField(source="line.lost")
    difference = serializers.IntegerField(source="line.difference")
    tie_breaks = serializers.SerializerMethodField()

    @extend_schema_field(TieBreakSerializer(many=True))
    def get_tie_breaks(self, standing: Standing) -> Any:
        """Return the tie-breaks of a line in the order of the stage."""
        found = standing.line.tie_breaks.items()
        rows = [{"code": code, "value": one.value, "terms": one.terms} for code, one in found]
        return TieBreakSerializer(rows, many=True).data


class StageSerializer(serializers.ModelSerializer[Stage]):
    """A stage, the rules frozen for it, its rounds in order, and its tables."""

    rounds = RoundSerializer(many=True)
    standings = serializers.SerializerMethodField()

    class Meta:
        """What was frozen, and the bracket."""

        model = Stage
        fields = (
            "position",
            "format",
            "groups",
            "takes",
            "rules_key",
            "rules_digest",
            "target",
            "cap",
            "best_of",
            "rounds",
            "standings",
        )

    @extend_schema_field(StandingSerializer(many=True))
    def get_standings(self, stage: Stage) -> Any:
        """Return the tables of the stage, nothing before it has begun."""
        rounds = sorted(stage.rounds.all(), key=lambda row: row.number)
        is_over = bool(rounds) and all(row.state == Round.State.CLOSED for row in rounds)
        played = [(row, meetings_of(row)) for row in rounds]
        begun = bool(rounds) and rounds[0].state != Round.State.PLANNED  # else its first draw is a draft
        found: Any = standings(stage, list(stage.slots.all()), played, is_over=is_over) if begun else ()
        return StandingSerializer(found, many=True).data


class TournamentWithBracketSerializer(TournamentSerializer):
    """A tournament with who takes part, and its stages with their rounds and standings."""

    entries = EntrySerializer(many=True)
    stages = StageSerializer(many=True)

    class Meta(TournamentSerializer.Meta):
        """What the tournament's own address says."""

        fields = (  # type: ignore[assignment]  # longer than that of the list
            *TournamentSerializer.Meta.fields,
            "entries",
            "stages",
        )


class Tournaments(GenericAPIView[Tournament]):
    """Tournaments that the one who asks may see, the newest first."""

    serializer_class = NewTournamentSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)
    pagination_class = Pages

    def get_queryset(self) -> TournamentQuerySet:
        """Return the tournaments with their clubs."""
        visible: TournamentQuerySet = Tournament.objects.for_user(self.request.user)
        return visible.select_related("club").order_by("-pk")

    @extend_schema(operation_id="tournaments_list", responses=TournamentSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Return a page of tournaments."""
        rows = self.paginate_queryset(self.get_queryset()) or []
        return self.get_paginated_response(TournamentSerializer(rows, many=True).data)

    @extend_schema(operation_id="tournaments_create", responses={HTTP_201_CREATED: TournamentSerializer})
    def post(self, request: Request) -> Response:
        """Make a tournament with its stages; for who directs in the club. Sent again it is made once."""
        sent = self.get_serializer(data=request.data)
        sent.is_valid(raise_exception=True)
        asked: dict[str, Any] = sent.validated_data
        club = get_object_or_404(Club.objects.public(), slug=asked["club"])
        require(may_organise, request.user, club)
        house_rules.check_its_own(club=club, key=asked["rules"])
        made = planning.create_tournament(
            club=club, plan=plan_of(asked), author=author_of(request, asked), now=timezone.now()
        )
        made.refresh_from_db()
        return Response(TournamentSerializer(made).data, status=HTTP_201_CREATED)


class OneTournament(GenericAPIView[Tournament]):
    """One tournament that the one who asks may see."""

    serializer_class = TournamentWithBracketSerializer
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="tournaments_retrieve", responses=TournamentWithBracketSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return the tournament, who takes part, the bracket and the standings; made once for each moment."""
        visible = Tournament.objects.for_user(request.user).filter(slug=slug)
        tournament = get_object_or_404(visible)
        return Response(WHOLE(tournament.pk, moment(tournament), lambda: _told(visible)))


def _told(visible: TournamentQuerySet) -> dict[str, Any]:
    """Return what is said of a tournament, the same to everybody who may see it."""
    return TournamentWithBracketSerializer(whole(visible).get()).data
