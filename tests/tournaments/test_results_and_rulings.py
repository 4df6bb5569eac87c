"""What a table's result does to its pairing, and what a director decides where there is none."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from games.dealing import Stream
from games.models import Match, Table, User
from games.services.clocks import TablePolicy
from tests.cast import NOW
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
from tournaments import tasks
from tournaments.models import Action, Club, Pairing, Report, Side, Tournament
from tournaments.services import due, results, rulings
from tournaments.services.actions import AlreadyDone, Author
from tournaments.services.rulings import Ruling

pytestmark = pytest.mark.django_db
Kind = Report.Kind


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A knockout of four pairs whose first round is in play."""
    return started(club, 4)


@pytest.fixture
def unsettled(cup: Tournament) -> Pairing:
    """A pairing whose match came to nothing."""
    pairing = pairing_of(cup, 1, 1)
    void(pairing)
    results.record_finished(now=NOW, stream=STREAM)
    pairing.refresh_from_db()
    return pairing


def rule(pairing: Pairing, kind: Report.Kind, winner: int | None = None, **author: object) -> None:
    """Give a ruling."""
    rulings.settle(
        pairing_id=pairing.pk,
        ruling=Ruling(kind, winner),
        author=Author(**author),  # type: ignore[arg-type]  # as the caller has it
        now=NOW,
        stream=STREAM,
    )


def points(pairing: Pairing) -> list[tuple[int | None, int | None]]:
    """Return score and placement of both sides."""
    return list(Side.objects.filter(pairing=pairing).values_list("score", "placement"))


def test_the_winner_of_a_match_goes_on_with_the_score_in_the_books(cup: Tournament) -> None:
    pairing = pairing_of(cup, 1, 2)
    ended(pairing, winner=1, totals=[12, 33])

    assert results.record_finished(now=NOW, stream=STREAM) == 1

    pairing.refresh_from_db()
    assert (pairing.state, pairing.outcome, pairing.decided_by, pairing.advances) == (
        "decided",
        "won",
        "target",
        1,
    )
    assert points(pairing) == [(12, 2), (33, 1)]


@pytest.mark.parametrize("ended_by", ["cap", "clock"])
def test_level_is_a_draw_in_the_books_and_the_last_scored_deal_sends_a_side_on(
    cup: Tournament, ended_by: str
) -> None:
    pairing = pairing_of(cup, 1, 1)
    level(pairing, advances=1, decided_by=ended_by)

    results.record_finished(now=NOW, stream=STREAM)

    pairing.refresh_from_db()
    assert (pairing.outcome, pairing.decided_by, pairing.advances) == ("drawn", "last_round", 1)
    assert (pairing.deal, pairing.level_at) == (6, ended_by)
    assert points(pairing) == [(22, 1), (22, 1)]


def test_the_side_that_gained_in_the_last_deal_is_in_the_next_pairing(cup: Tournament) -> None:
    level(pairing_of(cup, 1, 1), advances=1)
    ended(pairing_of(cup, 1, 2))

    tasks.sweep_results(now=NOW, stream=STREAM)

    assert seeds_in(pairing_of(cup, 2, 1)) == (4, 2)


def test_the_database_refuses_a_last_round_that_names_no_deal(cup: Tournament) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Pairing.objects.filter(round__stage__tournament=cup).update(
            state="decided", decided_by="last_round", advances=0
        )


def test_a_match_is_recorded_once(cup: Tournament) -> None:
    match = ended(pairing_of(cup, 1, 1))
    results.record_match(match_id=match.pk, now=NOW, stream=STREAM)

    with pytest.raises(results.AlreadyRecorded):
        results.record_match(match_id=match.pk, now=NOW, stream=STREAM)

    tasks.record_match(match.pk)
    assert Report.objects.filter(match=match).count() == 1


