"""A record is strict: whatever one line of it is changed to, the line is found.

Each mutation breaks a rule of the game or of the notation, because a record says everything twice:
what was done, and what came of it. What nothing else depends on (a name, a time, a commitment) is
left alone.
"""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product

import pytest

from games.dealing import Stream
from games.rules import (
    PASS,
    RULESETS,
    SEATS,
    Action,
    Adjust,
    BadRecord,
    Call,
    Deal,
    Heading,
    NameTrump,
    Phase,
    PlayCard,
    Position,
    Retire,
    RuleSet,
    Side,
    Suit,
    TimeUp,
    apply,
    notation,
    parse_card,
    records,
)
from games.rules.cards import CARD_NAMED, LETTERS, RANKS
from tests.rules.playing import SUIT_EACH, legal, log, match
from tests.rules.test_notation import BEGUN, ENDED

HEADING = Heading("Cedar Cup", "7", BEGUN, ENDED, ("Amal", "Basil", "Dana", "Fadi"))
Lines = list[str]
UNUSED = Stream(b"no chance needed")


@cache
def written(key: str, seed: int) -> tuple[str, ...]:
    """Return the lines of the record of a match, played at random to its end."""
    rules: RuleSet = RULESETS[key]
    record = records.record_of(log(match(rules, seed, 2 + seed)), HEADING)
    return tuple(notation.format(record).splitlines())


def is_check(line: str) -> bool:
    """Whether a line says what has to be true."""
    return line.startswith("= ")


def is_seats(line: str) -> bool:
    """Whether a seat does something on this line."""
    return line[:1].isdigit()


def what(line: str) -> str:
    """Return what a seat does on a line."""
    return line.partition(": ")[2]


def deleted(lines: Lines, at: int, _: Stream) -> Lines:
    return [*lines[:at], *lines[at + 1 :]]


def doubled(lines: Lines, at: int, _: Stream) -> Lines:
    return [*lines[: at + 1], *lines[at:]]


def swapped(lines: Lines, at: int, _: Stream) -> Lines:
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]


def with_line(lines: Lines, at: int, line: str) -> Lines:
    """Return the lines with one of them changed."""
    assert line != lines[at]
    return [*lines[:at], line, *lines[at + 1 :]]


def other(stream: Stream, choices: str | list[str], than: str) -> str:
    """Return a choice other than this one."""
    return stream.choice([choice for choice in choices if choice != than])


def another_seat(lines: Lines, at: int, stream: Stream) -> Lines:
    seat, _, done = lines[at].partition(": ")
    return with_line(lines, at, f"{other(stream, '0123', seat)}: {done}")


def another_card(lines: Lines, at: int, stream: Stream) -> Lines:
    card = other(stream, list(CARD_NAMED), what(lines[at]))
    return with_line(lines, at, f"{lines[at][0]}: {card}")


def another_call(lines: Lines, at: int, stream: Stream) -> Lines:
    call = other(stream, ["P", *map(str, range(7, 14))], what(lines[at]))
    return with_line(lines, at, f"{lines[at][0]}: {call}")


def another_trump(lines: Lines, at: int, stream: Stream) -> Lines:
    return with_line(lines, at, lines[at][:-1] + other(stream, LETTERS + "N", lines[at][-1]))


def another_card_dealt(lines: Lines, at: int, stream: Stream) -> Lines:
    hands, mark, commitment = lines[at].rpartition(" ")
    place = stream.choice([n for n, letter in enumerate(hands) if letter in RANKS])
    hands = hands[:place] + other(stream, RANKS, hands[place]) + hands[place + 1 :]
    return with_line(lines, at, hands + mark + commitment)


def another_figure(lines: Lines, at: int, stream: Stream) -> Lines:
    """Change a number of a check or of a field."""
    head, *words = lines[at].split(" ")
    place = stream.choice([n for n, word in enumerate(words) if word.lstrip("-").isdigit()])
    words[place] = str(int(words[place]) + 1 + stream.below(3))
    return with_line(lines, at, " ".join([head, *words]))


def another_end(lines: Lines, at: int, stream: Stream) -> Lines:
    """Change how the match is said to have ended."""
    words = lines[at].split(" ")
    words[1] = other(stream, ["won", "drawn", "void", "open"], words[1])
    return with_line(lines, at, " ".join(words))


HEADER, AUCTION, DEAL = 15, 30, 70
Change = Callable[[Lines, int, Stream], Lines]

