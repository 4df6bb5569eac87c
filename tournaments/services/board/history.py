"""The log of a tournament as its staff read it: each act with its table, its round and its entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from tournaments.models import Action, Entry, Pairing, Round, Tournament
from tournaments.names import round_name
from tournaments.services import undo

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry that an act is about; ``id`` is 0 where the log keeps only the name."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class LogMatch:
    """One of several matches that an act is about; it has no table where it was postponed."""

    table: int | None
    url: str
    entries: tuple[LogEntry, ...]


@dataclass(frozen=True, slots=True)
class LogLine:
    """An act: who, what, when, why, and what it is about.

    :param url: where the table is watched, or the sheet of a pairing in the hall.
    :param matches: where it is about several at once.
    :param undid: of an undoing, what was undone.
    """

    id: int
    at: datetime
    who: str
    what: str
    why: str
    can_undo: bool
    is_undone: bool
    undid: str = ""
    round: str = ""
    table: int | None = None
    url: str = ""
    entries: tuple[LogEntry, ...] = ()
    matches: tuple[LogMatch, ...] = ()
    totals: tuple[int, ...] = ()
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class _About:
    """The rows that acts are about, by their numbers."""

    slug: str
    pairings: Mapping[int, Pairing]
    rounds: Mapping[int, Round]
    entries: Mapping[int, str]


def log(
    tournament: Tournament, *, table: int | None = None, entry: int | None = None, first: int = 0, lines: int
) -> tuple[LogLine, ...]:
    """Return what was done, the newest first, in four queries.

    :param table: only what was done at the table of this number.
    :param entry: only what was done to this entry, or in its pairings.
    :param first: how many of the newest are left out.
    """
    rows = Action.objects.filter(tournament=tournament).select_related("actor", "undone_by", "undoes")
    if table is not None:
        rows = rows.filter(_in_pairings(tournament, _at_table(tournament, table)))
    if entry is not None:
        mine = Pairing.objects.filter(round__stage__tournament=tournament, sides__entry=entry)
        rows = rows.filter(_in_pairings(tournament, mine) | _any("entry", [entry]))
    actions = list(rows.order_by("-pk")[first : first + lines])
    about = _about(tournament, actions)
    return tuple(_line(action, about) for action in actions)


def _at_table(tournament: Tournament, number: int) -> QuerySet[Pairing]:
    mine: QuerySet[Pairing] = Pairing.objects.filter(round__stage__tournament=tournament)
    return mine.filter(Q(hall_table=number) | Q(hall_table=None, table__number=number))


def _in_pairings(tournament: Tournament, pairings: QuerySet[Pairing]) -> Q:
    wanted = set(pairings.values_list("pk", flat=True))
    several = Action.objects.filter(tournament=tournament, verb=Action.Verb.NO_SHOWS)
    told = several.values_list("pk", "before__pairings")  # what is in a list no database asks alike
    acts = [pk for pk, about in told if not wanted.isdisjoint(about)]
    return _any("pairing", list(wanted)) | Q(pk__in=acts) | Q(undoes__in=acts)


def _any(name: str, values: Sequence[int]) -> Q:
    """Return whether an act, or the one it undid, is about one of these."""
    keys = (f"{act}{side}__{name}__in" for act in ("", "undoes__") for side in ("before", "after"))
    found = Q()
    for key in keys:
        found |= Q(**{key: values})
    return found


def _facts(action: Action) -> Facts:
    """Return what an act says it is about; an undoing is about what the undone act was."""
    told = action.undoes or action
    return {**told.before, **told.after}


def _about(tournament: Tournament, actions: Iterable[Action]) -> _About:
    facts = [_facts(action) for action in actions]
    told = _numbers(facts, "pairing") | {pk for one in facts for pk in one.get("pairings", ())}
    pairings = Pairing.objects.filter(pk__in=told).select_related("round__stage", "table")
    rows = {row.pk: row for row in pairings.prefetch_related("sides")}
    drawn = Round.objects.filter(stage__tournament=tournament).select_related("stage").order_by("pk")
    sides = {side.entry_id for row in rows.values() for side in row.sides.all()}
    named = Entry.objects.filter(pk__in=sides | _numbers(facts, "entry"))
    entries = dict(named.values_list("pk", "name"))
    wanted = any("round" in one for one in facts)
    rounds = {one.pk: one for one in drawn} if wanted else {}
    return _About(tournament.slug, rows, rounds, entries)


def _numbers(facts: Iterable[Facts], name: str) -> set[int]:
    return {one[name] for one in facts if isinstance(one.get(name), int)}


def _line(action: Action, about: _About) -> LogLine:
    facts = _facts(action)
    pairing = about.pairings.get(facts.get("pairing", 0))
    several = [about.pairings[pk] for pk in facts.get("pairings", ()) if pk in about.pairings]
    return LogLine(
        id=action.pk,
        at=action.at,
        who=str(action.actor) if action.actor else "",
        what=action.get_verb_display(),
        why=action.why,
        can_undo=bool(undo.undoable([action])),
        is_undone=hasattr(action, "undone_by"),
        undid=action.undoes.get_verb_display() if action.undoes else "",
        round=_round(next(iter(several), pairing), facts, about),
        table=pairing.table_number if pairing else None,
        url=_url(pairing, about.slug) if pairing else "",
        entries=tuple(_entries(pairing, facts, about)),
        matches=tuple(_match(one, about) for one in several),
        minutes=facts.get("minutes", 0),
        totals=tuple(facts["totals"]) if isinstance(facts.get("totals"), list) else (),
    )


def _round(pairing: Pairing | None, facts: Facts, about: _About) -> str:
    if pairing is not None:
        row: Round | None = pairing.round
    else:
        numbered = (one for one in about.rounds.values() if one.number == facts.get("round"))
        row = about.rounds.get(facts.get("round_id", 0)) or next(numbered, None)
    return round_name(row.stage.format, size=row.size, number=row.number) if row else ""


def _url(pairing: Pairing, slug: str) -> str:
    if pairing.hall_table is not None:
        return reverse("tournaments:result", args=[slug, pairing.pk])
    return reverse("games:table", args=[pairing.table.public_id]) if pairing.table else ""


def _match(pairing: Pairing, about: _About) -> LogMatch:
    return LogMatch(pairing.table_number, _url(pairing, about.slug), tuple(_entries(pairing, {}, about)))


def _entries(pairing: Pairing | None, facts: Facts, about: _About) -> Iterable[LogEntry]:
    if pairing is not None:
        for side in pairing.sides.all():
            yield LogEntry(side.entry_id, about.entries[side.entry_id])
    elif facts.get("entry") in about.entries:
        yield LogEntry(facts["entry"], about.entries[facts["entry"]])
    else:
        yield from (LogEntry(0, name) for name in _names(facts))


def _names(facts: Facts) -> list[str]:
    """Return the names of those for whom the log has no entry: pairs that were made, or players."""
    pairs = facts.get("pairs")
    if isinstance(pairs, list):
        return pairs
    return [facts[name] for name in ("player", "partner") if facts.get(name)]
