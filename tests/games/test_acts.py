"""Every actor on every seat in every phase, and acts that come twice, late or out of order."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import bots, store
from games.dealing import Stream
from games.models import Table, User
from games.rules import (
    SEATS,
    Action,
    Call,
    NameTrump,
    Phase,
    PlayCard,
    Ready,
    Refusal,
    Seat,
    apply,
    autoplay,
    parse_card,
    parse_suit,
    view,
)
from games.services import play
from tests.cast import NOW
from tests.games.scene import bots_table, log_of, next_act, opened, play_on, stored

ACTIONS: tuple[Action, ...] = (
    Call("P"),
    Call("7"),
    NameTrump(parse_suit("S")),
    PlayCard(parse_card("AS")),
    Ready(),
)
PHASES = (Phase.AUCTION, Phase.TRUMP, Phase.PLAY, Phase.RESULT)


@pytest.mark.parametrize("phase", PHASES)
def test_in_every_phase_only_the_one_whose_turn_it_is_can_move_the_table(
    four: list[User], charlie: User, phase: Phase
) -> None:
    table = opened(four)
    while stored(table).position.phase is not phase:
        play_on(table, four, 1)
    before = stored(table)

    for claimed in (None, *SEATS):
        for seat, user in [*zip(SEATS, four, strict=True), (None, charlie)]:
            for n, action in enumerate(ACTIONS):
                if is_legal(before, seat, action):
                    continue
                act = play.Act(user.pk, action, f"{claimed}-{seat}-{n}", before.seq)
                with pytest.raises(Refusal):
                    play.submit_now(table.pk, act, seat=claimed, now=NOW)

    assert stored(table) == before


def is_legal(now: store.Stored, seat: Seat | None, action: Action) -> bool:
    """Return whether the rules let this seat do this now."""
    if seat is None:
        return False
    try:
        apply(now.position, seat, action)
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("action", ACTIONS)
def test_a_socket_cannot_say_which_seat_it_acts_for(four: list[User], action: Action) -> None:
    """The seat it is known under is for finding its earlier acts only; who he is decides."""
    table = opened(four)
    before = stored(table)
    turn = before.position.turn
    assert turn is not None
    other = four[(turn + 1) % 4]

    with pytest.raises(Refusal):
        play.submit_now(table.pk, play.Act(other.pk, action, "a", before.seq), seat=turn, now=NOW)

    assert stored(table) == before


@dataclass(frozen=True, slots=True)
class Sent:
    """An act on its way: whose it is, and what it says."""

    seat: Seat
    act: play.Act


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    chances=st.lists(st.sampled_from(["once", "twice", "late", "lost", "all again"]), min_size=8, max_size=25)
)
def test_whatever_the_network_does_to_acts_the_log_is_that_of_each_once(
    four: list[User], chances: list[str]
) -> None:
    """The reference: the acts that were acknowledged, in their order, each applied once."""
    table = opened(four)
    start = stored(table)
    sent: list[Sent] = []
    answers: dict[str, int] = {}
    delayed: list[Sent] = []

    for n, chance in enumerate(chances):
        seat, act = next_act(table, four, client_id=f"a{n}")
        sent.append(Sent(seat, act))
        for one in arrivals(chance, sent, delayed):
            deliver(table, one, answers)

    expected = start.position
    acknowledged = {one.act.client_id: one for one in sent if one.act.client_id in answers}
    for name, _ in sorted(answers.items(), key=lambda item: item[1]):
        expected, _ = apply(expected, acknowledged[name].seat, acknowledged[name].act.action)
    assert stored(table).position == expected
    assert len(log_of(table)) == stored(table).seq


def arrivals(chance: str, sent: list[Sent], delayed: list[Sent]) -> list[Sent]:
    """Return what reaches the server now, the last act having been sent."""
    match chance:
        case "twice":
            return [sent[-1], sent[-1]]
        case "late":
            delayed.append(sent[-1])
            return []
        case "lost":
            return []
        case "all again":
            late, delayed[:] = list(delayed), []
            return [sent[-1], *late, *sent]
    return [sent[-1]]


def deliver(table: Table, one: Sent, answers: dict[str, int]) -> None:
    """Let an act arrive; an answer it had before must be its answer again."""
    try:
        answer = play.submit_now(table.pk, one.act, seat=one.seat, now=NOW)
    except Refusal:
        assert one.act.client_id not in answers
        return
    assert answers.setdefault(one.act.client_id, answer.first_seq) == answer.first_seq


def test_what_a_timeout_does_is_decided_from_the_view_alone(four: list[User]) -> None:
    table = opened(four)
    play_on(table, four, 7)
    now = stored(table)
    assert now.position.turn is not None
    expected = autoplay(view(now.position, now.position.turn))
    due = now.due_at
    assert due is not None

    play.play_due(due)

    after, _ = apply(now.position, now.position.turn, expected)
    assert stored(table).position == after


def test_what_a_bot_does_can_be_found_again_from_the_secret_of_its_match(db: None) -> None:
    table = bots_table()
    for _ in range(20):
        now = stored(table)
        turn = now.position.turn
        assert turn is not None
        chance = Stream(now.master).derive("bot", now.seq)
        seen, rules = view(now.position, turn), now.position.rules
        expected, events = apply(now.position, turn, bots.choose(seen, chance, rules))
        play.play_due(NOW)
        if not any(event.kind in ("all_pass", "over") for event in events):
            assert stored(table).position == expected
