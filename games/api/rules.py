"""Rule sets through the API: those shipped, one's own, and any whose key one was given."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.models import SavedRules
from games.numbers import whole_number
from games.rule_names import rules_name
from games.rules import RULESETS, RuleSet
from games.services import house_rules


class RulesSerializer(serializers.Serializer[RuleSet]):
    """A rule set; ``rules`` is what ``RuleSet.from_data`` reads and what the digest is of."""

    key = serializers.CharField()
    version = serializers.IntegerField()
    name = serializers.SerializerMethodField()
    digest = serializers.CharField()
    target = serializers.IntegerField()
    rules = serializers.SerializerMethodField()

    def get_name(self, rules: RuleSet) -> str:
        """Return what people call it, in the language that was asked for."""
        return rules_name(rules)

    @extend_schema_field(dict[str, Any])
    def get_rules(self, rules: RuleSet) -> dict[str, Any]:
        """Return every field that is not at its default."""
        return rules.to_data()


class Rules(APIView):
    """The rule sets that are shipped, then the house rules of the one who asks."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="rules_list", responses=RulesSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Return them all, each in its current version."""
        own = SavedRules.objects.for_user(request.user).newest()
        known: Any = [*RULESETS.values(), *(row.rules for row in own)]
        return Response(RulesSerializer(known, many=True).data)


class OneRuleSet(APIView):
    """A rule set by its key; ``?version=`` for one that is not the current."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="rules_retrieve", responses=RulesSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the rule set."""
        version = request.query_params.get("version", "")
        rules = house_rules.rule_set(key, whole_number(version))
        return Response(RulesSerializer(rules).data)
