"""Whoever plays for a seat leaves its partner the tricks he has: bots of every kind, and the clock."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from games.bots import BOTS, Bot, choose
from games.bots.memory import Memory
from games.bots.play import choose_card
from games.bots.strong import worth_trying
from games.dealing import Stream
from games.rules import NAME_OF, RULESETS, Action, PlayCard, RuleSet, apply, autoplay, names, view
from tests.bots.moments import contracted
from tests.bots.seats import LEVANTINE, STREAM, playing

CLUB, STRONG = BOTS["club"], BOTS["strong"]
# Deals in which to ruff is worth something to who sees all hands: a strong bot once did in each.
TEMPTING = (("levantine", 31), ("moving-trump", 18), ("kibbi", 18))


def moments(rules: RuleSet, stream: Stream) -> Iterator[dict[str, Any]]:
    """Yield the views of a deal in which a seat could ruff a trick that its partner has for certain."""
    position = contracted(rules, stream)
    while (turn := position.turn) is not None:
        seen = view(position, turn)
        memory = Memory.of(seen, rules)
        ruffs, others = memory.legal & memory.trumps, memory.legal & ~memory.trumps
        if memory.partner_has_the_trick and ruffs and others:
            yield seen
        position, _ = apply(position, turn, choose(seen, stream, rules))


def by_the_clock(seen: Mapping[str, Any], stream: Stream, rules: RuleSet) -> Action:
    """Do what the table does for who is late."""
    del stream, rules
    return autoplay(seen)


@pytest.mark.parametrize("stand_in", [CLUB, STRONG, by_the_clock])
@pytest.mark.parametrize(("key", "seed"), TEMPTING)
def test_a_stand_in_never_ruffs_a_trick_its_partner_is_winning_for_sure(
    stand_in: Bot, key: str, seed: int
) -> None:
    """Case S-25."""
    rules = RULESETS[key]

    seen = list(moments(rules, Stream(f"{key}{seed}".encode())))
    played = [_name(stand_in(one, STREAM, rules)) for one in seen]

    assert seen
    assert [name for one, name in zip(seen, played, strict=True) if name[1] == one["trump"]] == []


def _name(action: Action) -> str:
    assert isinstance(action, PlayCard)
    return NAME_OF[action.card]


@pytest.mark.parametrize(
    ("trick", "gone", "has_it"),
    [
        ("5H TH 9H", "", True),
        ("AH 9H", "", False),  # the last seat may ruff
        ("AH 9H", "2S 2H 3S 3H", True),  # it has shown that it is out of trumps, and the ace is the master
        ("KH 9H", "2S 2D 3S 4S", False),
        ("5H TH JH", "", False),
    ],
)
def test_a_trick_is_the_partners_when_nothing_that_may_still_come_beats_his_card(
    trick: str, gone: str, has_it: bool
) -> None:
    memory = Memory.of(playing("AS 4D", trick=trick, gone=gone), LEVANTINE)

    assert memory.partner_has_the_trick is has_it


def test_only_the_ace_that_catches_the_king_of_hearts_is_worth_a_ruff() -> None:
    moving = RULESETS["moving-trump"]

    def tried(trick: str) -> list[str]:
        memory = Memory.of(playing("AS 2S 4D", trick=trick), moving)
        return names(worth_trying(memory, choose_card(memory, STREAM.choice)))

    assert tried("5C AC KC") == ["4D"]
    assert "AS" in tried("5C AC KH")
