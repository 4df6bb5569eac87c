"""House rules: saving a rule set of one's own, saving its next version, and finding any by its key."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import IntegrityError, transaction

from games.dealing import Stream
from games.models import KEY_PREFIX, SavedRules, User, clean_name
from games.rules import RULESETS, Refusal, RuleSet, UnknownRules, edition
from games.services.opening import PUBLIC_ID_LETTERS

ID_LENGTH = 14
"""Letters of the part of a key that nobody guesses: whoever has it may read these rules."""


class RulesMoved(Refusal):
    """Somebody else has saved the next version of these rules meanwhile."""

    code = "rules_moved"


def save(
    *, name: str, rules: RuleSet, owner: User | None, by: User, stream: Stream, now: datetime
) -> SavedRules:
    """Save a rule set as somebody's house rules, under a key of its own.

    :param owner: None where they are a club's.
    :raises BadName: if the name would deceive or disturb whoever reads it.
    """
    key = KEY_PREFIX + stream.token(ID_LENGTH, alphabet=PUBLIC_ID_LETTERS)
    row = _version(replace(rules, key=key, version=1), name=name, by=by, now=now)
    row.owner = owner
    row.save()
    return row


def edit(*, before: SavedRules, name: str, rules: RuleSet, by: User, now: datetime) -> SavedRules:
    """Save the next version of house rules; what began under an earlier one keeps it.

    :param before: the version that was edited; it comes back when nothing is different.
    :raises RulesMoved: when it is not the last version.
    """
    rules = replace(rules, key=before.key, version=before.version)
    if (clean_name(name), rules.digest) == (before.name, before.rules_digest):
        return before
    row = _version(replace(rules, version=before.version + 1), name=name, by=by, now=now)
    row.owner = before.owner
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as taken:
        raise RulesMoved() from taken
    return row


def _version(rules: RuleSet, *, name: str, by: User, now: datetime) -> SavedRules:
    return SavedRules(
        key=rules.key,
        version=rules.version,
        name=clean_name(name),
        rules_json=rules.to_json(),
        rules_digest=rules.digest,
        made_by=by,
        made_at=now,
    )


def rule_set(key: str, version: int | None = None) -> RuleSet:
    """Return a rule set by its key, shipped or somebody's house rules; the current version if none is given.

    :raises UnknownRules: when there is none.
    """
    if key in RULESETS:
        return RULESETS[key] if version is None else edition(key, version)
    rows = SavedRules.objects.filter(key=key).order_by("-version")
    found = (rows if version is None else rows.filter(version=version)).first()
    if found is None:
        raise UnknownRules(rules=key)
    rules: RuleSet = found.rules
    return rules