def test_a_match_that_goes_on_is_not_recorded(cup: Tournament) -> None:
    with pytest.raises(results.MatchStillOpen):
        results.record_match(match_id=Match.objects.first().pk, now=NOW, stream=STREAM)  # type: ignore[union-attr]  # two are open


@pytest.mark.parametrize("how", ["void", "level before a card was scored"])
def test_a_match_that_decides_nothing_waits_for_the_director(cup: Tournament, how: str) -> None:
    """Case S-24: eight passed deals send nobody on."""
    pairing = pairing_of(cup, 1, 1)
    if how == "void":
        void(pairing)
    else:
        level(pairing, advances=None, totals=[0, 0], last_scored_deal=None)
    ended(pairing_of(cup, 1, 2))

    tasks.sweep_results(now=NOW, stream=STREAM)

    pairing.refresh_from_db()
    assert (pairing.state, pairing.advances) == ("void", None)
    assert points(pairing) == [(None, None), (None, None)]
    assert round_of(cup, 1).state == "open"


def test_a_replay_is_a_new_match_at_the_same_table(unsettled: Pairing) -> None:
    rule(unsettled, Kind.REPLAY)

    unsettled.refresh_from_db()
    assert unsettled.state == Pairing.State.CALLED
    matches = Match.objects.filter(table=unsettled.table_id).order_by("number")
    assert list(matches.values_list("number", "state")) == [(1, "void"), (2, "open")]
    ended(unsettled)
    assert results.record_finished(now=NOW, stream=STREAM) == 1


def test_the_void_match_is_not_taken_for_the_replay_that_is_being_played(unsettled: Pairing) -> None:
    rule(unsettled, Kind.REPLAY)
    before = Match.objects.get(table=unsettled.table_id, number=1)

    with pytest.raises(results.AlreadyRecorded):
        results.record_match(match_id=before.pk, now=NOW, stream=STREAM)

    unsettled.refresh_from_db()
    assert unsettled.state == Pairing.State.CALLED


def test_a_walkover_sends_the_named_side_on(unsettled: Pairing, alice: User) -> None:
    rule(unsettled, Kind.WALKOVER, 1, user_id=alice.pk)

    unsettled.refresh_from_db()
    assert (unsettled.decided_by, unsettled.advances, unsettled.outcome) == ("walkover", 1, "")
    assert Report.objects.get(kind=Kind.WALKOVER).by == alice


def test_a_walkover_names_a_side(unsettled: Pairing) -> None:
    with pytest.raises(rulings.WinnerMissing):
        rule(unsettled, Kind.WALKOVER)


def test_a_lot_can_be_drawn_again_from_its_seed(unsettled: Pairing) -> None:
    rule(unsettled, Kind.LOT)

    unsettled.refresh_from_db()
    seed = Report.objects.get(kind=Kind.LOT).data["seed"]
    assert Stream(bytes.fromhex(seed)).below(2) == unsettled.advances
    assert unsettled.decided_by == "lot"


def test_after_a_double_walkover_the_other_semi_final_s_winner_needs_no_opponent(
    cup: Tournament, unsettled: Pairing
) -> None:
    rule(unsettled, Kind.DOUBLE_WALKOVER)
    play_round(cup, 1)

    final = pairing_of(cup, 2, 1)
    assert seeds_in(final) == (2,)
    assert (final.state, final.decided_by, final.advances) == ("decided", "walkover", 0)
    due.close_due(now=NOW, stream=STREAM)
    cup.refresh_from_db()
    assert cup.state == Tournament.State.FINISHED


def test_when_nobody_is_left_the_evening_ends_without_a_champion(club: Club) -> None:
    cup = started(club, 4)
    for number in (1, 2):
        rule(pairing_of(cup, 1, number), Kind.DOUBLE_WALKOVER)

    due.close_due(now=NOW, stream=STREAM)
    due.close_due(now=NOW, stream=STREAM)

    final = pairing_of(cup, 2, 1)
    cup.refresh_from_db()
    assert (final.decided_by, final.advances) == ("double_walkover", None)
    assert cup.state == Tournament.State.FINISHED


