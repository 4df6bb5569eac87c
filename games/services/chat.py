"""Words between the people at a table: phrases and emotes by name, and where it is allowed, text.

Who only watches says nothing and hears nothing. What is said has numbers of its own, so that what
one person does not want to hear leaves no gap in the numbers of the match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet

from games import hints, store
from games.hub import HUB
from games.models import BadName, Block, ChatLine, Mute, Seat, Table, User, clean_line
from games.rules import Refusal
from games.services.blocks import NobodyThere
from games.services.play import NotSeated
from games.store import NoSuchTable, Stored

PHRASES = (
    *("hello", "good_luck", "well_played", "nice_bid", "thanks"),
    *("sorry", "one_moment", "your_turn", "good_game"),
)
EMOTES = ("thumbs_up", "clap", "laugh", "wow", "coffee", "heart")
LONGEST = 200
BETWEEN = timedelta(seconds=2)
MOST_A_DEAL = 5
SHOWN = 30


class UnknownPhrase(Refusal):
    """There is no phrase or emote of this name."""

    code = "unknown_phrase"


class SaidTooSoon(Refusal):
    """Two seconds pass between two lines of a person."""

    code = "said_too_soon"


class SaidEnough(Refusal):
    """A person says five things a deal."""

    code = "said_enough"


class NoFreeText(Refusal):
    """At this table, or from a guest, there are only phrases and emotes."""

    code = "no_free_text"


class BadLine(Refusal):
    """This text is too long, holds signs nobody sees, or says nothing."""

    code = "bad_line"


class SaidBefore(Refusal):
    """It is what the same person said last."""

    code = "said_before"


def say(*, table_id: int, user: User, said: Mapping[str, Any], now: datetime) -> None:
    """Say something at a table to the people who sit there.

    :param said: ``phrase`` or ``emote`` with its name, or ``text``.
    :raises NotSeated: when he does not sit there.
    :raises Refusal: by the name of what stands against it; nothing is said then.
    """
    stored = _stored(table_id)
    kind, value = _meant(said, stored, user)
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        mine = ChatLine.objects.filter(table=table, user=user).order_by("-number")
        _refuse_too_much(mine, stored, now)
        _refuse_again(mine, kind, value)
        last = ChatLine.objects.filter(table=table).aggregate(last=Max("number"))["last"] or 0
        ChatLine.objects.create(
            table=table,
            match_id=stored.match_id,
            number=last + 1,
            user=user,
            seat=seat_number(stored, user.pk),
            kind=kind,
            value=value,
            deal=stored.position.deal_number,
            seq=stored.seq,
            at=now,
        )
        transaction.on_commit(partial(_pass_on, table_id, last + 1), robust=True)


def _pass_on(table_id: int, number: int) -> None:
    """Tell this process's sockets and the others."""
    HUB.said(table_id, number)
    hints.publish(f"chat:{table_id}", number)


def _stored(table_id: int) -> Stored:
    stored = store.read([table_id]).get(table_id)
    if stored is None:
        raise NoSuchTable()
    return stored


def seat_number(stored: Stored, user_id: int) -> int:
    """Return the seat a person has at a table.

    :raises NotSeated: when he has none.
    """
    for number, seat in enumerate(stored.seats):
        if seat.kind == "user" and seat.user_id == user_id:
            return number
    raise NotSeated()


def _meant(said: Mapping[str, Any], stored: Stored, user: User) -> tuple[ChatLine.Kind, str]:
    """Return what is said in its stored form."""
    match said:
        case {"phrase": str(name)} if name in PHRASES:
            return ChatLine.Kind.PHRASE, name
        case {"emote": str(name)} if name in EMOTES:
            return ChatLine.Kind.EMOTE, name
        case {"text": str(text)}:
            if user.is_guest or not has_free_text(stored):
                raise NoFreeText()
            return ChatLine.Kind.TEXT, _clean(text)
    raise UnknownPhrase()


def has_free_text(stored: Stored) -> bool:
    """Return whether people at a table may write what they like: at casual tables that allow it."""
    policy = stored.policy
    return policy.casual and policy.free_chat


