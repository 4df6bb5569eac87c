"""The order of seeds, stated as sentences of docs/formats.md."""

from tournaments.formats import Candidate, in_seed_order


def test_own_seeds_come_before_ratings_and_ratings_before_the_rest() -> None:
    candidates = [
        Candidate(entry=1),
        Candidate(entry=2, rating=1500),
        Candidate(entry=3, seed=2, rating=900),
        Candidate(entry=4, rating=1800),
        Candidate(entry=5, seed=1),
    ]

    assert in_seed_order(candidates) == (5, 3, 4, 2, 1)


def test_entries_that_are_level_stay_in_the_order_of_the_lot() -> None:
    lot = [Candidate(entry=entry, rating=1500) for entry in (8, 3, 5)]

    assert in_seed_order(lot) == (8, 3, 5)
