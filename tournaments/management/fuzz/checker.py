"""An independent look at a draw: it shares a stage's data with our code, and no way of thinking.

Each check yields what is wrong in words; nothing means that all is well.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from tournaments.formats.draw import Drawn
from tournaments.formats.next_round import NextRound
from tournaments.state import EntryId, FormatKey, State

from .tally import Tally

BRACKETS = ("knockout", "double-knockout")
ALONE_BECAUSE: dict[FormatKey, tuple[str, ...]] = {
    "swiss": ("bye", "sit_out"),
    "round-robin": ("bye", "sit_out"),
    "knockout": ("bye", "walkover"),
    "double-knockout": ("bye", "walkover"),
    "individual": ("sit_out",),
    "solo-swiss": ("sit_out",),
}
"""Why somebody may be without a match in a round of each format."""
NOBODY_YET = ("void", "postponed")
"""The kinds of what says of nobody that he has won, lost or got anything."""
FEW = 8
"""Up to so many every way is tried, to see whether the best was found."""
SMALL = 10
"""Up to so many every way to pair them is tried, to see whether a rematch had to be."""

Couple = frozenset[EntryId]
Points = Mapping[EntryId, Fraction]


def check_round(state: State, found: NextRound) -> Iterator[str]:
    """Yield what is wrong with a round that was drawn."""
    seated = [entry for match in found.matches for side in match.sides for entry in side]
    here = Counter([*seated, *found.byes])
    yield from (f"{entry} is there {times} times" for entry, times in here.items() if times > 1)
    yield from (f"{entry} has left and is drawn" for entry in here if entry in state.withdrawn)
    yield from (f"{entry} is unknown" for entry in here if entry not in state.seed_of)
    if state.format in BRACKETS:
        yield from _check_bracket(state, found)
    elif state.format == "round-robin":
        yield from _check_round_robin(state, found)
    else:
        missing = set(state.active) - set(here)
        yield from (f"{entry} is in no match and has no bye" for entry in missing)
        yield from _check_byes(state, found)
    if state.format == "swiss":
        yield from _check_swiss(state, found)


def check_field(state: State, found: NextRound) -> Iterator[str]:
    """Yield what is wrong with who meets whom, and who meets nobody, in a round that is no bracket's."""
    if state.format == "round-robin":
        yield from _check_round_robin(state, found)
        return
    yield from _check_byes(state, found)
    if state.format == "swiss":
        yield from _check_meetings(state, found)


def check_drawn(state: State, pages: Sequence[Sequence[Drawn]], found: NextRound) -> Iterator[str]:
    """Yield where the pages of the rounds so far say otherwise than the draw of the one that is to be played.

    :param pages: in a bracket every step that has begun, else the round itself; the last is to be played.
    """
    for page in pages:
        here = Counter(entry for pairing in page for entry in pairing.entries)
        yield from (f"{entry} is on a page {times} times" for entry, times in here.items() if times > 1)
        if [pairing.number for pairing in page] != list(range(1, len(page) + 1)):
            yield "the pairings of a page are not numbered from 1"
        yield from _check_alone(state, page)
    if state.format == "swiss":
        asked = {entry.id for entry in state.entries if found.number in entry.sits_out} - state.withdrawn
        if asked != {pairing.entries[0] for pairing in pages[-1] if pairing.unplayed == "sit_out"}:
            yield "others sit out than those who have asked to"
    sides = {frozenset(pairing.sides) for pairing in pages[-1] if pairing.is_played}
    drawn = {frozenset(match.sides) for match in found.matches}
    if not drawn <= sides or (state.format not in BRACKETS and drawn != sides):
        yield "the page has other matches than the draw"
    alone = {pairing.entries[0] for pairing in pages[-1] if len(pairing.sides) == 1}
    # A place of the lower bracket where a match was never planned has no line on the page.
    if not alone <= set(found.byes) or (state.format not in BRACKETS and alone != set(found.byes)):
        yield "the page lets others go without a match than the draw"


