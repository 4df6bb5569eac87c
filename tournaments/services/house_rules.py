"""A club's house rules, and the rules it usually plays by; what one person saves is his alone."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from games.dealing import Stream
from games.models import SavedRules, User
from games.permissions import Visitor
from games.rules import RULESETS, Refusal, RuleSet
from games.services import house_rules, practice
from tournaments.models import Club, ClubRules


class RulesOfAnother(Refusal):
    """These house rules are not this club's."""

    code = "rules_of_another"


def save(
    *, club: Club | None, name: str, rules: RuleSet, by: User, stream: Stream, now: datetime
) -> SavedRules:
    """Save a rule set as house rules of a club, or of the one who saves them."""
    with transaction.atomic():
        owner = by if club is None else None
        saved = house_rules.save(name=name, rules=rules, owner=owner, by=by, stream=stream, now=now)
        if club is not None:
            ClubRules.objects.create(club=club, key=saved.key)
    return saved


def club_of(saved: SavedRules) -> Club | None:
    """Return the club whose house rules they are, None where they are one person's."""
    return Club.objects.filter(house_rules__key=saved.key).first()


def of_clubs(clubs: Iterable[Club]) -> dict[int, list[SavedRules]]:
    """Return the house rules of each club by its number, in their current versions, the newest first."""
    found: dict[int, list[SavedRules]] = {club.pk: [] for club in clubs}
    held = dict(ClubRules.objects.filter(club__in=found).values_list("key", "club"))
    for saved in SavedRules.objects.filter(key__in=held).newest():
        found[held[saved.key]].append(saved)
    return found


def choose_usual(*, club: Club, key: str) -> None:
    """Let the club play by these rules unless it says otherwise.

    :raises RulesOfAnother: when they are neither shipped nor its own.
    """
    check_its_own(club=club, key=key)
    Club.objects.filter(pk=club.pk).update(rules=key)


def check_its_own(*, club: Club, key: str) -> None:
    """Return if the club can play by these rules.

    :raises RulesOfAnother: when they are neither shipped nor its own.
    """
    if key not in RULESETS and not club.house_rules.filter(key=key).exists():
        raise RulesOfAnother()


def usual_rules(visitor: Visitor) -> RuleSet:
    """Return what this person practised last; at first what a club of his usually plays by."""
    club = Club.objects.for_user(visitor).order_by("pk").first()
    return practice.usual_rules(visitor, at_first=club.rules if club else practice.PLATFORM_RULES)
