"""While it is played, through the API: draw, rounds, rulings, seats, and what was said in the hall."""

from __future__ import annotations

from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.permissions import require
from games.services import chance
from tournaments.models import Pairing, Player, Report, Round, Tournament
from tournaments.permissions import may_direct, may_score
from tournaments.services import (
    drafts,
    draw,
    hall,
    moving,
    postponing,
    round_clock,
    rounds,
    rulings,
    seats,
    words,
)

from .commands import Commands, CommandSerializer, Directed, Ids, Verb, command, do, pairing_of


class DrawSerializer(CommandSerializer):
    """``public_number`` is a number or text that all have heard; it goes into every deal."""

    public_number = serializers.CharField(required=False, max_length=80, allow_blank=True)


@command("draw")
class Draw(Directed):
    """Draw the first stage: from then on the field is settled."""

    serializer_class = DrawSerializer

    def verb(self, tournament: Tournament, asked: dict[str, Any], _ids: Ids, /) -> Verb:
        """Return what is done."""
        number = asked.get("public_number", "")
        return partial(draw.draw, tournament_id=tournament.pk, public_number=number, stream=chance.fresh())


class RoundStepSerializer(CommandSerializer):
    """``draw`` makes a draft, ``take_back`` a draft of what is published; ``stop`` calls "no new deal".

    ``give_time`` gives the round in play more ``minutes``, or fewer; ``pause`` and ``go_on`` are its clock's.

    ``counting`` says how results count that are missing when it is drawn anyway.
    """

    step = serializers.ChoiceField(
        choices=["draw", "take_back", "start", "give_time", "pause", "go_on", "stop", "close"]
    )
    minutes = serializers.IntegerField(required=False, default=0, min_value=-600, max_value=600)
    counting = serializers.ChoiceField(
        choices=["nothing", "level"], required=False, allow_null=True, default=None
    )


@command("round_step")
class RoundSteps(Directed):
    """Draw a round as a draft, start it, set its clock, call time, close it, or take its draw back."""

    serializer_class = RoundStepSerializer

    def verb(self, tournament: Tournament, asked: dict[str, Any], ids: Ids, /) -> Verb:
        """Return what is done to the round of this stage and number."""
        asked_for = {"stage__position": ids["stage"], "number": ids["number"]}
        round_ = get_object_or_404(Round, stage__tournament=tournament, **asked_for)
        verbs: dict[str, Verb] = {
            "draw": partial(drafts.draw_round, counting=asked["counting"]),
            "take_back": drafts.unpublish,
            "start": partial(rounds.open_round, stream=chance.fresh()),
            "give_time": partial(round_clock.give_time, minutes=asked["minutes"]),
            "pause": round_clock.pause,
            "go_on": round_clock.go_on,
            "stop": rounds.stop_deals,
            "close": partial(rounds.close_round, stream=chance.fresh()),
        }
        return partial(verbs[asked["step"]], round_id=round_.pk)


class WherePairingSerializer(serializers.ModelSerializer[Pairing]):
    """The number by which commands name a pairing, and which pairing that is."""

    stage = serializers.IntegerField(source="round.stage.position")
    round = serializers.IntegerField(source="round.number")

    class Meta:
        """Where it is, and how far it has come."""

        model = Pairing
        fields = ("id", "stage", "round", "number", "group", "table_number", "state")


