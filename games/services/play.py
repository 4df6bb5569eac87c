"""Playing at a table: what was asked becomes a move, and what is due is played.

``decide`` is pure. ``submit`` (sockets) and ``submit_now`` (everybody else) are thin around it, and
``play_due`` is what the sweep calls: timeouts and bots are other authors of the same moves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from games import store
from games.hub import Logged
from games.rules import (
    PASS,
    SEATS,
    Action,
    Call,
    NameTrump,
    Phase,
    PlayCard,
    Position,
    Ready,
    Refusal,
    Seat,
    WrongPhase,
    apply,
    autoplay,
    parse_card,
    parse_trump,
    view,
)
from games.services import away, deals, offers
from games.services.clocks import Clock, is_forced
from games.services.deals import Source
from games.services.entropy import PARTS, Entropy, PutHash, PutValue, part_of, put_in
from games.services.minds import Minds, chosen_by
from games.store import Acknowledged, Committed, Move, Request, SeatNow, Stored, TableMoved
from games.writer import WRITER

NO_LAG = timedelta()
UNWATCHED = Minds()
FAULTS = store.FAULTS
"""What the sweep outlives, see ``games.store``."""


class BadAction(Refusal):
    """What was asked for is no action at a table."""

    code = "bad_action"


class NotSeated(Refusal):
    """Only who sits at the table plays there."""

    code = "not_seated"


@dataclass(frozen=True, slots=True)
class Act:
    """What a person asked for over a socket: ``seen`` is the last event number he knew."""

    user_id: int
    action: Action
    client_id: str
    seen: int


@dataclass(frozen=True, slots=True)
class Part:
    """What a person's page puts into the deals, before the first card."""

    user_id: int
    part: PutHash | PutValue
    client_id: str


def act_of(kind: str, data: Mapping[str, Any], *, user_id: int, client_id: str, seen: int) -> Act | Part:
    """Return what a client asked for, in whose name.

    :raises BadAction: when there is nothing of that kind or its value is none.
    :raises BadEntropy: when it cannot be put into the deals.
    """
    if kind in PARTS:
        return Part(user_id, part_of(kind, data), client_id)
    return Act(user_id, action_of(kind, data), client_id, seen)


def action_of(kind: str, data: Mapping[str, Any]) -> Action:
    """Return the action a client named.

    :raises BadAction: when there is none of that kind or its value is none.
    """
    match kind, data:
        case "pass", _:
            return Call(PASS)
        case "bid", {"bid": int(bid)}:
            return Call(str(bid))
        case "trump", {"suit": str(suit)}:
            return NameTrump(parse_trump(suit))
        case "card", {"card": str(card)}:
            return PlayCard(parse_card(card))
        case "ready", _:
            return Ready()
    raise BadAction(kind=kind)


def seat_of(stored: Stored, user_id: int) -> Seat:
    """Return where the user sits.

    :raises NotSeated: when he does not.
    """
    for seat, now in zip(SEATS, stored.seats, strict=True):
        if now.kind == "user" and now.user_id == user_id:
            return seat
    raise NotSeated()


def decide(
    stored: Stored,
    seat: Seat | None,
    action: Action,
    *,
    now: datetime,
    by: str,
    client_id: str | None = None,
) -> Move:
    """Return the move that an action makes of a table, and all that follows without waiting.

    Bots are ready as soon as a person is, and when everybody is, the next deal is dealt.

    :raises Refusal: when the action is not allowed; nothing changes then.
    """
    if stored.position.phase is Phase.DEAL and seat is None:
        return _called_off(stored, action, now=now, by=by)
    position, events = apply(stored.position, seat, action)
    logged = [Logged(event, by) for event in events]
    logged += deals.revealed(stored.position, position, stored.master)
    position = _rest_ready(stored, position, logged)
    if position.phase is Phase.DEAL:
        position = deals.dealt(position, Source.of(stored), logged)
    late = {} if seat is None else _late_after(stored, seat, logged, by=by, now=now)
    return moved(stored, position, tuple(logged), now=now, seat=seat, client_id=client_id, late=late)


def _late_after(
    stored: Stored, seat: Seat, logged: list[Logged], *, by: str, now: datetime
) -> dict[int, SeatNow]:
    """Return the seat whose clock the act has changed, and log it when its mark comes or goes."""
    before = stored.seats[seat]
    after = away.after_act(stored, seat, by=by, now=now)
    if after == before:
        return {}
    logged += away.marks(stored.policy, seat, before, after)
    return {seat: after}


