"""Running a record: every action is played and every check is made.

A check compares what a line ``= name value`` says with what ``CHECKS`` reads off the position.
"""

from collections.abc import Callable, Iterable, Mapping

from games.rules.errors import BadRecord, Refusal
from games.rules.match import apply
from games.rules.notation import Check, Record, Step
from games.rules.position import Position
from games.rules.view import SPECTATOR, view


def run(record: Record) -> Position:
    """Return the position a record ends at.

    :raises BadRecord: naming the line where the match does not go as it was written.
    """
    try:
        position = Position.begin(record.rules, dealer=record.dealer, target=record.target, cap=record.cap)
    except Refusal as refusal:
        raise BadRecord(line=1, reason=str(refusal)) from refusal
    for line in record.lines:
        if isinstance(line, Check):
            _check(position, line)
        else:
            position = _stepped(position, line)
    return position


def _stepped(position: Position, step: Step) -> Position:
    try:
        after, _ = apply(position, step.seat, step.action)
    except Refusal as refusal:
        if refusal.code == step.refused:
            return position
        raise BadRecord(line=step.line, reason=str(refusal)) from refusal
    if step.refused is not None:
        raise BadRecord(line=step.line, reason=f"not refused: {step.refused}")
    return after


def _check(position: Position, check: Check) -> None:
    if check.name not in CHECKS:
        raise BadRecord(line=check.line, reason=f"no such check: {check.name}")
    found = CHECKS[check.name](position)
    if found != check.value:
        raise BadRecord(line=check.line, reason=f"{check.name} is {found}")


def _words(values: Iterable[object]) -> str:
    return " ".join("-" if value is None else str(value) for value in values)


def _contract(position: Position) -> str:
    contract = position.contract
    if contract is None:
        return "-"
    trump = None if position.trump is None else position.trump.letter
    return _words([contract.declarer, contract.tricks, trump])


def _legal(position: Position) -> str:
    turn = position.turn
    return _words([] if turn is None else view(position, turn)["legal"])


def _outcome(position: Position) -> str:
    outcome = position.outcome
    side = outcome.winner if outcome.advances is None else outcome.advances
    return _words([outcome.state, side, outcome.by])


def _last_trick(position: Position) -> str:
    return _words(card for _, card in view(position, SPECTATOR)["last_trick"] or [])


CHECKS: Mapping[str, Callable[[Position], str]] = {
    "phase": lambda position: position.phase.value,
    "turn": lambda position: _words([position.turn]),
    "dealer": lambda position: str(position.dealer),
    "deal": lambda position: str(position.deal_number),
    "redeals": lambda position: str(position.redeals),
    "legal": _legal,
    "contract": _contract,
    "last_trick": _last_trick,
    "tricks": lambda position: _words(position.tricks_won),
    "points": lambda position: _words(position.deals[-1] or ["-"]) if position.deals else "-",
    "totals": lambda position: _words(position.totals),
    "outcome": _outcome,
}
