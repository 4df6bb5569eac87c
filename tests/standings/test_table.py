"""The table of a knockout, stated as sentences of docs/formats.md."""

from tournaments.formats import knockout
from tournaments.standings import Meeting, Standing, knockout_table


def evening(entries: int) -> list[Meeting]:
    """Return the meetings of a knockout in which the better seed wins each match 31-20."""
    meetings = []
    drawn = knockout.first_round(range(1, entries + 1))
    while drawn:
        winners = []
        for pairing in drawn:
            present = tuple(entry for entry in pairing.sides if entry is not None)
            winners.append(min(present))
            meetings.append(_meeting(len(drawn), present))
        drawn = knockout.next_round(winners)
    return meetings


def _meeting(size: int, present: tuple[int, ...]) -> Meeting:
    best = min(present)
    if len(present) == 1:
        return Meeting(size, present, best)
    points = (31, 20) if present[0] == best else (20, 31)
    return Meeting(size, present, best, points, best)


def by_entry(lines: tuple[Standing, ...]) -> dict[int, Standing]:
    """Return the lines by entry."""
    return {line.entry: line for line in lines}


def test_those_who_went_out_in_the_same_round_are_level() -> None:
    lines = knockout_table(range(1, 17), evening(16))

    assert [line.rank for line in lines] == [1, 2, 3, 3, *[5] * 4, *[9] * 8]
    assert lines[0].state == "champion"


def test_an_entry_still_in_has_no_place_and_stands_before_those_who_are_out() -> None:
    first_round_only = [meeting for meeting in evening(8) if meeting.size == 4]

    lines = knockout_table(range(1, 9), first_round_only)

    assert [line.rank for line in lines] == [None] * 4 + [5] * 4


def test_a_place_is_known_while_the_round_is_still_going_on() -> None:
    lines = knockout_table(range(1, 9), evening(8)[:1])

    assert by_entry(lines)[8].rank == 5


def test_a_bye_and_a_walkover_are_no_matches_played() -> None:
    meetings = [Meeting(2, (1,), 1), Meeting(2, (2, 3), 2), Meeting(1, (1, 2), 2)]

    lines = by_entry(knockout_table([1, 2, 3], meetings))

    assert lines[2].played == 0
    assert lines[2].state == "champion"
    assert (lines[1].rank, lines[3].rank) == (2, 3)


def test_who_goes_on_by_the_last_deal_has_not_won_the_match() -> None:
    level = Meeting(1, (1, 2), advances=2, points=(22, 22), winner=None)

    lines = by_entry(knockout_table([1, 2], [level]))

    assert (lines[2].rank, lines[2].won, lines[1].lost) == (1, 0, 0)
    assert lines[1].rank == 2


def test_after_a_double_walkover_in_the_final_there_is_no_champion() -> None:
    lines = knockout_table([1, 2], [Meeting(1, (1, 2), advances=None)])

    assert [(line.rank, line.state) for line in lines] == [(2, "out"), (2, "out")]


def test_points_are_added_up_from_the_side_an_entry_sat_on() -> None:
    meetings = [Meeting(2, (1, 4), 1, (31, 20), 1), Meeting(1, (2, 1), 2, (35, 11), 2)]

    lines = by_entry(knockout_table([1, 2, 4], meetings))

    assert lines[1].difference == 11 - 24
    assert (lines[1].played, lines[1].won, lines[1].lost) == (2, 1, 1)
