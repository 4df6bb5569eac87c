"""Before the draw through the API: what is asked, who is entered, signing up, check-in, fees and seeds."""

from __future__ import annotations

from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.status import HTTP_201_CREATED

from games.permissions import require
from games.services import chance
from tournaments.models import Entry, Registration, Tournament
from tournaments.permissions import may_direct, may_score
from tournaments.services import acts, check_in, entries, field, openings, seeding
from tournaments.services.openings import STEPS, Terms

from .commands import Commands, CommandSerializer, SteppedSerializer, do


class RegistrationSerializer(serializers.ModelSerializer[Registration]):
    """What a tournament asks of who wants to take part; times are UTC, null for "when I say so"."""

    class Meta:
        """All of it; what is not sent is as where nobody has said anything."""

        model = Registration
        fields = (
            "opens_at",
            "closes_at",
            "check_in_opens_at",
            "check_in_closes_at",
            "most_pairs",
            "needs_approval",
            "members_only",
            "fee",
            "currency",
        )


class SetRegistrationSerializer(CommandSerializer, RegistrationSerializer):
    """The same, as a command."""

    class Meta(RegistrationSerializer.Meta):
        """With what every command carries."""

        fields = (*RegistrationSerializer.Meta.fields, "key", "version", "why")  # type: ignore[assignment]  # longer


class StepSerializer(CommandSerializer):
    """A step before the draw."""

    step = serializers.ChoiceField(choices=list(STEPS))


class EnteredSerializer(serializers.ModelSerializer[Entry]):
    """An entry before the draw. ``fee`` is null to all but the staff."""

    players = serializers.SerializerMethodField()
    player_ids = serializers.SerializerMethodField(
        help_text="in the order of players; null to all but the staff"
    )
    fee = serializers.SerializerMethodField(help_text="due, paid or waived")

    class Meta:
        """What everybody may know, and the fee."""

        model = Entry
        fields = ("id", "name", "state", "players", "player_ids", "rating", "own_seed", "fee")

    def get_players(self, entry: Entry) -> list[str]:
        """Return the names of the two, the one who sits first in front."""
        return [member.player.name for member in entry.members.all()]

    def get_player_ids(self, entry: Entry) -> list[int] | None:
        """Return the numbers of the two, to the staff."""
        return [member.player_id for member in entry.members.all()] if self.context.get("staff") else None

    def get_fee(self, entry: Entry) -> str | None:
        """Return what has become of the fee, to the staff."""
        return entry.fee_state if self.context.get("staff") else None


class PairSerializer(CommandSerializer):
    """Who stands at the desk; without ``partner`` where nobody has one of his own."""

    player = serializers.CharField(max_length=60)
    partner = serializers.CharField(max_length=60, required=False)


class ActSerializer(CommandSerializer):
    """What is done to an entry."""

    act = serializers.ChoiceField(choices=[*acts.AT_THE_DESK, *acts.BY_THE_DIRECTOR])


class LeaveOutSerializer(CommandSerializer):
    """The entries that did not come: all of them, so that nobody is left out unseen."""

    entries = serializers.ListField(child=serializers.IntegerField(min_value=1), max_length=2000)


class PairUpSerializer(CommandSerializer):
    """Two players by their numbers; without any, all who look for a partner are paired by lot."""

    players = serializers.ListField(child=serializers.IntegerField(min_value=1), required=False)

    def validate_players(self, players: list[int]) -> list[int]:
        """Take two or none."""
        if len(players) not in (0, 2):
            raise serializers.ValidationError("two", code="two")
        return players


class SeedsSerializer(CommandSerializer):
    """The order of seeds: by rating, by lot, or the entries' numbers from seed 1 down."""

    by = serializers.ChoiceField(choices=["rating", "lot", "hand"])
    order = serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, max_length=2000
    )


def entered(request: Request, tournament: Tournament, status: int = 200) -> Response:
    """Answer with the entries: all of them to the staff, to others those that everybody sees."""
    staff = may_score(request.user, tournament)
    rows = tournament.entries.all()
    shown = rows.order_by("pk") if staff else rows.shown()
    many = EnteredSerializer(shown.prefetch_related("members__player"), many=True, context={"staff": staff})
    return Response(many.data, status=status)


