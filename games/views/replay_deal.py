"""A deal as its replay draws it: four hands around a trick, after any number of cards.

The server draws one moment and writes what is said of every other, so that the page's script only
moves between them and the page works without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.bid_names import bid_name
from games.models import DealAnalysis
from games.rules import SEATS, Direction, Seat, parse_card
from games.services.review import MatchReview, ReplayedDeal, ReplayedTrick
from games.views.table_strings import RANKS, SUITS

PLACES: Final[Mapping[Direction, str]] = {Direction.COUNTERCLOCKWISE: "senw", Direction.CLOCKWISE: "swne"}
"""Where seats are drawn, from the one below on: a table is a physical place, in every language."""
SUIT_ROWS = "SHDC"


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card of a hand: ``step`` is the number of cards that were on the table with it, 0 if never."""

    code: str
    face: str
    step: int
    state: str


@dataclass(frozen=True, slots=True)
class DrawnHand:
    """A seat, where it is drawn, and its cards by suit, the highest first."""

    seat: Seat
    name: str
    place: str
    kind: str
    is_dealer: bool
    rows: tuple[tuple[str, tuple[HeldCard, ...]], ...]


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card on the table.

    ``cost`` is what it gave away, in tricks, and ``cost_says`` the same as sentences: 0 and "" where it
    was nothing, or nobody worked it out.
    """

    step: int
    seat: Seat
    place: str
    code: str
    symbol: str
    name: str
    says: str
    wins: bool
    cost: int
    cost_says: str

    @property
    def face(self) -> str:
        """The rank as it is printed."""
        return face(self.code)

    @property
    def suit(self) -> str:
        """The letter of the suit."""
        return self.code[1]

    @property
    def shown(self) -> dict[str, object]:
        """What the page's script knows of the card."""
        kept = ("seat", "code", "symbol", "name", "says", "wins")
        return {name: getattr(self, name) for name in kept}


@dataclass(frozen=True, slots=True)
class DrawnTrick:
    """A trick in the row of the thirteen: by seat what was played, and how it is coloured.

    ``worth`` are the tricks the declaring side takes in the deal with best play after it, if known.
    """

    number: int
    kind: str
    winner: str
    leader: Seat
    cards: tuple[PlayedCard | None, ...]
    worth: int | None


@dataclass(frozen=True, slots=True)
class Slot:
    """A place of the trick on the table, with the card that lies there; ``wins`` when the trick is full."""

    seat: Seat
    place: str
    card: PlayedCard | None
    wins: bool


