"""A match as text, a line for each action: fixture, bug report, replay and download in one.

::

    # Whatever follows a # is a remark.
    rules: levantine 1
    dealer: 3
    deal AKQ2.J5.T98.7643 ... ... ...   the hands of seats 0 to 3: spades.hearts.diamonds.clubs
    0: 7                                a bid
    1: P                                a pass
    0: trump S
    0: AS                               a card
    1: 2H ! must_follow_suit            an action that is refused, and the code it is refused with
    = turn 1                            what has to be true here; the words are in ``records.py``
    0: ready
    time                                time is called

``target:`` and ``cap:`` may follow ``rules:``, which may also be the JSON of a rule set. A deal may
end with its commitment. ``parse`` and ``format`` are each other's reverse, remarks aside.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from games.rules.actions import (
    Action,
    Call,
    Deal,
    Event,
    NameTrump,
    PlayCard,
    Ready,
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
from games.rules.presets import EDITIONS, edition
from games.rules.replay import action_of, begun
from games.rules.rulesets import RuleSet
from games.rules.seats import SEATS, Seat


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
    """A match as it was written down."""

    rules: RuleSet
    dealer: Seat
    target: int | None = None
    cap: int | None = None
    lines: tuple[Step | Check, ...] = ()


def parse(text: str) -> Record:
    """Return the record a text holds.

    :raises BadRecord: naming the line, counted from 1, and the reason.
    """
    header: dict[str, str] = {}
    lines: list[Step | Check] = []
    for number, written in enumerate(text.splitlines(), start=1):
        words = written.split("#")[0].strip()
        try:
            name, colon, value = words.partition(":")
            if colon and name in _HEADER and not lines:
                header[name] = value.strip()
            elif words:
                lines.append(_line(words, number))
        except (Refusal, ValueError) as fault:
            raise BadRecord(line=number, reason=str(fault)) from fault
    return _record(header, tuple(lines))


_HEADER = ("rules", "dealer", "target", "cap")


def _record(header: Mapping[str, str], lines: tuple[Step | Check, ...]) -> Record:
    try:
        return Record(
            rules=_rules(header["rules"]),
            dealer=_seat(header["dealer"]),
            target=int(header["target"]) if "target" in header else None,
            cap=int(header["cap"]) if "cap" in header else None,
            lines=lines,
        )
    except KeyError as fault:
        raise BadRecord(line=1, reason=f"no {fault.args[0]} in the header") from fault
    except (Refusal, ValueError) as fault:
        raise BadRecord(line=1, reason=str(fault)) from fault


def _rules(text: str) -> RuleSet:
    if text.startswith("{"):
        return RuleSet.from_json(text)
    key, _, version = text.partition(" ")
    if not version.isdecimal():
        raise ValueError(f"no such rules: {text}")
    return edition(key, int(version))


def _seat(text: str) -> Seat:
    if text not in ("0", "1", "2", "3"):
        raise ValueError(f"no such seat: {text}")
    return SEATS[int(text)]


def _line(words: str, number: int) -> Step | Check:
    if words.startswith("="):
        name, _, value = words[1:].strip().partition(" ")
        return Check(name, " ".join(value.split()), number)
    asked, mark, code = (part.strip() for part in words.partition("!"))
    if mark and not code:
        raise ValueError("refused with which code?")
    who, colon, what = asked.partition(":")
    if colon:
        return Step(_seat(who), _seats_action(what.strip()), code or None, number)
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
    if what == "time":
        return TimeUp()
    word, *hands = what.split()
    if word != "deal" or len(hands) not in (4, 5):
        raise ValueError(f"no such action: {what}")
    commitment = hands[4] if len(hands) == 5 else ""
    return Deal(tuple(hand_of(hand) for hand in hands[:4]), commitment)


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
    shipped = EDITIONS.get((record.rules.key, record.rules.version)) == record.rules
    rules = f"{record.rules.key} {record.rules.version}" if shipped else record.rules.to_json()
    header = [f"rules: {rules}", f"dealer: {record.dealer}"]
    header += [] if record.target is None else [f"target: {record.target}"]
    header += [] if record.cap is None else [f"cap: {record.cap}"]
    return "\n".join([*header, *map(_written, record.lines)]) + "\n"


def _written(line: Step | Check) -> str:
    if isinstance(line, Check):
        return f"= {line.name} {line.value}".rstrip()
    who = "" if line.seat is None else f"{line.seat}: "
    refused = "" if line.refused is None else f" ! {line.refused}"
    return who + _WRITTEN[type(line.action)](line.action) + refused


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
}


def record_of(events: Iterable[Event]) -> Record:
    """Return the record of a match from its log, its scores and its end as checks."""
    opening, *others = events
    start = begun(opening)
    lines = tuple(line for event in others for line in _lines_of(event))
    return Record(start.rules, start.dealer, start.target, start.cap, lines)


def _lines_of(event: Event) -> tuple[Step | Check, ...]:
    action = action_of(event)
    if action is not None:
        return (Step(event.seat, action),)
    if event.kind in ("score", "over"):
        return (Check("totals", " ".join(map(str, event.data["totals"]))),)
    return ()
