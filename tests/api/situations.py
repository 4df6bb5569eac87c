"""Each command of a director through the API, with a tournament in which it can be done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from games.services import tables
from games.services.calls import call_director
from games.services.clocks import TablePolicy
from tests.cast import NOW, person
from tests.tournaments.desk import correct, won_by
from tests.tournaments.drafts import draft_in, drafted, edit
from tests.tournaments.evenings import STREAM, drawn, pairing_of, play_round, round_of, started, void
from tests.tournaments.hall import enter, played_in_hall, say, won
from tests.tournaments.over_days import week
from tests.tournaments.signing_up import looking, opened, walk_in
from tournaments.models import Action, Club, DirectorCall, Entry, Pairing, Player, Report, Tournament
from tournaments.services import drafts, openings, postponing, results, round_clock, wishes
from tournaments.services.actions import PROGRAM, Author
from tournaments.services.effects import Choice
from tournaments.services.planning import NextStage

WHY = {"why": "The hall saw it."}
SWISS: dict[str, Any] = {"format": "swiss", "options": {"rounds": 3}}
Verb = Action.Verb


@dataclass(frozen=True, slots=True)
class Situation:
    """A command: the tournament, the address below it, what is sent, and how.

    :param weighed: whether its author looks first at what it would do.
    """

    cup: Tournament
    path: str
    body: dict[str, Any] = field(default_factory=dict)
    method: str = "post"
    weighed: bool = False


def _pairing(pairing: Pairing, what: str, **body: Any) -> Situation:
    return Situation(pairing.round.stage.tournament, f"pairings/{pairing.pk}/{what}/", WHY | body)


def _open(club: Club, path: str, **body: Any) -> Situation:
    return Situation(opened(club), path, body)


def _entry(club: Club, act: str) -> Situation:
    """Return what is done to the second of two pairs that walked in."""
    cup = opened(club)
    _, entry = walk_in(cup, 1), walk_in(cup, 2)
    if act == "reinstate":
        Entry.objects.filter(pk=entry.pk).update(state=Entry.State.WITHDRAWN)
        entry.members.update(tournament=None)
    if act in ("check_in", "undo_check_in"):
        openings.open_check_in(tournament_id=cup.pk, author=PROGRAM, now=NOW)
    if act == "undo_check_in":
        Entry.objects.filter(pk=entry.pk).update(state=Entry.State.CHECKED_IN)
    if act in ("accept", "decline"):
        Entry.objects.filter(pk=entry.pk).update(state=Entry.State.PENDING)
    if act == "promote":
        Entry.objects.filter(pk=entry.pk).update(state=Entry.State.WAITLISTED, waiting_since=NOW)
    return Situation(cup, f"entries/{entry.pk}/", {"act": act} | WHY)


def _to_draw(club: Club) -> Situation:
    cup = opened(club)
    for number in range(4):
        walk_in(cup, number)
    return Situation(cup, "draw/")


def _left_out(club: Club) -> Situation:
    cup = opened(club)
    missing = walk_in(cup, 1)
    openings.open_check_in(tournament_id=cup.pk, author=PROGRAM, now=NOW)
    return Situation(cup, "entries/leave-out/", {"entries": [missing.pk]})


def _matched(club: Club) -> Situation:
    cup = opened(club)
    for name in ("hala", "majd"):
        looking(cup, person(name))
    return Situation(cup, "entries/match/")


def _back(club: Club) -> Situation:
    cup = opened(club)
    openings.open_check_in(tournament_id=cup.pk, author=PROGRAM, now=NOW)
    return Situation(cup, "registration/step/", {"step": "back"})


def _closed(club: Club) -> Situation:
    cup = opened(club)
    openings.close_registration(tournament_id=cup.pk, author=PROGRAM, now=NOW)
    return Situation(cup, "registration/step/", {"step": "open"})


def _voided(club: Club, ruling: str, **more: int) -> Situation:
    pairing = pairing_of(started(club, 4), 1, 1)
    void(pairing)
    results.record_finished(now=NOW, stream=STREAM)
    return _pairing(pairing, "settle", ruling=ruling, **more)


def _all_in(club: Club) -> Situation:
    pairing = played_in_hall(club, 2)
    enter(pairing, won())
    return Situation(pairing.round.stage.tournament, "rounds/1/1/", {"step": "close"})


def _at_the_clock(club: Club, step: str) -> Situation:
    """Return what is done to the clock of a round that has one; it goes on after a pause."""
    cup = started(club, 4, round_seconds=2400)
    if step == "go_on":
        round_clock.pause(round_id=round_of(cup, 1).pk, author=PROGRAM, now=NOW)
    return Situation(cup, "rounds/1/1/", {"step": step})


def _at_a_table(club: Club, **body: Any) -> Situation:
    cup = started(club, 4, policy=TablePolicy.people(bots_after=0))
    return replace(_pairing(pairing_of(cup, 1, 1), "penalty", **body), weighed=True)


def _at_cards(club: Club) -> Situation:
    return _pairing(played_in_hall(club), "move", to="online")


def _in_hall(club: Club, act: str) -> Situation:
    pairing = played_in_hall(club)
    if act == "take_back":
        enter(pairing, won())
    else:
        say(pairing, 0, won(0))
        say(pairing, 1, won(1))
    report = Report.objects.filter(pairing=pairing).latest("pk")
    return Situation(pairing.round.stage.tournament, f"reports/{report.pk}/", {"act": act})


def _called(club: Club) -> Situation:
    cup = started(club, 4)
    table = pairing_of(cup, 1, 1).table
    assert table is not None
    dina = person("dina")
    tables.hold_seats(user_id=dina.pk, seat_ids=[table.seats.get(number=0).pk])
    tables.sit(table_id=table.pk, number=0, user=dina, now=NOW)
    call_director(table_id=table.pk, user=dina, reason="A card fell down", now=NOW)
    return Situation(cup, f"calls/{DirectorCall.objects.get().pk}/")


def _over(club: Club) -> Pairing:
    """Return the final of a cup that is over."""
    cup = started(club, 4)
    for number in (1, 2):
        play_round(cup, number)
    return pairing_of(cup, 2, 1)


def _reviewed(club: Club) -> Situation:
    final = _over(club)
    correct(final, won_by(2, final), Choice.FOLLOW)
    return Situation(final.round.stage.tournament, "finish/")


def _undone(club: Club) -> Situation:
    final = _over(club)
    correct(final, won_by(2, final), Choice.FOLLOW)
    act = Action.objects.get(verb=Verb.CORRECT)
    return Situation(final.round.stage.tournament, f"actions/{act.pk}/undo/")


def _leaving(club: Club, **body: Any) -> Situation:
    cup = started(club, 6, **SWISS)
    entry = Entry.objects.get(tournament=cup, seed=1)
    return Situation(cup, f"entries/{entry.pk}/leave/", WHY | body, weighed=True)


def _coming_back(club: Club) -> Situation:
    cup = started(club, 6, **SWISS)
    entry = Entry.objects.get(tournament=cup, seed=1)
    entry.slots.update(until_round=1)
    return Situation(cup, f"entries/{entry.pk}/come-back/")


def _apart(club: Club, *, apart: bool) -> Situation:
    cup = opened(club)
    one, other = walk_in(cup, 1).pk, walk_in(cup, 2).pk
    if not apart:
        wishes.keep_apart(tournament_id=cup.pk, one=one, other=other, author=PROGRAM, now=NOW)
    return Situation(cup, "draws/apart/", {"one": one, "other": other, "apart": apart})


def _draft(club: Club, **body: Any) -> Situation:
    cup = drafted(club, 8, **SWISS)
    draft = draft_in(cup)
    return Situation(cup, f"drafts/{draft.pk}/", {"seen": draft.version} | body)


def _to_draw_again(club: Club) -> Situation:
    cup = drafted(club, 8, **SWISS)
    edit(drafts.discard, cup)
    return Situation(cup, "rounds/1/1/", {"step": "draw"})


def _appointed(club: Club) -> Situation:
    cup = week(club)
    tomorrow = (NOW + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    return Situation(cup, f"pairings/{pairing_of(cup, 1, 1).pk}/appointment/", {"wall": tomorrow})


def _of_seed_one(cup: Tournament, what: str, **body: Any) -> Situation:
    entry = Entry.objects.get(tournament=cup, seed=1)
    return Situation(cup, f"entries/{entry.pk}/{what}/", WHY | body)


def _course(cup: Tournament, act: str, **body: Any) -> Situation:
    return Situation(cup, "course/", {"act": act} | WHY | body)


def _between(club: Club, act: str) -> Situation:
    """Return a Swiss of which a round is over and the next is not drawn."""
    cup = started(club, 4, **SWISS, break_seconds=60)
    play_round(cup, 1)
    author = Author(why="To end early.")
    drafts.unpublish(round_id=round_of(cup, 2).pk, author=author, now=NOW)
    return _course(cup, act)


def _beginning_again(club: Club) -> Situation:
    one_round = {"format": "swiss", "options": {"rounds": 1}, "break_seconds": 60}
    cup = started(club, 4, **one_round, then=(NextStage("knockout", takes=2),))
    play_round(cup, 1)
    return _course(cup, "again")


def _postponed(club: Club) -> Situation:
    pairing = pairing_of(started(club, 4), 1, 1)
    postponing.postpone(pairing_id=pairing.pk, author=Author(why="No bus."), now=NOW)
    return _pairing(pairing, "postpone", act="take_up")


def _no_shows(club: Club) -> Situation:
    cup = started(club, 8)
    pairings = [pairing_of(cup, 1, number).pk for number in (1, 2)]
    return Situation(cup, "no-shows/", {"pairings": pairings} | WHY, weighed=True)


def _renewed(club: Club) -> Situation:
    cup = drawn(club, 4)
    return Situation(cup, f"players/{Player.objects.filter(club=club)[0].pk}/seat/")


SITUATIONS: dict[Verb, Callable[[Club], Situation]] = {
    Verb.ENTER: lambda club: _open(club, "entries/import/", content="player,partner\nAmal,Basil\n"),
    Verb.SET_REGISTRATION: lambda club: replace(_open(club, "registration/", most_pairs=8), method="put"),
    Verb.SET_PRIZES: lambda club: replace(
        _open(club, "prizes/", prizes=[{"place": 1, "text": "Cup"}]), method="put"
    ),
    Verb.OPEN_REGISTRATION: _closed,
    Verb.CLOSE_REGISTRATION: lambda club: _open(club, "registration/step/", step="close"),
    Verb.OPEN_CHECK_IN: lambda club: _open(club, "registration/step/", step="check_in"),
    Verb.CLOSE_CHECK_IN: _back,
    Verb.CANCEL: lambda club: _open(club, "registration/step/", step="cancel", **WHY),
    Verb.MATCH: _matched,
    Verb.ADD_PAIR: lambda club: _open(club, "entries/", player="Amal", partner="Basil"),
    Verb.ACCEPT: lambda club: _entry(club, "accept"),
    Verb.DECLINE: lambda club: _entry(club, "decline"),
    Verb.WITHDRAW: lambda club: _entry(club, "withdraw"),
    Verb.DISQUALIFY: lambda club: _entry(club, "disqualify"),
    Verb.REINSTATE: lambda club: _entry(club, "reinstate"),
    Verb.PROMOTE: lambda club: _entry(club, "promote"),
    Verb.CHECK_IN: lambda club: _entry(club, "check_in"),
    Verb.UNDO_CHECK_IN: lambda club: _entry(club, "undo_check_in"),
    Verb.SETTLE_FEE: lambda club: _entry(club, "paid"),
    Verb.LEAVE_OUT: _left_out,
    Verb.SEED: lambda club: _open(club, "seeds/", by="lot"),
    Verb.DRAW: _to_draw,
    Verb.SET_TIMES: lambda club: replace(
        Situation(drawn(club, 4), "times/", {"stages": [{"stage": 1, "break_seconds": 60, "rounds": []}]}),
        method="put",
    ),
    Verb.SET_DRAWS: lambda club: _open(club, "draws/", is_checked=True, club_mates_apart=True),
    Verb.KEEP_APART: lambda club: _apart(club, apart=True),
    Verb.LET_MEET: lambda club: _apart(club, apart=False),
    Verb.DRAW_ROUND: _to_draw_again,
    Verb.EDIT_DRAFT: lambda club: _draft(club, act="lock", number=1),
    Verb.DISCARD_DRAFT: lambda club: _draft(club, act="discard"),
    Verb.PUBLISH: lambda club: _draft(club, act="publish"),
    Verb.UNPUBLISH: lambda club: Situation(drawn(club, 4), "rounds/1/1/", {"step": "take_back"} | WHY),
    Verb.OPEN_ROUND: lambda club: Situation(drawn(club, 4), "rounds/1/1/", {"step": "start"}),
    Verb.CLOSE_ROUND: _all_in,
    Verb.GIVE_TIME: lambda club: Situation(
        started(club, 4), "rounds/1/1/", {"step": "give_time", "minutes": 5}
    ),
    Verb.PAUSE_CLOCK: lambda club: _at_the_clock(club, "pause"),
    Verb.RUN_CLOCK: lambda club: _at_the_clock(club, "go_on"),
    Verb.STOP_DEALS: lambda club: Situation(started(club, 4), "rounds/1/1/", {"step": "stop"}),
    Verb.POSTPONE: lambda club: _pairing(pairing_of(started(club, 4), 1, 1), "postpone", act="postpone"),
    Verb.TAKE_UP: _postponed,
    Verb.REPLAY: lambda club: _voided(club, "replay"),
    Verb.WALKOVER: lambda club: _voided(club, "walkover", winner=1),
    Verb.DOUBLE_WALKOVER: lambda club: _voided(club, "double_walkover"),
    Verb.NO_SHOWS: _no_shows,
    Verb.LOT: lambda club: _voided(club, "lot"),
    Verb.ADJUST: lambda club: _at_a_table(club, penalty="take", side=1, points=5),
    Verb.RETIRE: lambda club: _at_a_table(club, penalty="retire", side=1),
    Verb.SCORE: lambda club: _in_hall(club, "settle"),
    Verb.TAKE_BACK: lambda club: _in_hall(club, "take_back"),
    Verb.CORRECT: lambda club: replace(_pairing(_over(club), "correct", result={"winner": 1}), weighed=True),
    Verb.UNDO: _undone,
    Verb.WITHDRAW_IN_PLAY: lambda club: _leaving(club, leaving="withdraw"),
    Verb.DISQUALIFY_IN_PLAY: lambda club: _leaving(club, leaving="disqualify"),
    Verb.REINSTATE_IN_PLAY: _coming_back,
    Verb.FINISH: _reviewed,
    Verb.ADD_LATE: lambda club: Situation(
        started(club, 4, **SWISS), "entries/late/", {"player": "Late A", "partner": "Late B"}
    ),
    Verb.APPOINT: _appointed,
    Verb.SUBSTITUTE: lambda club: _of_seed_one(
        started(club, 4, **SWISS), "substitute", name="Substitute S", position=1
    ),
    Verb.GIVE_BYE: lambda club: _of_seed_one(started(club, 7, **SWISS), "bye"),
    Verb.SET_ROUNDS: lambda club: _course(started(club, 6, **SWISS), "rounds", rounds=4),
    Verb.FINISH_EARLY: lambda club: _between(club, "finish"),
    Verb.BEGIN_AGAIN: _beginning_again,
    Verb.CANCEL_IN_PLAY: lambda club: _course(started(club, 4), "cancel"),
    Verb.GO_TO_CARDS: lambda club: _pairing(
        pairing_of(started(club, 4, policy=TablePolicy.people(bots_after=0)), 1, 1), "move", to="cards"
    ),
    Verb.GO_ONLINE: _at_cards,
    Verb.SETTLE_CALL: _called,
    Verb.RENEW_SEAT: _renewed,
}
"""Every verb that staff send through the API, in a situation in which it can be done."""

OF_OTHERS: dict[Verb, str] = {
    Verb.CREATE: "tournaments_create, which belongs to no tournament yet: see test_making.py",
    Verb.NAME_STAFF: "staff_set, for the administrators of the club: see test_making.py",
    Verb.RELIEVE_STAFF: "staff_set, for the administrators of the club: see test_making.py",
    Verb.INVITE: "sign_up, for the player himself: see test_registration.py",
    Verb.ANSWER: "invitations_answer, for the player himself: see test_registration.py",
    Verb.SEEK: "sign_up, for the player himself: see test_registration.py",
    Verb.SIGN_UP: "invitations_answer, for the player himself: see test_registration.py",
    Verb.LEAVE: "sign_up, for the player himself: see test_registration.py",
    Verb.REPORT: "reports_create, for the players: see test_reports.py",
    Verb.AGREE: "reports_act, for the players: see test_reports.py",
    Verb.CALL_DIRECTOR: "pairing_call, for who plays there: see test_calls.py",
    Verb.APPEAL: "calls_appeal, for who plays there: see test_calls.py",
    Verb.LEAVE_CLUB: "it follows from leaving the club",
    Verb.RECORD: "what a table ends with is recorded by the program alone",
    Verb.OPEN_SEAT: "a seat link is opened by the browser that goes on as its player",
}
"""Verbs that no director sends, each with who does and how."""
