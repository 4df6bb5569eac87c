"""What is put right through the API: first what a command would do, then the command, or its undoing.

With ``dry_run`` nothing is written: the answer says in ``effects`` what would change, and in ``foreseen``
what the command then carries. Should it do something else by then, it is refused.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request
from rest_framework.response import Response

from games.permissions import require
from games.rules import Adjust, Outlook, Retire, Side
from games.services import chance
from games.services.rulings import MOST_POINTS, summary
from tournaments.models import Action, Tournament
from tournaments.permissions import may_direct
from tournaments.services import corrections, no_shows, penalties, undo, withdrawals
from tournaments.services.corrected import Awarded, Result
from tournaments.services.effects import Choice
from tournaments.services.said import Totals, UnknownResult, said_from

from .commands import (
    Commands,
    CommandSerializer,
    Directed,
    Ids,
    SteppedSerializer,
    Verb,
    command,
    do,
    pairing_of,
)


class ForeseenSerializer(SteppedSerializer):
    """Where the tournament is; after a dry run also what the command would do."""

    foreseen = serializers.CharField(allow_null=True)
    effects = serializers.DictField(allow_null=True)

    class Meta(SteppedSerializer.Meta):
        """With what was foreseen."""

        fields = (*SteppedSerializer.Meta.fields, "foreseen", "effects")  # type: ignore[assignment]  # longer


class WeighedSerializer(CommandSerializer):
    """``dry_run`` asks what it would do; the command itself carries the ``foreseen`` of that answer."""

    dry_run = serializers.BooleanField(required=False, default=False)
    foreseen = serializers.CharField(required=False, default="", allow_blank=True, max_length=80)


Foreseen = tuple[str, dict[str, Any]]
"""What names the effects, and the effects."""


class Weighed(Commands):
    """A command of a director of which he sees first what it does."""

    def post(self, request: Request, slug: str, **ids: int) -> Response:
        """Do it, or say what it would do."""
        tournament = self.tournament(request, slug)
        require(may_direct, request.user, tournament)
        asked = self.asked(request)
        foreseen, effects = self.weigh(tournament, asked, ids) if asked["dry_run"] else (None, None)
        if not asked["dry_run"]:
            do(self.verb(tournament, asked, ids), request, asked, tournament)
        tournament.refresh_from_db()
        told = SteppedSerializer(tournament).data
        return Response({**told, "foreseen": foreseen, "effects": effects})

    def weigh(self, tournament: Tournament, asked: dict[str, Any], ids: Ids, /) -> Foreseen:
        """Return what it would do."""
        raise NotImplementedError

    def verb(self, tournament: Tournament, asked: dict[str, Any], ids: Ids, /) -> Verb:
        """Return what is done."""
        raise NotImplementedError


class CorrectionSerializer(WeighedSerializer):
    """The right result, and what then becomes of later pairings: one of the choices ``effects`` names.

    ``result`` is ``{"totals": [31, 20], "last": null}`` or, without a score, ``{"winner": 0}``.
    """

    result = serializers.JSONField()
    choice = serializers.ChoiceField(choices=[one.value for one in Choice], default=Choice.FOLLOW.value)


@command("pairing_correct", ForeseenSerializer)
class Correct(Weighed):
    """Correct a result that is in the books; it takes a reason."""

    serializer_class = CorrectionSerializer

    def weigh(self, tournament: Tournament, asked: dict[str, Any], ids: Ids, /) -> Foreseen:
        """Return what would change: by choice later pairings, places, the champion, prizes; and seeds."""
        pairing = pairing_of(tournament, ids["pairing_id"])
        seen = corrections.foresee(pairing_id=pairing.pk, result=_result(asked["result"]))
        return seen.summary, asdict(seen)

    def verb(self, tournament: Tournament, asked: dict[str, Any], ids: Ids, /) -> Verb:
        """Return what is done to the pairing."""
        return partial(
            corrections.correct,
            pairing_id=pairing_of(tournament, ids["pairing_id"]).pk,
            result=_result(asked["result"]),
            choice=Choice(asked["choice"]),
            foreseen=asked["foreseen"],
            stream=chance.fresh(),
        )


def _result(values: Any) -> Result:
    """Read what the director says the result is.

    :raises UnknownResult: when it is neither totals nor a winner.
    """
    if isinstance(values, dict) and set(values) == {"winner"} and type(values["winner"]) is int:
        return Awarded(values["winner"])
    if isinstance(values, dict) and "totals" in values:
        said = said_from(values)
        if isinstance(said, Totals):
            return said
    raise UnknownResult(allowed="totals, winner")


class PenaltySerializer(WeighedSerializer):
    """``give`` or ``take`` points, or let a side ``retire``."""

    penalty = serializers.ChoiceField(choices=["give", "take", "retire"])
    side = serializers.IntegerField(min_value=0, max_value=3)
    points = serializers.IntegerField(required=False, min_value=1, max_value=MOST_POINTS)

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Ask for the points where points are what it is about."""
        if asked["penalty"] != "retire" and "points" not in asked:
            raise serializers.ValidationError({"points": "required"}, code="required")
        return asked


@command("pairing_penalty", ForeseenSerializer)
class Penalise(Weighed):
    """Give or take points at a table in play, or let a side retire; it takes a reason."""

    serializer_class = PenaltySerializer

    def weigh(self, tournament: Tournament, asked: dict[str, Any], ids: Ids, /) -> Foreseen:
        """Return the totals before and after, and how the match then stands."""
        pairing = pairing_of(tournament, ids["pairing_id"])
        seen = penalties.foresee(pairing_id=pairing.pk, penalty=_penalty(asked))
        return summary(seen), _totals(seen)

    def verb(self, tournament: Tournament, asked: dict[str, Any], ids: Ids, /) -> Verb:
        """Return what is done at the pairing's table."""
        pairing = pairing_of(tournament, ids["pairing_id"])
        return partial(
            penalties.give, pairing_id=pairing.pk, penalty=_penalty(asked), foreseen=asked["foreseen"]
        )


