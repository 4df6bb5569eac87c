"""The acts before the draw, done once more from the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final

from tournaments.models import Action, Entry, Invitation, Registration
from tournaments.services import (
    check_in,
    draw,
    entries,
    fees,
    openings,
    registration,
    seeding,
    sign_up,
)
from tournaments.services.entry_list import Row as ListRow
from tournaments.services.openings import Terms

from .past import Act, Past

Again = Callable[[Past, Act], object]
Verb = Action.Verb


def _step(verb: Callable[..., None]) -> Again:
    """Return a verb that takes the tournament alone."""
    return lambda past, act: verb(tournament_id=past.tournament_id, **act.done)


def _entry(verb: Callable[..., object]) -> Again:
    """Return a verb that takes an entry alone."""

    def again(past: Past, act: Act) -> None:
        verb(entry=past.entry(act.after.get("entry") or act.before["entry"]), **act.done)

    return again


def _enter(past: Past, act: Act) -> None:
    rows = [ListRow(**row) for row in act.after["list"]]
    registration.enter_rows(tournament_id=past.tournament_id, rows=rows, stream=act.chance, **act.done)


def _set_registration(past: Past, act: Act) -> None:
    told = {one.name: act.after[one.name] for one in fields(Terms)}
    columns: Any = Registration._meta  # noqa: SLF001 - Django's documented way to a model's fields
    terms = Terms(**{name: columns.get_field(name).to_python(value) for name, value in told.items()})
    openings.set_terms(tournament_id=past.tournament_id, terms=terms, **act.done)


def _of_comer(past: Past, act: Act) -> dict[str, Any]:
    """Return what a verb takes that somebody does for himself."""
    return {"tournament_id": past.tournament_id, "user": act.user, **act.done}


def _invite(past: Past, act: Act) -> None:
    sign_up.invite(**_of_comer(past, act), name=act.after["partner"], stream=act.chance)


def _seek(past: Past, act: Act) -> None:
    sign_up.seek(**_of_comer(past, act), standby=act.after["standby"], stream=act.chance)


def _token(past: Past, asked_by: str) -> str:
    """Return the token of the invitation that somebody has open."""
    waiting = Invitation.objects.filter(tournament=past.tournament_id, state=Invitation.State.OPEN)
    return waiting.get(player=past.player(asked_by)).token


def _sign_up(past: Past, act: Act) -> None:
    if "asked_by" not in act.after:
        sign_up.come(**_of_comer(past, act), stream=act.chance)
        return
    token = _token(past, act.after["asked_by"])
    sign_up.accept(token=token, user=_user(act), stream=act.chance, **act.done)


def _answer(past: Past, act: Act) -> None:
    sign_up.decline(token=_token(past, act.after["player"]), user=_user(act), **act.done)


def _user(act: Act) -> Any:
    return act.user


def _leave(past: Past, act: Act) -> None:
    """Whoever leaves the club is taken out by the program, and named by his player."""
    (name,) = act.before["players"]
    user = past.player(name).user
    assert user is not None  # he came by himself
    sign_up.leave(tournament_id=past.tournament_id, user=user, **act.done)


def _match(past: Past, act: Act) -> None:
    mine = {"tournament_id": past.tournament_id, **act.done}
    if "players" not in act.after:
        entries.match(stream=act.chance, **mine)
        return
    first, second = (past.player(name).pk for name in act.after["players"])
    entries.match_two(player_ids=(first, second), **mine)


def _add_pair(past: Past, act: Act) -> None:
    entries.add_pair(
        tournament_id=past.tournament_id, names=act.after["names"], stream=act.chance, **act.done
    )


def _leave_out(past: Past, act: Act) -> None:
    gone = [past.entry(number).pk for number in act.before["entries"]]
    check_in.leave_out(tournament_id=past.tournament_id, entry_ids=gone, **act.done)


def _settle_fee(past: Past, act: Act) -> None:
    fees.settle_fee(entry=past.entry(act.before["entry"]), to=Entry.Fee(act.after["fee"]), **act.done)


def _seed(past: Past, act: Act) -> None:
    mine = {"tournament_id": past.tournament_id, **act.done}
    match act.after["by"]:
        case "rating":
            seeding.by_rating(**mine)
        case "lot":
            seeding.by_lot(stream=act.chance, **mine)
        case _:
            seeding.by_hand(order=[past.entry(number).pk for number in act.after["seeds"]], **mine)


def _draw(past: Past, act: Act) -> None:
    draw.draw(
        tournament_id=past.tournament_id,
        public_number=act.after["public_number"],
        stream=act.chance,
        **act.done,
    )


BEFORE_PLAY: Final[Mapping[str, Again]] = {
    Verb.CREATE: Past.create,
    Verb.ENTER: _enter,
    Verb.SET_REGISTRATION: _set_registration,
    Verb.OPEN_REGISTRATION: _step(openings.open_registration),
    Verb.CLOSE_REGISTRATION: _step(openings.close_registration),
    Verb.OPEN_CHECK_IN: _step(openings.open_check_in),
    Verb.CLOSE_CHECK_IN: _step(openings.close_check_in),
    Verb.CANCEL: _step(openings.cancel),
    Verb.INVITE: _invite,
    Verb.ANSWER: _answer,
    Verb.SEEK: _seek,
    Verb.SIGN_UP: _sign_up,
    Verb.LEAVE: _leave,
    Verb.MATCH: _match,
    Verb.ADD_PAIR: _add_pair,
    Verb.ACCEPT: _entry(entries.accept),
    Verb.DECLINE: _entry(entries.decline),
    Verb.WITHDRAW: _entry(entries.withdraw),
    Verb.DISQUALIFY: _entry(entries.disqualify),
    Verb.REINSTATE: _entry(entries.reinstate),
    Verb.PROMOTE: _entry(entries.promote),
    Verb.CHECK_IN: _entry(check_in.check_in),
    Verb.UNDO_CHECK_IN: _entry(check_in.undo),
    Verb.LEAVE_OUT: _leave_out,
    Verb.SETTLE_FEE: _settle_fee,
    Verb.SEED: _seed,
    Verb.DRAW: _draw,
}
"""How each act before the first round is done once more."""