def _check_alone(state: State, page: Sequence[Drawn]) -> Iterator[str]:
    """Demand that a match has all its sides, and that nobody alone is told another reason than his own."""
    full = 4 if state.format == "solo-swiss" else 2
    for pairing in page:
        if pairing.is_played != (len(pairing.sides) == full):
            yield f"{list(pairing.entries)} are no match"
        if len(pairing.sides) == 1 and pairing.unplayed not in ALONE_BECAUSE[state.format]:
            yield f"{pairing.entries[0]} is alone by a {pairing.unplayed}"
    byes = sum(pairing.unplayed == "bye" for pairing in page)
    if state.format == "round-robin" and byes > len(state.entries) % 2:
        yield f"{byes} byes in a round robin of {len(state.entries)}"


def _losses(state: State) -> Counter[EntryId]:
    """Return how often each entry has lost what counts in a bracket."""
    lost: Counter[EntryId] = Counter()
    for pairing in state.pairings():
        if len(pairing.sides) == 2 and pairing.kind not in NOBODY_YET:
            goes_on = pairing.winner or pairing.advances
            lost.update(side[0] for side in pairing.sides if side != goes_on)
            if pairing.kind == "double_walkover":  # who does not come is out, whatever he had left
                lost.update(side[0] for side in pairing.sides)
    return lost


def _check_bracket(state: State, found: NextRound) -> Iterator[str]:
    lives = 1 if state.format == "knockout" or len(state.entries) == 2 else 2
    lost = _losses(state)
    for match in found.matches:
        names = [side[0] for side in match.sides]
        worst = max(lost[name] for name in names)
        third = match.why.get("place") == "third-place"
        consolation = match.why.get("place", "").startswith("consolation")
        if consolation and any(lost[name] != 1 or _has_won_first(state, name) for name in names):
            yield f"{names} meet in the consolation, and one has not lost his first match and no other"
        if worst >= lives and not third and not consolation:
            yield f"{names} meet, and one has lost {worst} times"
        if third and [lost[name] for name in names] != [1, 1]:
            yield f"{names} meet for the third place"


def _has_won_first(state: State, entry: EntryId) -> bool:
    """Return whether an entry has won the first match it had."""
    mine = (
        one
        for one in state.pairings()
        if len(one.sides) == 2 and (entry,) in one.sides and one.kind not in NOBODY_YET
    )
    first = next(mine, None)
    return first is not None and (first.winner or first.advances) == (entry,)


def _check_round_robin(state: State, found: NextRound) -> Iterator[str]:
    met = _met(state)
    for match in found.matches:
        couple = frozenset(side[0] for side in match.sides)
        if met[couple]:
            yield f"{sorted(map(str, couple))} meet again"


def _met(state: State) -> Counter[Couple]:
    """Return how often two have met at a table, or are to meet there in a match that was postponed."""
    return Counter(
        frozenset((one, other))
        for pairing in state.pairings()
        if pairing.kind in ("played", "adjudicated", "postponed")
        for first, second in combinations(pairing.sides, 2)
        for one in first
        for other in second
    )


def _check_byes(state: State, found: NextRound) -> Iterator[str]:
    """Demand the byes given before, of the others as few as the numbers need, and that these go round."""
    table = 4 if state.format != "swiss" else 2
    given = _given(state) - state.withdrawn
    others = [entry for entry in state.active if entry not in given]
    byes = [entry for entry in found.byes if entry not in given]
    if given - set(found.byes):
        yield f"{len(given - set(found.byes))} have lost the bye they were given"
    if len(byes) != len(others) % table:
        yield f"{len(byes)} byes in a field of {len(others)}"
    had = _had_byes(state)
    could = [entry for entry in others if state.format != "swiss" or not _had_last(state, entry)]
    fewest = sorted(had[entry] for entry in could)[: len(byes)]
    if could and sorted(had[entry] for entry in byes) > fewest:
        yield f"{byes} have a bye again before others had one"


def _given(state: State) -> set[EntryId]:
    """Return who has a bye in the round to be drawn whatever the draw says."""
    number = len(state.rounds) + 1
    return {one.id for one in state.entries if number in (*one.byes, *one.sits_out)}


