"""Matches that nobody came to: several are decided in one act, and to be played again when it is undone."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Seat, Table, User
from tests.cast import NOW, client_of
from tests.tournaments.desk import public_state, undo_last
from tests.tournaments.evenings import STREAM, ended, pairing_of, play_round, round_of, seeds_in, started
from tests.tournaments.hall import enter, say, won
from tests.tournaments.test_formats import alone
from tournaments.models import Action, Club, Pairing, Round, Stage, Tournament
from tournaments.services import due, no_shows, postponing, record, results, seats
from tournaments.services.actions import AlreadyDone, Author
from tournaments.services.board import log
from tournaments.services.corrections import EffectsChanged
from tournaments.services.penalties import ReasonMissing

pytestmark = pytest.mark.django_db

NOBODY = Author(why="The bus from Saida has broken down.")
HALL: dict[str, Any] = {"place": Stage.Place.HALL}
SWISS: dict[str, Any] = {"format": "swiss", "options": {"rounds": 2}}
SIX = range(1, 7)


def decide(cup: Tournament, *pairings: Pairing, foreseen: str | None = None, author: Author = NOBODY) -> None:
    """Let the director say that nobody came to these matches."""
    these: dict[str, Any] = {"tournament_id": cup.pk, "pairing_ids": [one.pk for one in pairings]}
    no_shows.decide(**these, foreseen=foreseen, author=author, now=NOW)


def first_round(cup: Tournament, *numbers: int) -> list[Pairing]:
    """Return matches of the first round."""
    return [pairing_of(cup, 1, number) for number in numbers]


def postpone(pairing: Pairing) -> None:
    """Let a match be played later."""
    postponing.postpone(pairing_id=pairing.pk, author=NOBODY, now=NOW)


def come(pairing: Pairing, side: int) -> User:
    """Let the first player of a side open his link and sit down."""
    player = pairing.sides.get(number=side).entry.members.get(position=0).player
    user = seats.open_seat(player=player, visitor=None, now=NOW, stream=STREAM.derive(player.name))
    seats.sit_down(pairing=pairing, user=user, now=NOW)
    return user


def test_six_matches_decided_in_one_act_are_all_played_when_it_is_undone(club: Club) -> None:
    """Case O-07."""
    cup = started(club, 14, **SWISS)
    before, pairings = public_state(cup), first_round(cup, *SIX)
    decide(cup, *pairings)
    assert [one.decided_by for one in first_round(cup, *SIX)] == [Pairing.DecidedBy.DOUBLE_WALKOVER] * 6
    assert Action.objects.filter(tournament=cup, verb=Action.Verb.NO_SHOWS).count() == 1
    assert not Table.objects.filter(pairing__in=pairings).exclude(state=Table.State.CLOSED).exists()

    undo_last(cup, Action.Verb.NO_SHOWS)

    assert public_state(cup) == before
    assert [one.state for one in first_round(cup, *SIX)] == [Pairing.State.CALLED] * 6
    for pairing in pairings:
        come(pairing, 0)
    assert Seat.objects.filter(table__pairing__in=pairings, kind=Seat.Kind.USER).count() == 6
    play_round(cup, 1)
    play_round(cup, 2)
    cup.refresh_from_db()
    assert cup.state == Tournament.State.FINISHED


def test_six_matches_of_a_knockout_leave_its_later_rounds_as_they_were_when_it_is_undone(club: Club) -> None:
    cup = started(club, 16)
    before = public_state(cup)
    decide(cup, *first_round(cup, *SIX))

    undo_last(cup, Action.Verb.NO_SHOWS)

    assert public_state(cup) == before
    for number in (1, 2, 3, 4):
        play_round(cup, number)
    cup.refresh_from_db()
    assert cup.state == Tournament.State.FINISHED
    assert cup.stages.filter(winner__seed=1).exists()


@pytest.mark.parametrize(
    "plan",
    [
        {"format": "round-robin"},
        {"format": "round-robin", "groups": 2},
        {"format": "double-knockout"},
        {"format": "knockout", "options": {"consolation": True}, "best_of": 3},
        HALL | SWISS,
    ],
    ids=["round robin", "groups", "double knockout", "consolation", "hall"],
)
def test_in_every_format_all_is_as_before(club: Club, plan: dict[str, Any]) -> None:
    cup = started(club, 8, **plan)
    before = public_state(cup)
    decide(cup, *first_round(cup, 1, 2, 3))
    assert public_state(cup) != before

    undo_last(cup, Action.Verb.NO_SHOWS)

    assert public_state(cup) == before


def test_players_who_change_their_partners_get_nothing_for_it_either(club: Club) -> None:
    cup = alone(club, 8, format="individual", options={"rounds": 2}, **HALL)

    decide(cup, *first_round(cup, 1, 2))
    due.close_due(now=NOW, stream=STREAM)

    assert round_of(cup, 1).state == Round.State.CLOSED
    assert {seed for one in round_of(cup, 2).pairings.all() for seed in seeds_in(one)} == set(range(1, 9))


def test_postponed_matches_are_decided_with_those_of_the_round(club: Club) -> None:
    cup = started(club, 16, **HALL)
    postponed, called = first_round(cup, 1, 2, 3), pairing_of(cup, 1, 4)
    for pairing in postponed:
        postpone(pairing)
    for number in range(5, 9):
        enter(pairing_of(cup, 1, number), won())
    before = public_state(cup)

    decide(cup, *postponed, called)

    due.close_due(now=NOW, stream=STREAM)
    later = [pairing_of(cup, 2, number) for number in (1, 2)]
    assert [one.decided_by for one in later] == [Pairing.DecidedBy.DOUBLE_WALKOVER] * 2
    undo_last(cup, Action.Verb.CLOSE_ROUND)
    undo_last(cup, Action.Verb.NO_SHOWS)
    assert public_state(cup) == before


def test_who_waits_in_a_bracket_for_two_postponed_matches_goes_through_and_back(club: Club) -> None:
    cup = started(club, 16, **HALL)
    pairings = first_round(cup, 1, 5)
    for pairing in pairings:
        postpone(pairing)
    for number in (2, 3, 4, 6, 7, 8):
        enter(pairing_of(cup, 1, number), won())
    due.close_due(now=NOW, stream=STREAM)
    before = public_state(cup)

    decide(cup, *pairings)

    later = [pairing_of(cup, 2, number) for number in (1, 3)]
    assert [one.decided_by for one in later] == [Pairing.DecidedBy.WALKOVER] * 2
    undo_last(cup, Action.Verb.NO_SHOWS)
    assert public_state(cup) == before


# ---- what is refused


def test_one_match_that_has_begun_is_named_and_none_is_decided(club: Club) -> None:
    cup = started(club, 8, **HALL)
    say(pairing_of(cup, 1, 2), 0, won())
    before = public_state(cup)

    with pytest.raises(no_shows.SomeHaveBegun) as refused:
        decide(cup, *first_round(cup, 1, 2, 3))

    assert str(refused.value.params["matches"]).startswith("2 (Player 4 A")
    assert public_state(cup) == before


def test_a_match_at_a_table_of_this_site_has_begun_with_its_first_card(club: Club) -> None:
    cup = started(club, 4)
    Table.objects.filter(pairing=pairing_of(cup, 1, 1)).update(state=Table.State.PLAYING)

    with pytest.raises(no_shows.SomeHaveBegun):
        decide(cup, *first_round(cup, 1, 2))


@pytest.mark.parametrize("is_void", [False, True])
def test_a_match_that_is_over_by_now_is_named_and_none_is_decided(club: Club, is_void: bool) -> None:
    cup = started(club, 8)
    ended(pairing_of(cup, 1, 3), **({"state": "void", "winner": None, "totals": [7, 0]} if is_void else {}))
    results.record_finished(now=NOW, stream=STREAM)
    before = public_state(cup)

    with pytest.raises(no_shows.NotToCome, match="3 "):
        decide(cup, *first_round(cup, 1, 2, 3))

    assert public_state(cup) == before


def test_nothing_is_decided_without_a_reason_or_without_a_match_of_this_tournament(club: Club) -> None:
    cup, other = started(club, 4), started(club, 4, name="Friday Cup")

    with pytest.raises(ReasonMissing):
        decide(cup, pairing_of(cup, 1, 1), author=Author(why=" "))
    with pytest.raises(no_shows.NoMatchNamed):
        decide(cup)
    with pytest.raises(EffectsChanged):
        decide(cup, pairing_of(cup, 1, 1), pairing_of(other, 1, 1))


def test_who_comes_after_the_director_has_looked_is_not_lost_unseen(club: Club) -> None:
    cup = started(club, 8)
    pairings = first_round(cup, 1, 2)
    seen = no_shows.foresee(tournament_id=cup.pk, pairing_ids=[one.pk for one in pairings])
    come(pairings[1], 0)

    with pytest.raises(EffectsChanged):
        decide(cup, *pairings, foreseen=seen.summary)

    again = no_shows.foresee(tournament_id=cup.pk, pairing_ids=[one.pk for one in pairings])
    assert [one.here for one in again.matches] == [(), ("Player 4 A",)]
    decide(cup, *pairings, foreseen=again.summary)


def test_what_arrives_twice_is_done_once(club: Club) -> None:
    cup, author = started(club, 8), Author(why="Nobody came.", key="once")
    decide(cup, *first_round(cup, 1, 2), author=author)

    with pytest.raises(AlreadyDone):
        decide(cup, *first_round(cup, 3, 4), author=author)

    assert [one.state for one in first_round(cup, 3, 4)] == [Pairing.State.CALLED] * 2


# ---- what is said of it


def test_the_log_names_the_tables_and_is_asked_for_one_of_them_or_for_an_entry(club: Club) -> None:
    cup = started(club, 8)
    decide(cup, *first_round(cup, 2, 3))
    undo_last(cup, Action.Verb.NO_SHOWS)
    entry = pairing_of(cup, 1, 3).sides.get(number=1).entry_id

    undone, done, *_ = log(cup, lines=9)

    assert [one.table for one in done.matches] == [one.table for one in undone.matches] == [2, 3]
    assert done.round == "Quarter-finals"
    assert [one.id for one in log(cup, table=3, lines=9)][:2] == [undone.id, done.id]
    assert [one.id for one in log(cup, entry=entry, lines=9)][:2] == [undone.id, done.id]
    assert done.id not in {one.id for one in log(cup, table=4, lines=9)}


def test_the_record_is_done_again_with_it(club: Club) -> None:
    cup = started(club, 8, **HALL)
    postpone(pairing_of(cup, 1, 2))
    decide(cup, *first_round(cup, 2, 1))
    undo_last(cup, Action.Verb.NO_SHOWS)
    decide(cup, *first_round(cup, 1, 3))
    written = record.text(cup.pk)

    with record.empty_database():
        record.demand_equal(written, record.replay(record.read_record(written.encode())))


def test_six_matches_take_as_many_statements_as_two_and_so_does_undoing_them(club: Club) -> None:
    cup, counts = started(club, 16), set()
    for numbers in ((1, 2), SIX):
        pairings = first_round(cup, *numbers)
        with CaptureQueriesContext(connection) as queries:
            decide(cup, *pairings)
            undo_last(cup, Action.Verb.NO_SHOWS)
        counts.add(len(queries))

    assert len(counts) == 1


# ---- the page


def test_the_director_ticks_looks_and_decides_them_once_however_often_he_presses(
    club: Club, alice: User
) -> None:
    cup = started(club, 8)
    named = [pairing_of(cup, 1, number).pk for number in (1, 2)]
    come(pairing_of(cup, 1, 2), 1)
    browser, page = client_of(alice), f"/en/tournaments/{cup.slug}/no-shows/"

    asked: dict[str, Any] = {"pairing": named, "why": "No bus."}
    looked = browser.get(page, asked)

    assert looked.text.count(" checked>") == 2
    assert looked.text.count("At the table:") == 2  # beside its tick, and in what follows
    assert "2 matches are decided at once" in looked.text
    assert "Nobody goes on from them" in looked.text
    form = asked | {"key": "twice", "foreseen": looked.context["seen"].summary}
    answers = [browser.post(page, form, follow=True) for _ in range(2)]
    assert all("2 matches are decided: nobody came." in one.text for one in answers)
    assert Action.objects.filter(tournament=cup, verb=Action.Verb.NO_SHOWS).count() == 1
    assert [one.state for one in first_round(cup, 1, 2, 3)] == ["decided", "decided", "called"]
    assert "Nobody advances" in client_of(None).get(f"/en/tournaments/{cup.slug}/").text


def test_where_nobody_would_advance_it_is_called_a_double_walkover(club: Club, alice: User) -> None:
    cup = started(club, 6, **SWISS)
    decide(cup, *first_round(cup, 1))

    page = client_of(None).get(f"/en/tournaments/{cup.slug}/").text
    console = client_of(alice).get(f"/en/tournaments/{cup.slug}/direct/").text

    assert "Double walkover" in page
    assert "Nobody advances" not in page
    assert "Double walkover" in console


def test_who_has_begun_meanwhile_is_named_and_the_others_stay_ticked(club: Club, alice: User) -> None:
    cup = started(club, 8, **HALL | SWISS)
    first, second = first_round(cup, 1, 2)
    browser, page = client_of(alice), f"/en/tournaments/{cup.slug}/no-shows/"
    asked: dict[str, Any] = {"pairing": [first.pk, second.pk], "why": "No bus."}
    looked = browser.get(page, asked)
    say(second, 0, won())

    answer = browser.post(page, asked | {"foreseen": looked.context["seen"].summary}, follow=True)

    assert "something has been played or said at these tables: 2 (" in answer.text
    assert [one.id for one in answer.context["chosen"]] == [first.pk]
    assert "Nobody gets points for them" in answer.text
    first.refresh_from_db()
    assert first.state == Pairing.State.CALLED


def test_where_nothing_can_be_ticked_the_page_says_why(club: Club, alice: User) -> None:
    cup = started(club, 4, **HALL)
    for pairing in first_round(cup, 1, 2):
        say(pairing, 0, won())

    page = client_of(alice).get(f"/en/tournaments/{cup.slug}/no-shows/")

    assert "Every match of this round has begun." in page.text
