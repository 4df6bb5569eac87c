"""The log of a tournament says all that it takes to do it once more: then everybody sees the same."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from games.models import User
from games.rules import RULESETS
from games.services.clocks import TablePolicy
from tests.cast import NOW
from tests.tournaments.desk import WHY, correct, undo_last, won_by
from tests.tournaments.drafts import drafted, edit, publish, seed, start
from tests.tournaments.evenings import (
    STREAM,
    ended,
    level,
    pairing_of,
    play_round,
    round_of,
    seeds_in,
    started,
    void,
)
from tests.tournaments.hall import deals, enter, played_in_hall, plays, say, won
from tests.tournaments.signing_up import ask, invited, looking, opened, signed_up
from tournaments.models import Action, Club, Entry, KeptApart, Pairing, Report, Round, Stage, Tournament
from tournaments.services import (
    byes,
    check_in,
    corrections,
    course,
    demo,
    draft_edits,
    drafts,
    draw,
    due,
    entries,
    fees,
    hall,
    latecomers,
    moving,
    openings,
    prizes,
    record,
    results,
    rounds,
    rulings,
    seeding,
    sign_up,
    substitutes,
    timetables,
    timing,
    wishes,
    withdrawals,
    words,
)
from tournaments.services.actions import PROGRAM, Author
from tournaments.services.effects import Choice
from tournaments.services.planning import NextStage, Plan
from tournaments.services.prizes import Offered
from tournaments.services.record import (
    ActRefused,
    CannotReplay,
    ReplayDiffers,
    demand_equal,
    empty_database,
    read_record,
)
from tournaments.services.record.replaying import AGAIN
from tournaments.services.rulings import Ruling
from tournaments.services.timetables import Given

pytestmark = pytest.mark.django_db


def demand_replayed(written: str) -> None:
    """Do a tournament once more in an empty database, and demand that everybody sees the same."""
    with empty_database():
        demand_equal(written, record.replay(read_record(written.encode())))


def evening(club: Club, **plan: Any) -> Tournament:
    """Return an evening in the hall, with all that can go wrong in its first round, to its end."""
    cup = started(club, 7, place=Stage.Place.HALL, **plan)
    stages = Stage.objects.filter(tournament=cup)
    leaver = Entry.objects.filter(tournament=cup).order_by("pk")[2]
    for number in range(1, 30):
        open_now = Round.objects.filter(stage__in=stages, state=Round.State.OPEN).first()
        if open_now is None:
            break
        for at, pairing in enumerate(open_now.pairings.filter(state=Pairing.State.CALLED)):
            enter(pairing, won(at % 2))
        if number == 1:
            undo_last(cup, Action.Verb.SCORE)
            again = open_now.pairings.get(state=Pairing.State.CALLED)
            rulings.settle(
                pairing_id=again.pk,
                ruling=Ruling(Report.Kind.WALKOVER, 1),
                author=WHY,
                now=NOW,
                stream=STREAM,
            )
            correct(open_now.pairings.filter(decided_by="target").first() or again, won(1))
        rounds.close_round(round_id=open_now.pk, author=PROGRAM, now=NOW, stream=STREAM)
        if number == 1:
            undo_last(cup, Action.Verb.CLOSE_ROUND)
            rounds.close_round(round_id=open_now.pk, author=PROGRAM, now=NOW, stream=STREAM)
            seen = withdrawals.foresee(entry_id=leaver.pk)
            withdrawals.leave(
                entry_id=leaver.pk,
                verb=Action.Verb.WITHDRAW_IN_PLAY,
                foreseen=seen.summary,
                author=WHY,
                now=NOW,
            )
    cup.refresh_from_db()
    assert cup.state == Tournament.State.FINISHED
    return cup


@pytest.mark.parametrize(
    "plan",
    [
        {"format": "knockout", "options": {"third_place": True}},
        {"format": "double-knockout"},
        {"format": "swiss", "options": {"rounds": 3, "tie_breaks": ["buchholz", "lot"]}},
        {"format": "round-robin"},
        {"format": "round-robin", "groups": 2, "then": (NextStage("knockout", 4),)},
        {"format": "swiss", "options": {"rounds": 2}, "then": (NextStage("double-knockout", 4),)},
    ],
    ids=["knockout", "double knockout", "swiss", "round robin", "groups and cut", "swiss and cut"],
)
def test_an_evening_done_again_from_its_log_is_the_same_to_the_byte(club: Club, plan: dict[str, Any]) -> None:
    written = record.text(evening(club, **plan).pk)

    demand_replayed(written)


def settle(pairing: Pairing, kind: Report.Kind, winner: int | None = None) -> None:
    """Rule on a pairing."""
    ruling = Ruling(kind, winner)
    rulings.settle(pairing_id=pairing.pk, ruling=ruling, author=WHY, now=NOW, stream=STREAM)


def test_an_evening_at_tables_is_done_again_from_how_its_matches_ended(club: Club) -> None:
    cup = started(club, 8, options={"third_place": True})
    for number, kind in ((1, Report.Kind.REPLAY), (2, Report.Kind.LOT)):
        void(pairing_of(cup, 1, number))
        results.record_finished(now=NOW, stream=STREAM)
        settle(pairing_of(cup, 1, number), kind)
    level(pairing_of(cup, 1, 1), advances=1)
    results.record_finished(now=NOW, stream=STREAM)
    play_round(cup, 1)
    third = pairing_of(cup, 1, 3)
    correct(third, won_by(max(seed or 0 for seed in seeds_in(third)), third))
    settle(pairing_of(cup, 2, 1), Report.Kind.DOUBLE_WALKOVER)
    undo_last(cup, Action.Verb.DOUBLE_WALKOVER)
    play_round(cup, 2)
    play_round(cup, 3)
    semi_final = pairing_of(cup, 2, 1)
    correct(semi_final, won_by(max(seed or 0 for seed in seeds_in(semi_final)), semi_final), Choice.REPLACE)
    corrections.finish_again(tournament_id=cup.pk, author=WHY, now=NOW)

    demand_replayed(record.text(cup.pk))


def test_games_of_a_series_and_a_match_that_goes_on_with_cards_are_done_again(club: Club) -> None:
    cup = started(club, 4, best_of=3, policy=TablePolicy.people())
    for winner in (0, 1, 0):
        ended(pairing_of(cup, 1, 1), winner=winner)
        results.record_finished(now=NOW + timedelta(hours=1), stream=STREAM)
    second = pairing_of(cup, 1, 2)
    moving.go_to_cards(pairing_id=second.pk, author=WHY, now=NOW)
    enter(second, won(0))
    moving.go_online(pairing_id=second.pk, author=WHY, now=NOW, stream=STREAM)
    rounds.stop_deals(round_id=second.round_id, author=WHY, now=NOW)
    results.record_finished(now=NOW + timedelta(hours=1), stream=STREAM)

    demand_replayed(record.text(cup.pk))


def test_what_players_say_is_done_again(club: Club) -> None:
    first = played_in_hall(club, confirm_seconds=600)
    cup = first.round.stage.tournament
    say(first, 0, won(0))
    word = say(first, 1, won(1))
    words.settle(pairing_id=first.pk, report_id=word.pk, author=WHY, now=NOW)
    second = pairing_of(cup, 1, 2)
    word = say(second, 0, won(0))
    user = plays(second, 1)
    words.agree_with(pairing_id=second.pk, report_id=word.pk, author=Author(user.pk), now=NOW)
    hall.take_back(pairing_id=second.pk, report_id=Report.objects.latest("pk").pk, author=WHY, now=NOW)
    enter(second, deals(13, 13))
    say(second, 0, deals(13, 13, 13))
    say(second, 1, won(0, 39, 0))

    demand_replayed(record.text(cup.pk))


def test_silence_that_was_agreement_is_done_again(club: Club) -> None:
    pairing = played_in_hall(club, confirm_seconds=600)
    word = say(pairing, 0, won(0))
    words.show(pairing_id=pairing.pk, report_id=word.pk, user_id=plays(pairing, 1).pk, now=NOW)
    assert words.agree_due(now=NOW + timedelta(hours=1)) == 1

    demand_replayed(record.text(pairing.round.stage.tournament_id))


@pytest.mark.parametrize(
    "plan", [{"format": "individual"}, {"format": "solo-swiss", "rules": RULESETS["solo"]}]
)
def test_an_evening_of_players_who_play_alone_is_done_again(club: Club, plan: dict[str, Any]) -> None:
    names = "\n".join(["player", *(f"Player {number}" for number in range(1, 10))])
    wanted = Plan(name="Alone", options={"rounds": 2}, **plan)
    cup = demo.build_evening(club=club, plan=wanted, content=names, now=NOW, stream=STREAM)
    due.start_due(now=NOW, stream=STREAM)
    for _ in range(2):
        for pairing in Pairing.objects.filter(state=Pairing.State.CALLED):
            ended(pairing, totals=[31, 20] if wanted.format == "individual" else [31, 20, 10, 5])
        results.record_finished(now=NOW, stream=STREAM)
        due.close_due(now=NOW, stream=STREAM)

    cup.refresh_from_db()
    assert cup.state == Tournament.State.FINISHED
    demand_replayed(record.text(cup.pk))


def test_what_was_done_before_the_draw_is_done_again(
    club: Club, bob: User, charlie: User, adam: User, sami: User, olivia: User
) -> None:
    cup = opened(club, most_pairs=3, fee=Decimal(5), currency="LBP")
    looking(cup, olivia)
    first = signed_up(cup, bob, charlie)
    token = invited(cup, adam, name="Olivia")
    sign_up.decline(token=token, user=olivia, author=Author(olivia.pk), now=NOW)
    for user in (adam, sami, olivia):
        looking(cup, user, standby=user == olivia)
    sign_up.leave(tournament_id=cup.pk, user=olivia, author=Author(olivia.pk), now=NOW)
    entries.match(tournament_id=cup.pk, author=WHY, now=NOW, stream=STREAM)
    done: dict[str, Any] = {"author": WHY, "now": NOW}
    third, fourth, fifth = (
        entries.add_pair(tournament_id=cup.pk, names=[f"{one} A", f"{one} B"], stream=STREAM, **done)
        for one in ("Third", "Fourth", "Fifth")
    )
    fees.settle_fee(entry=first, to=Entry.Fee.PAID, **done)
    entries.disqualify(entry=third, **done)
    entries.reinstate(entry=Entry.objects.get(pk=third.pk), **done)
    entries.decline(entry=Entry.objects.get(pk=fifth.pk), **done)
    openings.close_registration(tournament_id=cup.pk, **done)
    ask(cup, most_pairs=8)
    seeding.by_lot(tournament_id=cup.pk, stream=STREAM, **done)
    seeding.move_to(entry=Entry.objects.get(pk=fourth.pk), place=1, **done)
    openings.open_check_in(tournament_id=cup.pk, **done)
    here = [one for one in Entry.objects.filter(tournament=cup).taking_part() if one.pk != third.pk]
    for entry in here:
        check_in.check_in(entry=entry, **done)
    check_in.undo(entry=Entry.objects.get(pk=first.pk), **done)
    check_in.check_in(entry=Entry.objects.get(pk=first.pk), **done)
    check_in.leave_out(tournament_id=cup.pk, entry_ids=[third.pk], **done)
    draw.draw(tournament_id=cup.pk, stream=STREAM, public_number="17 cedars", **done)

    demand_replayed(record.text(cup.pk))


def test_drafts_late_entries_substitutes_and_changes_of_course_are_done_again(club: Club) -> None:
    cup = drafted(club, 6, format="swiss", options={"rounds": 3})
    done: dict[str, Any] = {"tournament_id": cup.pk, "author": WHY, "now": NOW}
    wishes.keep_apart(**done, one=seed(cup, 1), other=seed(cup, 4))
    edit(draft_edits.swap, cup, one=seed(cup, 5), other=seed(cup, 6))
    edit(draft_edits.lock, cup, number=1, stays=True)
    edit(draft_edits.redraw, cup)
    edit(draft_edits.move_table, cup, number=1, to=2)
    publish(cup)
    drafts.unpublish(round_id=round_of(cup, 1).pk, author=WHY, now=NOW)
    publish(cup)
    start(cup)
    late = latecomers.join(**done, names=("Late A", "Late B"), points=1.5, stream=STREAM)
    substitutes.substitute(
        entry_id=seed(cup, 2), position=1, name="Comes C", author=WHY, now=NOW, stream=STREAM
    )
    play_round(cup, 1)
    byes.give_bye(entry_id=late.pk, author=WHY, now=NOW)
    edit(drafts.discard, cup)
    drafts.draw_round(round_id=round_of(cup, 2).pk, counting=None, author=WHY, now=NOW)
    publish(cup)
    start_or_go_on(cup, 2)
    play_round(cup, 2)
    edit(drafts.discard, cup)
    couple = KeptApart.objects.get()
    wishes.let_meet(**done, couple_id=couple.pk)
    course.set_rounds(**done, rounds=4)
    prizes.set_prizes(
        **done, prizes=[Offered(1, "A cup"), Offered(2, amount=Decimal("12.5"), currency="KWD")]
    )
    course.finish_early(**done, stream=STREAM)

    cup.refresh_from_db()
    assert cup.state == Tournament.State.FINISHED
    demand_replayed(record.text(cup.pk))


def start_or_go_on(cup: Tournament, number: int) -> None:
    """Start a round that has not started by itself."""
    if round_of(cup, number).state == Round.State.DRAWN:
        start(cup, number)


def test_times_that_were_set_and_a_tournament_called_off_are_done_again(club: Club) -> None:
    cup = started(club, 6, place=Stage.Place.HALL, break_seconds=60)
    mine = timetables.wanted_of(cup, timetables.stages_of(cup))
    two_tables = {1: replace(mine[1], last_table=2, rounds={2: Given(NOW.replace(tzinfo=None, hour=21))})}
    timing.set_times(
        tournament_id=cup.pk, wanted=two_tables, remind_minutes=10, anyway=True, author=WHY, now=NOW
    )
    course.call_off(tournament_id=cup.pk, author=WHY, now=NOW)

    demand_replayed(record.text(cup.pk))


# ---- what the log has to carry


def without(written: str, verb: Action.Verb, key: str) -> str:
    """Return a record in which the first act of a kind does not say something."""
    values = json.loads(written)
    act = next(one for one in values["actions"] if one["verb"] == verb and key in one["after"])
    del act["after"][key]
    return json.dumps(values)


def test_an_act_that_does_not_say_enough_is_found_out(club: Club) -> None:
    plan = {"format": "round-robin", "groups": 2, "then": (NextStage("knockout", 4),)}
    written = record.text(evening(club, **plan).pk)

    for verb, key in (
        (Action.Verb.ENTER, "list"),
        (Action.Verb.DRAW, "lot"),
        (Action.Verb.CLOSE_ROUND, "lot"),
        (Action.Verb.SCORE, "report"),
        (Action.Verb.CORRECT, "choice"),
        (Action.Verb.WALKOVER, "advances"),
        (Action.Verb.WITHDRAW_IN_PLAY, "entry"),
    ):
        with pytest.raises((ActRefused, CannotReplay, ReplayDiffers)):
            demand_replayed(without(written, verb, key))


def test_a_result_that_nobody_reported_is_found_out(club: Club) -> None:
    values = json.loads(record.text(evening(club, format="round-robin").pk))
    sides = [side for side in values["sides"] if side["score"] == 31]
    sides[5]["score"] = 32

    with pytest.raises(ReplayDiffers, match="sides"):
        demand_replayed(json.dumps(values))


def test_every_verb_can_be_done_again() -> None:
    assert set(AGAIN) == set(Action.Verb)
