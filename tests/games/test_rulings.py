"""A director rules at a table in play: he is shown what it does, and it is written in the table's log."""

from __future__ import annotations

import pytest

from games.models import Match, User
from games.rules import Adjust, Phase, Retire, Side
from games.services import opening, play, rulings
from tests.cast import NOW
from tests.games.scene import log_of, opened, plan, play_on, stored

pytestmark = pytest.mark.django_db
US, THEM = Side(0), Side(1)


def foreseen(table_id: int, ruling: rulings.Ruling) -> str:
    """Return what the director has been shown."""
    return rulings.summary(rulings.foresee(table_id, ruling))


def test_points_are_written_in_the_log_and_count_at_once(four: list[User]) -> None:
    table = opened(four)
    take = Adjust(THEM, -5)

    rulings.give(table_id=table.pk, ruling=take, foreseen=foreseen(table.pk, take), now=NOW)

    entry = log_of(table)[-1]
    assert (entry.event.kind, entry.by, entry.event.data["totals"]) == ("adjust", "director", [0, -5])
    assert stored(table).position.totals == (0, -5)


def test_foreseeing_a_ruling_writes_nothing(four: list[User]) -> None:
    table = opened(four)
    before = stored(table).seq

    rulings.foresee(table.pk, Retire(US))

    assert stored(table).seq == before


def test_a_card_played_meanwhile_does_not_change_what_a_ruling_does(four: list[User]) -> None:
    table = opened(four)
    give = Adjust(US, 3)
    shown = foreseen(table.pk, give)
    play_on(table, four, 1)

    rulings.give(table_id=table.pk, ruling=give, foreseen=shown, now=NOW)

    assert stored(table).position.totals == (3, 0)


def test_a_ruling_that_would_do_something_else_by_now_is_not_given(four: list[User]) -> None:
    table = opened(four)
    give = Adjust(US, 3)
    shown = foreseen(table.pk, give)
    rulings.give(table_id=table.pk, ruling=give, foreseen=shown, now=NOW)
    before = stored(table).seq

    with pytest.raises(rulings.OutlookChanged):
        rulings.give(table_id=table.pk, ruling=give, foreseen=shown, now=NOW)

    assert stored(table).seq == before


def test_a_side_that_retires_has_lost_and_the_match_says_so(four: list[User]) -> None:
    table = opened(four)
    leave = Retire(US)

    rulings.give(table_id=table.pk, ruling=leave, foreseen=foreseen(table.pk, leave), now=NOW)

    match = Match.objects.get(table=table)
    assert (match.state, match.winner, match.decided_by) == ("won", THEM, "retirement")
    assert [entry.event.kind for entry in log_of(table)][-3:] == ["retire", "over", "reveal"]
    assert stored(table).position.phase is Phase.OVER


@pytest.mark.parametrize("points", [0, 101, -101])
def test_no_points_and_more_than_a_hundred_are_refused(four: list[User], points: int) -> None:
    table = opened(four)

    with pytest.raises(rulings.PointsOutOfRange):
        rulings.foresee(table.pk, Adjust(US, points))


def test_before_the_first_deal_there_is_no_score_to_change(four: list[User]) -> None:
    (table,) = opening.open_tables([plan(four)], now=NOW)

    with pytest.raises(rulings.NotBegun):
        rulings.foresee(table.pk, Adjust(US, -5))


def test_a_side_may_retire_before_the_first_deal(four: list[User]) -> None:
    (table,) = opening.open_tables([plan(four)], now=NOW)
    leave = Retire(THEM)

    rulings.give(table_id=table.pk, ruling=leave, foreseen=foreseen(table.pk, leave), now=NOW)

    assert Match.objects.get(table=table).winner == US


def test_play_goes_on_after_points(four: list[User]) -> None:
    table = opened(four)
    give = Adjust(US, 3)
    rulings.give(table_id=table.pk, ruling=give, foreseen=foreseen(table.pk, give), now=NOW)

    play_on(table, four, 1)

    assert play.next_due() is not None