def _clean(text: str) -> str:
    try:
        return clean_line(text, longest=LONGEST)
    except BadName as fault:
        raise BadLine() from fault


def _refuse_too_much(mine: QuerySet[ChatLine], stored: Stored, now: datetime) -> None:
    last = mine.first()
    if last is not None and now - last.at < BETWEEN:
        raise SaidTooSoon()
    if mine.filter(match=stored.match_id, deal=stored.position.deal_number).count() >= MOST_A_DEAL:
        raise SaidEnough()


def _refuse_again(mine: QuerySet[ChatLine], kind: ChatLine.Kind, value: str) -> None:
    last = mine.first()
    if kind == ChatLine.Kind.TEXT and last is not None and last.value == value:
        raise SaidBefore()


def numbers(table_ids: Iterable[int]) -> dict[int, int]:
    """Return the number of the last line of each table where something was said, in one statement."""
    rows = ChatLine.objects.filter(table__in=list(table_ids)).values("table").annotate(last=Max("number"))
    return dict(rows.values_list("table", "last"))


def heard(table_id: int, user_id: int, after: int | None = None) -> dict[str, Any] | None:
    """Return the ``chat`` frame of what a person may hear; None for who does not sit there.

    :param after: the line from which on; without it the last lines, and what he has chosen.
    """
    stored = _stored(table_id)
    if all(seat.user_id != user_id for seat in stored.seats):
        return None
    silenced, all_muted = _silenced(user_id)
    rows = ChatLine.objects.filter(table=table_id, number__gt=after or 0).select_related("user")
    rows = rows.none() if all_muted else rows.exclude(user__in=silenced - {user_id})
    lines = [_line(row) for row in reversed(rows.order_by("-number")[:SHOWN])]
    if after is not None:
        return {"t": "chat", "lines": lines}
    muted = [n for n, seat in enumerate(stored.seats) if seat.user_id in silenced]
    return {
        "t": "chat",
        "whole": True,
        "lines": lines,
        "muted": muted,
        "all": all_muted,
        "text": has_free_text(stored),
    }


def may_hear(places: Iterable[tuple[int, int | None]]) -> set[tuple[int, int | None]]:
    """Return the places, by table and user, where ``heard`` may have something to tell; in three queries."""
    asked = set(places)
    users = {user for _, user in asked}
    lines = ChatLine.objects.filter(table__in={table for table, _ in asked}).order_by()
    spoken = set(lines.values_list("table", flat=True).distinct())
    choosing = set(Mute.objects.filter(user__in=users).values_list("user", flat=True))
    choosing |= set(Block.objects.filter(user__in=users).values_list("user", flat=True))
    return {(table, user) for table, user in asked if table in spoken or user in choosing}


def tells(frame: Mapping[str, Any]) -> bool:
    """Return whether a ``chat`` frame says anything a page does not begin with."""
    return any(frame[name] for name in ("lines", "muted", "all", "text"))


def _line(row: ChatLine) -> dict[str, Any]:
    return {"n": row.number, "seat": row.seat, "name": str(row.user), "k": row.kind, "v": row.value}


def _silenced(user_id: int) -> tuple[set[int], bool]:
    """Return whom a person does not hear, and whether that is everybody."""
    muted = set(Mute.objects.filter(user=user_id).values_list("other", flat=True))
    blocked = set(Block.objects.filter(user=user_id).values_list("other", flat=True))
    return {one for one in muted | blocked if one is not None}, None in muted


def mute(*, table_id: int, user: User, number: int | None, on: bool) -> None:
    """Hear the one on a seat no more, or again; without a seat, everybody.

    :raises NobodyThere: when no other person sits there.
    """
    other = None if number is None else sitter(table_id=table_id, number=number, but=user)
    if on:
        Mute.objects.get_or_create(user=user, other_id=other)
    else:
        Mute.objects.filter(user=user, other=other).delete()


def sitter(*, table_id: int, number: int, but: User) -> int:
    """Return which other person sits on a seat.

    :raises NobodyThere: when none does.
    """
    seat = Seat.objects.filter(table=table_id, number=number, user__isnull=False).exclude(user=but).first()
    if seat is None or seat.user_id is None:
        raise NobodyThere()
    return int(seat.user_id)
