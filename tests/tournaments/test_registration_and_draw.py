"""Entering pairs and drawing the bracket."""

from __future__ import annotations

import pytest

from games.dealing import Stream
from games.models import BadName, User
from games.services import deal_files
from tests.cast import NOW
from tests.tournaments.evenings import (
    STREAM,
    drawn,
    pairing_of,
    pairs_list,
    play_round,
    round_of,
    seeds_in,
)
from tournaments.formats import Candidate, WrongNumberOfEntries, in_seed_order
from tournaments.models import Action, Club, Entry, Pairing, Player, Round, Tournament
from tournaments.services import planning, registration, rounds, walls
from tournaments.services.actions import AlreadyDone, Author
from tournaments.services.board import board
from tournaments.services.draw import AlreadyDrawn, draw
from tournaments.services.entry_list import ListRefused
from tournaments.services.field import EntriesClosed
from tournaments.services.planning import Plan

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(club: Club, alice: User) -> Tournament:
    """A tournament in preparation, made by Alice."""
    return planning.create_tournament(
        club=club, plan=Plan(name="Thursday Cup"), author=Author(alice.pk), now=NOW
    )


def enter(tournament: Tournament, content: str, *, key: str | None = None) -> int:
    """Enter the pairs of a list."""
    return registration.import_entries(
        tournament_id=tournament.pk, content=content, author=Author(key=key), now=NOW, stream=STREAM
    )


def redraw(tournament: Tournament) -> None:
    """Draw the bracket."""
    draw(tournament_id=tournament.pk, author=Author(), now=NOW, stream=STREAM)


def test_every_player_of_a_list_gets_a_link_and_six_digits_of_his_own(tournament: Tournament) -> None:
    assert enter(tournament, pairs_list(16)) == 16

    players = Player.objects.all()
    assert len({player.seat_token for player in players}) == 32
    assert len({player.seat_code for player in players}) == 32
    assert all(player.seat_code.isdecimal() and len(player.seat_code) == 6 for player in players)


def test_a_bad_line_stores_nothing(tournament: Tournament) -> None:
    with pytest.raises(ListRefused):
        enter(tournament, pairs_list(3) + "Bob,\n")

    assert (Entry.objects.count(), Player.objects.count()) == (0, 0)
    assert not Action.objects.filter(verb=Action.Verb.ENTER).exists()


def test_whoever_played_in_the_club_before_keeps_his_link(club: Club, tournament: Tournament) -> None:
    drawn(club, 2)
    links = set(Player.objects.values_list("seat_token", flat=True))

    enter(tournament, pairs_list(2))

    assert set(Player.objects.values_list("seat_token", flat=True)) == links


@pytest.mark.parametrize("again", ["Player 2 B,Nadia", "Player 2 B,Player 2 A"])
def test_nobody_enters_a_tournament_twice(tournament: Tournament, again: str) -> None:
    """Case O-09: not with another, and not with his own partner the other way round."""
    enter(tournament, pairs_list(2))

    with pytest.raises(ListRefused):
        enter(tournament, f"player,partner\n{again}\n")


def test_after_the_draw_nobody_enters(tournament: Tournament) -> None:
    enter(tournament, pairs_list(2))
    redraw(tournament)

    with pytest.raises(EntriesClosed):
        enter(tournament, "player,partner\nOmar,Nadia\n")


def test_a_form_that_is_sent_twice_enters_once(tournament: Tournament) -> None:
    enter(tournament, pairs_list(2), key="once")

    with pytest.raises(AlreadyDone):
        enter(tournament, "player,partner\nOmar,Nadia\n", key="once")

    assert Entry.objects.count() == 2


