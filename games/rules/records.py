"""Running a record: every action is played and every check is made.

A check compares what a line ``= name value`` says with what ``CHECKS`` reads off the position.
``run`` reads a match from its text, ``record_of`` writes one from its log.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from games.rules.actions import Event, Ready
from games.rules.checks import CHECKS, owed
from games.rules.errors import BadRecord, CapNotAllowed, Refusal, TargetNotAllowed
from games.rules.heading import UNTITLED, Heading
from games.rules.match import apply
from games.rules.notation import Check, Record, Step
from games.rules.position import Applied, Phase, Position
from games.rules.replay import action_of, begun
from games.rules.seats import Seat


def run(record: Record) -> Position:
    """Return the position a record ends at.

    :raises BadRecord: naming the line where the match does not go as it was written.
    """
    *_, (position, _) = played(record)
    return position


def played(record: Record) -> Iterator[Applied]:
    """Yield the position a record begins with and then that after each action, with its events.

    :raises BadRecord: as ``run`` does, when the iteration reaches the line.
    """
    position, events = _begun(record)
    yield position, events
    made: list[str] = []
    for line in record.lines:
        if isinstance(line, Check):
            _make(line, position, owed(events), made)
            continue
        _demand_all(owed(events), made, position, line.line)
        (position, events), made = _stepped(position, line), []
        yield position, events
    _demand_all(owed(events), made, position, record.end)
    _demand_result(record, position)


def _begun(record: Record) -> Applied:
    try:
        position = Position.begin(record.rules, dealer=record.dealer, target=record.target, cap=record.cap)
    except (TargetNotAllowed, CapNotAllowed) as refusal:
        field = "cap" if isinstance(refusal, CapNotAllowed) else "target"
        raise BadRecord(line=record.where.get(field, 1), reason=str(refusal)) from refusal
    return position, (position.opening,)


def _stepped(position: Position, step: Step) -> Applied:
    ready = _ready_seat(step)
    if ready is not None and step.refused is None and any(seat > ready for seat in position.ready):
        raise BadRecord(line=step.line, reason="who is ready is written in the order of the seats")
    try:
        applied = apply(position, step.seat, step.action)
    except Refusal as refusal:
        if refusal.code == step.refused:
            return position, ()
        raise BadRecord(line=step.line, reason=str(refusal)) from refusal
    if step.refused is not None:
        raise BadRecord(line=step.line, reason=f"not refused: {step.refused}")
    return applied


def _make(check: Check, position: Position, due: tuple[str, ...], made: list[str]) -> None:
    if check.name not in CHECKS:
        raise BadRecord(line=check.line, reason=f"no such check: {check.name}")
    if check.name not in due[len(made) : len(made) + 1]:
        _demand_all(due, made, position, check.line)
    if check.name in made:
        raise BadRecord(line=check.line, reason=f"{check.name} is said twice")
    found = CHECKS[check.name](position)
    if found != check.value:
        raise BadRecord(line=check.line, reason=f"{check.name} is {found}")
    made.append(check.name)


def _demand_all(due: tuple[str, ...], made: list[str], position: Position, line: int) -> None:
    """Demand the checks that have to come before anything else."""
    for name in due[len(made) :]:
        raise BadRecord(line=line, reason=f"missing: = {name} {CHECKS[name](position)}")


def _demand_result(record: Record, position: Position) -> None:
    found, said = CHECKS["result"](position), record.heading.result
    if not said and position.phase is Phase.OVER:
        line = record.lines[0].line
        raise BadRecord(line=line, reason=f"missing: result: {found}")
    if said not in ("", found):
        # A match that goes on has more often lost its end than been given a false one.
        cut = position.phase is not Phase.OVER and not said.startswith("open ")
        line = record.end if cut else record.where.get("result", 1)
        raise BadRecord(line=line, reason=f"result is {found}")


def record_of(events: Iterable[Event], heading: Heading = UNTITLED) -> Record:
    """Return the record of a match from its log, with every check that has to be in it.

    :param heading: its result is written here.
    """
    opening, *others = events
    start = position = begun(opening)
    lines: list[Step | Check] = []
    for event in others:
        action = action_of(event)
        if action is not None:
            position, follows = apply(position, event.seat, action)
            lines.append(Step(event.seat, action))
            lines += [Check(name, CHECKS[name](position)) for name in owed(follows)]
    result = CHECKS["result"](position) if position.phase is Phase.OVER else ""
    rules = start.rules
    return Record(
        rules=rules,
        dealer=start.dealer,
        target=None if start.target == rules.target else start.target,
        cap=None if start.cap == rules.round_cap else start.cap,
        heading=replace(heading, result=result),
        lines=tuple(_in_seat_order(lines)),
    )


def _in_seat_order(lines: Iterable[Step | Check]) -> Iterator[Step | Check]:
    """Yield the lines, those who were ready in the order of the seats: who was first is nothing."""
    for _, group in groupby(lines, key=lambda line: _ready_seat(line) is not None):
        yield from sorted(group, key=lambda line: _ready_seat(line) or 0)


def _ready_seat(line: Step | Check) -> Seat | None:
    """Return the seat that says here that it is ready."""
    return line.seat if isinstance(line, Step) and isinstance(line.action, Ready) else None
