"""Playing an evening through the services, and looking at all of it after each thing that is tried.

The evening is one transaction that is taken back: nothing of it stays, and while it lasts nobody else
writes on SQLite. It is for a database on which nobody plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from games.rules import Refusal
from tournaments.models import Action, Entry, Pairing, Report, Round, Side, Slot, Stage, Tournament
from tournaments.services.board import board, board_now, moment

from .evenings import Evening, Try
from .rows import Books

LOGS: tuple[Any, ...] = (Report, Action)
MODELS: tuple[Any, ...] = (Entry, Stage, Slot, Round, Pairing, Side)
OF: dict[Any, str] = {
    Entry: "tournament",
    Stage: "tournament",
    Slot: "stage__tournament",
    Round: "stage__tournament",
    Pairing: "round__stage__tournament",
    Side: "pairing__round__stage__tournament",
    Report: "pairing__round__stage__tournament",
    Action: "tournament",
}
"""How each model leads to its tournament."""
Rows = dict[Any, list[tuple[Any, ...]]]


@dataclass(slots=True)
class Played:
    """What has been played: how many evenings of each format, what was done in them, and what refused."""

    formats: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)


def play(number: int, *, seed: int, salt: int, played: Played) -> Iterator[str]:
    """Play an evening and take it back; yield each fault when it shows.

    :param salt: another for each evening, above any version: tables that are kept are kept apart by it.
    """
    with transaction.atomic():
        try:
            evening = Evening(number, seed=seed)
            played.formats[evening.plan.format] += 1
            for fault in _faults(evening, played, salt):
                yield f"evening {number}, {fault}"
        finally:
            transaction.set_rollback(True)


def _faults(evening: Evening, played: Played, salt: int) -> Iterator[str]:
    watched = Watched(evening.cup.pk, Books(evening.cup.pk, salt))
    for count, tried in enumerate(evening.tries(), start=1):
        for fault in watched.after(tried, played):
            yield f"act {count}, {tried.name}: {fault}"
    if evening.is_drawn and not evening.is_over:
        yield "it does not come to its end"


@dataclass(slots=True)
class Watched:
    """A tournament that is looked at after each act.

    :param kept: its rows as they were after the last act, and ``shown`` what everybody saw then.
    :param undone: by an action's number, what everybody saw before it.
    """

    tournament: int
    books: Books
    kept: Rows = field(default_factory=dict)
    shown: list[Any] = field(default_factory=list)
    undone: dict[int, list[Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Look at it for the first time."""
        self.kept, self.shown = self.rows(), self.seen()

    def after(self, tried: Try, played: Played) -> Iterator[str]:
        """Try something, and yield what is wrong afterwards."""
        try:
            tried.verb()
        except Refusal as refusal:
            played.refused[refusal.code] += 1
            if self.rows() != self.kept:
                yield f"it was refused ({refusal.code}), and something has changed"
            return
        except Exception as fault:
            fault.add_note(f"tried: {tried.name}")
            raise
        played.done[tried.name] += 1
        before, seen = self.kept, self.shown
        self.kept, self.shown = self.rows(), self.seen()
        yield from self._check_kept(before)
        yield from self._check_shown()
        if tried.is_act:
            yield from self._check_logs(before)
            yield from self._check_undone(seen)
        yield from self.books.check()

    def rows(self) -> Rows:
        """Return every row of the tournament, its own first."""
        rows: Rows = {Tournament: list(Tournament.objects.filter(pk=self.tournament).values_list())}
        for model in (*MODELS, *LOGS):
            rows[model] = list(
                model.objects.filter(**{OF[model]: self.tournament}).order_by("pk").values_list()
            )
        return rows

    def seen(self) -> list[Any]:
        """Return what everybody sees: who stands where, with what result; no number of a row."""
        return [
            Tournament.objects.filter(pk=self.tournament).values_list("state").get(),
            list(Stage.objects.filter(tournament=self.tournament).order_by("position").values_list("winner")),
            *(self._seen(model, *fields) for model, fields in SEEN.items()),
        ]

    def _seen(self, model: Any, *fields: str) -> list[tuple[Any, ...]]:
        rows = model.objects.filter(**{OF[model]: self.tournament})
        return list(rows.order_by(*fields).values_list(*fields))

    def _check_kept(self, before: Rows) -> Iterator[str]:
        """Demand that what was said and done is only added to."""
        for model in LOGS:
            if self.kept[model][: len(before[model])] != before[model]:
                yield f"a {model.__name__.lower()} that was there has changed"

    def _check_shown(self) -> Iterator[str]:
        """Demand that pages which are kept for a moment show what pages that are made now would show."""
        cup = Tournament.objects.select_related("club").get(pk=self.tournament)
        cup.version += self.books.salt  # else what is kept of an evening before could be taken for this one's
        if board_now(cup, moment(cup)) != board(cup):
            yield "a page that is kept shows what is no longer so"

    def _check_logs(self, before: Rows) -> Iterator[str]:
        """Demand one action, and a new version."""
        after = self.kept
        if len(after[Action]) != len(before[Action]) + 1:
            yield f"{len(after[Action]) - len(before[Action])} actions were written"
        old, new = (self._version(rows) for rows in (before, after))
        if new <= old:
            yield "the tournament's version has not risen"

    @staticmethod
    def _version(rows: Rows) -> int:
        names = [one.attname for one in Tournament._meta.concrete_fields]  # noqa: SLF001 - the documented way
        return int(rows[Tournament][0][names.index("version")])

    def _check_undone(self, seen: list[Any]) -> Iterator[str]:
        """Demand that undoing the last act shows again what was seen before it.

        :param seen: what everybody saw before the act that has just been done.
        """
        *_, last = Action.objects.filter(tournament=self.tournament).order_by("pk")
        self.undone[last.pk] = seen
        before = Action.objects.filter(tournament=self.tournament, pk__lt=last.pk).order_by("-pk").first()
        if before is None or before.pk != last.undoes_id:
            return
        if self.shown != self.undone[before.pk]:
            yield f"{before.verb} was undone, and not all is as it was"


SEEN: dict[Any, tuple[str, ...]] = {
    Slot: ("stage__position", "group", "seed", "entry", "from_round", "until_round"),
    Round: ("stage__position", "number", "state"),
    Pairing: (
        *("round__stage__position", "round__number", "number"),
        *("group", "place", "state", "outcome", "advances", "decided_by", "deal", "level_at"),
    ),
    Side: (
        *("pairing__round__stage__position", "pairing__round__number", "pairing__number", "number"),
        *("entry", "score", "halves", "placement"),
    ),
}
"""What everybody sees of each model."""
