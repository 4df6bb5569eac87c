"""How a drawn tournament goes on, through the API: its rounds, their times, who comes late, an early end."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from games.permissions import require
from games.services import chance
from tournaments.models import Tournament
from tournaments.permissions import may_direct
from tournaments.services import course, latecomers, timetables, timing
from tournaments.services.timetables import Given, StageTimes

from .commands import Commands, CommandSerializer, Directed, Ids, Verb, command, do

MOST_SECONDS = 24 * 60 * 60


class CourseSerializer(CommandSerializer):
    """``rounds`` sets how many there are, ``finish`` ends the stage, ``again`` begins it anew."""

    act = serializers.ChoiceField(choices=["rounds", "finish", "again", "cancel"])
    rounds = serializers.IntegerField(required=False, default=0, min_value=0, max_value=1000)


@command("course_change")
class Course(Directed):
    """Change how many rounds are played, end a stage early, begin it again, or cancel; it takes a reason."""

    serializer_class = CourseSerializer

    def verb(self, tournament: Tournament, asked: dict[str, Any], _ids: Ids, /) -> Verb:
        """Return what is done."""
        verbs: Mapping[str, Verb] = {
            "rounds": partial(course.set_rounds, rounds=asked["rounds"]),
            "finish": partial(course.finish_early, stream=chance.fresh()),
            "again": partial(course.begin_again, stream=chance.fresh()),
            "cancel": course.call_off,
        }
        return partial(verbs[asked["act"]], tournament_id=tournament.pk)


class LateSerializer(CommandSerializer):
    """Who joins, and the table points for the rounds missed; no ``partner`` where nobody has one."""

    player = serializers.CharField(max_length=60)
    partner = serializers.CharField(max_length=60, required=False)
    points = serializers.FloatField(default=0, min_value=0, max_value=1000)


@command("entries_join_late")
class Late(Directed):
    """Let an entry play from the next round on."""

    serializer_class = LateSerializer

    def verb(self, tournament: Tournament, asked: dict[str, Any], _ids: Ids, /) -> Verb:
        """Return what is done."""
        names = [asked[name] for name in ("player", "partner") if name in asked]
        return partial(
            latecomers.join,
            tournament_id=tournament.pk,
            names=names,
            points=asked["points"],
            stream=chance.fresh(),
        )


class RoundTimeSerializer(serializers.Serializer[Any]):
    """What is written for a round: its time on the hall's wall, and the pause before it in seconds."""

    number = serializers.IntegerField(min_value=1, max_value=1000)
    wall = serializers.DateTimeField(
        required=False, allow_null=True, default=None, default_timezone=None, format="%Y-%m-%dT%H:%M"
    )
    pause = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=0, max_value=MOST_SECONDS
    )


class StageTimesSerializer(serializers.Serializer[Any]):
    """How the rounds of a stage open and close, its tables in the hall, and the times of each round."""

    stage = serializers.IntegerField(min_value=1)
    opens_by_itself = serializers.BooleanField(default=True)
    closes_by_itself = serializers.BooleanField(default=True)
    break_seconds = serializers.IntegerField(default=0, min_value=0, max_value=MOST_SECONDS)
    first_table = serializers.IntegerField(default=1, min_value=1, max_value=10_000)
    last_table = serializers.IntegerField(required=False, allow_null=True, default=None, max_value=10_000)
    rounds = RoundTimeSerializer(many=True)


class SetTimesSerializer(CommandSerializer):
    """All stages; with ``anyway`` the times are set though something stands against them."""

    stages = StageTimesSerializer(many=True)
    anyway = serializers.BooleanField(default=False)


class Times(Commands):
    """When the rounds are played."""

    serializer_class = SetTimesSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(operation_id="times_list", responses=StageTimesSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return what is written for each stage."""
        tournament = self.tournament(request, slug)
        wanted = timetables.wanted_of(tournament, timetables.stages_of(tournament))
        rows = [_written(position, times) for position, times in sorted(wanted.items())]
        return Response(StageTimesSerializer(rows, many=True).data)

    @extend_schema(operation_id="times_set", responses=StageTimesSerializer(many=True))
    def put(self, request: Request, slug: str) -> Response:
        """Set the times of all rounds that have not begun; for the director."""
        tournament = self.tournament(request, slug)
        require(may_direct, request.user, tournament)
        asked = self.asked(request)
        before = timetables.wanted_of(tournament, timetables.stages_of(tournament))
        sent = {one["stage"]: _wanted(one) for one in asked["stages"]}
        wanted = {position: sent.get(position, times) for position, times in before.items()}
        verb = partial(timing.set_times, tournament_id=tournament.pk, wanted=wanted, anyway=asked["anyway"])
        do(verb, request, asked, tournament)
        return self.get(request, slug)


def _written(position: int, times: StageTimes) -> dict[str, Any]:
    return {
        "stage": position,
        "opens_by_itself": times.opens_by_itself,
        "closes_by_itself": times.closes_by_itself,
        "break_seconds": times.break_seconds,
        "first_table": times.first_table,
        "last_table": times.last_table,
        "rounds": [
            {"number": number, "wall": given.wall, "pause": given.pause}
            for number, given in sorted(times.rounds.items())
        ],
    }


def _wanted(sent: dict[str, Any]) -> StageTimes:
    names = ("opens_by_itself", "closes_by_itself", "break_seconds", "first_table", "last_table")
    rounds = {one["number"]: Given(_wall(one["wall"]), one["pause"]) for one in sent["rounds"]}
    return StageTimes(**{name: sent[name] for name in names}, rounds=rounds)


def _wall(sent: datetime | None) -> datetime | None:
    """Return a time as it is on the wall, whatever zone it was read in."""
    return sent and sent.replace(tzinfo=None)
