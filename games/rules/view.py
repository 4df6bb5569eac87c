"""What each viewer may know: the only two ways out for what is hidden.

``view`` shows a position and ``project`` an event to a seat or to a spectator, as JSON values with
cards as two letters. A seat knows its own hand; nobody knows another's. Whatever depends on a
hidden card, the number of legal cards included, stays here.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from games.rules.actions import Event
from games.rules.auction import Auction
from games.rules.cards import NAME_OF, names
from games.rules.position import Phase, Position, ScoredDeal
from games.rules.seats import SEATS, Seat
from games.rules.trick import Trick, playable, trumps

SPECTATOR: Final = "spectator"
Viewer = Seat | Literal["spectator"]


def view(position: Position, viewer: Viewer) -> dict[str, Any]:
    """Return all a table page needs to show a viewer the position, and no more."""
    seat = _seated(viewer)
    return {
        "seat": seat,
        **_match_facts(position),
        **_deal_facts(position),
        **_own_facts(position, seat),
    }


def _seated(viewer: Viewer) -> Seat | None:
    """Return the seat a viewer sits at, None for a spectator; anybody else is a fault."""
    if viewer == SPECTATOR:
        return None
    return SEATS[SEATS.index(viewer)]


def _match_facts(position: Position) -> dict[str, Any]:
    rules, outcome = position.rules, position.outcome
    return {
        "phase": position.phase.value,
        "target": position.target,
        "cap": position.cap,
        "totals": list(position.totals),
        "deals": [None if points is None else list(points) for points in position.deals],
        "sheet": [_line(line) for line in position.sheet],
        "ready": sorted(position.ready),
        "time_up": position.time_up,
        "adjustments": [list(adjustment) for adjustment in position.course.adjustments],
        "outcome": {
            "state": outcome.state,
            "winner": outcome.winner,
            "advances": outcome.advances,
            "by": outcome.by,
            "totals": list(outcome.totals),
        },
        "rules": {
            "key": rules.key,
            "version": rules.version,
            "direction": rules.direction.value,
            "seating": rules.seating.value,
        },
    }


def _line(line: ScoredDeal) -> dict[str, Any]:
    return {
        "deal": line.deal,
        "declarer": line.declarer,
        "bid": line.bid,
        "trump": line.trump.letter,
        "tricks": list(line.tricks),
        "took": line.took,
        "made": line.made,
        "points": list(line.points),
        "honour": line.honour,
        "bonus": line.bonus,
    }


def _deal_facts(position: Position) -> dict[str, Any]:
    auction, contract, last = position.auction, position.contract, position.last_trick
    return {
        "dealer": position.dealer,
        "deal": position.deal_number,
        "redeals": position.redeals,
        "commitment": position.course.commitment,
        "counts": [len(hand) for hand in position.hands],
        "calls": [] if auction is None else [[seat, call] for seat, call in auction.calls],
        "contract": (None if contract is None else {"declarer": contract.declarer, "bid": contract.tricks}),
        "trump": None if position.trump is None else position.trump.letter,
        "trick": _plays(position.trick),
        "last_trick": None if last is None else _plays(last),
        "tricks": list(position.tricks_won),
        "honour": position.honour,
        "played": [[seat, NAME_OF[card]] for seat, card in position.played],
        "turn": position.turn,
    }


def _plays(trick: Trick) -> list[list[Any]]:
    return [[seat, NAME_OF[card]] for seat, card in trick.plays]


def _own_facts(position: Position, seat: Seat | None) -> dict[str, Any]:
    """Return what only the viewer may know: his cards, and what he may do with them."""
    hand = [] if seat is None else names(position.hands[seat])
    return {"hand": hand, **_own_choices(position, seat)}


def _own_choices(position: Position, seat: Seat | None) -> dict[str, Any]:
    if seat is None or position.turn != seat:
        return {"legal": [], "must": None}
    legal, must = _choices(position, seat)
    return {"legal": legal, "must": must}


def next_step(position: Position, viewer: Viewer) -> dict[str, Any]:
    """Return the part of the view that says what the table waits for, and of whom."""
    seat = _seated(viewer)
    return {"turn": position.turn, "phase": position.phase.value, **_own_choices(position, seat)}


def _choices(position: Position, seat: Seat) -> tuple[list[str], str | None]:
    """Return what the seat to move may do, and the code of the rule that narrows it."""
    if position.phase is Phase.TRUMP:
        return [trump.letter for trump in trumps(position.rules)], None
    if position.auction is not None and position.phase is Phase.AUCTION:
        return _calls(position.auction)
    hand = position.hands[seat]
    cards = playable(hand, position.trick.led)
    return names(cards), "must_follow_suit" if len(cards) < len(hand) else None


def _calls(auction: Auction) -> tuple[list[str], str | None]:
    calls = list(auction.legal_calls())
    if auction.must_bid:
        return calls, "must_bid"
    return calls, "must_pass" if len(calls) == 1 else None


def _public(data: Mapping[str, Any], _: Seat | None) -> dict[str, Any]:
    return dict(data)


def _own_hand(data: Mapping[str, Any], seat: Seat | None) -> dict[str, Any]:
    shown = {name: value for name, value in data.items() if name != "hands"}
    return shown if seat is None else {**shown, "hand": list(data["hands"][seat])}


def _card(data: Mapping[str, Any], _: Seat | None) -> dict[str, Any]:
    """Return what was played, and not that nothing else could be: that would tell of the hand."""
    return {name: value for name, value in data.items() if name != "forced"}


# A kind that is not listed is shown to nobody: a new one has to be thought about here.
_SHOWN: Mapping[str, Callable[[Mapping[str, Any], Seat | None], dict[str, Any]]] = {
    "match": _public,
    "deal": _own_hand,
    "bid": _public,
    "pass": _public,
    "all_pass": _public,
    "contract": _public,
    "trump": _public,
    "card": _card,
    "score": _public,
    "ready": _public,
    "time_up": _public,
    "adjust": _public,
    "retire": _public,
    "over": _public,
}


def project(event: Event, viewer: Viewer) -> dict[str, Any] | None:
    """Return an event as a viewer may see it, or None when it is not for him at all."""
    seat = _seated(viewer)
    shown = _SHOWN.get(event.kind)
    if shown is None:
        return None
    return {"kind": event.kind, "seat": event.seat, "data": shown(event.data, seat)}


def is_shown_alike(event: Event) -> bool:
    """Return whether every viewer is shown the same of an event."""
    return _SHOWN.get(event.kind) is not _own_hand