class Pairings(Commands):
    """The pairings of a tournament by the numbers that commands name them with."""

    serializer_class = CommandSerializer
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="pairings_list", responses=WherePairingSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return those of the rounds that have been drawn, in order."""
        tournament = self.tournament(request, slug)
        rows = [
            pairing
            for stage in tournament.stages.prefetch_related("rounds__pairings__table")
            for round_ in stage.rounds.all()
            if round_.state != Round.State.PLANNED
            for pairing in round_.pairings.all()
        ]
        return Response(WherePairingSerializer(rows, many=True).data)


class RulingSerializer(CommandSerializer):
    """What the director decides where no match did; ``winner`` is a side, for a walkover."""

    ruling = serializers.ChoiceField(
        choices=[
            Report.Kind.REPLAY.value,
            Report.Kind.WALKOVER.value,
            Report.Kind.DOUBLE_WALKOVER.value,
            Report.Kind.LOT.value,
        ]
    )
    winner = serializers.IntegerField(required=False, min_value=0, max_value=1)


@command("pairing_settle")
class Settle(Directed):
    """Decide a pairing that no match decided, or whose table waits for somebody who does not come."""

    serializer_class = RulingSerializer

    def verb(self, tournament: Tournament, asked: dict[str, Any], ids: Ids, /) -> Verb:
        """Return what is done to the pairing."""
        ruling = rulings.Ruling(Report.Kind(asked["ruling"]), asked.get("winner"))
        pairing = pairing_of(tournament, ids["pairing_id"])
        return partial(rulings.settle, pairing_id=pairing.pk, ruling=ruling, stream=chance.fresh())


class MoveSerializer(CommandSerializer):
    """Where a match goes on: with ``cards``, or ``online`` at a table of this site."""

    to = serializers.ChoiceField(choices=["cards", "online"])


@command("pairing_move")
class Move(Directed):
    """Let a match go on with cards from its score, or online from the totals of its sheet."""

    serializer_class = MoveSerializer

    def verb(self, tournament: Tournament, asked: dict[str, Any], ids: Ids, /) -> Verb:
        """Return what is done to the pairing."""
        pairing = pairing_of(tournament, ids["pairing_id"])
        if asked["to"] == "cards":
            return partial(moving.go_to_cards, pairing_id=pairing.pk)
        return partial(moving.go_online, pairing_id=pairing.pk, stream=chance.fresh())


class PostponeSerializer(CommandSerializer):
    """``postpone`` a match, with a reason, or ``take_up`` one that was."""

    act = serializers.ChoiceField(choices=["postpone", "take_up"])


@command("pairing_postpone")
class Postpone(Directed):
    """Let a match that has not begun be played later, or a postponed one be played now."""

    serializer_class = PostponeSerializer

    def verb(self, tournament: Tournament, asked: dict[str, Any], ids: Ids, /) -> Verb:
        """Return what is done to the pairing."""
        verbs: dict[str, Verb] = {"postpone": postponing.postpone, "take_up": postponing.take_up}
        return partial(verbs[asked["act"]], pairing_id=pairing_of(tournament, ids["pairing_id"]).pk)


class ReportActSerializer(CommandSerializer):
    """``take_back`` a result from the hall, ``settle`` a dispute by this word, or ``agree`` with it."""

    act = serializers.ChoiceField(choices=["take_back", "settle", "agree"])


class OneReport(Commands):
    """A report of a pairing."""

    serializer_class = ReportActSerializer

    @extend_schema(operation_id="reports_act", responses={204: None})
    def post(self, request: Request, slug: str, report_id: int) -> Response:
        """Take it back as a scorer, let it count as the director, or agree with it as another side."""
        tournament = self.tournament(request, slug)
        asked = self.asked(request)
        if asked["act"] != "agree":
            require(may_score if asked["act"] == "take_back" else may_direct, request.user, tournament)
        report = get_object_or_404(Report, pk=report_id, pairing__round__stage__tournament=tournament)
        verbs: dict[str, Verb] = {
            "take_back": hall.take_back,
            "settle": words.settle,
            "agree": words.agree_with,
        }
        verb = partial(verbs[asked["act"]], pairing_id=report.pairing_id, report_id=report.pk)
        do(verb, request, asked, tournament)
        return Response(status=204)


class SlipSerializer(serializers.ModelSerializer[Player]):
    """What is on a seat slip: for the director only."""

    class Meta:
        """The token of the link ``/s/<token>/``, and the six digits."""

        model = Player
        fields = ("id", "name", "seat_token", "seat_code")


class Seats(Commands):
    """A player's seat link."""

    serializer_class = CommandSerializer

    @extend_schema(operation_id="seats_renew", responses=SlipSerializer)
    def post(self, request: Request, slug: str, player_id: int) -> Response:
        """Make a new link and code, for the director; the old ones open nothing any more."""
        tournament = self.tournament(request, slug)
        require(may_direct, request.user, tournament)
        asked = self.asked(request)
        player = get_object_or_404(Player, pk=player_id, memberships__tournament=tournament)
        verb = partial(
            seats.renew_seat, tournament_id=tournament.pk, player_id=player.pk, stream=chance.fresh()
        )
        do(verb, request, asked, tournament)
        player.refresh_from_db()
        return Response(SlipSerializer(player).data)