def _rest_ready(stored: Stored, position: Position, logged: list[Logged]) -> Position:
    """Say for the seats no person has that they are ready, as soon as a person is."""
    if not position.ready:
        return position
    for seat, now in zip(SEATS, stored.seats, strict=True):
        if now.kind != "user" and seat not in position.ready and position.phase is Phase.RESULT:
            position, events = apply(position, seat, Ready())
            by = "bot" if now.kind == "bot" else "table"
            logged += [Logged(event, by) for event in events]
    return position


def with_seats_changed(stored: Stored, logged: list[Logged]) -> Position:
    """Return the position after a change of seats: it may be that who left was all one waited for."""
    position = _rest_ready(stored, stored.position, logged)
    if position.phase is Phase.DEAL and stored.position.phase is Phase.RESULT:
        position = deals.dealt(position, Source.of(stored), logged)
    return position


def moved(
    stored: Stored,
    position: Position,
    logged: tuple[Logged, ...],
    *,
    now: datetime,
    seat: Seat | None = None,
    client_id: str | None = None,
    entropy: Entropy | None = None,
    late: Mapping[int, SeatNow] | None = None,
) -> Move:
    """Return the move that leads to this position, with the time the table moves next."""
    late = late or {}
    seats = [late.get(seat, stored.seats[seat]) for seat in SEATS]
    clock = Clock(stored.policy, seats, stored.public_id)
    trick_ended = any("won" in entry.event.data for entry in logged)
    seq = stored.seq + len(logged)
    asking = entropy is not None and bool(entropy.waits_for)
    return Move(
        table_id=stored.table_id,
        match_id=stored.match_id,
        expected=stored.seq,
        position=position,
        events=logged,
        due_at=clock.due_at(position, seq=seq, now=now, trick_ended=trick_ended, asking=asking),
        seat=seat,
        client_id=client_id,
        entropy=None if entropy is None else entropy.to_json(),
        late=late,
        closes=offers.closes(position, stored.policy),
        bank=clock.bank(position),
    )


def _prepare_act(stored: Stored, *, act: Act | Part, now: datetime) -> Move:
    seat = seat_of(stored, act.user_id)
    if isinstance(act, Part):
        return _put_in(stored, seat, act, now)
    if not isinstance(act.action, Ready) and act.seen != stored.seq:
        raise TableMoved(seq=stored.seq)
    return decide(stored, seat, act.action, now=now, by="user", client_id=act.client_id)


def _request(table_id: int, act: Act | Part, seat: Seat | None, now: datetime) -> Request:
    return Request(table_id, partial(_prepare_act, act=act, now=now), seat, act.client_id)


async def submit(
    table_id: int, act: Act | Part, *, seat: Seat | None, now: datetime
) -> Committed | Acknowledged:
    """Play what a person asked over a socket; returns when it is on disk.

    :param seat: where his page believes him; a resend of his is known by it.
    :raises Refusal: when it was not allowed.
    """
    return await WRITER.submit(_request(table_id, act, seat, now))


def submit_now(
    table_id: int, act: Act | Part, *, seat: Seat | None, now: datetime
) -> Committed | Acknowledged:
    """Play what a person asked, on the caller's own connection and in his transaction.

    :raises Refusal: when it was not allowed.
    """
    (answer,) = store.carry_out([_request(table_id, act, seat, now)], now=now)
    if isinstance(answer, Refusal):
        raise answer
    return answer


def due(now: datetime, *, limit: int = store.BATCH, without: Collection[int] = ()) -> list[int]:
    """Return the tables that should have moved by themselves by now, the longest overdue first."""
    return store.due(now, limit=limit, without=without)


def play_due(
    now: datetime,
    *,
    limit: int = store.BATCH,
    without: Collection[int] = (),
    lag: timedelta = NO_LAG,
    minds: Minds = UNWATCHED,
) -> int:
    """Play at every table that should have moved by itself: bots, timeouts, forced passes, ready.

    :param lag: how much longer the act of a person whose time is up is waited for.
    :param minds: the bots there.
    :returns: how many tables moved; a table that somebody else moved first is none of ours.
    """
    return play_at(due(now, limit=limit, without=without), now=now, lag=lag, minds=minds)


