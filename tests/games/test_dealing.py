"""A match's cards: the promise first, the scheme's cards then, and each secret when its deal is over."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games import store
from games.dealing import Promise, first_dealer, public_part
from games.dealing import deal as dealt_from
from games.dealing import deal_secret as secret_of
from games.hub import event_frames
from games.models import Table, User
from games.rules import RULESETS, SEATS, Adjust, Phase, Retire, Side, WrongPhase, names
from games.services import play, watch
from games.services.clocks import TablePolicy
from tests.cast import NOW
from tests.games.scene import MASTER, SECOND, bots_table, log_of, opened, play_on, play_out, stored
from tests.games.shuffling import VALUES, asked, hash_of, kinds, last, put_hashes, put_values, state_of

SIDE = Side(1)

# ---- the usual course ---------------------------------------------------------------------------


def test_the_promise_comes_before_anybody_is_asked_and_the_cards_after_everybody_has_put_in(
    four: list[User],
) -> None:
    table = asked(four)
    assert kinds(table) == ["commitments", "entropy_ask"]

    put_hashes(table, four)
    assert kinds(table)[2:] == [*["entropy_hash"] * 4, "entropy_ask"]
    put_values(table, four)

    assert kinds(table)[7:] == [*["entropy"] * 4, "entropy_end", "match", "reveal", "deal"]
    assert stored(table).position.phase is Phase.AUCTION
    assert stored(table).due_at == NOW + TablePolicy.people().call_seconds * SECOND


def test_cards_and_first_dealer_are_those_of_the_scheme(four: list[User]) -> None:
    table = asked(four)

    put_hashes(table, four)
    put_values(table, four)

    public = public_part([bytes.fromhex(value) for value in VALUES])
    dealer = first_dealer(secret_of(MASTER, 0), public=public)
    hands = dealt_from(secret_of(MASTER, 1), public=public, redeal=0, dealer=dealer)
    assert stored(table).position.dealer == dealer
    assert last(table, "match")["dealer"] == dealer
    assert last(table, "deal")["hands"] == [names(hand) for hand in hands]  # type: ignore[arg-type]
    assert last(table, "entropy_end") == {"missing": [], "public": public.hex()}
    assert last(table, "reveal") == {"deal": 0, "secret": secret_of(MASTER, 0).hex()}


def test_the_promise_in_the_log_is_the_root_of_the_list(four: list[User]) -> None:
    table = asked(four, public_number="4 2")

    name = f"{table.public_id}/1"
    promise = Promise.of(MASTER, match=name, public_number="4 2", deal=1)
    assert last(table, "commitments") == {
        "match": name,
        "public_number": "4 2",
        "first": 0,
        "last": 64,
        "root": promise.root,
    }


def test_the_public_number_goes_into_the_deals(four: list[User]) -> None:
    table = asked(four, public_number="4 2")

    put_hashes(table, four)
    put_values(table, four)

    assert state_of(table).public == public_part([bytes.fromhex(value) for value in VALUES], "4 2")
    assert last(table, "entropy_end")["public"] == state_of(table).public.hex()


# ---- what leaves the server ---------------------------------------------------------------------


def test_a_page_that_comes_in_the_middle_is_told_what_it_is_asked_for(four: list[User]) -> None:
    table = asked(four)
    put_hashes(table, four, [0, 1])

    told = watch.snapshot(table.pk, SEATS[2], now=NOW)["entropy"]

    assert (told["step"], told["seats"]) == ("hash", [2, 3])
    assert told["hashes"] == [hash_of(VALUES[0]), hash_of(VALUES[1]), "", ""]
    assert told["root"] == last(table, "commitments")["root"]


def test_a_deals_secret_is_shown_when_it_has_been_scored_and_not_before(four: list[User]) -> None:
    table = opened(four)
    while stored(table).position.phase is not Phase.RESULT:
        assert last(table, "reveal")["deal"] == 0
        play_on(table, four, 1)

    assert kinds(table)[-2:] == ["score", "reveal"]
    assert last(table, "reveal") == {"deal": 1, "secret": secret_of(MASTER, 1).hex()}


def test_a_deal_everybody_passed_shows_nothing_for_it_is_dealt_again_from_the_same_secret(
    four: list[User],
) -> None:
    """Planted: its secret shown then told everybody the cards of the deal that followed."""
    table = opened(four)
    pass_once(table, four)

    assert stored(table).position.redeals == 1
    assert last(table, "reveal")["deal"] == 0


def pass_once(table: Table, four: Sequence[User]) -> None:
    """Let everybody pass."""
    for _ in range(4):
        now = stored(table)
        turn = now.position.turn
        assert turn is not None
        act = play.Act(four[turn].pk, play.action_of("pass", {}), f"p{now.seq}", now.seq)
        play.submit_now(table.pk, act, seat=turn, now=NOW)


def test_a_match_that_ends_for_want_of_a_bid_shows_the_secret_of_its_deals(four: list[User]) -> None:
    table = opened(four)
    limit = RULESETS["levantine"].all_pass_limit
    assert limit is not None
    for _ in range(limit):
        pass_once(table, four)

    assert kinds(table)[-2:] == ["over", "reveal"]
    assert last(table, "reveal")["deal"] == 1


def test_a_match_that_a_director_ends_in_mid_deal_shows_the_secret_of_that_deal(four: list[User]) -> None:
    table = opened(four)
    play_on(table, four, 9)

    retired = play.decide(stored(table), None, Retire(SIDE), now=NOW, by="director")

    assert [entry.event.kind for entry in retired.events] == ["retire", "over", "reveal"]


def test_a_match_that_a_director_ends_before_its_first_card_begins_and_is_over(four: list[User]) -> None:
    table = asked(four)

    retired = play.decide(stored(table), None, Retire(SIDE), now=NOW, by="director")

    told = [entry.event.kind for entry in retired.events]
    assert told == ["entropy_end", "match", "reveal", "retire", "over"]


def test_points_are_given_or_taken_when_the_match_has_begun(four: list[User]) -> None:
    table = asked(four)

    with pytest.raises(WrongPhase):
        play.decide(stored(table), None, Adjust(SIDE, -2), now=NOW, by="director")


def test_every_deal_of_a_whole_match_shows_its_secret_once(db: None) -> None:
    table = bots_table(cap=3)

    play_out()

    shown = [entry.event.data["deal"] for entry in log_of(table) if entry.event.kind == "reveal"]
    assert shown == list(range(len(stored(table).position.sheet) + 1))


def test_nothing_a_viewer_is_sent_holds_a_secret_that_is_not_shown(four: list[User]) -> None:
    table = asked(four)
    put_hashes(table, four)
    put_values(table, four)
    play_on(table, four, 20)

    now, log = stored(table), tuple(log_of(table))
    frames = event_frames(store.Committed(table.pk, 1, log, now.position, None, NOW), SEATS[0])
    text = str([*frames, watch.snapshot(table.pk, SEATS[0], now=NOW)])

    assert secret_of(MASTER, 0).hex() in text
    assert MASTER.hex() not in text
    assert not any(secret_of(MASTER, number).hex() in text for number in range(1, 65))


def test_a_match_that_outlasts_its_list_promises_another_before_the_first_call(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.dealing.promises.DEALS_A_LIST", 2)

    table = bots_table(cap=5)
    play_out()

    log = [entry.event for entry in log_of(table)]
    promised = [(one.data["first"], one.data["last"]) for one in log if one.kind == "commitments"]
    played = stored(table).position.deal_number
    assert played > 2
    assert promised == [(0, 2), (3, 4), (5, 6)][: 1 + (played - 1) // 2]
    for at, one in enumerate(log):
        if one.kind == "commitments" and one.data["first"]:
            assert (log[at + 1].kind, log[at + 1].data["deal"]) == ("deal", one.data["first"])