def test_whoever_does_not_come_loses_by_walkover_and_his_table_is_closed(cup: Tournament) -> None:
    waiting = pairing_of(cup, 1, 1)

    rule(waiting, Kind.WALKOVER, 0)

    assert Table.objects.get(pairing=waiting).state == Table.State.CLOSED


def test_a_lot_and_a_replay_need_a_match_that_decided_nothing(cup: Tournament) -> None:
    for kind in (Kind.LOT, Kind.REPLAY):
        with pytest.raises(rulings.NothingToSettle):
            rule(pairing_of(cup, 1, 1), kind)


def test_a_result_that_comes_after_a_ruling_changes_nothing(cup: Tournament) -> None:
    pairing = pairing_of(cup, 1, 1)
    rule(pairing, Kind.WALKOVER, 1)
    ended(pairing, winner=0)

    assert results.record_finished(now=NOW, stream=STREAM) == 0

    pairing.refresh_from_db()
    assert pairing.advances == 1


def test_a_decided_pairing_is_not_ruled_on(cup: Tournament) -> None:
    pairing = pairing_of(cup, 1, 1)
    ended(pairing)
    results.record_finished(now=NOW, stream=STREAM)

    with pytest.raises(rulings.NothingToSettle):
        rule(pairing, Kind.WALKOVER, 1)


def test_a_ruling_sent_twice_is_given_once(unsettled: Pairing) -> None:
    rule(unsettled, Kind.WALKOVER, 1, key="a-form")

    with pytest.raises(AlreadyDone):
        rule(unsettled, Kind.WALKOVER, 0, key="a-form")

    assert Report.objects.filter(kind=Kind.WALKOVER).count() == 1


def test_what_was_said_and_done_is_never_changed(unsettled: Pairing) -> None:
    report, action = Report.objects.get(), Action.objects.latest("pk")

    for row in (report, action):
        for fault in (row.save, row.delete, type(row).objects.all().delete):
            with pytest.raises(TypeError):
                fault()
        with pytest.raises(TypeError):
            type(row).objects.update(at=NOW)


def test_every_verb_leaves_an_action_and_raises_the_version(cup: Tournament) -> None:
    before = Tournament.objects.get(pk=cup.pk).version

    ended(pairing_of(cup, 1, 1))
    results.record_finished(now=NOW, stream=STREAM)

    after = Tournament.objects.get(pk=cup.pk).version
    action = Action.objects.latest("pk")
    assert after == before + 1
    assert (action.verb, action.actor, action.after["totals"]) == ("record", None, [31, 20])


def test_every_result_and_ruling_makes_whoever_closes_from_older_ones_lose(cup: Tournament) -> None:
    versions = [round_of(cup, 1).version]

    void(pairing_of(cup, 1, 1))
    results.record_finished(now=NOW, stream=STREAM)
    versions.append(round_of(cup, 1).version)
    rule(pairing_of(cup, 1, 1), Kind.LOT)
    versions.append(round_of(cup, 1).version)

    assert versions == [0, 1, 2]


def test_a_match_of_no_tournament_is_left_alone(cup: Tournament) -> None:
    pairing = pairing_of(cup, 1, 1)
    match = ended(pairing)
    Pairing.objects.filter(pk=pairing.pk).update(table=None)

    tasks.record_match(match.pk)

    assert not Report.objects.exists()


def test_bots_play_a_round_and_the_sweep_records_it(club: Club) -> None:
    from games.services import play

    cup = started(club, 2, cap=1, policy=TablePolicy.fast())
    now = NOW
    while (due_at := play.next_due()) is not None:
        now = max(now, due_at)
        play.play_due(now)

    assert tasks.sweep_results(now=now, stream=STREAM) == 2

    cup.refresh_from_db()
    assert cup.state == Tournament.State.FINISHED
