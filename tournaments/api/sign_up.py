"""A player's own registration through the API: ask, answer, look for a partner, leave, check in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.services import chance
from tournaments.models import Tournament
from tournaments.sentences import told
from tournaments.services import check_in, offers, sign_up
from tournaments.services.offers import Offer

from .commands import Commands, CommandSerializer, do

VERBS = ("invite", "seek", "stand_by", "come", "leave", "here")


class SignUpSerializer(CommandSerializer):
    """What a player wants: ``invite`` makes a link, or asks the club's player of that ``name``.

    ``come`` is for tournaments in which each plays for himself.
    """

    do = serializers.ChoiceField(choices=VERBS)
    name = serializers.CharField(required=False, max_length=60, allow_blank=True)


class AnswerSerializer(CommandSerializer):
    """The answer to who asked."""

    answer = serializers.ChoiceField(choices=["yes", "no"])


class OfferSerializer(serializers.Serializer[Offer]):
    """How full the tournament is, where the one who asks stands, and why he cannot sign up."""

    taken = serializers.IntegerField(help_text="pairs that have a place")
    waiting = serializers.IntegerField(help_text="pairs on the waiting list")
    entry = serializers.IntegerField(source="mine.entry.pk", default=None, allow_null=True)
    state = serializers.CharField(source="mine.entry.state", default=None, allow_null=True)
    partner = serializers.CharField(source="mine.partner")
    turn = serializers.IntegerField(source="mine.turn", allow_null=True)
    token = serializers.CharField(
        source="mine.asks.token", default=None, allow_null=True, help_text="of the invitation he has made"
    )
    asked_by = serializers.SerializerMethodField()
    looking = serializers.SerializerMethodField()
    why_not = serializers.SerializerMethodField()

    def get_asked_by(self, offer: Offer) -> list[dict[str, str]]:
        """Return who asks him, each with the token of the answer."""
        return [{"player": one.player.name, "token": one.token} for one in offer.mine.asked_by]

    def get_looking(self, offer: Offer) -> list[str]:
        """Return who looks for a partner."""
        return list(offer.mine.others)

    @extend_schema_field(serializers.DictField(allow_null=True))
    def get_why_not(self, offer: Offer) -> dict[str, object] | None:
        """Return the refusal that signing up would meet now."""
        return told(offer.why_not) if offer.why_not else None


def standing(request: Request, tournament: Tournament) -> Response:
    """Answer with where the one who asks stands."""
    seen = offers.offer(tournament, request.user, now=timezone.now())
    return Response(OfferSerializer(seen).data)


class SignUp(Commands):
    """A player's own registration."""

    serializer_class = SignUpSerializer

    @extend_schema(operation_id="sign_up_retrieve", responses=OfferSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return where he stands."""
        return standing(request, self.tournament(request, slug))

    @extend_schema(operation_id="sign_up", responses=OfferSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Do what he wants."""
        tournament = self.tournament(request, slug)
        asked = self.asked(request)
        verb = partial(self.verb(asked), tournament_id=tournament.pk, user=request.user)
        do(verb, request, asked, tournament)
        tournament.refresh_from_db()
        return standing(request, tournament)

    def verb(self, asked: dict[str, Any]) -> Callable[..., Any]:
        """Return what is done, which still wants to know by whom and where."""
        with_chance: dict[str, Callable[..., Any]] = {
            "invite": partial(sign_up.invite, name=asked.get("name", "")),
            "come": sign_up.come,
            "seek": partial(sign_up.seek, standby=False),
            "stand_by": partial(sign_up.seek, standby=True),
        }
        without: dict[str, Callable[..., Any]] = {
            "leave": sign_up.leave,
            "here": check_in.check_in_myself,
        }
        wanted = asked["do"]
        if wanted in without:
            return without[wanted]
        return partial(with_chance[wanted], stream=chance.fresh())


class OneInvitation(Commands):
    """An invitation, opened by its token."""

    serializer_class = AnswerSerializer

    @extend_schema(operation_id="invitations_answer", responses=OfferSerializer)
    def post(self, request: Request, token: str) -> Response:
        """Say yes or no."""
        asked = self.asked(request)
        tournament = sign_up.open_invitation(token).tournament
        verb: Callable[..., Any] = partial(sign_up.accept, stream=chance.fresh())
        if asked["answer"] == "no":
            verb = sign_up.decline
        do(partial(verb, token=token, user=request.user), request, asked, tournament)
        tournament.refresh_from_db()
        return standing(request, tournament)
