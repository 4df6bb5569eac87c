"""The log on the director's pages: each act says its table, its round and its entries, and leads to them."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import User
from tests.cast import NOW, client_of
from tests.tournaments.desk import correct, undo_last, won_by
from tests.tournaments.evenings import pairing_of, play_round, started
from tests.tournaments.hall import enter, played_in_hall, won
from tests.tournaments.signing_up import opened, walk_in
from tournaments.models import Action, Club, Entry, Pairing, Tournament
from tournaments.services import check_in, openings
from tournaments.services.actions import PROGRAM
from tournaments.services.board import LogLine, log

pytestmark = pytest.mark.django_db
Verb = Action.Verb


def lines(cup: Tournament, **asked: int) -> list[LogLine]:
    """Return the log."""
    return list(log(cup, lines=100, **asked))


def line(cup: Tournament, verb: Action.Verb) -> LogLine:
    """Return the newest line of a kind."""
    newest = Action.objects.filter(tournament=cup, verb=verb).latest("pk").pk
    return next(one for one in lines(cup) if one.id == newest)


def sides(pairing: Pairing) -> list[int]:
    """Return the entries of a pairing."""
    return list(pairing.sides.order_by("number").values_list("entry", flat=True))


def test_a_result_says_its_table_its_round_its_sides_and_its_score(club: Club) -> None:
    pairing = played_in_hall(club)
    enter(pairing, won())

    found = line(pairing.round.stage.tournament, Verb.SCORE)

    assert (found.table, found.round, found.totals) == (1, "Semi-finals", (31, 20))
    assert [one.id for one in found.entries] == sides(pairing)
    assert found.url.endswith(f"/pairings/{pairing.pk}/result/")


def test_what_a_table_ended_with_leads_to_the_table(club: Club) -> None:
    cup = started(club, 4)
    play_round(cup, 1)
    table = pairing_of(cup, 1, 2).table

    found = line(cup, Verb.RECORD)

    assert table is not None
    assert (found.table, found.url) == (2, reverse("games:table", args=[table.public_id]))


def test_a_round_is_named_and_an_undoing_says_what_it_undid_and_where(club: Club) -> None:
    cup = started(club, 4)
    play_round(cup, 1)
    final = pairing_of(cup, 1, 1)
    correct(final, won_by(4, final))
    undo_last(cup, Verb.CORRECT)

    assert line(cup, Verb.CLOSE_ROUND).round == "Semi-finals"
    undone = line(cup, Verb.UNDO)
    assert (undone.undid, undone.table) == (str(Verb.CORRECT.label), 1)
    assert line(cup, Verb.CORRECT).is_undone


def test_before_the_draw_a_line_names_the_pair(club: Club) -> None:
    cup = opened(club)
    entry = walk_in(cup, 1)
    openings.open_check_in(tournament_id=cup.pk, author=PROGRAM, now=NOW)
    check_in.check_in(entry=entry, author=PROGRAM, now=NOW)

    assert [one.name for one in line(cup, Verb.CHECK_IN).entries] == ["Walker 1 A & Walker 1 B"]
    assert [one.name for one in line(cup, Verb.ADD_PAIR).entries] == ["Walker 1 A & Walker 1 B"]


def test_the_log_of_a_table_and_of_an_entry_has_only_theirs(club: Club) -> None:
    cup = started(club, 4)
    play_round(cup, 1)
    play_round(cup, 2)
    champion = Entry.objects.get(tournament=cup, seed=1).pk

    at_two = lines(cup, table=2)
    of_one = lines(cup, entry=champion)

    assert [one.what for one in at_two] == [str(Verb.RECORD.label)]
    assert len(of_one) == 2
    assert all(champion in [entry.id for entry in one.entries] for one in of_one)


def test_a_page_of_the_log_leads_to_the_entries_and_to_older_lines(club: Club, alice: User) -> None:
    cup = started(club, 4)
    play_round(cup, 1)
    Action.objects.bulk_create(
        Action(tournament=cup, verb=Verb.SEED, at=NOW, why=f"number {number}") for number in range(55)
    )
    client, address = client_of(alice), f"/en/tournaments/{cup.slug}/log/"

    newest = client.get(address).content.decode()
    older = client.get(f"{address}?first=50").content.decode()

    assert "number 54" in newest
    assert "number 4<" not in newest
    assert "first=50" in newest
    assert "number 4<" in older
    assert reverse("tournaments:entrant", args=[cup.slug, sides(pairing_of(cup, 1, 1))[0]]) in older


def test_the_log_asks_as_much_for_many_acts_as_for_a_few(club: Club) -> None:
    counted = []
    for pairs in (4, 32):
        cup = started(club, pairs, name=f"Cup of {pairs}")
        play_round(cup, 1)
        with CaptureQueriesContext(connection) as asked:
            log(cup, lines=100)
        counted.append(len(asked))

    assert counted[0] == counted[1] <= 6


@pytest.mark.parametrize("asked", ["?table=x", "?entry=-1", "?first=99999999999", "?table=99999&entry=1"])
def test_what_cannot_be_read_in_its_address_is_as_if_it_were_not_there(
    club: Club, alice: User, asked: str
) -> None:
    assert client_of(alice).get(f"/en/tournaments/{started(club, 4).slug}/log/{asked}").status_code == 200
