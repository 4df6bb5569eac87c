"""What pages put into the deals: hashes first, then values, and what stands against cheating with it."""

from __future__ import annotations

from typing import Any

import pytest

from games import store
from games.dealing import public_part
from games.models import Table, User
from games.rules import SEATS, Phase
from games.services import entropy, opening, play, practice, rulings, tables
from games.services.clocks import TablePolicy
from games.services.entropy import (
    BadEntropy,
    Entropy,
    EntropyMismatch,
    EntropyNotAsked,
    EntropyTwice,
    HashesFirst,
    PutHash,
    PutValue,
    Step,
)
from tests.cast import NOW
from tests.games.scene import SECOND, log_of, opened, plan, stored
from tests.games.shuffling import (
    VALUES,
    WAIT,
    asked,
    hash_of,
    kinds,
    last,
    put,
    put_hashes,
    put_values,
    state_of,
)
from tests.rules.presets import LEVANTINE

# ---- nobody chooses last ------------------------------------------------------------------------


def test_a_value_told_before_all_hashes_are_in_is_refused(four: list[User]) -> None:
    """Grinding: whoever hears the others' values before he has bound himself chooses the cards."""
    table = asked(four)
    put_hashes(table, four, [0, 1, 2])
    before = stored(table)

    with pytest.raises(HashesFirst):
        put(table, four[0], PutValue(VALUES[0]))
    with pytest.raises(HashesFirst):
        put(table, four[3], PutValue(VALUES[3]))

    assert stored(table) == before


def test_a_hash_given_when_values_are_told_is_refused(four: list[User]) -> None:
    table = asked(four)
    put_hashes(table, four, [0, 1, 2])
    play.play_due(NOW + WAIT * SECOND)
    assert state_of(table).step is Step.VALUES

    with pytest.raises(EntropyNotAsked):
        put(table, four[3], PutHash(hash_of(VALUES[3])))
    with pytest.raises(EntropyNotAsked):
        put(table, four[3], PutValue(VALUES[3]))


def test_a_value_that_is_not_the_one_promised_is_refused_and_the_right_one_still_counts(
    four: list[User],
) -> None:
    table = asked(four)
    put_hashes(table, four)

    with pytest.raises(EntropyMismatch):
        put(table, four[0], PutValue("44"))
    put(table, four[0], PutValue(VALUES[0]))

    assert state_of(table).values[0] == VALUES[0]


def test_nobody_puts_in_twice(four: list[User]) -> None:
    table = asked(four)
    put_hashes(table, four, [0])
    with pytest.raises(EntropyTwice):
        put(table, four[0], PutHash(hash_of("44")), name="another")

    put_hashes(table, four, [1, 2, 3])
    put_values(table, four, [0])
    with pytest.raises(EntropyTwice):
        put(table, four[0], PutValue(VALUES[0]), name="another")


def test_when_the_cards_are_dealt_nothing_can_be_put_in_any_more(four: list[User]) -> None:
    table = asked(four)
    put_hashes(table, four, [0, 1])
    play.play_due(NOW + WAIT * SECOND)
    put_values(table, four, [0, 1])
    before = stored(table)

    for part in (PutHash(hash_of(VALUES[3])), PutValue(VALUES[3])):
        with pytest.raises(EntropyNotAsked):
            put(table, four[3], part)

    assert stored(table) == before


@pytest.mark.parametrize("value", ["", "0", "g0", "AA", "0" * 130, "00 "])
def test_a_value_is_1_to_64_bytes_in_small_hexadecimal_letters(value: str) -> None:
    with pytest.raises(BadEntropy):
        entropy.part_of("entropy", {"value": value})


@pytest.mark.parametrize("hash_", ["", "00", "A" * 64, "0" * 63 + "\n"])
def test_a_hash_is_64_small_hexadecimal_digits(hash_: str) -> None:
    with pytest.raises(BadEntropy):
        entropy.part_of("entropy_hash", {"hash": hash_})


