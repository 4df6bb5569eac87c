"""Who gets which prize: by place in the final order, shared by who is level, also in narrower fields."""

from __future__ import annotations

from tournaments.standings.prizes import Prize, awards, final_order, winners

CUP = Prize(1, 1)
FIRST, SECOND, THIRD = (
    Prize(number, number, thousandths=amount * 1000, currency="USD")
    for number, amount in ((1, 300), (2, 200), (3, 100))
)


def money(prizes: list[Prize], order: dict[int, int]) -> dict[int, list[tuple[str, int]]]:
    """Return what each entry takes home."""
    return {one.entry: list(one.money) for one in awards(prizes, order)}


def test_a_prize_goes_to_its_place() -> None:
    assert winners([CUP, Prize(2, 2)], {11: 1, 12: 2, 13: 3}) == {1: (11,), 2: (12,)}


def test_who_is_level_shares_the_prizes_for_the_places_they_have_together() -> None:
    order = {11: 1, 12: 2, 13: 2, 14: 4}

    assert money([FIRST, SECOND, THIRD], order) == {
        11: [("USD", 300_000)],
        12: [("USD", 150_000)],
        13: [("USD", 150_000)],
    }
    assert winners([SECOND, THIRD], order) == {2: (12, 13), 3: (12, 13)}


def test_the_last_prize_is_shared_by_all_who_are_level_on_its_place() -> None:
    assert money([FIRST], {11: 1, 12: 1, 13: 1}) == {entry: [("USD", 100_000)] for entry in (11, 12, 13)}


def test_money_that_cannot_be_divided_is_rounded_down_to_a_hundredth() -> None:
    assert money([Prize(1, 1, 100_000, "USD")], {11: 1, 12: 1, 13: 1})[11] == [("USD", 33_330)]


def test_currencies_are_not_added_up() -> None:
    two = [Prize(1, 1, 100_000, "USD"), Prize(2, 2, 9_000, "KWD")]

    assert money(two, {11: 1, 12: 1}) == {entry: [("USD", 50_000), ("KWD", 4_500)] for entry in (11, 12)}


def test_a_narrower_field_counts_its_own_places() -> None:
    best_guest = Prize(2, 1, open_to=frozenset({13, 14}))

    assert winners([CUP, best_guest], {11: 1, 12: 2, 13: 3, 14: 4}) == {1: (11,), 2: (13,)}


def test_an_entry_may_win_a_place_and_be_the_best_of_its_field() -> None:
    assert winners([CUP, Prize(2, 1, open_to=frozenset({11}))], {11: 1}) == {1: (11,), 2: (11,)}


def test_who_missed_the_last_stage_stands_behind_all_who_did_not() -> None:
    swiss = {11: 2, 12: 1, 13: 3, 14: 4, 15: None}
    final = {11: 1, 12: 2}

    assert final_order([final, swiss]) == {11: 1, 12: 2, 13: 5, 14: 6}
    assert winners([Prize(1, 3)], final_order([final, swiss])) == {1: (13,)}


def test_nobody_gets_a_prize_for_a_place_that_nobody_has() -> None:
    assert winners([Prize(1, 5)], {11: 1}) == {1: ()}