class Asked(Commands):
    """What registration asks."""

    serializer_class = SetRegistrationSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(operation_id="registration_retrieve", responses=RegistrationSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return what is asked now."""
        terms = field.registration_of(self.tournament(request, slug).pk)
        return Response(RegistrationSerializer(terms).data)

    @extend_schema(operation_id="registration_set", responses=RegistrationSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """Say what is asked; for the director."""
        tournament = self.tournament(request, slug)
        require(may_direct, request.user, tournament)
        asked = self.asked(request)
        terms = Terms(**{name: asked[name] for name in RegistrationSerializer.Meta.fields if name in asked})
        do(partial(openings.set_terms, tournament_id=tournament.pk, terms=terms), request, asked, tournament)
        return self.get(request, slug)


class Steps(Commands):
    """Opening and closing registration and check-in, and calling the tournament off."""

    serializer_class = StepSerializer

    @extend_schema(operation_id="registration_step", responses=SteppedSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Take a step; for the director. The answer is the tournament's state and version."""
        tournament = self.tournament(request, slug)
        require(may_direct, request.user, tournament)
        asked = self.asked(request)
        _step, verb = STEPS[asked["step"]]
        do(partial(verb, tournament_id=tournament.pk), request, asked, tournament)
        tournament.refresh_from_db()
        return Response(SteppedSerializer(tournament).data)


class Entries(Commands):
    """The entries before the draw."""

    serializer_class = PairSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(operation_id="entries_list", responses=EnteredSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the entries."""
        return entered(request, self.tournament(request, slug))

    @extend_schema(operation_id="entries_add", responses={201: EnteredSerializer(many=True)})
    def post(self, request: Request, slug: str) -> Response:
        """Enter a pair; for the director."""
        tournament = self.tournament(request, slug)
        require(may_direct, request.user, tournament)
        asked = self.asked(request)
        names = [asked[name] for name in ("player", "partner") if name in asked]
        verb = partial(entries.add_pair, tournament_id=tournament.pk, names=names, stream=chance.fresh())
        do(verb, request, asked, tournament)
        return entered(request, tournament, HTTP_201_CREATED)


class OneEntry(Commands):
    """What is done to one entry."""

    serializer_class = ActSerializer

    @extend_schema(operation_id="entries_act", responses=EnteredSerializer(many=True))
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        """Do it: check-in and fees for the whole staff, the rest for the director."""
        tournament = self.tournament(request, slug)
        require(may_score, request.user, tournament)
        asked = self.asked(request)
        verb = acts.allowed(asked["act"], request.user, tournament)
        entry = self.one(tournament, entry_id)
        do(partial(verb, entry=entry), request, asked, tournament)
        return entered(request, tournament)

    def one(self, tournament: Tournament, entry_id: int) -> Entry:
        """Return the entry of this number, of this tournament only."""
        entry: Entry = get_object_or_404(tournament.entries.all(), pk=entry_id)
        return entry


class LeaveOut(Commands):
    """Who did not come."""

    serializer_class = LeaveOutSerializer

    @extend_schema(operation_id="entries_leave_out", responses=EnteredSerializer(many=True))
    def post(self, request: Request, slug: str) -> Response:
        """Withdraw the entries that did not check in, each of them named; for the director."""
        tournament = self.tournament(request, slug)
        require(may_direct, request.user, tournament)
        asked = self.asked(request)
        verb = partial(check_in.leave_out, tournament_id=tournament.pk, entry_ids=asked["entries"])
        do(verb, request, asked, tournament)
        return entered(request, tournament)


class Matching(Commands):
    """Players who look for a partner."""

    serializer_class = PairUpSerializer

    @extend_schema(operation_id="singles_match", responses=EnteredSerializer(many=True))
    def post(self, request: Request, slug: str) -> Response:
        """Make pairs of them; for the director."""
        tournament = self.tournament(request, slug)
        require(may_direct, request.user, tournament)
        asked = self.asked(request)
        verb: Any = partial(entries.match, tournament_id=tournament.pk, stream=chance.fresh())
        if asked.get("players"):
            two = tuple(asked["players"])
            verb = partial(entries.match_two, tournament_id=tournament.pk, player_ids=two)
        do(verb, request, asked, tournament)
        return entered(request, tournament)


class Seeds(Commands):
    """The order of seeds before the draw."""

    serializer_class = SeedsSerializer

    @extend_schema(operation_id="seeds_set", responses=EnteredSerializer(many=True))
    def post(self, request: Request, slug: str) -> Response:
        """Order the seeds; for the director. The answer is the entries in that order."""
        tournament = self.tournament(request, slug)
        require(may_direct, request.user, tournament)
        asked = self.asked(request)
        verbs: dict[str, Any] = {
            "rating": seeding.by_rating,
            "lot": partial(seeding.by_lot, stream=chance.fresh()),
            "hand": partial(seeding.by_hand, order=asked.get("order", [])),
        }
        do(partial(verbs[asked["by"]], tournament_id=tournament.pk), request, asked, tournament)
        rows = seeding.in_order(tournament.pk)
        return Response(EnteredSerializer(rows, many=True, context={"staff": True}).data)
