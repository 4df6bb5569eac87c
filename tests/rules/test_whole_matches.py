"""Whole matches played at random: what holds at every step of them."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from games.dealing import Stream
from games.rules import (
    NEXT,
    PACK,
    PASS,
    SEATS,
    Call,
    NameTrump,
    Phase,
    PlayCard,
    Ready,
    Refusal,
    RuleSet,
    Suit,
    apply,
    next_seat,
)
from tests.rules.playing import (
    SUIT_EACH,
    call,
    chosen,
    contracted,
    dealt,
    match,
    play_out,
)
from tests.rules.presets import LEVANTINE, PLAYED_OUT

# One match at once; the others when there is time.
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 8))]


@pytest.mark.long
@pytest.mark.parametrize("rules", PLAYED_OUT)
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_legal_leads_on_to_a_phase_that_may_follow(rules: RuleSet, seed: int) -> None:
    for before, _, _, after, events in match(rules, seed):
        assert after.phase in NEXT[before.phase]
        assert events


@pytest.mark.parametrize("rules", PLAYED_OUT)
@pytest.mark.parametrize("seed", SEEDS)
def test_no_card_is_ever_lost_or_doubled(rules: RuleSet, seed: int) -> None:
    for _, _, _, after, _ in match(rules, seed):
        if after.phase in (Phase.AUCTION, Phase.TRUMP, Phase.PLAY):
            held = [card for hand in after.hands for card in hand]
            gone = [card for _, card in after.played]
            assert sorted(held + gone) == list(PACK)


@pytest.mark.parametrize("rules", PLAYED_OUT)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_scored_deal_shares_out_thirteen_tricks_and_adds_to_the_totals(rules: RuleSet, seed: int) -> None:
    for before, _, _, after, _ in match(rules, seed):
        if len(after.sheet) > len(before.sheet):
            line = after.sheet[-1]
            gained = [new - old for new, old in zip(after.totals, before.totals, strict=True)]
            assert sum(line.tricks) == 13
            assert list(line.points) == gained


@pytest.mark.parametrize("rules", PLAYED_OUT)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_dealer_moves_on_unless_the_rules_keep_him(rules: RuleSet, seed: int) -> None:
    dealers = [
        (before.dealer, after.dealer, after.redeals > 0)
        for before, _, _, after, _ in match(rules, seed)
        if after.phase is Phase.DEAL
    ]

    for dealer, following, passed in dealers:
        stays = passed and rules.dealer_all_pass.value == "same"
        assert following == (dealer if stays else next_seat(dealer))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_refused_action_leaves_everything_as_it_was(seed: int) -> None:
    stream = Stream(f"wrong {seed}".encode())

    for before, _, _, _, _ in match(LEVANTINE, seed, 2):
        text = before.to_json()
        action: Any = stream.choice(
            [Call(str(stream.below(16))), PlayCard(PACK[stream.below(52)]), Ready(), SUIT_EACH]
        )
        with suppress(Refusal):
            apply(before, stream.choice([None, *SEATS]), action)
        assert before.to_json() == text


def test_the_same_action_leads_to_the_same_position() -> None:
    before = contracted()
    seat, action = chosen(before, Stream(b"twice"))

    assert apply(before, seat, action) == apply(before, seat, action)


def test_positions_of_edited_rules_play_by_the_rules_they_began_with() -> None:
    edited = replace(LEVANTINE, round_cap=1)

    over = play_out(
        apply(call(dealt(rules=edited), "7", PASS, PASS, PASS), SEATS[0], NameTrump(Suit.SPADES))[0]
    )

    assert over.phase is Phase.OVER
