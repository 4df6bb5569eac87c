"""What players say of their match in the hall: a word counts for nothing until another side agrees.

Two sides that say the same have decided their pairing; two that contradict each other wait for the
director, and neither counts. Whoever says nothing, though he was shown it, has agreed after the time
the stage gives him. Nobody speaks for two sides.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from games.rules import Refusal
from tournaments.models import Action, Pairing, Report, Shown

from .actions import PROGRAM, Account, Author, acting
from .hall import ResultKnown, ResultMoved, decide, demand_open, demand_other, demand_seen, in_hall
from .said import Said, Told, Totals, Weighed, is_disputed, said_from, told, weigh
from .seats import NotYourPairing


class ReportsOff(Refusal):
    """In this tournament results are entered by its scorers only."""

    code = "reports_off"


class NothingToAgree(Refusal):
    """No other side has said how the match ended, or it says something else by now."""

    code = "nothing_to_agree"


def report(*, pairing_id: int, said: Said, author: Author, now: datetime, seen: int | None = None) -> None:
    """Say for one's own side how the match ended, or stands.

    :param seen: the report that the author had before him (``Told.seen_by``); unasked where ``None``.
    :raises ReportsOff: where players report nothing.
    :raises NotYourPairing: when he plays for no side of it.
    :raises ResultMoved: when his own side has said something since.
    :raises Refusal: when the pairing is not open to results from the hall, or they cannot be.
    """
    pairing = in_hall(pairing_id)
    side = _speaker(pairing, author)
    with acting(pairing.round.stage.tournament_id, Action.Verb.REPORT, author, now=now) as account:
        demand_open(pairing)
        heard = told(pairing.reports.all())
        demand_seen(heard, side, seen)
        weighed = weigh(pairing, heard, said)
        word = _write(pairing, side, weighed, said.to_data(), author, now)
        account.after = {"pairing": pairing.pk, "side": side, "report": word.pk}
        _decide_if_agreed(pairing, word, author, account, now)


def agree_with(*, pairing_id: int, report_id: int, author: Author, now: datetime) -> None:
    """Say for one's own side that what another side has said is so.

    :raises NothingToAgree: when that is not what another side says now.
    :raises NotYourPairing: when he plays for no side of it.
    """
    pairing = in_hall(pairing_id)
    side = _speaker(pairing, author)
    with acting(pairing.round.stage.tournament_id, Action.Verb.AGREE, author, now=now) as account:
        demand_open(pairing)
        heard = told(pairing.reports.all())
        theirs = _word(heard, report_id)
        if _share_a_score(pairing, theirs.side, side):
            raise NothingToAgree()
        said = said_in(theirs)
        word = _write(pairing, side, weigh(pairing, heard, said), said.to_data(), author, now)
        account.after = {"pairing": pairing.pk, "side": side, "report": word.pk, "with": theirs.pk}
        _decide_if_agreed(pairing, word, author, account, now)


def settle(*, pairing_id: int, report_id: int, author: Author, now: datetime) -> None:
    """Let one of the players' words be the result: the director's way out of a dispute.

    :raises NothingToAgree: when that is not what a side says now.
    :raises OwnPairing: when the director plays there himself.
    """
    pairing = in_hall(pairing_id)
    with acting(pairing.round.stage.tournament_id, Action.Verb.SCORE, author, now=now) as account:
        demand_open(pairing)
        demand_other(pairing, author)
        heard = told(pairing.reports.all())
        word = _word(heard, report_id)
        said = said_in(word)
        kind = Report.Kind.TOTALS if isinstance(said, Totals) else Report.Kind.SHEET
        data = said.to_data() | {"of": [word.pk]}
        decide(pairing, weigh(pairing, heard, said), kind, data, author=author, account=account, now=now)


def show(*, pairing_id: int, report_id: int, user_id: int, now: datetime) -> None:
    """Write down, once a side, that somebody of it was shown what another side says."""
    pairing = in_hall(pairing_id)
    side = pairing.side_of(user_id)
    heard = told(pairing.reports.all())
    theirs = next((word for word in heard.ended.values() if word.pk == report_id), None)
    if side is None or theirs is None or _share_a_score(pairing, theirs.side, side):
        return
    Shown.objects.get_or_create(report=theirs, side=side, defaults={"user_id": user_id, "at": now})


def agree_due(*, now: datetime) -> int:
    """Take the silence of those who were shown a result for their agreement; return how many pairings."""
    asked = Pairing.objects.filter(round__stage__confirm_seconds__isnull=False)
    return sum(_agree_by_silence(pairing, heard, now) for pairing, heard in _spoken(asked))


def _spoken(pairings: Any) -> list[tuple[Pairing, Told]]:
    """Return those of the pairings in play in which players have said something, with what they said."""
    playing = pairings.filter(state=Pairing.State.CALLED).in_play()
    spoken = playing.filter(reports__kind=Report.Kind.WORD).distinct().order_by("number")
    rows = spoken.select_related("round__stage").prefetch_related("reports")
    return [(pairing, told(pairing.reports.all())) for pairing in rows]


def _agree_by_silence(pairing: Pairing, heard: Told, now: datetime) -> bool:
    """Decide a pairing of which one side has spoken and another was shown it long enough ago."""
    if len(heard.ended) != 1:  # somebody else has spoken too: agreed, or disputed, which no clock decides
        return False
    (word,) = heard.ended.values()
    due = now - timedelta(seconds=pairing.round.stage.confirm_seconds or 0)
    if not Shown.objects.filter(report=word, at__lte=due).exists():
        return False
    with suppress(ResultMoved, ResultKnown):
        take_silence(pairing, heard, word, now)
        return True
    return False


def take_silence(pairing: Pairing, heard: Told, word: Report, now: datetime) -> None:
    """Take the silence of the others for their agreement with a word.

    :raises ResultMoved: when something was said since ``heard`` was read.
    :raises ResultKnown: when the pairing is decided.
    """
    with acting(pairing.round.stage.tournament_id, Action.Verb.AGREE, PROGRAM, now=now) as account:
        if told(pairing.reports.order_by("pk")) != heard:  # not as it was fetched
            raise ResultMoved(report=word.pk)
        _decide_as(pairing, heard, word, [word], PROGRAM, account, now, by_silence=True)


def _speaker(pairing: Pairing, author: Author) -> int:
    if not pairing.round.stage.players_report:
        raise ReportsOff()
    side = pairing.side_of(author.user_id)
    if side is None:
        raise NotYourPairing()
    return side


def _word(heard: Told, report_id: int) -> Report:
    found = next((word for word in heard.ended.values() if word.pk == report_id), None)
    if found is None:
        raise NothingToAgree()
    return found


def said_in(word: Report) -> Said:
    """Return what a report says, without what was made of it."""
    return said_from(
        {name: word.data[name] for name in word.data if name not in ("game", "of", "by_silence")}
    )


def _share_a_score(pairing: Pairing, one: int | None, other: int) -> bool:
    """Return whether two sides of a pairing are one side of its match, as partners are."""
    sides = pairing.round.stage.rules.seating.sides
    return one is not None and one % sides == other % sides


def _write(
    pairing: Pairing, side: int, weighed: Weighed, data: dict[str, Any], author: Author, now: datetime
) -> Report:
    game = weighed.game and weighed.game.to_data()
    written: Report = Report.objects.create(
        pairing=pairing,
        kind=Report.Kind.WORD,
        by_id=author.user_id,
        side=side,
        data=data | {"game": game},
        at=now,
    )
    return written


def _decide_if_agreed(
    pairing: Pairing, word: Report, author: Author, account: Account, now: datetime
) -> None:
    """Decide the pairing when another side says what this word says, and none says anything else."""
    heard = told(pairing.reports.all())
    others = [
        other for side, other in heard.ended.items() if not _share_a_score(pairing, side, word.side or 0)
    ]
    if word.data["game"] and others and not is_disputed(heard):
        _decide_as(pairing, heard, word, [*others, word], author, account, now)


def _decide_as(
    pairing: Pairing,
    heard: Told,
    word: Report,
    words: list[Report],
    author: Author,
    account: Account,
    now: datetime,
    *,
    by_silence: bool = False,
) -> None:
    fullest = next((one for one in words if "lines" in one.data), word)
    said = said_in(fullest)
    data = said.to_data() | {"of": [one.pk for one in words], "by_silence": by_silence}
    weighed = weigh(pairing, heard, said)
    decide(pairing, weighed, Report.Kind.AGREED, data, author=author, account=account, now=now)
