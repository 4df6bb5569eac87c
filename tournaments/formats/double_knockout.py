"""The double knockout: two losses put an entry out. Source: docs/formats.md#double-knockout.

The upper bracket is a knockout's. Who loses there goes on in the lower one, whose rounds take turns:
in one its own winners meet, in the next they meet those who have just lost above.
"""

from __future__ import annotations

from functools import lru_cache

from .bracket import FINAL, SECOND_FINAL, Bracket, Loser, Meeting, Source, Winner
from .single_knockout import upper_rounds


@lru_cache(maxsize=64)
def bracket(entries: int, *, second_final: bool = True) -> Bracket:
    """Return the bracket for so many entries.

    The final is between the winners of both brackets. If the lower one's wins it, both have lost once:
    with ``second_final`` they meet again. Two entries play one match, as in a knockout.
    """
    upper = upper_rounds(entries, "upper")
    if len(upper) == 1:
        (only,) = upper[0]
        return (Meeting(FINAL, 1, only.sides),)
    upper = [[_stays(meeting) for meeting in round_] for round_ in upper]
    lower = _lower(upper)
    top, best_below = Winner(upper[-1][0].name), Winner(lower[-1][0].name)
    step = lower[-1][0].step + 1
    final = Meeting(FINAL, step, (top, best_below))
    again = Meeting(SECOND_FINAL, step + 1, (top, best_below), only_if_lower_won=FINAL)
    meetings = [meeting for round_ in (*upper, *lower) for meeting in round_]
    return (*meetings, final, *([again] if second_final else []))


def _stays(meeting: Meeting) -> Meeting:
    return Meeting(meeting.name, meeting.step, meeting.sides, falls=(0, 1))


def _lower(upper: list[list[Meeting]]) -> list[list[Meeting]]:
    """Return the rounds of the lower bracket, each a step after those that feed it."""
    first: list[Source] = [Loser(meeting.name) for meeting in upper[0]]
    rounds = [_in_twos(first, number=1)]
    for fall, above in enumerate(upper[1:], start=1):
        fallen = _mixed([Loser(meeting.name) for meeting in above], fall)
        winners: list[Source] = [Winner(meeting.name) for meeting in rounds[-1]]
        met = [side for couple in zip(winners, fallen, strict=True) for side in couple]
        rounds.append(_in_twos(met, number=len(rounds) + 1))
        if len(rounds[-1]) > 1:
            rounds.append(_in_twos([Winner(one.name) for one in rounds[-1]], number=len(rounds) + 1))
    return rounds


def _in_twos(sides: list[Source], *, number: int) -> list[Meeting]:
    couples = zip(sides[::2], sides[1::2], strict=True)
    return [Meeting(f"lower-{number}.{at}", number + 1, couple) for at, couple in enumerate(couples, start=1)]


def _mixed(fallen: list[Source], fall: int) -> list[Source]:
    """Return those who fall in an order that keeps them from whom they have met, as long as can be.

    They fall upside down, then by halves, in turns: whoever beat them went into another part.
    """
    if fall % 2:
        return fallen[::-1]
    half = len(fallen) // 2
    return [*fallen[half:], *fallen[:half]]
