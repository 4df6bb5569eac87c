"""Deals: what is committed to, what anybody can recompute, and who gets which card."""

from collections import Counter

import pytest

from games.dealing import commitment, deal, deal_secret, pack_order, public_part, verify

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


def test_a_shown_secret_verifies_its_deal() -> None:
    hands = deal(SECRET, public=PUBLIC, redeal=2, dealer=3)

    assert verify(
        SECRET,
        commitment=commitment(SECRET),
        public=PUBLIC,
        redeal=2,
        dealer=3,
        hands=hands,
    )


def test_another_secret_does_not_pass_for_the_one_committed_to() -> None:
    other = deal_secret(MASTER, 2)
    hands = deal(other, public=PUBLIC, redeal=0, dealer=0)

    assert not verify(
        other,
        commitment=commitment(SECRET),
        public=PUBLIC,
        redeal=0,
        dealer=0,
        hands=hands,
    )


def test_a_card_that_changed_hands_is_found_out() -> None:
    first, second, *others = deal(SECRET, public=PUBLIC, redeal=0, dealer=0)
    hands = [(second[0], *first[1:]), (first[0], *second[1:]), *others]

    assert not verify(
        SECRET,
        commitment=commitment(SECRET),
        public=PUBLIC,
        redeal=0,
        dealer=0,
        hands=hands,
    )


@pytest.mark.long
def test_a_card_goes_to_every_seat_about_as_often() -> None:
    owners: Counter[int] = Counter()

    for number in range(4000):
        hands = deal(deal_secret(MASTER, number), public=PUBLIC, redeal=0, dealer=0)
        owners[next(seat for seat in range(4) if 0 in hands[seat])] += 1

    # 1000 expected, standard deviation 27: five of them is no accident.
    assert all(abs(owners[seat] - 1000) < 137 for seat in range(4))
