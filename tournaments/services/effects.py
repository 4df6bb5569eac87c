"""What a corrected result would change, before anything is written: who meets whom, and who stands where.

Drawn rounds of a stage without a bracket stay as they were drawn: only its table changes. In a bracket
each later pairing is compared with who ought to stand there now.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum

from games.models import Table
from tournaments.formats import BRACKETS, Books, Drawn, consequences, exchanged, is_known, table, with_books
from tournaments.models import Pairing, Report, Round, Slot, Stage

from .corrected import Corrected
from .following import winner_of
from .prizes import Handed, Purse, purse_of
from .stage_states import Groups, groups_of, meetings_of, pairing_state, slots_of
from .stages import advancing


class Choice(StrEnum):
    """What becomes of later pairings that rest on the old result.

    ``follow`` where none of them has begun: their sides change. Else ``keep`` leaves all as it was played,
    and the correction is for the archive; ``replay`` voids what rests on it and plays it anew; ``replace``
    lets the results stand and puts the one who should have gone on in the other's place.
    """

    FOLLOW = "follow"
    KEEP = "keep"
    REPLAY = "replay"
    REPLACE = "replace"


@dataclass(frozen=True, slots=True)
class Meets:
    """A later pairing whose sides change; entries by their numbers, none where it is open again.

    :param was: ``drawn``, ``called`` to a table, ``playing`` or ``played``.
    """

    pairing: int
    round: int
    number: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    was: str

    @property
    def has_begun(self) -> bool:
        """Whether something of it has been played."""
        return self.was in ("playing", "played")


@dataclass(frozen=True, slots=True)
class Moved:
    """An entry whose place in its table changes; ``None`` where it has no place yet."""

    entry: int
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Outlook:
    """What one choice would change.

    :param champion: who has won the stage, before and after; ``None`` while nobody has.
    :param prizes: those that go to others then; only of a tournament that is over.
    """

    choice: Choice
    later: tuple[Meets, ...]
    moved: tuple[Moved, ...]
    champion: tuple[int | None, int | None]
    prizes: tuple[Handed, ...] = ()

    @property
    def entries(self) -> list[int]:
        """Everybody for whom something changes."""
        met = {entry for one in self.later for entry in (*one.before, *one.after)}
        met |= {entry for one in self.prizes for entry in (*one.before, *one.after)}
        return sorted(met | {one.entry for one in self.moved})


@dataclass(frozen=True, slots=True)
class Effects:
    """What a correction would change, by what the director may choose.

    :param seeds: who would come where in the next stage, which stays as it was drawn: entry, place before
        and after.
    """

    outlooks: tuple[Outlook, ...]
    seeds: tuple[Moved, ...] = ()

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What the director may choose."""
        return tuple(one.choice for one in self.outlooks)

    @property
    def summary(self) -> str:
        """A text that is the same only for the same effects: what the director was shown."""
        return hashlib.sha256(repr(asdict(self)).encode()).hexdigest()[:20]


@dataclass(frozen=True, slots=True)
class Rows:
    """A stage as it was read: its drawn rounds with their pairings.

    :param spoken: the pairings of which something has been said.
    :param is_over: whether it has been played to its end.
    :param has_next: whether another stage has begun after it.
    """

    stage: Stage
    slots: Sequence[Slot]
    rounds: Sequence[Round]
    spoken: frozenset[int]
    is_over: bool
    has_next: bool

    @property
    def groups(self) -> Groups:
        """The stage as data."""
        return groups_of(self.stage, self.slots, [meetings_of(row) for row in self.rounds])

    @property
    def books(self) -> Books:
        """What stands in the books of a bracket."""
        return {
            row.number: {one.number: pairing_state(one, self.stage) for one in row.pairings.all()}
            for row in self.rounds
        }

    def number_of(self, pairing: Pairing) -> int:
        """Return the number of the round that a pairing is of."""
        return next(row.number for row in self.rounds if row.pk == pairing.round_id)

    def pairing(self, pk: int) -> Pairing:
        """Return a pairing that was read."""
        pairings: Iterator[Pairing] = (one for row in self.rounds for one in row.pairings.all())
        return next(one for one in pairings if one.pk == pk)


def read_rows(stage: Stage) -> Rows:
    """Read a stage, in seven statements however large it is."""
    rounds = stage.rounds.exclude(state=Round.State.PLANNED).order_by("number")
    return Rows(
        stage,
        slots_of(stage),
        list(rounds.prefetch_related("pairings__sides", "pairings__table")),
        _spoken(stage),
        not stage.rounds.exclude(state=Round.State.CLOSED).exists(),
        Slot.objects.filter(
            stage__tournament=stage.tournament_id, stage__position=stage.position + 1
        ).exists(),
    )


def _spoken(stage: Stage) -> frozenset[int]:
    """Return the pairings of a stage of which something has been said that still holds."""
    reports = Report.objects.filter(pairing__round__stage=stage).order_by("pk")
    now: dict[int, bool] = {}
    before: dict[int, bool] = {}
    for pk, pairing, kind, of in reports.values_list("pk", "pairing", "kind", "data__report"):
        before[pk] = now.get(pairing, False)
        if kind == Report.Kind.TAKEN_BACK:
            now[pairing] = before[of]
        elif kind != Report.Kind.CORRECTION:
            now[pairing] = kind != Report.Kind.VOIDED
    return frozenset(pairing for pairing, holds in now.items() if holds)


