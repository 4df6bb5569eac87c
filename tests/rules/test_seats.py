"""Seats in order of play, partners opposite."""

from games.rules import SEATS, Seating, next_seat, partner, seats_of, side_of


def test_play_goes_round_the_table() -> None:
    assert [next_seat(seat) for seat in SEATS] == [1, 2, 3, 0]
    assert next_seat(SEATS[2], 3) == 1


def test_partners_sit_opposite_each_other() -> None:
    assert [partner(seat) for seat in SEATS] == [2, 3, 0, 1]


def test_in_pairs_the_two_sides_take_turns_round_the_table() -> None:
    sides = [side_of(seat, Seating.PAIRS) for seat in SEATS]

    assert sides == [0, 1, 0, 1]
    assert seats_of(sides[1], Seating.PAIRS) == (1, 3)


def test_in_solo_every_seat_is_a_side() -> None:
    sides = [side_of(seat, Seating.SOLO) for seat in SEATS]

    assert sides == [0, 1, 2, 3]
    assert seats_of(sides[2], Seating.SOLO) == (2,)
