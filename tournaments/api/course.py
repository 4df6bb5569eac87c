"""How a drawn tournament goes on, through the API: its rounds, their times, who comes late, an early end."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from games.permissions import require
from games.services import chance
from tournaments.models import Appointment, Stage, Tournament
from tournaments.permissions import may_direct
from tournaments.services import appointments, byes, course, latecomers, substitutes, timetables, timing
from tournaments.services.timetables import Given, StageTimes

from .commands import Commands, CommandSerializer, Directed, Ids, Verb, command, do, pairing_of

MOST_SECONDS = timing.LONGEST_PAUSE // timedelta(seconds=1)
ON_THE_WALL = "%Y-%m-%dT%H:%M"


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


class OnTheWall(serializers.DateTimeField):
    """A time as the clock on the wall of the hall shows it, or none."""

    def __init__(self, **options: Any) -> None:
        """Read and write it without a zone."""
        usual = {"required": False, "allow_null": True, "default": None, "format": ON_THE_WALL}
        super().__init__(default_timezone=None, **(usual | options))

    def to_internal_value(self, value: Any) -> datetime:
        """Return the time, whatever zone it was sent in."""
        return super().to_internal_value(value).replace(tzinfo=None)


class RoundTimeSerializer(serializers.Serializer[Any]):
    """What is written for a round: its times on the hall's wall, and the pause before it in seconds.

    ``until`` is when the window closes of a round that is played over days.
    """

    number = serializers.IntegerField(min_value=1, max_value=1000)
    wall = OnTheWall()
    until = OnTheWall()
    pause = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=0, max_value=MOST_SECONDS
    )


class StageTimesSerializer(serializers.Serializer[Any]):
    """How the rounds of a stage open and close, its tables in the hall, and the times of each round."""

    stage = serializers.IntegerField(min_value=1)
    opens_by_itself = serializers.BooleanField(default=True)
    closes_by_itself = serializers.BooleanField(default=True)
    break_seconds = serializers.IntegerField(default=0, min_value=0, max_value=MOST_SECONDS)
    when_unplayed = serializers.ChoiceField(
        choices=Stage.WhenUnplayed.choices, default=Stage.WhenUnplayed.DIRECTOR
    )
    first_table = serializers.IntegerField(default=1, min_value=1, max_value=10_000)
    last_table = serializers.IntegerField(required=False, allow_null=True, default=None, max_value=10_000)
    rounds = RoundTimeSerializer(many=True)


class SetTimesSerializer(CommandSerializer):
    """All stages; with ``anyway`` the times are set though something stands against them.

    Players are told ``remind_minutes`` before a start, never for null; not sent, it stays as it is.
    """

    stages = StageTimesSerializer(many=True)
    remind_minutes = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MOST_SECONDS // 60
    )
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
        verb = partial(
            timing.set_times,
            tournament_id=tournament.pk,
            wanted=wanted,
            remind_minutes=asked.get("remind_minutes", tournament.remind_minutes),
            anyway=asked["anyway"],
        )
        do(verb, request, asked, tournament)
        return self.get(request, slug)


def _written(position: int, times: StageTimes) -> dict[str, Any]:
    return {
        "stage": position,
        "opens_by_itself": times.opens_by_itself,
        "closes_by_itself": times.closes_by_itself,
        "break_seconds": times.break_seconds,
        "when_unplayed": times.when_unplayed,
        "first_table": times.first_table,
        "last_table": times.last_table,
        "rounds": [
            {"number": number, "wall": given.wall, "until": given.until, "pause": given.pause}
            for number, given in sorted(times.rounds.items())
        ],
    }


def _wanted(sent: dict[str, Any]) -> StageTimes:
    names = ("opens_by_itself", "closes_by_itself", "break_seconds", "first_table", "last_table")
    rounds = {one["number"]: Given(one["wall"], one["pause"], one["until"]) for one in sent["rounds"]}
    return StageTimes(
        **{name: sent[name] for name in names},
        when_unplayed=Stage.WhenUnplayed(sent["when_unplayed"]),
        rounds=rounds,
    )


class AppointmentSerializer(CommandSerializer):
    """``wall`` names a time on the wall of the hall; ``agree`` says yes to the one that was seen, in UTC."""

    wall = OnTheWall()
    agree = serializers.DateTimeField(required=False, allow_null=True, default=None)

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Take one of the two."""
        if (asked["wall"] is None) == (asked["agree"] is None):
            raise serializers.ValidationError({"wall": "one of wall and agree"}, code="one")
        return asked


class NamedSerializer(serializers.ModelSerializer[Appointment]):
    """The time of a pairing: who named it, and since when it is agreed on."""

    class Meta:
        """What both sides see."""

        model = Appointment
        fields = ("starts_at", "side", "at", "agreed_at")


class OneAppointment(Commands):
    """The time of a pairing in a round that is played over days."""

    serializer_class = AppointmentSerializer

    @extend_schema(operation_id="pairing_appoint", responses=NamedSerializer)
    def post(self, request: Request, slug: str, pairing_id: int) -> Response:
        """Name a time or agree on one: as a player for his side, else as the director."""
        tournament = self.tournament(request, slug)
        pairing = pairing_of(tournament, pairing_id)
        plays = pairing.side_of(request.user.pk) is not None
        if not plays:
            require(may_direct, request.user, tournament)
        asked = self.asked(request)
        verb: Verb = partial(appointments.propose, wall=asked["wall"], as_director=not plays)
        if asked["agree"] is not None:
            verb = partial(appointments.agree, seen=asked["agree"])
        do(partial(verb, pairing_id=pairing.pk), request, asked, tournament)
        return Response(NamedSerializer(appointments.named(pairing)).data)


class SubstituteSerializer(CommandSerializer):
    """Who comes, and whose place it is: 0 sits first, 1 opposite."""

    name = serializers.CharField(max_length=60)
    position = serializers.IntegerField(min_value=0, max_value=1)


@command("entries_substitute")
class Substitute(Directed):
    """Let somebody take the place of one who plays, from the next round on; it takes a reason."""

    serializer_class = SubstituteSerializer

    def verb(self, tournament: Tournament, asked: dict[str, Any], ids: Ids, /) -> Verb:
        """Return what is done to the entry."""
        entry = get_object_or_404(tournament.entries.all(), pk=ids["entry_id"])
        place = {name: asked[name] for name in ("name", "position")}
        return partial(substitutes.substitute, entry_id=entry.pk, stream=chance.fresh(), **place)


class ByeSerializer(CommandSerializer):
    """``asked_for`` where the entry has asked to sit out, which is not worth what a bye is."""

    asked_for = serializers.BooleanField(default=False)


@command("entries_bye")
class Bye(Directed):
    """Let an entry have a bye in the round of a Swiss that is drawn next, or take that back."""

    serializer_class = ByeSerializer

    def verb(self, tournament: Tournament, asked: dict[str, Any], ids: Ids, /) -> Verb:
        """Return what is done to the entry."""
        entry = get_object_or_404(tournament.entries.all(), pk=ids["entry_id"])
        return partial(byes.give_bye, entry_id=entry.pk, asked_for=asked["asked_for"])