def effects(rows: Rows, pairing_id: int, correction: Corrected) -> Effects:
    """Return what a correction would change; ``rows`` stand afterwards as it leaves them."""
    before = rows.groups
    pairing = rows.pairing(pairing_id)
    went_on, entries = pairing.advances, [side.entry_id for side in pairing.sides.all()]
    _apply(pairing, correction)
    seeds = _seeds(rows.stage, before, rows.groups)
    if rows.stage.format not in BRACKETS or went_on == correction.advances:
        outlooks: tuple[Outlook, ...] = (_outlook(Choice.FOLLOW, (), rows, before, rows.groups),)
    else:
        outlooks = _of_bracket(rows, pairing, before, (entries[0], entries[1]))
    purse = purse_of(rows.stage.tournament_id)
    return Effects(tuple(_with_prizes(one, rows.stage, purse) for one in outlooks), seeds)


def _with_prizes(outlook: Outlook, stage: Stage, purse: Purse) -> Outlook:
    places = {one.entry: one.after for one in outlook.moved}
    goes_on = outlook.choice is Choice.REPLAY or (outlook.choice is Choice.FOLLOW and bool(outlook.later))
    return replace(outlook, prizes=purse.moved(stage.pk, places, is_decided=not goes_on))


def _of_bracket(
    rows: Rows, pairing: Pairing, before: Groups, entries: tuple[int, int]
) -> tuple[Outlook, ...]:
    """Return what the director may choose where somebody else goes on."""
    stage, round_ = rows.groups[1], rows.number_of(pairing)
    books, moved = consequences(stage, rows.books, after=round_)
    later = tuple(_meets(rows, number, one) for number, draw in moved.items() for one in draw)
    replayed = {1: with_books(stage, books)}
    if not any(one.has_begun for one in later):
        return (_outlook(Choice.FOLLOW, later, rows, before, replayed),)
    found = [_outlook(Choice.KEEP, (), rows, before, before)]
    if not rows.has_next:
        found.append(_outlook(Choice.REPLAY, later, rows, before, replayed))
    swapped = exchanged(rows.books, *entries, after=round_)
    fits = not consequences(stage, swapped, after=round_)[1]
    if not rows.has_next and fits and all(one.was == "played" for one in later):
        renamed = tuple(replace(one, after=_exchanged(one.before, entries)) for one in later)
        replaced = {1: with_books(stage, swapped)}
        found.append(_outlook(Choice.REPLACE, renamed, rows, before, replaced))
    return tuple(found)


def _exchanged(entries: Sequence[int], two: tuple[int, int]) -> tuple[int, ...]:
    other = dict([two, two[::-1]])
    return tuple(other.get(entry, entry) for entry in entries)


def _apply(pairing: Pairing, correction: Corrected) -> None:
    """Let a pairing that was read say what it would say."""
    for name, value in correction.row.items():
        setattr(pairing, name, value)
    for side in pairing.sides.all():
        for name, value in correction.sides[side.number].items():
            setattr(side, name, value)


def _meets(rows: Rows, number: int, ought: Drawn) -> Meets:
    row = next(row for row in rows.rounds if row.number == number)
    pairing = next(one for one in row.pairings.all() if one.number == ought.number)
    return Meets(
        pairing=pairing.pk,
        round=number,
        number=pairing.number,
        before=tuple(side.entry_id for side in pairing.sides.all()),
        after=tuple(map(int, ought.entries)) if is_known(ought) else (),
        was=_was(pairing, rows),
    )


def _was(pairing: Pairing, rows: Rows) -> str:
    """Return how far a pairing has come. With cards nobody knows, until something of it is written."""
    if pairing.pk in rows.spoken or pairing.state == Pairing.State.VOID:
        return "playing" if pairing.state == Pairing.State.CALLED else "played"
    if pairing.state != Pairing.State.CALLED:
        return "drawn"
    waits = pairing.table is None or pairing.table.state == Table.State.WAITING
    return "called" if waits else "playing"


def _outlook(choice: Choice, later: tuple[Meets, ...], rows: Rows, before: Groups, after: Groups) -> Outlook:
    champion = winner_of(after) if rows.is_over else None
    return Outlook(choice, later, _moved(_places(before), _places(after)), (rows.stage.winner_id, champion))


def _places(groups: Groups) -> dict[int, int | None]:
    return {int(line.entry): line.rank for state in groups.values() for line in table(state)}


def _moved(before: dict[int, int | None], after: dict[int, int | None]) -> tuple[Moved, ...]:
    changed = (Moved(entry, place, after[entry]) for entry, place in before.items() if after[entry] != place)
    return tuple(sorted(changed, key=lambda one: (one.after is None, one.after or 0, one.entry)))


def _seeds(stage: Stage, before: Groups, after: Groups) -> tuple[Moved, ...]:
    """Return who would come elsewhere in the next stage, if that has begun."""
    begun = Stage.objects.filter(tournament=stage.tournament_id, position=stage.position + 1)
    following = begun.filter(slots__isnull=False).first()
    if following is None:
        return ()
    was, now = (_advancing(groups, following.takes) for groups in (before, after))
    entries = list(dict.fromkeys([*was, *now]))
    return tuple(
        Moved(entry, was.get(entry), now.get(entry)) for entry in entries if was.get(entry) != now.get(entry)
    )


def _advancing(groups: Groups, take: int | None) -> dict[int, int]:
    return {entry: place for place, entry in enumerate(advancing(groups, take=take), start=1)}
