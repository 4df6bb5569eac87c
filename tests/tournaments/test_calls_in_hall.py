"""Bob plays with cards: he calls the director from his own pages, and reads there what was ruled."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import User
from games.services.calls import CallTooLate, DirectorCalled
from tests.cast import NOW, client_of
from tests.tournaments.evenings import STREAM, pairing_of, started
from tests.tournaments.hall import deals, enter, played_in_hall, plays, say, won
from tournaments.models import Action, Club, DirectorCall, Pairing
from tournaments.services import calls, record
from tournaments.services.actions import Author
from tournaments.services.hall import NotCalled
from tournaments.services.record import bring, read_record

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairing(club: Club) -> Pairing:
    """A pairing that is played with cards."""
    return played_in_hall(club)


def page(user: User, name: str, *args: object) -> str:
    """Return a page as this user sees it."""
    return client_of(user).get(reverse(f"tournaments:{name}", args=args)).content.decode()


def slug_of(pairing: Pairing) -> str:
    """Return the address of the tournament of a pairing."""
    return pairing.round.stage.tournament.slug


def post(user: User, name: str, *args: object, on: str = "me", key: str = "one", why: str = "") -> Any:
    """Send a form of a page."""
    form = {"key": key, "why": why, "from": on}
    return client_of(user).post(reverse(f"tournaments:{name}", args=args), form)


def call(pairing: Pairing, *, on: str = "me", why: str = "") -> Any:
    """Call the director for the first side."""
    return post(plays(pairing, 0), "call", slug_of(pairing), pairing.pk, on=on, why=why)


def rule(pairing: Pairing, director: User, ruling: str) -> DirectorCall:
    """Let a director settle the open call; return it."""
    waiting: DirectorCall = DirectorCall.objects.unsettled().get(pairing=pairing)
    post(director, "settle_call", slug_of(pairing), waiting.pk, key=f"settle-{waiting.pk}", why=ruling)
    waiting.refresh_from_db()
    return waiting


def called_at(pairing: Pairing, moment: datetime) -> int:
    """Call the director at a moment; return how far it was."""
    return calls.call(pairing_id=pairing.pk, author=Author(plays(pairing, 0).pk), now=moment)


@pytest.mark.parametrize("name", ["me", "result", "detail"])
def test_who_plays_with_cards_finds_the_call_on_each_of_his_pages(pairing: Pairing, name: str) -> None:
    args = {"me": (), "result": (slug_of(pairing), pairing.pk), "detail": (slug_of(pairing),)}[name]
    before = page(plays(pairing, 0), name, *args)

    answer = call(pairing, on=name)

    assert reverse("tournaments:call", args=[slug_of(pairing), pairing.pk]) in before
    assert answer.headers["Location"] == reverse(f"tournaments:{name}", args=args)
    after = page(plays(pairing, 1), name, *args)
    assert "The director is called and will come." in after
    assert "/call/" not in after


def test_the_director_reads_the_table_who_called_why_and_how_many_deals_were_entered(
    pairing: Pairing, alice: User
) -> None:
    enter(pairing, deals(13, 12))
    say(pairing, 0, deals(13, 12, 11))

    call(pairing, why="He <b>looked</b>")

    shown = page(alice, "direct", slug_of(pairing))
    (made,) = DirectorCall.objects.filter(pairing=pairing)
    assert (made.seq, made.seat, made.table) == (3, 0, None)
    assert all(said in shown for said in ("He &lt;b&gt;looked&lt;/b&gt;", made.name, "3 deals were entered"))
    assert shown.count(reverse("tournaments:result", args=[slug_of(pairing), pairing.pk])) > 1
    act = Action.objects.get(verb="call_director")
    assert (act.actor, act.after["pairing"], act.why) == (plays(pairing, 0), pairing.pk, "He <b>looked</b>")


def test_from_a_blank_sheet_a_call_is_at_no_deal(pairing: Pairing) -> None:
    assert called_at(pairing, NOW) == 0


def test_totals_alone_have_no_deals_to_count(pairing: Pairing) -> None:
    enter(pairing, won())

    assert called_at(pairing, NOW) == 0


def test_a_call_sent_twice_is_one_and_the_next_waits_for_the_director(pairing: Pairing) -> None:
    call(pairing)
    call(pairing)

    assert DirectorCall.objects.count() == 1
    with pytest.raises(DirectorCalled):
        called_at(pairing, NOW)


def test_a_call_that_was_settled_is_not_made_again_by_the_same_form(pairing: Pairing, alice: User) -> None:
    call(pairing)
    rule(pairing, alice, "Play on.")

    call(pairing)

    assert DirectorCall.objects.count() == 1


def test_both_sides_read_the_ruling_and_nobody_else(pairing: Pairing, alice: User) -> None:
    call(pairing, why="A card fell")
    rule(pairing, alice, "The card stays.")
    other = pairing_of(pairing.round.stage.tournament, 1, 2)

    for side in (0, 1):
        sheet = page(plays(pairing, side), "result", slug_of(pairing), pairing.pk)
        assert "The card stays." in page(plays(pairing, side), "me")
        assert "The card stays." in sheet
        assert "A card fell" not in sheet
    assert "The card stays." not in page(plays(other, 0), "me")
    assert "The card stays." not in page(plays(other, 0), "detail", slug_of(pairing))


def test_the_other_side_appeals_and_another_director_decides(
    pairing: Pairing, alice: User, adam: User
) -> None:
    call(pairing)
    ruled = rule(pairing, alice, "The card stays.")
    opponent = plays(pairing, 1)

    answer = post(opponent, "appeal", slug_of(pairing), ruled.pk, on="result", key="a", why="He saw it")
    assert answer.headers["Location"] == reverse("tournaments:result", args=[slug_of(pairing), pairing.pk])
    shown = page(adam, "direct", slug_of(pairing))
    refused = rule(pairing, alice, "As I said.")
    decided = rule(pairing, adam, "The card goes back.")

    assert all(said in shown for said in ("He saw it", "The card stays."))
    assert refused.settled_at is None
    assert (decided.appeals, decided.seat, decided.settled_by) == (ruled, 1, adam)
    sheet = page(plays(pairing, 0), "result", slug_of(pairing), pairing.pk)
    assert "The card goes back." in sheet
    assert "/appeal/" not in sheet


def test_who_does_not_play_there_neither_calls_nor_appeals(
    pairing: Pairing, alice: User, charlie: User
) -> None:
    elsewhere = plays(pairing_of(pairing.round.stage.tournament, 1, 2), 0)
    call(pairing)
    ruled = rule(pairing, alice, "Play on.")

    for user in (charlie, elsewhere, alice):
        assert post(user, "call", slug_of(pairing), pairing.pk).status_code == 403
        assert post(user, "appeal", slug_of(pairing), ruled.pk).status_code == 403

    assert DirectorCall.objects.count() == 1


@pytest.mark.parametrize(("minutes", "in_time"), [(10, True), (11, False)])
def test_for_ten_minutes_after_the_result_the_director_is_called_in_the_hall(
    pairing: Pairing, minutes: int, in_time: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter(pairing, won())
    moment = NOW + timedelta(minutes=minutes)
    monkeypatch.setattr(timezone, "now", lambda: moment)
    shown = page(plays(pairing, 0), "me")

    if in_time:
        called_at(pairing, moment)
    else:
        with pytest.raises(CallTooLate):
            called_at(pairing, moment)

    assert ("For ten minutes after the match." in shown) is in_time


def test_before_a_table_is_called_there_is_nothing_to_complain_of(pairing: Pairing) -> None:
    Pairing.objects.filter(pk=pairing.pk).update(state=Pairing.State.WAITING, hall_table=None)

    with pytest.raises(NotCalled):
        called_at(pairing, NOW)


def test_a_match_that_went_on_with_cards_is_complained_of_from_its_sheet(club: Club) -> None:
    """A ruling at the table of this site stays to be read, and the next call counts deals."""
    cup = started(club, 4)
    pairing = pairing_of(cup, 1, 1)
    DirectorCall.objects.create(
        pairing=pairing,
        table=pairing.table,
        seat=0,
        name="Bob",
        seq=9,
        at=NOW,
        settled_at=NOW,
        ruling="Stays.",
    )
    Pairing.objects.filter(pk=pairing.pk).update(hall_table=1)

    assert called_at(pairing, NOW) == 0
    assert "Stays." in page(plays(pairing, 1), "me")


def test_calls_and_rulings_are_in_the_record_and_come_back_from_it(
    pairing: Pairing, alice: User, adam: User
) -> None:
    call(pairing, why="A card fell")
    ruled = rule(pairing, alice, "The card stays.")
    post(plays(pairing, 1), "appeal", slug_of(pairing), ruled.pk, key="a", why="He saw it")
    written = record.text(pairing.round.stage.tournament_id)
    renamed = json.loads(written)
    renamed["tournament"][0]["slug"] = "brought-in"

    here = bring(record=read_record(json.dumps(renamed).encode()), now=NOW, stream=STREAM)

    first, second = DirectorCall.objects.of(here).order_by("pk")
    assert (first.ruling, first.reason, second.appeals) == ("The card stays.", "A card fell", first)
    assert json.loads(record.text(here.pk))["calls"] == json.loads(written)["calls"]