def _penalty(asked: dict[str, Any]) -> penalties.Penalty:
    side = Side(asked["side"])
    if asked["penalty"] == "retire":
        return Retire(side)
    return Adjust(side, asked["points"] if asked["penalty"] == "give" else -asked["points"])


def _totals(seen: Outlook) -> dict[str, Any]:
    return {
        "before": list(seen.before.totals),
        "after": list(seen.after.totals),
        "state": seen.after.state,
        "winner": seen.after.winner,
    }


class LeavingSerializer(WeighedSerializer):
    """Whether it withdraws or is disqualified."""

    leaving = serializers.ChoiceField(choices=["withdraw", "disqualify"])


@command("entries_leave", ForeseenSerializer)
class Leave(Weighed):
    """Let an entry leave while the tournament is played; it takes a reason."""

    serializer_class = LeavingSerializer

    def weigh(self, tournament: Tournament, asked: dict[str, Any], ids: Ids, /) -> Foreseen:
        """Return the pairings that become walkovers, and the places of the bracket that change."""
        entry = get_object_or_404(tournament.entries.all(), pk=ids["entry_id"])
        seen = withdrawals.foresee(entry_id=entry.pk)
        return seen.summary, asdict(seen)

    def verb(self, tournament: Tournament, asked: dict[str, Any], ids: Ids, /) -> Verb:
        """Return what is done to the entry."""
        entry = get_object_or_404(tournament.entries.all(), pk=ids["entry_id"])
        kinds: dict[str, withdrawals.Verb] = {
            "withdraw": Action.Verb.WITHDRAW_IN_PLAY,
            "disqualify": Action.Verb.DISQUALIFY_IN_PLAY,
        }
        kind = kinds[asked["leaving"]]
        return partial(withdrawals.leave, entry_id=entry.pk, verb=kind, foreseen=asked["foreseen"])


class NoShowsSerializer(WeighedSerializer):
    """The numbers of the matches that nobody came to."""

    pairings = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**31 - 1), max_length=2000
    )


@command("no_shows", ForeseenSerializer)
class NoShows(Weighed):
    """Let both sides of several matches lose, for neither came: all or none; it takes a reason."""

    serializer_class = NoShowsSerializer

    def weigh(self, tournament: Tournament, asked: dict[str, Any], _ids: Ids, /) -> Foreseen:
        """Return the matches, each with its entries and who sits at its table."""
        seen = no_shows.foresee(tournament_id=tournament.pk, pairing_ids=asked["pairings"])
        return seen.summary, asdict(seen)

    def verb(self, tournament: Tournament, asked: dict[str, Any], _ids: Ids, /) -> Verb:
        """Return what is done to the pairings."""
        named, foreseen = asked["pairings"], asked["foreseen"]
        return partial(no_shows.decide, tournament_id=tournament.pk, pairing_ids=named, foreseen=foreseen)


@command("entries_come_back")
class ComeBack(Directed):
    """Let an entry that left play again, from the next round that is drawn."""

    serializer_class = CommandSerializer

    def verb(self, tournament: Tournament, _asked: dict[str, Any], ids: Ids, /) -> Verb:
        """Return what is done to the entry."""
        entry = get_object_or_404(tournament.entries.all(), pk=ids["entry_id"])
        return partial(withdrawals.reinstate, entry_id=entry.pk)


@command("finish")
class Finish(Directed):
    """Say that a tournament under review is over as it stands."""

    serializer_class = CommandSerializer

    def verb(self, tournament: Tournament, _asked: dict[str, Any], _ids: Ids, /) -> Verb:
        """Return what is done."""
        return partial(corrections.finish_again, tournament_id=tournament.pk)


# ---- the log ------------------------------------------------------------------------------------


class ActionSerializer(serializers.ModelSerializer[Action]):
    """An act of the log: who, what, when, before, after and why. ``undoes`` is the act it undid."""

    actor = serializers.CharField(source="actor.display_name", default=None, allow_null=True)
    can_undo = serializers.SerializerMethodField()

    class Meta:
        """All of it, but for its key."""

        model = Action
        fields = ("id", "at", "actor", "verb", "why", "version", "made", "undoes", "can_undo")

    def get_can_undo(self, action: Action) -> bool:
        """Return whether it is of a kind that can be undone, and was not."""
        return bool(undo.undoable([action]))


class LogPages(LimitOffsetPagination):
    """Fifty acts a page, two hundred if a client asks for so many."""

    default_limit = 50
    max_limit = 200


class Log(Commands):
    """What was done to a tournament."""

    serializer_class = CommandSerializer
    pagination_class = LogPages

    @extend_schema(operation_id="actions_list", responses=ActionSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the acts to the director, the newest first."""
        tournament = self.tournament(request, slug)
        require(may_direct, request.user, tournament)
        acts = tournament.actions.select_related("actor", "undone_by")
        rows: Any = self.paginate_queryset(acts.order_by("-pk")) or []
        return self.get_paginated_response(ActionSerializer(rows, many=True).data)


@command("actions_undo")
class Undo(Directed):
    """Undo an act of the log: everybody then sees what he saw before."""

    serializer_class = CommandSerializer

    def verb(self, tournament: Tournament, _asked: dict[str, Any], ids: Ids, /) -> Verb:
        """Return what is done to the act."""
        action = get_object_or_404(Action, tournament=tournament, pk=ids["action_id"])
        return partial(undo.undo, action_id=action.pk)
