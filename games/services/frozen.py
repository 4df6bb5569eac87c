"""The rules a match was begun by: frozen with it, whatever becomes of them elsewhere."""

from __future__ import annotations

from games.models import Match
from games.rule_book import as_played
from games.rules import RuleSet


def rules_at(table_id: int) -> RuleSet:
    """Return the rules of the table's last match."""
    return RuleSet.from_json(_last_match(table_id).rules_json)


def rules_played(table_id: int) -> RuleSet:
    """Return the same with the target and the limit of deals of that match."""
    match = _last_match(table_id)
    return as_played(RuleSet.from_json(match.rules_json), target=match.target, cap=match.cap)


def _last_match(table_id: int) -> Match:
    found: Match = Match.objects.filter(table=table_id).latest("number")
    return found
