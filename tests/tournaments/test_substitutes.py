"""A substitute takes one seat from a round on; who sat there before stays who played before."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Seat, User
from tests.cast import NOW, client_of
from tests.tournaments import hall
from tests.tournaments.desk import WHY, undo_last
from tests.tournaments.drafts import start
from tests.tournaments.evenings import STREAM, pairing_of, play_round, started
from tests.tournaments.test_leaving import entry_of
from tournaments.models import Action, Club, Entry, Player, Stage, Substitution, Tournament
from tournaments.services import due, field, substitutes
from tournaments.services.actions import Author
from tournaments.services.board import board, sheet_view
from tournaments.services.hall import with_players
from tournaments.services.penalties import ReasonMissing
from tournaments.services.withdrawals import NotTakingPart

pytestmark = pytest.mark.django_db
SWISS = {"format": "swiss", "options": {"rounds": 3}}


def seat(cup: Tournament, seed: int, name: str, position: int = 1, author: Author = WHY) -> None:
    """Let somebody take a place in the entry of a seed."""
    substitutes.substitute(
        entry_id=entry_of(cup, seed).pk, position=position, name=name, author=author, now=NOW, stream=STREAM
    )


def names_at(cup: Tournament, number: int) -> list[str]:
    """Return who sits at the first table of a round."""
    table = pairing_of(cup, number, 1).table
    return list(Seat.objects.filter(table=table).order_by("number").values_list("name", flat=True))


def shown(cup: Tournament, number: int, viewer: User) -> tuple[str, ...]:
    """Return the names of the first pairing of a round on the page."""
    rounds = board(cup, back=None).rounds
    return tuple(side.name for one in rounds if one.number == number for side in one.pairings[0].sides)


def test_who_sat_in_the_rounds_before_is_named_there_and_the_substitute_from_the_next(
    club: Club, bob: User
) -> None:
    """Case O-09."""
    cup = started(club, 4, **SWISS)

    seat(cup, 1, "Substitute S")
    assert names_at(cup, 1) == ["Player 1 A", "Player 3 A", "Player 1 B", "Player 3 B"]
    assert entry_of(cup, 1).name == "Player 1 A & Player 1 B"  # the round in play stays as it is
    play_round(cup, 1)

    assert names_at(cup, 2) == ["Player 1 A", "Player 2 A", "Substitute S", "Player 2 B"]
    assert shown(cup, 1, bob)[0] == "Player 1 A & Player 1 B"
    assert set(shown(cup, 2, bob)) == {"Player 2 A & Player 2 B", "Player 1 A & Substitute S"}


def test_the_score_sheet_of_a_round_names_those_who_played_it(club: Club) -> None:
    cup = started(club, 4, **SWISS, place=Stage.Place.HALL)
    seat(cup, 1, "Substitute S")
    for number in (1, 2):
        hall.enter(pairing_of(cup, 1, number), hall.won())
    due.close_due(now=NOW, stream=STREAM)

    then, now = (sheet_view(with_players(pairing_of(cup, number, 1).pk), None) for number in (1, 2))

    assert then.seats == ("Player 1 A", "Player 3 A", "Player 1 B", "Player 3 B")
    assert then.names[0] == "Player 1 A & Player 1 B"
    assert "Substitute S" in now.seats


def test_a_team_with_a_name_of_its_own_keeps_it_whoever_plays(club: Club, bob: User) -> None:
    cup = started(club, 4, **SWISS)
    Entry.objects.filter(tournament=cup, seed=1).update(name="The Cedars")
    seat(cup, 1, "Substitute S")
    play_round(cup, 1)

    assert shown(cup, 1, bob)[0] == "The Cedars"


def test_a_substitute_who_waits_has_his_seat_slip_before_the_round_starts(club: Club, alice: User) -> None:
    cup = started(club, 4, **SWISS)
    seat(cup, 1, "Substitute S")
    token = Player.objects.get(name="Substitute S").seat_token

    page = client_of(alice).get(f"/en/tournaments/{cup.slug}/slips/").content.decode()
    opened = Client().get(f"/s/{token}/", follow=True)

    assert page.count(f"/s/{token}/</span>") == 1
    assert "instead of <bdi>Player 1 B</bdi>, from the next round on" in page
    assert "Substitute S" in opened.content.decode()


def test_between_rounds_the_substitute_sits_at_once(club: Club) -> None:
    cup = started(club, 4, **SWISS, break_seconds=60)
    play_round(cup, 1)

    seat(cup, 1, "Substitute S", position=0)

    assert entry_of(cup, 1).name == "Substitute S & Player 1 B"
    start(cup, 2)
    assert "Substitute S" in names_at(cup, 2)


def test_who_plays_for_another_pair_is_no_substitute(club: Club) -> None:
    """Case O-09: refused, naming that pair."""
    cup = started(club, 4, **SWISS)

    with pytest.raises(field.PlaysAlready) as refused:
        seat(cup, 1, "Player 3 B")

    assert refused.value.params["entry"] == "Player 3 A & Player 3 B"


def test_nobody_is_a_substitute_for_two_or_two_for_one_seat(club: Club) -> None:
    cup = started(club, 4, **SWISS)
    seat(cup, 1, "Substitute S")

    with pytest.raises(substitutes.SubstituteWaits):
        seat(cup, 2, "Substitute S")
    with pytest.raises(substitutes.SubstituteWaits):
        seat(cup, 1, "Another One")


def test_who_was_replaced_may_play_for_another_pair(club: Club) -> None:
    cup = started(club, 4, **SWISS)
    seat(cup, 1, "Substitute S")
    play_round(cup, 1)

    seat(cup, 2, "Player 1 B")
    play_round(cup, 2)

    assert entry_of(cup, 2).name == "Player 2 A & Player 1 B"


def test_when_the_close_of_the_round_is_undone_the_substitute_waits_again(club: Club) -> None:
    cup = started(club, 4, **SWISS)
    seat(cup, 1, "Substitute S")
    play_round(cup, 1)

    undo_last(cup, Action.Verb.CLOSE_ROUND)

    assert entry_of(cup, 1).name == "Player 1 A & Player 1 B"


def test_a_substitute_needs_a_reason_and_an_entry_that_plays(club: Club) -> None:
    cup = started(club, 2)
    with pytest.raises(ReasonMissing):
        seat(cup, 1, "Substitute S", author=Author())
    play_round(cup, 1)

    with pytest.raises(NotTakingPart):
        seat(cup, 1, "Substitute S")


def test_the_director_seats_a_substitute_on_his_page(club: Club, alice: User) -> None:
    cup = started(club, 4, **SWISS)
    entry = entry_of(cup, 1)
    page = f"/en/tournaments/{cup.slug}/leaving/{entry.pk}/substitute/"
    client = client_of(alice)
    assert "Player 1 B" in client.get(page).content.decode()

    client.post(page, {"position": "1", "name": "Substitute S", "why": "ill", "key": "k"})

    assert Substitution.objects.get(entry=entry).comes.name == "Substitute S"