def test_what_is_named_at_the_draw_is_in_the_promise_of_every_table_of_every_round(
    tournament: Tournament,
) -> None:
    enter(tournament, pairs_list(4))
    draw(tournament_id=tournament.pk, author=Author(), now=NOW, stream=STREAM, public_number="4 2")

    rounds.open_round(round_id=round_of(tournament, 1).pk, author=Author(), now=NOW, stream=STREAM)
    for number in (1, 2):
        for pairing in round_of(tournament, number).pairings.all():
            assert pairing.table is not None
            promise = deal_files.promise(pairing.table.matches.get())
            assert promise["public_number"] == "4 2"
        play_round(tournament, number)

    assert Action.objects.get(verb=Action.Verb.DRAW).after["public_number"] == "4 2"


def test_a_public_number_with_signs_that_nobody_sees_is_refused(tournament: Tournament) -> None:
    enter(tournament, pairs_list(2))

    with pytest.raises(BadName):
        draw(tournament_id=tournament.pk, author=Author(), now=NOW, stream=STREAM, public_number="4\u202e2")

    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.DRAFT


def test_the_bracket_is_laid_out_to_the_final_when_it_is_drawn(club: Club) -> None:
    tournament = drawn(club, 6)

    assert [round_.size for round_ in Round.objects.order_by("number")] == [4, 2, 1]
    assert [seeds_in(pairing_of(tournament, 1, n)) for n in (1, 2, 3, 4)] == [(1,), (4, 5), (2,), (3, 6)]
    final = board(tournament).rounds[2].pairings[0]
    assert [side.source for side in final.sides] == ["Winner of semi-final 1", "Winner of semi-final 2"]


def test_a_bye_is_decided_without_a_table_when_it_is_drawn(club: Club) -> None:
    bye = pairing_of(drawn(club, 3), 1, 1)

    assert (bye.state, bye.decided_by, bye.advances, bye.table) == ("decided", "bye", 0, None)


def test_pairs_that_are_level_are_drawn_by_a_lot_that_anybody_can_repeat(tournament: Tournament) -> None:
    enter(tournament, pairs_list(6).replace(",1\n", ",\n").replace(",2\n", ",\n").replace(",3\n", ",\n"))
    redraw(tournament)

    logged = Action.objects.get(verb=Action.Verb.DRAW).after
    entries = list(Entry.objects.order_by("pk"))
    order = Stream(bytes.fromhex(logged["lot"])).shuffled([entry.pk for entry in entries])
    own = {entry.pk: entry.own_seed for entry in entries}
    assert list(in_seed_order(Candidate(pk, own[pk]) for pk in order)) == logged["seeds"]


def test_a_bracket_is_drawn_once(club: Club) -> None:
    tournament = drawn(club, 4)

    with pytest.raises(AlreadyDrawn):
        redraw(tournament)


def test_one_pair_makes_no_knockout(tournament: Tournament) -> None:
    enter(tournament, pairs_list(1))

    with pytest.raises(WrongNumberOfEntries):
        redraw(tournament)


def test_sixty_four_pairs_are_entered_and_drawn_in_short_transactions(club: Club) -> None:
    tournament = drawn(club, 64)

    assert Pairing.objects.count() == 63
    assert round_of(tournament, 1).size == 32


def test_the_rules_are_frozen_when_a_tournament_is_made(tournament: Tournament) -> None:
    stage = tournament.stages.get()

    assert (stage.rules_key, stage.target, stage.cap) == ("levantine", 31, 50)
    assert len(stage.rules_digest) == 64


def test_two_tournaments_of_one_name_have_addresses_of_their_own(club: Club, tournament: Tournament) -> None:
    assert (tournament.slug, drawn(club, 2).slug) == ("thursday-cup", "thursday-cup-2")


def test_a_start_is_the_time_on_the_wall_of_the_hall(club: Club) -> None:
    beirut = Plan(name="Cup", wall_start=NOW.replace(tzinfo=None), zone="Asia/Beirut")

    tournament = planning.create_tournament(club=club, plan=beirut, author=Author(), now=NOW)

    assert tournament.starts_at is not None
    assert (NOW - tournament.starts_at).total_seconds() == 2 * 3600
    with pytest.raises(walls.UnknownZone):
        planning.create_tournament(club=club, plan=Plan(name="Cup", zone="../etc"), author=Author(), now=NOW)
