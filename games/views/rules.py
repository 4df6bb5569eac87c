"""The rules in words: of all sets that are shipped, of one of them, and of the match at a table."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.rule_book import ON_A_CARD, comparison, described, rule_book, unlike
from games.rule_names import FAMILIES, rules_name
from games.rules import FAMILIES as KEYS
from games.rules import RULESETS
from games.services import frozen, spectators
from games.services.clocks import TablePolicy
from games.views.policy_words import policy_lines


@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rule sets by their families, and side by side what differs."""
    families = [(FAMILIES[family], _cards(keys)) for family, keys in KEYS.items()]
    in_order = tuple(RULESETS[key] for keys in KEYS.values() for key in keys)
    context = {"families": families, "comparison": comparison(in_order)}
    return render(request, "games/rules.html", context)


def _cards(keys: Sequence[str]) -> list[dict[str, object]]:
    """Return what the list shows of a family: its first set, and of the others what is different."""
    first, *others = (RULESETS[key] for key in keys)
    cards = [(first, "", described(first, ON_A_CARD))]
    cards += [(other, rules_name(first), unlike(other, first)) for other in others]
    return [
        {"key": shown.key, "name": rules_name(shown), "like": like, "aspects": aspects}
        for shown, like, aspects in cards
    ]


@require_GET
def rules_of(request: HttpRequest, key: str) -> HttpResponse:
    """Show a rule set that is shipped, in its current version."""
    shown = RULESETS.get(key)
    if shown is None:
        raise Http404
    return render(request, "games/rules_page.html", {"book": rule_book(shown), "rules": shown})


@require_GET
def table_rules(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the rules of a table's match, as they were frozen when it began."""
    table = spectators.table_at(public_id, request.user)
    context = {
        "book": rule_book(frozen.rules_played(table.pk)),
        "back": reverse("games:table", args=[public_id]),
        "back_to": _("Back to the table"),
        "policy": policy_lines(TablePolicy.from_json(table.policy)),
    }
    return render(request, "games/rules_page.html", context)
