"""Deals: what is committed to, what anybody can recompute, and who gets which card."""

from collections import Counter

import pytest

from games.dealing import (
    FIRST_DEALER,
    commitment,
    deal,
    deal_secret,
    first_dealer,
    pack_order,
    public_part,
)

MASTER = bytes(range(32))
SECRET = deal_secret(MASTER, 1)
PUBLIC = public_part([b"seat0-seed", b"seat1-seed", b"seat2-seed", b"seat3-seed"])


def test_the_published_vector_gives_its_commitment() -> None:
    promised = commitment(SECRET)

    assert promised == "e75a0f59157f2ce7c1f5fc31eb3c07379b2a9539c08c0f799a43e81d72539cc5"


def test_the_published_vector_gives_its_pack() -> None:
    pack = pack_order(SECRET, public=PUBLIC, redeal=0)

    assert pack[:13] == (0, 39, 26, 12, 48, 40, 43, 18, 31, 2, 16, 13, 37)
    assert pack[-3:] == (30, 20, 19)
    assert sorted(pack) == list(range(52))


@pytest.mark.parametrize("dealer", range(4))
def test_cards_go_out_one_at_a_time_from_the_seat_after_the_dealer(dealer: int) -> None:
    pack = pack_order(SECRET, public=PUBLIC, redeal=0)

    hands = deal(SECRET, public=PUBLIC, redeal=0, dealer=dealer)

    for place, card in enumerate(pack):
        assert card in hands[(dealer + 1 + place) % 4]


def test_a_hand_is_thirteen_cards_in_order() -> None:
    hands = deal(SECRET, public=PUBLIC, redeal=0, dealer=0)

    assert [len(hand) for hand in hands] == [13, 13, 13, 13]
    assert all(list(hand) == sorted(hand) for hand in hands)


def test_every_part_of_a_deal_changes_it() -> None:
    usual = deal(SECRET, public=PUBLIC, redeal=0, dealer=0)

    others = [
        deal(deal_secret(MASTER, 2), public=PUBLIC, redeal=0, dealer=0),
        deal(SECRET, public=b"another", redeal=0, dealer=0),
        deal(SECRET, public=PUBLIC, redeal=1, dealer=0),
        deal(SECRET, public=PUBLIC, redeal=0, dealer=1),
    ]

    assert len({usual, *others}) == 5


def test_a_seat_that_does_not_exist_cannot_deal() -> None:
    with pytest.raises(ValueError, match="no such seat: 4"):
        deal(SECRET, public=PUBLIC, redeal=0, dealer=4)


def test_the_first_dealer_is_drawn_from_secret_0_and_the_public_part() -> None:
    secret = deal_secret(MASTER, FIRST_DEALER)

    drawn = Counter(first_dealer(secret, public=public_part([bytes([n])])) for n in range(200))

    assert sorted(drawn) == [0, 1, 2, 3]
    assert min(drawn.values()) > 25  # 50 expected, standard deviation 6


def test_a_public_number_changes_the_public_part_and_none_does_not() -> None:
    seeds = [b"seat0-seed", b"seat1-seed", b"seat2-seed", b"seat3-seed"]

    assert public_part(seeds, "") == PUBLIC
    assert public_part(seeds, "7") != PUBLIC
    assert public_part(seeds, "7") != public_part(seeds, "8")


@pytest.mark.long
def test_a_card_goes_to_every_seat_about_as_often() -> None:
    owners: Counter[int] = Counter()

    for number in range(4000):
        hands = deal(deal_secret(MASTER, number), public=PUBLIC, redeal=0, dealer=0)
        owners[next(seat for seat in range(4) if 0 in hands[seat])] += 1

    # 1000 expected, standard deviation 27: five of them is no accident.
    assert all(abs(owners[seat] - 1000) < 137 for seat in range(4))
