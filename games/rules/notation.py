"""A match as text, a line for each action: fixture, bug report, replay and download in one.

::

    # Whatever follows a # is a remark.
    rules: levantine 1
    dealer: 3
    deal AKQ2.J5.T98.7643 ... ... ...   the hands of seats 0 to 3: spades.hearts.diamonds.clubs
    = deal 1 of 50                      what has to be true here; the words are in ``checks.py``
    0: 7                                a bid
    1: P                                a pass
    0: trump S
    0: AS                               a card
    1: 2H ! must_follow_suit            an action that is refused, and the code it is refused with
    0: ready                            for the next deal, in the order of the seats
    time                                time is called
    adjust 0 -5                         a director takes five points from side 0
    retire 1                            side 1 has left for good

The fields that may follow ``rules:`` are in ``heading.py``; the rule set may also be its JSON. A
deal may end with its commitment. ``parse`` and ``format`` are each other's reverse, remarks aside.
Documented for strangers in docs/records.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules.actions import (
    Action,
    Adjust,
    Call,
    Deal,
    NameTrump,
    PlayCard,
    Ready,
    Retire,
    TimeUp,
)
from games.rules.auction import PASS
from games.rules.cards import (
    NAME_OF,
    RANK_OF,
    RANKS,
    SUIT_OF,
    SUITS,
    Hand,
    parse_card,
    parse_trump,
)
from games.rules.errors import BadRecord, Refusal
from games.rules.heading import (
    MATCH,
    NEXT,
    UNTITLED,
    Heading,
    demand_next,
    heading_lines,
    heading_of,
    read_field,
    rules_text,
    seat_number,
    whole_number,
)
from games.rules.rulesets import RuleSet
from games.rules.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class Step:
    """An action of a seat, or of the table; ``refused`` is the code it is to be refused with."""

    seat: Seat | None
    action: Action
    refused: str | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Check:
    """Something that has to be true at this point of the match."""

    name: str
    value: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it was written down; ``where`` says on which line a field of its header stands.

    ``end`` is the line on which it stops.
    """

    rules: RuleSet
    dealer: Seat
    target: int | None = None
    cap: int | None = None
    heading: Heading = UNTITLED
    lines: tuple[Step | Check, ...] = ()
    where: Mapping[str, int] = field(default_factory=dict, compare=False)
    end: int = field(default=0, compare=False)


def parse(text: str) -> Record:
    """Return the record a text holds.

    :raises BadRecord: naming the line, counted from 1, and the reason.
    """
    reading, number = _Reading(), 0
    try:
        for number, written in enumerate(text.split("\n"), start=1):
            reading.take(written, number)
        return reading.record(number)
    except (Refusal, ValueError) as fault:
        raise BadRecord(line=number, reason=str(fault)) from fault


@dataclass(slots=True)
class _Reading:
    """What has been read so far, from the top."""

    fields: dict[str, Any] = field(default_factory=dict)
    where: dict[str, int] = field(default_factory=dict)
    lines: list[Step | Check] = field(default_factory=list)
    last: str = ""

    def take(self, written: str, number: int) -> None:
        """Read a line."""
        name, colon, value = written.partition(":")
        words = written.split("#", maxsplit=1)[0].strip()
        if colon and name in NEXT and not self.lines:
            demand_next(self.last, name)
            self.fields[name] = read_field(name, value, self.fields)
            self.where[name], self.last = number, name
        elif words:
            self._begin()
            self.lines.append(_line(words, number))

    def _begin(self) -> None:
        """Demand that the header is whole before the first action."""
        if not self.lines:
            demand_next(self.last, MATCH)

    def record(self, end: int) -> Record:
        """Return the whole, once every line is read."""
        self._begin()
        fields = self.fields
        return Record(
            rules=fields["rules"],
            dealer=fields["dealer"],
            target=fields.get("target"),
            cap=fields.get("cap"),
            heading=heading_of(fields),
            lines=tuple(self.lines),
            where=self.where,
            end=end,
        )


