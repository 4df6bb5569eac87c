"""A match told as JSON values, deal by deal: what scripts read of a record.

The keys are documented in docs/records.md and stay. Cards are two letters, seats numbers.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from games.rules.actions import Event
from games.rules.auction import PASS
from games.rules.heading import moment_text
from games.rules.notation import Record
from games.rules.position import Position
from games.rules.records import played

Deal = dict[str, Any]


def told(record: Record) -> dict[str, Any]:
    """Return the match of a record, every action played and every check made.

    :raises BadRecord: naming the line where the match does not go as it was written.
    """
    course = list(played(record))
    deals: list[Deal] = []
    for _, events in course:
        for event in events:
            _TELL.get(event.kind, _nothing)(deals, event)
    position, _ = course[-1]
    return {**_frame(record, position), "deals": deals, "result": _result(position)}


def _frame(record: Record, position: Position) -> dict[str, Any]:
    heading, rules = record.heading, position.rules
    return {
        "rules": {
            "key": rules.key,
            "version": rules.version,
            "digest": rules.digest,
            "rule_set": rules.to_data(),
        },
        "target": position.target,
        "cap": position.cap,
        "event": heading.event,
        "table": heading.table,
        "begun": _moment(heading.begun),
        "ended": _moment(heading.ended),
        "seats": list(heading.names),
        "time_up": position.time_up,
        "adjustments": [
            {"entry": entry, "side": side, "points": points}
            for entry, side, points in position.course.adjustments
        ],
    }


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment_text(moment)


def _result(position: Position) -> dict[str, Any]:
    outcome = position.outcome
    return {
        "state": outcome.state,
        "winner": outcome.winner,
        "advances": outcome.advances,
        "by": outcome.by,
        "totals": list(outcome.totals),
        "places": list(outcome.places),
    }


def _nothing(_deals: Sequence[Deal], _event: Event) -> None:
    """Leave out what a deal is not told by."""


def _deal(deals: list[Deal], event: Event) -> None:
    data = event.data
    deals.append(
        {
            **{name: data[name] for name in ("deal", "redeal", "dealer", "hands", "commitment")},
            "calls": [],
            "passed": False,
            "contract": None,
            "tricks": [],
            "score": None,
        }
    )


def _call(deals: Sequence[Deal], event: Event) -> None:
    deals[-1]["calls"].append([event.seat, str(event.data.get("bid", PASS))])


def _all_pass(deals: Sequence[Deal], _: Event) -> None:
    deals[-1]["passed"] = True


def _contract(deals: Sequence[Deal], event: Event) -> None:
    deals[-1]["contract"] = {**event.data, "trump": None}


def _trump(deals: Sequence[Deal], event: Event) -> None:
    deals[-1]["contract"]["trump"] = event.data["suit"]


def _card(deals: Sequence[Deal], event: Event) -> None:
    tricks = deals[-1]["tricks"]
    if not tricks or len(tricks[-1]["cards"]) == 4:
        tricks.append({"leader": event.seat, "cards": [], "won": None})
    tricks[-1]["cards"].append(event.data["card"])
    tricks[-1]["won"] = event.data.get("won")


def _score(deals: Sequence[Deal], event: Event) -> None:
    known = ("deal", "declarer", "bid", "trump")
    deals[-1]["score"] = {name: value for name, value in event.data.items() if name not in known}


_TELL: Mapping[str, Callable[[list[Deal], Event], None]] = {
    "deal": _deal,
    "bid": _call,
    "pass": _call,
    "all_pass": _all_pass,
    "contract": _contract,
    "trump": _trump,
    "card": _card,
    "score": _score,
}