def play_at(
    table_ids: Iterable[int], *, now: datetime, lag: timedelta = NO_LAG, minds: Minds = UNWATCHED
) -> int:
    """Play at these tables, if they are due; return how many moved."""
    prepare = partial(_prepare_due, now=now, minds=minds, lag=lag)
    requests = [Request(table_id, prepare) for table_id in table_ids]
    answers = store.carry_out(requests, now=now) if requests else []
    return sum(isinstance(answer, Committed) for answer in answers)


def next_due() -> datetime | None:
    """Return the next time a table moves by itself."""
    return store.next_due()


class NotDue(Refusal):
    """The table has moved since, a person's act may be on its way, or a bot has not thought yet."""

    code = "not_due"


def _prepare_due(stored: Stored, *, now: datetime, minds: Minds, lag: timedelta) -> Move:
    over = stored.position.phase is Phase.OVER  # another match is begun elsewhere, see ``rematch``
    if stored.due_at is None or stored.due_at > now or over:
        raise NotDue()
    if stored.position.phase is Phase.DEAL:
        return _late(stored, now)
    turn = stored.position.turn
    if turn is None:
        return _everybody_ready(stored, now)
    by = _played_by(stored, turn)
    if by == "timeout" and now < stored.due_at + lag:
        raise NotDue()
    return decide(stored, turn, _chosen(stored, turn, now, minds), now=now, by=by)


def _played_by(stored: Stored, turn: Seat) -> str:
    if stored.seats[turn].kind == "bot":
        return "bot"
    return "forced" if is_forced(stored.position) else "timeout"


def _chosen(stored: Stored, turn: Seat, now: datetime, minds: Minds) -> Action:
    """Return what is played for a seat: by the table's bot where one may, else by the clock."""
    if not stored.policy.bot_plays(stored.seats[turn]):
        return autoplay(view(stored.position, turn))
    bot = minds.bot_at(stored, now)
    if bot is None:
        raise NotDue()
    return chosen_by(bot, stored, turn)


def _put_in(stored: Stored, seat: Seat, act: Part, now: datetime) -> Move:
    after = Source.of(stored).entropy.put(seat, act.part)
    logged = [Logged(put_in(seat, act.part), "user")]
    return _went_on(stored, after, logged, now=now, seat=seat, client_id=act.client_id)


def _late(stored: Stored, now: datetime) -> Move:
    """Go on without the parts that have not come in time."""
    return _went_on(stored, Source.of(stored).entropy.late(), [], now=now)


def _went_on(
    stored: Stored,
    after: Entropy,
    logged: list[Logged],
    *,
    now: datetime,
    seat: Seat | None = None,
    client_id: str | None = None,
) -> Move:
    """Return the move that what was put in leads to: one part gives the others no more time."""
    before = Source.of(stored)
    position, _ = deals.go_on(stored.position, before, after, logged)
    move = moved(stored, position, tuple(logged), now=now, seat=seat, client_id=client_id, entropy=after)
    return replace(move, due_at=stored.due_at) if after.step is before.entropy.step else move


def _everybody_ready(stored: Stored, now: datetime) -> Move:
    """Let the clock of the pause say for everybody that he is ready, and deal."""
    position, logged = stored.position, list[Logged]()
    for seat, sitting in zip(SEATS, stored.seats, strict=True):
        if position.phase is Phase.RESULT and seat not in position.ready:
            position, events = apply(position, seat, Ready())
            by = "bot" if sitting.kind == "bot" else "timeout"
            logged += [Logged(event, by) for event in events]
    position = deals.dealt(position, Source.of(stored), logged)
    return moved(stored, position, tuple(logged), now=now)


def _called_off(stored: Stored, action: Action, *, now: datetime, by: str) -> Move:
    """End a match before its first card: it begins with what was put in until now, and is over.

    :raises WrongPhase: when the action would not end it.
    """
    logged = list[Logged]()
    position, source = deals.called_off(stored.position, Source.of(stored), logged)
    position, events = apply(position, None, action)
    if position.phase is not Phase.OVER:
        raise WrongPhase(phase=Phase.DEAL.value)
    logged += [Logged(event, by) for event in events]
    return moved(stored, position, tuple(logged), now=now, entropy=source.entropy)
