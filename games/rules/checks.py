"""What a record says about the match as it goes: a line ``= name value`` for each.

``CHECKS`` reads the value off a position. ``owed`` names the checks that have to follow what
happened, at once and in this order, in every record: with them a record says everything twice, and
no slip of a line goes unseen.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile

from games.rules.actions import Event
from games.rules.autoplay import autoplay
from games.rules.notation import action_text
from games.rules.position import Position
from games.rules.view import SPECTATOR, view


def owed(events: Iterable[Event]) -> tuple[str, ...]:
    """Return the names of the checks that have to follow these events."""
    return tuple(name for event in events for name in _owed_after(event))


def _owed_after(event: Event) -> tuple[str, ...]:
    if event.kind == "card":
        return ("won",) if "won" in event.data else ()
    return _OWED.get(event.kind, ())


_OWED: Mapping[str, tuple[str, ...]] = {
    "deal": ("deal",),
    "contract": ("calls",),
    "trump": ("contract",),
    "all_pass": ("passed",),
    "score": ("tricks", "points", "totals"),
    "time_up": ("time",),
    "adjust": ("totals",),
}


def _words(values: Iterable[object]) -> str:
    return " ".join("-" if value is None else str(value) for value in values)


def _deal(position: Position) -> str:
    cap = position.cap
    return f"{position.deal_number}" if cap is None else f"{position.deal_number} of {cap}"


def _calls(position: Position) -> str:
    return _words(call for _, call in position.auction.calls) if position.auction else "-"


def _contract(position: Position) -> str:
    contract = position.contract
    if contract is None:
        return "-"
    trump = None if position.trump is None else position.trump.letter
    return _words([contract.declarer, contract.tricks, trump])


def _won(position: Position) -> str:
    play = position.play
    return "-" if play.cards or not play.tricks else str(play.turn)


def _passed(position: Position) -> str:
    return str(sum(1 for _ in takewhile(lambda points: points is None, reversed(position.deals))))


def _bonus(position: Position) -> str:
    return str(position.sheet[-1].bonus) if position.sheet else "-"


def _legal(position: Position) -> str:
    turn = position.turn
    return _words([] if turn is None else view(position, turn)["legal"])


def _timeout(position: Position) -> str:
    turn = position.turn
    return "-" if turn is None else action_text(autoplay(view(position, turn)))


def _last_trick(position: Position) -> str:
    return _words(card for _, card in view(position, SPECTATOR)["last_trick"] or [])


def _totals(position: Position) -> str:
    return _words(position.totals)


def _outcome(position: Position) -> str:
    outcome = position.outcome
    side = outcome.winner if outcome.advances is None else outcome.advances
    return _words([outcome.state, side, outcome.by])


CHECKS: Mapping[str, Callable[[Position], str]] = {
    "phase": lambda position: position.phase.value,
    "turn": lambda position: _words([position.turn]),
    "dealer": lambda position: str(position.dealer),
    "deal": _deal,
    "legal": _legal,
    "calls": _calls,
    "contract": _contract,
    "passed": _passed,
    "won": _won,
    "timeout": _timeout,
    "last_trick": _last_trick,
    "honour": lambda position: _words([position.honour]),
    "tricks": lambda position: _words(position.tricks_won),
    "points": lambda position: _words(position.deals[-1] or ["-"]) if position.deals else "-",
    "bonus": _bonus,
    "totals": _totals,
    "time": lambda position: "up" if position.time_up else "-",
    "outcome": _outcome,
    "result": lambda position: f"{_outcome(position)} {_totals(position)}",
    "allowed": lambda position: _words(position.rules.targets_allowed),
    "direction": lambda position: position.rules.direction.value,
    "readiness": lambda position: position.rules.ready.value,
    "afterwards": lambda position: position.rules.after_match.value,
}
