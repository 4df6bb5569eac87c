"""The strong bot: it plays the deal out in forty worlds that may be, and does what is best in them.

A world is what the hidden hands may be (``worlds``). In each, every card to choose from is tried and
bots of club strength play the rest (``playout``); every call is judged by the tricks they take then.
What an end is worth is the chance it leaves of winning the match (``race``).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.bots.bidding import RESPECT
from games.bots.hands import best_trump
from games.bots.masks import MASK_OF, Cards, highest, listed, lowest
from games.bots.memory import KING_OF_HEARTS, Memory
from games.bots.outlook import Outlook
from games.bots.play import choose_card
from games.bots.playout import Playout
from games.bots.race import Race
from games.bots.worlds import Signs, World
from games.dealing import Stream
from games.rules import (
    PASS,
    Action,
    Bid,
    Call,
    Card,
    NameTrump,
    PlayCard,
    Points,
    Ready,
    RuleSet,
    Seat,
    parse_cards,
    score_deal,
)

WORLDS: Final = 40
# After each of so many parts of the worlds the better half of the cards goes on to the next.
PARTS: Final = 4
# What a trick is worth whatever it pays, in millionths of a match: of two cards that win as often, the
# better one where the worlds err.
A_TRICK: Final = 300


def think(seen: Mapping[str, Any], stream: Stream, rules: RuleSet) -> Action:
    """Return what the seat a view was made for does; it must have something to do."""
    if seen["phase"] == "result":
        return Ready()
    if seen["phase"] == "auction":
        return Call(think_call(seen, stream, rules))
    if seen["phase"] == "trump":
        return NameTrump(best_trump(parse_cards(seen["hand"]), rules))
    return PlayCard(think_card(seen, stream, rules))


class Stakes:
    """What the ends of a deal are worth to a seat, in millionths of a match."""

    def __init__(self, seen: Mapping[str, Any], rules: RuleSet) -> None:
        """Read the view of the seat."""
        self.rules, self._race = rules, Race.of(seen, rules, seen["seat"])
        self._tricks, self._honour = seen["tricks"], seen["honour"]
        self._known: dict[tuple[object, ...], int] = {}

    def of(self, playout: Playout, declarer: Seat, bid: Bid) -> int:
        """Return the chance to win the match that a deal played out leaves, with this contract."""
        end = declarer, bid, *playout.tricks, playout.honour
        if end not in self._known:
            self._known[end] = self._race.after(self._points(playout, declarer, bid))
        return self._known[end]

    def mean(self, playouts: Sequence[Playout], declarer: Seat, bid: Bid) -> int:
        """Return the chance that a contract leaves, on average over these."""
        return sum(self.of(playout, declarer, bid) for playout in playouts) // len(playouts)

    def tricks(self, playout: Playout) -> int:
        """Return the tricks that the seat's side takes in a deal played out."""
        return sum(playout.tricks[self._race.side :: self.rules.seating.sides])

    def _points(self, playout: Playout, declarer: Seat, bid: Bid) -> Points:
        return score_deal(
            self.rules,
            declarer=declarer,
            bid=bid,
            tricks=[before + since for before, since in zip(self._tricks, playout.tricks, strict=True)],
            bonus_side=playout.honour if self._honour is None else self._honour,
        )


# ---- calls ----


def think_call(seen: Mapping[str, Any], stream: Stream, rules: RuleSet) -> str:
    """Return the call to make: a pass comes first, then the lowest bid."""
    legal: list[str] = seen["legal"]
    if len(legal) == 1:
        return legal[0]
    outlook, stakes = Outlook.of(seen, rules), Stakes(seen, rules)
    worlds = Signs.of(seen, rules).worlds(WORLDS, stream)
    own = [declared(world, seen["seat"], rules) for world in worlds]
    chances = {call: stakes.mean(own, outlook.seat, Bid(int(call))) for call in legal if call != PASS}
    if PASS in legal:
        chances[PASS] = _passed(outlook, stakes, worlds)
    return max(legal, key=chances.__getitem__)


def _passed(outlook: Outlook, stakes: Stakes, worlds: Sequence[World]) -> int:
    """Return the chance that a pass leaves: with the highest bid so far, or as a club bot sees it."""
    if outlook.standing is None:
        return outlook.chance(PASS)
    bidder, bid = outlook.standing
    theirs = [declared(world, bidder, outlook.rules) for world in worlds]
    return stakes.mean(theirs, bidder, bid) + RESPECT * outlook.partner_stands


def declared(world: World, seat: Seat, rules: RuleSet) -> Playout:
    """Return a deal played out that a seat declares, with the trump it would name."""
    hand = world[seat]
    memory = Memory.of_declarer(seat, hand, best_trump(tuple(listed(hand)), rules), rules)
    playout = Playout(memory, world, rules)
    playout.finish()
    return playout


# ---- cards ----


def think_card(seen: Mapping[str, Any], stream: Stream, rules: RuleSet) -> Card:
    """Return the card to play; where others are alike or as good, the one a club bot plays."""
    memory = Memory.of(seen, rules)
    habit = choose_card(memory, stream.choice)
    usual = alike(memory, habit)
    cards = sorted(different(memory), key=usual.__ne__)
    if len(cards) == 1:
        return habit
    worlds = Signs.of(seen, rules).worlds(WORLDS, stream)
    best = _best(cards, memory, worlds, Stakes(seen, rules), Bid(seen["contract"]["bid"]))
    return habit if best == usual else best


def _best(cards: list[Card], memory: Memory, worlds: Sequence[World], stakes: Stakes, bid: Bid) -> Card:
    """Return the card that does best, the first of equals; the worse half is not tried in all worlds."""
    totals = dict.fromkeys(cards, 0)
    for part in range(PARTS):
        for world in worlds[part::PARTS]:
            for card in cards:
                playout = Playout(memory, world, stakes.rules)
                playout.lay(card)
                playout.finish()
                totals[card] += stakes.of(playout, memory.declarer, bid) + A_TRICK * stakes.tricks(playout)
        cards = sorted(cards, key=totals.__getitem__, reverse=True)[: max(2, (len(cards) + 1) // 2)]
    return cards[0]


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