def _line(words: str, number: int) -> Step | Check:
    if words.startswith("="):
        name, _, value = words[1:].strip().partition(" ")
        return Check(name, " ".join(value.split()), number)
    asked, mark, code = (part.strip() for part in words.partition("!"))
    if mark and not code:
        raise ValueError("refused with which code?")
    who, colon, what = asked.partition(":")
    if colon:
        return Step(seat_number(who), _seats_action(what.strip()), code or None, number)
    return Step(None, _tables_action(asked), code or None, number)


def _seats_action(what: str) -> Action:
    if what == "ready":
        return Ready()
    if what == PASS or what.isdigit():
        return Call(what)
    if what.startswith("trump "):
        return NameTrump(parse_trump(what.removeprefix("trump ")))
    return PlayCard(parse_card(what))


def _tables_action(what: str) -> Action:
    match what.split():
        case ["time"]:
            return TimeUp()
        case ["deal", *hands] if len(hands) in (4, 5):
            commitment = hands[4] if len(hands) == 5 else ""
            return Deal(tuple(hand_of(hand) for hand in hands[:4]), commitment)
        case ["adjust", side, points]:
            return Adjust(_side(side), _signed(points))
        case ["retire", side]:
            return Retire(_side(side))
    raise ValueError(f"no such action: {what}")


def _side(text: str) -> Side:
    """Return the side a number names; whether there is one is for the rules to say."""
    return Side(whole_number(text))


def _signed(text: str) -> int:
    return -whole_number(text[1:]) if text.startswith("-") else whole_number(text)


def hand_of(text: str) -> Hand:
    """Return the hand a text of ``hand_text`` holds."""
    suits = text.split(".")
    if len(suits) != 4:
        raise ValueError(f"a hand is four suits: {text}")
    cards = [
        parse_card(rank + suit.letter) for suit, ranks in zip(SUITS, suits, strict=True) for rank in ranks
    ]
    return tuple(sorted(cards))


def format(record: Record) -> str:  # noqa: A001 - read as notation.format, beside notation.parse
    """Return a record as text."""
    header = [f"rules: {rules_text(record.rules)}"]
    header += [] if record.target is None else [f"target: {record.target}"]
    header += [] if record.cap is None else [f"cap: {record.cap}"]
    header += [f"dealer: {record.dealer}", *heading_lines(record.heading)]
    return "\n".join([*header, *map(_written, record.lines)]) + "\n"


def _written(line: Step | Check) -> str:
    if isinstance(line, Check):
        return f"= {line.name} {line.value}".rstrip()
    who = "" if line.seat is None else f"{line.seat}: "
    refused = "" if line.refused is None else f" ! {line.refused}"
    return who + action_text(line.action) + refused


def action_text(action: Action) -> str:
    """Return what a line says of an action, after the seat."""
    return _WRITTEN[type(action)](action)


def hand_text(hand: Hand) -> str:
    """Return a hand as text, each suit from the highest card down."""
    suits = []
    for suit in SUITS:
        ranks = sorted((RANK_OF[card] for card in hand if SUIT_OF[card] is suit), reverse=True)
        suits.append("".join(RANKS[rank] for rank in ranks))
    return ".".join(suits)


def _deal_text(action: Deal) -> str:
    return " ".join(["deal", *map(hand_text, action.hands), action.commitment]).rstrip()


# Each takes the action it is listed under, which the mapping cannot say: hence the dots.
_WRITTEN: Mapping[type, Callable[..., str]] = {
    Deal: _deal_text,
    Call: lambda action: str(action.call),
    NameTrump: lambda action: f"trump {action.trump.letter}",
    PlayCard: lambda action: NAME_OF[action.card],
    Ready: lambda action: "ready",
    TimeUp: lambda action: "time",
    Adjust: lambda action: f"adjust {action.side} {action.points}",
    Retire: lambda action: f"retire {action.side}",
}
