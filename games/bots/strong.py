"""The strong bot's cards: it plays the deal out in forty worlds that may be, and plays what does best.

A world is what the hidden hands may be (``worlds``). In each, every card to choose from is tried and
bots of club strength play the rest (``playout``). What an end is worth is the chance it leaves of
winning the match (``race``). Calls are a club bot's: found in the same way they were no better.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.bots.masks import MASK_OF, Cards, highest, listed, lowest
from games.bots.memory import KING_OF_HEARTS, Memory
from games.bots.play import choose_card
from games.bots.playout import Playout
from games.bots.race import Race
from games.bots.worlds import Signs, World
from games.dealing import Stream
from games.rules import Card, Points, RuleSet, score_deal

WORLDS: Final = 40
# After each of so many parts of the worlds the better half of the cards goes on to the next.
PARTS: Final = 4
# What a trick is worth whatever it pays, in millionths of a match: it tells cards apart that win as often.
A_TRICK: Final = 300


class Stakes:
    """What the ends of the deal in hand are worth to a seat."""

    def __init__(self, seen: Mapping[str, Any], rules: RuleSet) -> None:
        """Read the view of the seat."""
        self.rules, self._race = rules, Race.of(seen, rules, seen["seat"])
        self._contract = seen["contract"]
        self._tricks, self._honour = seen["tricks"], seen["honour"]
        self._known: dict[tuple[int | None, ...], int] = {}

    def of(self, playout: Playout) -> int:
        """Return what an end is worth, in millionths of a match."""
        end = *playout.tricks, playout.honour
        if end not in self._known:
            tricks = playout.tricks[self._race.side :: self.rules.seating.sides]
            self._known[end] = self._race.after(self._points(playout)) + A_TRICK * sum(tricks)
        return self._known[end]

    def _points(self, playout: Playout) -> Points:
        return score_deal(
            self.rules,
            declarer=self._contract["declarer"],
            bid=self._contract["bid"],
            tricks=[before + since for before, since in zip(self._tricks, playout.tricks, strict=True)],
            bonus_side=playout.honour if self._honour is None else self._honour,
        )


def think_card(seen: Mapping[str, Any], stream: Stream, rules: RuleSet) -> Card:
    """Return the card to play; where others are alike or as good, the one a club bot plays."""
    memory = Memory.of(seen, rules)
    habit = choose_card(memory, stream.choice)
    usual = alike(memory, habit)
    cards = sorted(worth_trying(memory, habit), key=usual.__ne__)
    if len(cards) == 1:
        return habit
    worlds = Signs.of(seen, rules).worlds(WORLDS, stream)
    best = _best(cards, memory, worlds, Stakes(seen, rules))
    return habit if best == usual else best


def _best(cards: list[Card], memory: Memory, worlds: Sequence[World], stakes: Stakes) -> Card:
    """Return the card that does best, the first of equals; the worse half is not tried in all worlds."""
    totals = dict.fromkeys(cards, 0)
    for part in range(PARTS):
        for world in worlds[part::PARTS]:
            for card in cards:
                playout = Playout(memory, world, stakes.rules)
                playout.lay(card)
                playout.finish()
                totals[card] += stakes.of(playout)
        cards = sorted(cards, key=totals.__getitem__, reverse=True)[: max(2, (len(cards) + 1) // 2)]
    return cards[0]


def worth_trying(memory: Memory, habit: Card) -> list[Card]:
    """Return the cards that differ, but no ruff of a trick the partner has, unless it is a habit.

    To have the lead it may be right; whoever plays opposite takes it for a fault.
    """
    cards = different(memory)
    if memory.partner_has_the_trick and not memory.trumps >> habit & 1:
        return [card for card in cards if not memory.trumps >> card & 1]
    return cards


def different(memory: Memory) -> list[Card]:
    """Return the legal cards, but of those that are alike the lowest only."""
    return [card for card in listed(memory.legal) if alike(memory, card) == card]


def alike(memory: Memory, card: Card) -> Card:
    """Return the lowest legal card that does what this one does: nothing lies between that counts."""
    apart = memory.out | _special(memory)
    if memory.table.laid:
        apart |= 1 << memory.table.best
    suit = MASK_OF[card]
    floor = (apart & suit & (2 << card) - 1).bit_length()
    return lowest(memory.legal & suit >> floor << floor) if floor <= card else card


def _special(memory: Memory) -> Cards:
    """Return the cards that are like no other where the king of hearts pays a bonus."""
    if not memory.honour or not memory.trumps:
        return 0
    return 1 << KING_OF_HEARTS | 1 << highest(memory.trumps)
