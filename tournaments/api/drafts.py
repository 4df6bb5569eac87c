"""A draw before everybody sees it, through the API: its draft, what is done to it, and what is wished."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from games.permissions import require
from tournaments.models import Draft, KeptApart, Tournament
from tournaments.permissions import may_direct
from tournaments.services import draft_edits, drafts, wishes

from .commands import Commands, CommandSerializer, Directed, Ids, Verb, command


class DraftSerializer(serializers.ModelSerializer[Draft]):
    """A draft: ``lines`` are its pairings, ``seen`` is what a command on it carries."""

    stage = serializers.IntegerField(source="round.stage.position")
    round = serializers.IntegerField(source="round.number")
    seen = serializers.IntegerField(source="version")
    is_stale = serializers.SerializerMethodField(
        help_text="whether something it was drawn from is otherwise now"
    )

    class Meta:
        """Who meets whom, and whether that still holds."""

        model = Draft
        fields = ("id", "stage", "round", "seen", "lines", "is_stale", "is_kept")

    def get_is_stale(self, draft: Draft) -> bool:
        """Return whether something it was drawn from is otherwise now."""
        return drafts.is_stale(draft)


class Drafts(Commands):
    """The draws that nobody sees but the directors."""

    serializer_class = CommandSerializer

    @extend_schema(operation_id="drafts_list", responses=DraftSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the draft there is, to the director."""
        tournament = self.tournament(request, slug)
        require(may_direct, request.user, tournament)
        rows = [
            round_.draft
            for stage in tournament.stages.prefetch_related("rounds__draft")
            for round_ in stage.rounds.all()
            if hasattr(round_, "draft")
        ]
        return Response(DraftSerializer(rows, many=True).data)


class DraftActSerializer(CommandSerializer):
    """``one`` and ``other`` are entries for swap and tables for move; ``number`` is that of a pairing."""

    act = serializers.ChoiceField(
        choices=["swap", "move", "lock", "unlock", "redraw", "keep", "discard", "publish"]
    )
    seen = serializers.IntegerField(min_value=0)
    one = serializers.IntegerField(required=False, default=-1)
    other = serializers.IntegerField(required=False, default=-1)
    number = serializers.IntegerField(required=False, default=-1)


@command("drafts_act")
class OneDraft(Directed):
    """Change a draft, keep it although it is stale, publish it, or throw it away."""

    serializer_class = DraftActSerializer

    def verb(self, tournament: Tournament, asked: dict[str, Any], ids: Ids, /) -> Verb:
        """Return what is done to the draft."""
        draft = get_object_or_404(Draft, pk=ids["draft_id"], round__stage__tournament=tournament)
        one, other, number = (asked[name] for name in ("one", "other", "number"))
        verbs: Mapping[str, Verb] = {
            "swap": partial(draft_edits.swap, one=one, other=other),
            "move": partial(draft_edits.move_table, number=one, to=other),
            "lock": partial(draft_edits.lock, number=number, stays=True),
            "unlock": partial(draft_edits.lock, number=number, stays=False),
            "redraw": draft_edits.redraw,
            "keep": draft_edits.keep,
            "discard": drafts.discard,
            "publish": drafts.publish,
        }
        return partial(verbs[asked["act"]], draft_id=draft.pk, seen=asked["seen"])


class WishesSerializer(CommandSerializer):
    """Whether each draw is looked at first, and whether pairs of one club are kept out of the first round."""

    is_checked = serializers.BooleanField()
    club_mates_apart = serializers.BooleanField()


@command("draws_set")
class Draws(Directed):
    """Say how the rounds to come are drawn."""

    serializer_class = WishesSerializer

    def verb(self, tournament: Tournament, asked: dict[str, Any], _ids: Ids, /) -> Verb:
        """Return what is done."""
        wanted = {name: asked[name] for name in ("is_checked", "club_mates_apart")}
        return partial(wishes.set_draws, tournament_id=tournament.pk, **wanted)


class ApartSerializer(CommandSerializer):
    """Two entries, and whether they are kept apart while it can be helped."""

    one = serializers.IntegerField(min_value=1)
    other = serializers.IntegerField(min_value=1)
    apart = serializers.BooleanField()


@command("draws_keep_apart")
class Apart(Directed):
    """Keep two entries apart, or let them meet again."""

    serializer_class = ApartSerializer

    def verb(self, tournament: Tournament, asked: dict[str, Any], _ids: Ids, /) -> Verb:
        """Return what is done to the two."""
        first, second = sorted((asked["one"], asked["other"]))
        if asked["apart"]:
            return partial(wishes.keep_apart, tournament_id=tournament.pk, one=first, other=second)
        couple = get_object_or_404(KeptApart, tournament=tournament, first=first, second=second)
        return partial(wishes.let_meet, tournament_id=tournament.pk, couple_id=couple.pk)