# For each kind: the lines it is done to, what it does, and how many lines further down it shows.
KINDS: Mapping[str, tuple[Callable[[str], bool], Change, int, int]] = {
    # A seat that is not ready and a lost cap show with the next deal.
    "deleted": (lambda line: True, deleted, 0, HEADER),
    "doubled": (lambda line: True, doubled, 1, 1),
    "swapped": (lambda line: True, swapped, 0, 2),
    "seat": (is_seats, another_seat, 0, 1),
    "card": (lambda line: is_seats(line) and what(line) in CARD_NAMED, another_card, 0, DEAL),
    "call": (
        lambda line: is_seats(line) and what(line) in ("P", *map(str, range(7, 14))),
        another_call,
        0,
        AUCTION,
    ),
    "trump": (lambda line: " trump " in line, another_trump, 0, 1),
    "dealt": (lambda line: line.startswith("deal "), another_card_dealt, 0, 0),
    "figure": (lambda line: is_check(line) and any(map(str.isdigit, line)), another_figure, 0, 0),
    "score": (
        lambda line: line.startswith(("= tricks", "= points", "= totals")) and line != "= points -",
        another_figure,
        0,
        0,
    ),
    "result": (lambda line: line.startswith("result: "), another_figure, 0, 0),
    "end": (lambda line: line.startswith("result: "), another_end, 0, 0),
    "header": (lambda line: line.startswith(("rules: ", "cap: ", "dealer: ")), another_figure, 0, HEADER),
}
MUTATIONS = 200
MATCHES = [(key, seed) for key in sorted(RULESETS) for seed in (1, 2, 3)]


def mutated(number: int) -> tuple[str, int, int]:
    """Return the text of a mutation, and the first and last line on which it may show."""
    stream = Stream(f"mutation {number}".encode())
    applies, change, nearest, farthest = list(KINDS.values())[number % len(KINDS)]
    places: list[int] = []
    while not places:  # with a fixed trump, nobody names one
        lines = list(written(*stream.choice(MATCHES)))
        places = [at for at, line in enumerate(lines[:-1]) if applies(line)]
    at = stream.choice(places)
    text = "\n".join(change(lines, at, stream)) + "\n"
    return text, at + 1 + nearest, at + 1 + farthest


@pytest.mark.long
@pytest.mark.parametrize("number", range(MUTATIONS))
def test_a_record_with_one_line_changed_is_refused_by_that_line(number: int) -> None:
    text, first, last = mutated(number)

    with pytest.raises(BadRecord) as refused:
        records.run(notation.parse(text))

    line = refused.value.params["line"]
    assert isinstance(line, int)
    assert first <= line <= last


@pytest.mark.long
@pytest.mark.parametrize(("key", "seed"), MATCHES)
def test_the_record_is_accepted_as_long_as_nothing_is_changed(key: str, seed: int) -> None:
    records.run(notation.parse("\n".join(written(key, seed))))


RULED = (Adjust(Side(1), -5), TimeUp(), Adjust(Side(0), 2))


def ruled(*end: Action) -> Lines:
    """Return the lines of the record of a match of one deal in which a director ruled."""
    position = Position.begin(RULESETS["levantine"], dealer=SEATS[3])
    events = [position.opening]
    waiting: list[Action] = [SUIT_EACH, Call("7"), *[Call(PASS)] * 3, NameTrump(Suit.SPADES), *RULED, *end]
    while position.phase is not Phase.OVER:
        action = waiting.pop(0) if waiting else PlayCard(parse_card(legal(position)[0]))
        by_the_table = isinstance(action, Deal | TimeUp | Adjust | Retire)
        position, follows = apply(position, None if by_the_table else position.turn, action)
        events += follows
    return notation.format(records.record_of(events)).splitlines()


@pytest.mark.parametrize("end", [(), (Retire(Side(0)),)], ids=["played out", "retired"])
def test_what_a_director_did_cannot_be_lost_doubled_or_moved(end: tuple[Action, ...]) -> None:
    lines = ruled(*end)
    places = [at for at, line in enumerate(lines) if line.startswith(("adjust", "time", "retire"))]

    records.run(notation.parse("\n".join(lines)))

    assert len(places) == len(RULED) + len(end)
    for at, change in product(places, (deleted, doubled, swapped)):
        if change is not swapped or at + 1 < len(lines):
            with pytest.raises(BadRecord):
                records.run(notation.parse("\n".join(change(lines, at, UNUSED))))
