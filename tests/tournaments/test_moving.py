"""A match begun online goes on with cards from its score, and back to a table with that of its sheet."""

from __future__ import annotations

from typing import Any

import pytest

from games import store
from games.models import Match, Table
from games.rules import SEATS, Refusal, score_sheet
from games.services import play
from games.services.clocks import TablePolicy
from tests.cast import NOW
from tests.games.scene import play_out
from tests.tournaments.evenings import STREAM, ended, pairing_of, started
from tests.tournaments.hall import books, enter, won
from tournaments.models import Club, Pairing
from tournaments.services import hall, moving, results
from tournaments.services.actions import PROGRAM, Author
from tournaments.services.said import Sheet, head_of, sheet_so_far, terms_of, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairing(club: Club) -> Pairing:
    """The pairing of a cup at whose table two deals of three have been played by bots."""
    cup = started(club, 2, cap=3, policy=TablePolicy.fast())
    found = pairing_of(cup, 1, 1)
    assert found.table_id is not None
    now = NOW
    while len(store.read([found.table_id])[found.table_id].position.sheet) < 2:
        now = max(now, play.next_due() or now)
        play.play_due(now)
    return found


def to_cards(pairing: Pairing) -> None:
    """Let the pairing go on with cards."""
    moving.go_to_cards(pairing_id=pairing.pk, author=PROGRAM, now=NOW)
    pairing.refresh_from_db()


def online(pairing: Pairing) -> None:
    """Let the pairing go on at a table."""
    moving.go_online(pairing_id=pairing.pk, author=PROGRAM, now=NOW, stream=STREAM)
    pairing.refresh_from_db()


def test_what_was_played_at_the_table_are_the_first_lines_of_the_sheet(pairing: Pairing) -> None:
    assert pairing.table_id is not None
    position = store.read([pairing.table_id])[pairing.table_id].position

    to_cards(pairing)

    heard = told(pairing.reports.all())
    sheet = score_sheet(terms_of(pairing, heard), head_of(heard))
    assert sheet.outcome.totals == position.totals
    assert sheet.scored == 2
    assert pairing.hall_table == 1
    assert Table.objects.get(pk=pairing.table_id).state == "closed"


def test_the_match_ends_at_its_cap_with_the_cards(pairing: Pairing) -> None:
    to_cards(pairing)
    so_far = sheet_so_far(None, told(pairing.reports.all()))

    enter(pairing, Sheet((*so_far.lines, so_far.lines[0])))

    assert pairing.state == "decided"


def test_the_deals_of_the_table_stay_as_they_were_played(pairing: Pairing) -> None:
    to_cards(pairing)

    with pytest.raises(Refusal) as refused:
        enter(pairing, Sheet((None, None)))

    assert refused.value.code == "head_changed"


def test_a_table_that_was_left_reports_nothing_any_more(pairing: Pairing) -> None:
    to_cards(pairing)

    play_out()

    assert results.record_finished(now=NOW, stream=STREAM) == 0
    assert Match.objects.get(table=pairing.table_id).state == "open"


def test_back_at_a_table_the_sides_have_the_totals_of_the_sheet_and_the_cap_what_is_left(
    pairing: Pairing,
) -> None:
    to_cards(pairing)
    heard = told(pairing.reports.all())
    totals = score_sheet(terms_of(pairing, heard), head_of(heard)).outcome.totals
    left = pairing.table_id

    online(pairing)

    assert pairing.table_id is not None
    assert pairing.table_id != left
    assert pairing.hall_table is None
    position = store.read([pairing.table_id])[pairing.table_id].position
    assert (position.totals, position.cap) == (totals, 1)
    play_out()
    results.record_finished(now=NOW, stream=STREAM)
    pairing.refresh_from_db()
    match = Match.objects.get(table=pairing.table_id)
    assert (pairing.state, match.state in ("won", "drawn")) == ("decided", True)
    assert books(pairing)[3] == match.totals


def test_a_pairing_that_goes_back_and_forth_keeps_its_score(pairing: Pairing) -> None:
    to_cards(pairing)
    online(pairing)
    assert pairing.table_id is not None
    before = store.read([pairing.table_id])[pairing.table_id].position.totals

    to_cards(pairing)

    heard = told(pairing.reports.all())
    assert score_sheet(terms_of(pairing, heard), head_of(heard)).outcome.totals == before


def test_a_pairing_before_its_first_deal_may_go_to_cards(club: Club) -> None:
    pairing = pairing_of(started(club, 2), 1, 1)

    to_cards(pairing)
    enter(pairing, won(0))

    assert books(pairing) == ("decided", "target", 0, [31, 20])


@pytest.mark.parametrize("where", ["in the hall", "decided"])
def test_only_a_match_in_play_at_a_table_goes_to_cards(pairing: Pairing, where: str) -> None:
    if where == "in the hall":
        to_cards(pairing)
    else:
        ended(pairing)
        results.record_finished(now=NOW, stream=STREAM)

    with pytest.raises(moving.NotAtATable):
        to_cards(pairing)


def test_a_match_at_a_table_does_not_go_online_again(pairing: Pairing) -> None:
    with pytest.raises(hall.NotInTheHall):
        online(pairing)


def test_the_log_says_who_moved_it(pairing: Pairing, alice: Any) -> None:
    moving.go_to_cards(pairing_id=pairing.pk, author=Author(alice.pk), now=NOW)

    action = pairing.round.stage.tournament.actions.latest("pk")
    assert (action.verb, action.actor, action.after["lines"]) == ("go_to_cards", alice, 2)
    assert SEATS[told(pairing.reports.all()).head.data["dealer"]] in SEATS  # type: ignore[union-attr]  # it left
