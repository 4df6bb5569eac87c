"""The stream: the same for the same key, and fair in what it draws."""

from collections import Counter

import pytest

from games.dealing import READABLE, Stream, framed

KEY = b"a key for tests"
KEY_SAYS = [
    4101145673,
    259670507,
    2845428105,
    532200993,
    3243695153,
    4125991696,
    4079878168,
    1086093346,
    3252283646,
    1794311023,
]


class Words(Stream):
    """A stream that says what it is told to, to force the rare branches."""

    def __init__(self, *words: int) -> None:
        super().__init__(KEY)
        self._words = list(words)

    def uint32(self) -> int:
        """Return the next number it was told."""
        return self._words.pop(0)


def test_a_key_says_the_same_on_every_machine() -> None:
    stream = Stream(KEY)

    drawn = [stream.uint32() for _ in range(10)]

    assert drawn == KEY_SAYS


def test_a_number_that_would_favour_low_ones_is_drawn_again() -> None:
    stream = Words(2**32 - 1, 2**32 - 2, 7)

    drawn = stream.below(10)

    assert drawn == 7


def test_the_last_fair_number_is_kept() -> None:
    stream = Words(2**32 - 7)

    drawn = stream.below(10)

    assert drawn == 9


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1])
def test_nothing_can_be_drawn_below_such_a_bound(bound: int) -> None:
    with pytest.raises(ValueError, match="nothing to draw"):
        Stream(KEY).below(bound)


def test_below_one_there_is_only_zero_and_the_widest_bound_works() -> None:
    stream = Stream(KEY)

    assert stream.below(1) == 0
    assert 0 <= stream.below(2**32) < 2**32


def test_numbers_below_a_bound_come_up_about_as_often() -> None:
    stream = Stream(KEY)

    drawn = Counter(stream.below(6) for _ in range(6000))

    # 1000 expected, standard deviation 29: five of them is no accident.
    assert all(abs(drawn[number] - 1000) < 145 for number in range(6))


def test_every_order_of_three_comes_up_about_as_often() -> None:
    stream = Stream(KEY)

    drawn = Counter(tuple(stream.shuffled("abc")) for _ in range(6000))

    assert len(drawn) == 6
    assert all(abs(count - 1000) < 145 for count in drawn.values())


def test_shuffling_leaves_what_it_was_given_alone() -> None:
    items = [3, 1, 2]

    order = Stream(KEY).shuffled(items)

    assert sorted(order) == [1, 2, 3]
    assert items == [3, 1, 2]


def test_a_uniform_number_lies_between_its_ends() -> None:
    stream = Stream(KEY)

    drawn = [stream.uniform(0.5, 1.5) for _ in range(1000)]

    assert all(0.5 <= number < 1.5 for number in drawn)
    assert abs(sum(drawn) / 1000 - 1.0) < 0.05


def test_the_ends_of_a_uniform_number_are_the_lowest_and_just_below_the_highest() -> None:
    assert Words(0, 0).uniform(2.0, 4.0) == 2.0
    assert Words(2**32 - 1, 2**32 - 1).uniform(0.0, 1.0) == 1.0 - 2**-53


def test_a_choice_is_one_of_the_items() -> None:
    stream = Stream(KEY)

    chosen = {stream.choice("abc") for _ in range(100)}

    assert chosen == {"a", "b", "c"}


def test_nothing_can_be_chosen_from_nothing() -> None:
    with pytest.raises(ValueError, match="nothing to draw"):
        Stream(KEY).choice([])


def test_a_token_is_made_of_letters_nobody_misreads() -> None:
    token = Stream(KEY).token(500)

    assert len(token) == 500
    assert set(token) == set(READABLE)
    assert not set("01IOl") & set(READABLE)


def test_a_token_keeps_to_the_alphabet_it_is_given() -> None:
    token = Stream(KEY).token(20, alphabet="xy")

    assert set(token) == {"x", "y"}


@pytest.mark.parametrize("count", [0, 1, 4, 32, 33])
def test_bytes_come_in_the_number_asked_for(count: int) -> None:
    assert len(Stream(KEY).bytes(count)) == count


def test_bytes_are_the_words_of_the_stream() -> None:
    words = Stream(KEY)

    drawn = Stream(KEY).bytes(8)

    assert drawn == words.uint32().to_bytes(4, "big") + words.uint32().to_bytes(4, "big")


def test_a_derived_stream_does_not_depend_on_what_was_drawn_before() -> None:
    fresh, used = Stream(KEY), Stream(KEY)
    used.bytes(100)

    assert fresh.derive("bots", 3).uint32() == used.derive("bots", 3).uint32()


def test_other_labels_give_other_streams() -> None:
    stream = Stream(KEY)
    labels: list[tuple[str | int, ...]] = [
        ("ab", "c"), ("a", "bc"), ("abc",), ("ab", "c", 0), ("ab", "c", 1), ("ab", "c", 2**40),
    ]  # fmt: skip

    first = {stream.derive(*label).uint32() for label in labels}

    assert len(first | {Stream(KEY).uint32()}) == len(labels) + 1


@pytest.mark.parametrize("labels", [(), ("",), ("", "more")])
def test_a_derived_stream_needs_a_label(labels: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="needs a label"):
        Stream(KEY).derive(*labels)


def test_a_stream_needs_a_key() -> None:
    with pytest.raises(ValueError, match="needs a key"):
        Stream(b"")


def test_framed_parts_cannot_be_taken_for_others() -> None:
    assert framed("ab", "c") != framed("a", "bc")
    assert framed("ab", 1) == b"\0\0\0\2ab\0\0\0\4\0\0\0\1"
    assert framed(2**32) == b"\0\0\0\5\1\0\0\0\0"


def test_a_number_below_zero_is_no_label() -> None:
    with pytest.raises(OverflowError):
        framed(-1)
