"""Making a tournament through the API: its stages, its pairs from a list, its staff and its prizes."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, cast

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import User
from games.permissions import require
from games.services import chance, house_rules
from games.services.clocks import TablePolicy
from tournaments.formats import BEST_OF
from tournaments.models import Prize, Stage, Tournament, TournamentRole
from tournaments.permissions import may_direct, may_name_staff
from tournaments.services import clubs, planning, prizes, registration
from tournaments.services.entry_list import LARGEST_BYTES
from tournaments.services.planning import NextStage, Plan
from tournaments.services.prizes import Offered
from tournaments.state import FORMAT_KEYS

from .commands import Commands, CommandSerializer, Directed, Ids, KeySerializer, Verb, command, do

MOST_SECONDS = 24 * 60 * 60


class NewStageSerializer(serializers.Serializer[Any]):
    """A stage: ``options`` as docs/stages.md says them; ``takes`` how many come from the stage before."""

    format = serializers.ChoiceField(choices=FORMAT_KEYS)
    options = serializers.DictField(required=False, default=dict)
    takes = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=2, max_value=1024
    )


class NewTournamentSerializer(KeySerializer):
    """A tournament to be made; what is not sent is as on the page that makes tournaments.

    ``starts_at`` is the time on the wall in ``zone``.
    """

    name = serializers.CharField(max_length=planning.LONGEST_NAME)
    club = serializers.SlugField(help_text="the club's address")
    rules = serializers.CharField(max_length=40, default="levantine")
    stages = serializers.ListField(child=NewStageSerializer(), min_length=1, max_length=8)
    groups = serializers.IntegerField(default=1, min_value=1, max_value=64)
    target = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    cap = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1, max_value=200)
    best_of = serializers.ChoiceField(choices=BEST_OF, default=1)
    place = serializers.ChoiceField(choices=Stage.Place.choices, default=Stage.Place.ONLINE)
    players_report = serializers.BooleanField(default=True)
    confirm_seconds = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=60, max_value=MOST_SECONDS
    )
    round_seconds = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=60, max_value=MOST_SECONDS
    )
    break_seconds = serializers.IntegerField(default=0, min_value=0, max_value=MOST_SECONDS)
    starts_at = serializers.DateTimeField(
        required=False, allow_null=True, default=None, default_timezone=None, input_formats=["%Y-%m-%dT%H:%M"]
    )
    zone = serializers.CharField(max_length=40, default="UTC")
    bots_after = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=0, max_value=MOST_SECONDS
    )
    spectators = serializers.ChoiceField(choices=["behind", "live", "none"], default="behind")


SENT_AS_IT_IS = (
    "name",
    "groups",
    "target",
    "cap",
    "best_of",
    "players_report",
    "confirm_seconds",
    "round_seconds",
    "break_seconds",
    "zone",
)


def plan_of(asked: dict[str, Any]) -> Plan:
    """Return what is wanted, for ``planning.create_tournament``."""
    first, *then = asked["stages"]
    start = asked["starts_at"]
    return Plan(
        rules=house_rules.rule_set(asked["rules"]),
        format=first["format"],
        options=first["options"],
        then=tuple(NextStage(one["format"], one["takes"], one["options"]) for one in then),
        place=Stage.Place(asked["place"]),
        wall_start=start and start.replace(tzinfo=None),
        policy=replace(
            TablePolicy.people(bots_after=asked["bots_after"]),
            spectators="none" if asked["spectators"] == "none" else "all",
            deals_behind=0 if asked["spectators"] == "live" else 1,
        ),
        **{name: asked[name] for name in SENT_AS_IT_IS},
    )


class ImportSerializer(CommandSerializer):
    """``content`` is a CSV list with a heading: player, partner, club, rating, seed."""

    content = serializers.CharField(max_length=LARGEST_BYTES, trim_whitespace=False)


@command("entries_import")
class Import(Directed):
    """Enter pairs from a list: all of it or, with a fault, nothing."""

    serializer_class = ImportSerializer

    def verb(self, tournament: Tournament, asked: dict[str, Any], _ids: Ids, /) -> Verb:
        """Return what is done."""
        return partial(
            registration.import_entries,
            tournament_id=tournament.pk,
            content=asked["content"],
            stream=chance.fresh(),
        )


class StaffSerializer(CommandSerializer):
    """Who does what in this one tournament; ``none`` takes it away."""

    username = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(choices=[*(role.value for role in TournamentRole.ROLES), "none"])


@command("staff_set")
class Staff(Directed):
    """Name a director or scorer of this tournament only; for the administrators of its club."""

    serializer_class = StaffSerializer
    may = staticmethod(may_name_staff)

    def verb(self, tournament: Tournament, asked: dict[str, Any], _ids: Ids, /) -> Verb:
        """Return what is done."""
        user = get_object_or_404(User, username=asked["username"])
        by = cast("User", self.request.user)
        about = partial(clubs.revoke_tournament_role, by=by, tournament=tournament, user=user)
        if asked["role"] == "none":
            return about
        role = next(one for one in TournamentRole.ROLES if one.value == asked["role"])
        return partial(clubs.grant_tournament_role, by=by, tournament=tournament, user=user, role=role)


class PrizeSerializer(serializers.ModelSerializer[Prize]):
    """A prize: a thing, money, or both; for a place among all, in a club, or below a rating."""

    place = serializers.IntegerField(min_value=1, max_value=1024)

    class Meta:
        """What there is to win, and for whom."""

        model = Prize
        fields = ("place", "text", "amount", "currency", "of_club", "rated_below")


class AwardSerializer(serializers.Serializer[Any]):
    """What an entry takes home; ``money`` in thousandths by currency, its share where ``level`` share."""

    entry = serializers.IntegerField()
    prizes = serializers.ListField(child=serializers.IntegerField(), help_text="counted from 1 in the list")
    level = serializers.IntegerField()
    money = serializers.DictField(child=serializers.IntegerField())


class PrizeListSerializer(serializers.Serializer[Any]):
    """What there is to win, and once the tournament is finished who wins it."""

    prizes = PrizeSerializer(many=True)
    awards = AwardSerializer(many=True)


class SetPrizesSerializer(CommandSerializer):
    """All prizes: what is not sent is not said any more."""

    prizes = PrizeSerializer(many=True)


class Prizes(Commands):
    """What there is to win."""

    serializer_class = SetPrizesSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(operation_id="prizes_list", responses=PrizeListSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return the prizes and who has won them."""
        tournament = self.tournament(request, slug)
        rows = list(tournament.prizes.all())
        numbers = {row.pk: number for number, row in enumerate(rows, start=1)}
        awards = [
            {
                "entry": one.entry,
                "prizes": [numbers[pk] for pk in one.prizes],
                "level": one.level,
                "money": dict(one.money),
            }
            for one in prizes.awards_of(tournament)
        ]
        return Response(PrizeListSerializer({"prizes": rows, "awards": awards}).data)

    @extend_schema(operation_id="prizes_set", responses=PrizeListSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """Say what there is to win; for the director."""
        tournament = self.tournament(request, slug)
        require(may_direct, request.user, tournament)
        asked = self.asked(request)
        offered = [Offered(**one) for one in asked["prizes"]]
        verb = partial(prizes.set_prizes, tournament_id=tournament.pk, prizes=offered)
        do(verb, request, asked, tournament)
        return self.get(request, slug)