def _without_match(state: State) -> tuple[str, ...]:
    """Return what nobody gets again before the others: not, in a Swiss, what somebody has asked for."""
    return ("bye",) if state.format == "swiss" else ("bye", "sit_out")


def _had_byes(state: State) -> Counter[EntryId]:
    """Return how often each has gone without a match; in a Swiss that is also who won by a walkover."""
    alone = _without_match(state)
    had = Counter(pairing.sides[0][0] for pairing in state.pairings() if pairing.kind in alone)
    if state.format == "swiss":
        had.update(
            pairing.winner[0] for pairing in state.pairings() if pairing.kind == "walkover" and pairing.winner
        )
    return had


def _had_last(state: State, entry: EntryId) -> bool:
    """Return whether an entry had the bye, or a walkover, in the last round."""
    return bool(state.rounds) and any(
        (entry,) == (pairing.winner if pairing.kind == "walkover" else pairing.sides[0])
        for pairing in state.rounds[-1]
        if pairing.kind in (*_without_match(state), "walkover")
    )


def _check_swiss(state: State, found: NextRound) -> Iterator[str]:
    met = _met(state)
    couples = [frozenset(side[0] for side in match.sides) for match in found.matches]
    again = [couple for couple in couples if met[couple]]
    apart = [couple for couple in couples if couple in state.forbidden]
    codes = {note["code"] for note in found.notes}
    if bool(again) != ("rematches" in codes) or bool(apart) != ("kept_apart" in codes):
        yield "the notes do not say what is out of the ordinary"
    yield from _check_meetings(state, found)
    as_should_be = not again and not apart and state.seed_of.keys() >= frozenset().union(*couples)
    if as_should_be and 2 * len(couples) <= FEW:
        yield from _check_best(state, found, {*met, *state.forbidden})


def _check_best(state: State, found: NextRound, not_allowed: set[Couple]) -> Iterator[str]:
    """Demand the lowest bye and the least squares of differences of all the ways to pair a small field."""
    points = Tally(state).points
    players = [side[0] for match in found.matches for side in match.sides]
    drawn = sum((points[one[0]] - points[other[0]]) ** 2 for one, other in (m.sides for m in found.matches))
    if drawn > _least(players, not_allowed, points):
        yield f"the squares of the differences add up to {drawn}, and need not"
    for bye in set(found.byes) - _given(state):
        last, times = _had_last(state, bye), _had_byes(state)
        for other in players:
            lower = (points[other], -state.seed_of[other]) < (points[bye], -state.seed_of[bye])
            as_good = (_had_last(state, other), times[other]) <= (last, times[bye])
            rest = [bye if one == other else one for one in players]
            if lower and as_good and _can_pair(rest, not_allowed):
                yield f"{bye} has the bye, and {other} stands below"


def _least(players: Sequence[EntryId], not_allowed: set[Couple], points: Points) -> Fraction | float:
    """Return the least sum of squared differences of all rounds that are allowed, by trying them all."""
    if not players:
        return Fraction(0)
    one, *others = players
    return min(
        (
            (points[one] - points[other]) ** 2
            + _least([player for player in others if player != other], not_allowed, points)
            for other in others
            if frozenset((one, other)) not in not_allowed
        ),
        default=math.inf,
    )


def _check_meetings(state: State, found: NextRound) -> Iterator[str]:
    """Demand that nobody meets again, or somebody he is kept apart from, where he need not."""
    not_allowed = {*_met(state), *state.forbidden}
    couples = [frozenset(side[0] for side in match.sides) for match in found.matches]
    players = [entry for entry in state.active if entry not in found.byes]
    if not_allowed.isdisjoint(couples) or len(players) > SMALL:
        return
    if _can_pair(players, not_allowed):
        yield "two meet who need not"


def _can_pair(players: Sequence[EntryId], not_allowed: set[Couple]) -> bool:
    """Return whether all can be paired, by trying."""
    if not players:
        return True
    one, *others = players
    return any(
        _can_pair([player for player in others if player != other], not_allowed)
        for other in others
        if frozenset((one, other)) not in not_allowed
    )
