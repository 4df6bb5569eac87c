"""A stage added up as a person would: what everybody got round by round, and each tie-break of it.

It shares a stage's data with ``tournaments.standings`` and no code. Source: docs/formats.md#tie-breaks.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cached_property
from itertools import takewhile

from tournaments.state import Entry, EntryId, Pairing, State

Values = Mapping[EntryId, Fraction | None]
ALL_PLAY_ON = ("swiss", "individual", "solo-swiss")


@dataclass(frozen=True, slots=True)
class Got:
    """What one round brought: points, the part of a win, and from whom how much.

    :param could: whether there was anything to win.
    :param missed: whether it was missed or given away of one's own will.
    """

    points: Fraction
    part: Fraction = Fraction(0)
    met: tuple[EntryId, ...] = ()
    margins: tuple[tuple[EntryId, int], ...] = ()
    is_win: bool = False
    could: bool = True
    missed: bool = False


class Tally:
    """A stage's rounds, added up; of those with a result missing none where all play on."""

    def __init__(self, state: State) -> None:
        """Add up a stage."""
        self.state = state
        worth = asdict(state.options.points).items()
        self.worth = {key: Fraction(str(one)) for key, one in worth if one is not None}
        self.win, self.draw = self.worth["win"], self.worth["draw"]
        self.got: dict[EntryId, list[Got]] = {entry.id: [] for entry in state.entries}
        for number, round_ in enumerate(self._rounds(), start=1):
            self._add(number, round_)

    def _rounds(self) -> Iterable[Sequence[Pairing]]:
        if self.state.format in ALL_PLAY_ON:
            return takewhile(lambda round_: not any(one.is_pending for one in round_), self.state.rounds)
        return ([one for one in round_ if not one.is_pending] for round_ in self.state.rounds)

    def _add(self, number: int, round_: Sequence[Pairing]) -> None:
        there = {entry for pairing in round_ for side in pairing.sides for entry in side}
        for pairing in round_:
            for at, side in enumerate(pairing.sides):
                for entry in side:
                    self.got[entry].append(self._of(pairing, at))
        for late in self.state.entries:
            if late.id not in there and self.state.format in ALL_PLAY_ON:
                self.got[late.id].append(Got(self._for_missing(late, number), could=False, missed=True))

    def _for_missing(self, entry: Entry, number: int) -> Fraction:
        """Return what a missed round is worth: what was stated, once, and then what rounds missed are worth.

        Whoever has left for good has that for none since he was last there.
        """
        if number < entry.joins:
            return Fraction(str(entry.points)) if entry.joins == number + 1 else Fraction(0)
        later = (side for round_ in list(self._rounds())[number:] for one in round_ for side in one.sides)
        is_gone = entry.id in self.state.withdrawn and not any(entry.id in side for side in later)
        return Fraction(0) if is_gone else self.worth["missed"]

    def _of(self, pairing: Pairing, at: int) -> Got:
        kind, mine = pairing.kind, pairing.sides[at]
        if kind == "bye":
            return Got(self.worth["bye"], Fraction(1))
        if kind == "sit_out":
            return Got(self.worth["sit_out"], could=False, missed=self.state.format == "swiss")
        if kind in ("void", "postponed"):
            return Got(Fraction(0), could=False)
        if kind == "double_walkover":
            return Got(self.worth["forfeit"], missed=True)
        won, level = pairing.winner == mine, pairing.winner is None and self._is_level(pairing, at)
        if kind == "walkover":
            won = mine in (pairing.winner, pairing.advances)
            there = self.worth.get("walkover", self.win)
            return Got(there if won else self.worth["forfeit"], Fraction(won), is_win=won, missed=not won)
        points, part = (self.win, 1) if won else (self.draw, 0.5) if level else (self.worth["loss"], 0)
        others = [(side, n) for n, side in enumerate(pairing.sides) if n != at]
        scores = pairing.scores if kind == "played" else ()
        return Got(
            points,
            Fraction(part),
            met=tuple(entry for side, _ in others for entry in side),
            margins=tuple((side[0], scores[at] - scores[n]) for side, n in others if scores),
            is_win=won,
        )

    def _is_level(self, pairing: Pairing, at: int) -> bool:
        return not pairing.scores or len(pairing.sides) == 2 or pairing.scores[at] == max(pairing.scores)

    @cached_property
    def points(self) -> dict[EntryId, Fraction]:
        """Everybody's table points."""
        return {entry: sum((one.points for one in got), Fraction(0)) for entry, got in self.got.items()}

    @cached_property
    def adjusted(self) -> dict[EntryId, Fraction]:
        """Everybody's points with the rounds after he left as draws."""
        found = {}
        for entry, got in self.got.items():
            stayed = list(got)
            while stayed and stayed[-1].missed:
                stayed.pop()
            after = len(got) - len(stayed)
            found[entry] = sum((one.points for one in stayed), Fraction(0)) + after * self.draw
        return found

    def values(self, code: str, level: Sequence[EntryId]) -> Values:
        """Return what a tie-break says of those who are level."""
        if code == "direct":
            found = self._direct(frozenset(level))
            return {entry: found.get(entry) for entry in level}
        if code == "mini_diff":
            return {entry: self._margins(entry, frozenset(level)) for entry in level}
        alone: dict[str, Callable[[EntryId], Fraction]] = {
            "diff": lambda entry: self._margins(entry, frozenset(self.got)),
            "wins": lambda entry: Fraction(sum(one.is_win for one in self.got[entry])),
            "buchholz": lambda entry: sum(self._opponents(entry), Fraction(0)),
            "buchholz_cut1": lambda entry: sum(self._cut(entry), Fraction(0)),
            "median": lambda entry: sum(sorted(self._cut(entry))[:-1], Fraction(0)),
            "sb": self._sonneborn_berger,
            "omw": self._match_win,
            "seed": lambda entry: Fraction(self.state.seed_of[entry]),
            "lot": self._lot,
        }
        return {entry: alone[code](entry) for entry in level}

    def _margins(self, entry: EntryId, among: frozenset[EntryId]) -> Fraction:
        """Return the difference from matches with any of these, each up to the cap."""
        cap = self.state.options.diff_cap or 10**9
        alone = self.state.format == "solo-swiss"
        return Fraction(
            sum(
                min(cap, max(-cap, margin))
                for one in self.got[entry]
                for other, margin in one.margins
                if (other in among if alone else among.intersection(one.met))
            )
        )

    def _opponents(self, entry: EntryId) -> Iterator[Fraction]:
        """Yield the adjusted points of whom he met, and his own for a round without."""
        for one in self.got[entry]:
            yield from [self.adjusted[other] for other in one.met] or [self.points[entry]]

    def _cut(self, entry: EntryId) -> list[Fraction]:
        left = list(self._opponents(entry))
        missed = any(one.missed for one in self.got[entry])
        if left:
            left.remove(self.points[entry] if missed else min(left))
        return left

    def _sonneborn_berger(self, entry: EntryId) -> Fraction:
        own = [] if self.state.format == "round-robin" else [self.points[entry]]
        return sum(
            (
                one.part * worth
                for one in self.got[entry]
                for worth in [self.adjusted[other] for other in one.met] or own
            ),
            Fraction(0),
        )

    def _match_win(self, entry: EntryId) -> Fraction:
        shares = [self._share(other) for one in self.got[entry] for other in one.met]
        return sum(shares, Fraction(0)) / max(1, len(shares))

    def _share(self, entry: EntryId) -> Fraction:
        most = self.win * sum(one.could for one in self.got[entry])
        gained = sum((one.points for one in self.got[entry] if one.could), Fraction(0))
        return max(Fraction(33, 100), gained / most if most else Fraction(0))

    def _lot(self, entry: EntryId) -> Fraction:
        secret, drawn_from = self.state.options.lot_secret, self.state.lot_of[entry]
        drawn = hmac.new(secret.encode(), drawn_from.encode(), hashlib.sha256).hexdigest()
        return Fraction(int(drawn[:12], 16))

    def _direct(self, level: frozenset[EntryId]) -> dict[EntryId, Fraction]:
        """Return the points among the tied: of all who have met, or of a leader nobody can catch up with."""
        got = {entry: self._among(entry, level) for entry in level}
        most = {entry: got[entry] + self.win * self._unmet(entry, level) for entry in level}
        if most == got:
            return got
        return {
            entry: own
            for entry, own in got.items()
            if all(own > most[other] for other in level if other != entry)
        }

    def _among(self, entry: EntryId, level: frozenset[EntryId]) -> Fraction:
        return sum((one.points for one in self.got[entry] if level.intersection(one.met)), Fraction(0))

    def _unmet(self, entry: EntryId, level: frozenset[EntryId]) -> int:
        return len(level - {other for one in self.got[entry] for other in one.met} - {entry})