@pytest.mark.parametrize("data", [{}, {"value": 7}, {"hash": None}, {"value": ["00"]}])
def test_what_has_no_value_is_no_contribution(data: dict[str, Any]) -> None:
    for kind in ("entropy", "entropy_hash"):
        with pytest.raises(BadEntropy):
            entropy.part_of(kind, data)


def test_who_does_not_sit_there_puts_in_nothing(four: list[User], charlie: User) -> None:
    table = asked(four)

    with pytest.raises(play.NotSeated):
        play.submit_now(table.pk, play.Part(charlie.pk, PutHash(hash_of("00")), "9f-1"), seat=None, now=NOW)


def test_before_the_last_seat_is_taken_nobody_is_asked(four: list[User]) -> None:
    table = asked([*four[:3], None])

    with pytest.raises(EntropyNotAsked):
        put(table, four[0], PutHash(hash_of(VALUES[0])))
    assert stored(table).due_at is None


# ---- time ---------------------------------------------------------------------------------------


def test_who_gives_no_hash_in_time_has_put_in_nothing_and_is_named(four: list[User]) -> None:
    table = asked(four)
    put_hashes(table, four, [0, 2, 3])
    assert stored(table).due_at == NOW + WAIT * SECOND

    assert play.play_due(NOW + WAIT * SECOND) == 1
    assert last(table, "entropy_ask") == {"step": "value", "seats": [0, 2, 3]}
    put_values(table, four, [0, 2, 3])

    assert last(table, "entropy_end")["missing"] == [1]
    parts = [bytes.fromhex(VALUES[seat]) if seat != 1 else b"" for seat in SEATS]
    assert state_of(table).public == public_part(parts)


def test_who_does_not_tell_his_value_in_time_has_put_in_nothing_and_is_named(four: list[User]) -> None:
    table = asked(four)
    put_hashes(table, four)
    put_values(table, four, [1, 2, 3])

    assert play.play_due(NOW + WAIT * SECOND) == 1

    assert last(table, "entropy_end")["missing"] == [0]
    assert stored(table).position.phase is Phase.AUCTION


def test_where_no_page_answers_the_cards_are_dealt_after_one_wait(four: list[User]) -> None:
    table = asked(four)

    assert play.play_due(NOW + WAIT * SECOND) == 1

    assert last(table, "entropy_end")["missing"] == [0, 1, 2, 3]
    assert stored(table).position.phase is Phase.AUCTION


def test_the_second_step_has_its_own_time_and_a_part_gives_the_others_no_more(four: list[User]) -> None:
    table = asked(four)
    put(table, four[0], PutHash(hash_of(VALUES[0])), now=NOW + SECOND)
    assert stored(table).due_at == NOW + WAIT * SECOND

    for seat in (1, 2, 3):
        put(table, four[seat], PutHash(hash_of(VALUES[seat])), now=NOW + 2 * SECOND)
    assert stored(table).due_at == NOW + (2 + WAIT) * SECOND
    put(table, four[0], PutValue(VALUES[0]), now=NOW + 4 * SECOND)

    assert stored(table).due_at == NOW + (2 + WAIT) * SECOND


def test_who_gets_up_meanwhile_stops_nobody(four: list[User]) -> None:
    table = asked(four)
    put_hashes(table, four)
    tables.leave(table_id=table.pk, user=four[1], now=NOW)

    put_values(table, four, [0, 2, 3])
    assert stored(table).position.phase is Phase.DEAL
    play.play_due(NOW + WAIT * SECOND)

    assert last(table, "entropy_end")["missing"] == [1]
    assert stored(table).position.phase is Phase.AUCTION
    assert Table.objects.get(pk=table.pk).state == Table.State.PLAYING


def test_a_table_of_bots_waits_for_nobody(db: None) -> None:
    bots = plan(policy=TablePolicy.people(bots_after=0), entropy_seconds=WAIT)

    (table,) = opening.open_tables([bots], now=NOW)

    assert kinds(table) == ["commitments", "entropy_end", "match", "reveal", "deal"]
    assert last(table, "entropy_end")["missing"] == []