@dataclass(frozen=True, slots=True)
class DrawnDeal:
    """All of the drawing of a deal after ``step`` cards."""

    deal: ReplayedDeal
    step: int
    says: str
    hands: tuple[DrawnHand, ...]
    tricks: tuple[DrawnTrick, ...]
    slots: tuple[Slot, ...]
    calls: tuple[tuple[str, str | None], ...]
    bid: str

    @property
    def trick(self) -> int:
        """The number of the trick being shown; 0 before the first card."""
        return -(-self.step // 4)

    @property
    def says_now(self) -> str:
        """What is said at this step."""
        played = [card for trick in self.tricks for card in trick.cards if card and card.step == self.step]
        return played[0].says if played else self.says

    @property
    def steps(self) -> list[dict[str, object]]:
        """What the page's script knows: every card in the order it was played."""
        cards = sorted(
            (card for trick in self.tricks for card in trick.cards if card), key=lambda card: card.step
        )
        return [card.shown for card in cards]


def drawn(
    match: MatchReview,
    deal: ReplayedDeal,
    *,
    step: int,
    south: Seat,
    analysis: DealAnalysis | None = None,
) -> DrawnDeal:
    """Return the drawing of a deal.

    :param step: how many cards have been played, 0 to 52.
    :param south: the seat drawn below, whose side is "us".
    :param analysis: what the cards were worth, if that is known.
    """
    return _Drawing(match, deal, south, analysis).at(step)


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What the parts of a drawing are drawn from."""

    match: MatchReview
    deal: ReplayedDeal
    south: Seat
    analysis: DealAnalysis | None

    def at(self, step: int) -> DrawnDeal:
        tricks = tuple(self._tricks())
        contract = self.deal.contract
        return DrawnDeal(
            deal=self.deal,
            step=step,
            says=deal_says(self.match, self.deal),
            hands=tuple(self._hand(seat, step) for seat in SEATS),
            tricks=tricks,
            slots=tuple(self._slots(tricks, step)),
            calls=tuple(self._calls()),
            bid="" if contract is None else bid_name(self.match.rules, contract.bid),
        )

    def _place(self, seat: Seat) -> str:
        return PLACES[self.match.rules.direction][(seat - self.south) % 4]

    def _kind(self, seat: Seat) -> str:
        return "us" if self.match.side(seat) == self.match.side(self.south) else "them"

    def _hand(self, seat: Seat, step: int) -> DrawnHand:
        when = {card: at for at, (_, card) in enumerate(self.deal.plays, start=1)}
        rows = tuple(
            (
                suit,
                tuple(
                    HeldCard(card, face(card), when.get(card, 0), _state(when.get(card, 0), step))
                    for card in sorted(self.deal.hands[seat], key=parse_card, reverse=True)
                    if card[1] == suit
                ),
            )
            for suit in SUIT_ROWS
        )
        dealer = self.deal.dealer == seat
        return DrawnHand(seat, self.match.names[seat], self._place(seat), self._kind(seat), dealer, rows)

    def _tricks(self) -> Iterator[DrawnTrick]:
        for trick in self.deal.tricks:
            cards: list[PlayedCard | None] = [None] * 4
            for at, (seat, code) in enumerate(trick.plays):
                cards[seat] = self._card(trick, at, seat, code)
            won = trick.won
            yield DrawnTrick(
                number=trick.number,
                kind="" if won is None else self._kind(won),
                winner="" if won is None else self.match.names[won],
                leader=trick.leader,
                cards=tuple(cards),
                worth=self._worth(trick),
            )

    def _card(self, trick: ReplayedTrick, at: int, seat: Seat, code: str) -> PlayedCard:
        step = 4 * (trick.number - 1) + at + 1
        return PlayedCard(
            step=step,
            seat=seat,
            place=self._place(seat),
            code=code,
            symbol=symbol(code),
            name=card_name(code),
            says=" ".join(self._sentences(trick, at, code)),
            wins=trick.won == seat,
            cost=self._cost(step - 1),
            cost_says=self._cost_says(step - 1),
        )

    def _sentences(self, trick: ReplayedTrick, at: int, code: str) -> Iterator[str]:
        names = self.match.names
        who = isolated_name(names[trick.plays[at][0]])
        told = {"trick": trick.number, "player": who, "card": card_name(code)}
        yield _("Trick %(trick)s. %(player)s: %(card)s.") % told
        if said := self._cost_says(4 * (trick.number - 1) + at):
            yield said
        if at == 3 and trick.won is not None:
            yield _("%(player)s takes it.") % {"player": isolated_name(names[trick.won])}

    def _slots(self, tricks: Sequence[DrawnTrick], step: int) -> Iterator[Slot]:
        shown = tricks[(step - 1) // 4].cards if step else (None,) * 4
        for seat in SEATS:
            card = shown[seat]
            there = card if card and card.step <= step else None
            yield Slot(seat, self._place(seat), there, there is not None and there.wins and step % 4 == 0)

    def _cost(self, index: int) -> int:
        return 0 if self.analysis is None else self.analysis.costs[index]

    def _cost_says(self, index: int) -> str:
        if self.analysis is None or not self._cost(index):
            return ""
        return cost_says(self._cost(index), self.analysis.better[str(index)])

    def _worth(self, trick: ReplayedTrick) -> int | None:
        """Return what the declaring side takes with best play after a trick, if that is known."""
        played = 4 * (trick.number - 1) + len(trick.cards)
        return None if self.analysis is None else int(self.analysis.values[played])

    def _calls(self) -> Iterator[tuple[str, str | None]]:
        """Yield who called, and what: the name of the bid, or None for a pass."""
        for seat, call in self.deal.calls:
            yield self.match.names[seat], bid_name(self.match.rules, int(call)) if call.isdecimal() else None


def _state(played: int, step: int) -> str:
    """Return how a card of a hand looks after a number of cards."""
    if not played or played > step:
        return ""
    return "now" if played == step else "gone"


def deal_says(match: MatchReview, deal: ReplayedDeal) -> str:
    """Return what a deal was, in a sentence or two."""
    contract, score = deal.contract, deal.score
    if contract is None:
        called = _("Deal %(deal)s. Everybody passed.") if len(deal.calls) >= 4 else _("Deal %(deal)s.")
        return called % {"deal": deal.number}
    told = {
        "deal": deal.number,
        "player": isolated_name(match.names[contract.declarer]),
        "bid": bid_name(match.rules, contract.bid),
    }
    if score is None:
        return _("Deal %(deal)s. %(player)s bid %(bid)s; the match ended before the deal.") % told
    ending = _("made with %(took)s") if score.made else _("set with %(took)s")
    return _("Deal %(deal)s. %(player)s bid %(bid)s: %(ending)s.") % {
        **told,
        "ending": ending % {"took": score.took},
    }


def face(code: str) -> str:
    """Return the rank of a card as it is printed: "10", not "T"."""
    return "10" if code[0] == "T" else code[0]


def symbol(code: str) -> str:
    """Return the id of a card's drawing."""
    return f"c-{face(code)}{code[1].lower()}"


def card_name(code: str) -> str:
    """Return what a card is called: "queen of hearts"."""
    return _("{rank} of {suit}").format(rank=RANKS.get(code[0], face(code)), suit=SUITS[code[1]])


def cost_says(cost: int, better: Sequence[str]) -> str:
    """Return what a card gave away, in tricks, and the cards that would not have, as sentences."""
    told = ngettext("It cost %(cost)s trick.", "It cost %(cost)s tricks.", cost) % {"cost": cost}
    between = pgettext("between cards", ", ")
    return f"{told} " + _("Better: %(cards)s.") % {"cards": between.join(map(card_name, better))}


def isolated_name(name: str) -> str:
    """Return a name that keeps its own direction inside a sentence."""
    return f"\u2068{name}\u2069"