def test_where_the_table_has_no_time_for_it_the_cards_are_dealt_at_once(four: list[User]) -> None:
    table = opened(four, entropy_seconds=0)

    assert kinds(table) == ["commitments", "entropy_end", "match", "reveal", "deal"]


def test_only_the_people_among_bots_are_asked(bob: User) -> None:
    table = opened([bob, None, None, None], policy=TablePolicy.people(bots_after=60), entropy_seconds=WAIT)

    tables.seat_due_bots(NOW + 60 * SECOND)

    assert last(table, "entropy_ask") == {"step": "hash", "seats": [0]}


def test_practice_asks_its_one_person(bob: User, stream: Any) -> None:
    table = practice.open_table(bob, rules=LEVANTINE, stream=stream, now=NOW)
    assert last(table, "entropy_ask") == {"step": "hash", "seats": [0]}

    put(table, bob, PutHash(hash_of("ab")))
    put(table, bob, PutValue("ab"))

    assert state_of(table).values == ("ab", "", "", "")
    assert stored(table).position.phase is Phase.AUCTION


def test_time_called_meanwhile_ends_the_match_before_a_card_is_dealt(four: list[User]) -> None:
    table = asked(four)
    put_hashes(table, four)
    put_values(table, four, [0])

    rulings.no_new_deal([table.pk], now=NOW)

    assert kinds(table)[-5:] == ["entropy_end", "match", "reveal", "time_up", "over"]
    assert last(table, "entropy_end")["missing"] == [1, 2, 3]
    assert stored(table).due_at is None


def test_the_next_match_at_a_table_asks_again_under_a_name_of_its_own(four: list[User]) -> None:
    table = asked(four, public_number="4 2")
    rulings.no_new_deal([table.pk], now=NOW)

    opening.play_again([table.pk], masters=[b"2" * 32], now=NOW)

    assert last(table, "commitments")["match"] == f"{table.public_id}/2"
    assert last(table, "commitments")["public_number"] == "4 2"
    assert stored(table).due_at == NOW + WAIT * SECOND
    put_hashes(table, four)
    put_values(table, four)
    assert stored(table).position.phase is Phase.AUCTION


# ---- what is stored -----------------------------------------------------------------------------


def test_a_part_that_comes_again_gets_its_first_answer_and_counts_once(four: list[User]) -> None:
    table = asked(four)
    first = put(table, four[0], PutHash(hash_of(VALUES[0])), name="9f-1")
    put_hashes(table, four, [1, 2, 3])

    again = put(table, four[0], PutHash(hash_of(VALUES[0])), name="9f-1")

    assert again == first
    assert kinds(table).count("entropy_hash") == 4


def test_all_of_it_is_on_disk_and_in_the_log(four: list[User]) -> None:
    """A process that ends in the middle has nothing to remember: the next reads it here."""
    table = asked(four)
    put_hashes(table, four)
    put_values(table, four, [2])

    found = state_of(table)

    log = [entry.event for entry in log_of(table)]
    hashes = {one.seat: one.data["hash"] for one in log if one.kind == "entropy_hash"}
    values = {one.seat: one.data["value"] for one in log if one.kind == "entropy"}
    assert found.hashes == tuple(hashes[seat] for seat in SEATS)
    assert found.values == tuple(values.get(seat, "") for seat in SEATS)
    assert Entropy.from_json(found.to_json()) == found
    put_values(table, four, [0, 1, 3])
    assert stored(table).position.phase is Phase.AUCTION


def test_a_part_that_is_not_written_changes_nothing(four: list[User]) -> None:
    """Of two parts decided from the same position the one whose table has moved must not stay behind."""
    table = asked(four)
    before = stored(table)
    one, other = (
        play._put_in(
            before, SEATS[seat], play.Part(four[seat].pk, PutHash(hash_of(VALUES[seat])), f"9f-{seat}"), NOW
        )
        for seat in (0, 1)
    )

    answers = [*store.commit([one], now=NOW), *store.commit([other], now=NOW)]

    assert [type(answer).__name__ for answer in answers] == ["Committed", "TableMoved"]
    assert state_of(table).hashes == (hash_of(VALUES[0]), "", "", "")
