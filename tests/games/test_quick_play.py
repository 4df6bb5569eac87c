"""Quick play: one button leads to a table that others come to as well."""

from __future__ import annotations

from functools import partial

import pytest
from django.urls import reverse

from games.dealing import Stream
from games.models import Match, Seat, Table, User
from games.rules import Phase
from games.services import hosting, quick_play, tables
from games.services.hosting import Wish
from games.services.quick_play import BOTS_AFTER
from tests.cast import NOW, client_of
from tests.games.scene import SECOND, stored
from tests.games.test_seats import at_once, state_of
from tests.rules.presets import LEVANTINE


def come(user: User) -> Table:
    """Let somebody press the button."""
    stream = Stream(f"quick play of {user.pk}".encode()).derive(Table.objects.count())
    return quick_play.sit_down(user, stream=stream, now=NOW)


def test_who_comes_later_sits_at_the_table_that_waits_and_the_fourth_begins_the_match(
    four: list[User],
) -> None:
    found = [come(user) for user in four]

    (table,) = set(found)
    assert [seat.user_id for seat in stored(table).seats] == [user.pk for user in four]
    assert state_of(table) == Table.State.PLAYING


def test_a_fifth_finds_a_table_of_his_own(four: list[User], charlie: User) -> None:
    full = come(four[0])
    for user in four[1:]:
        come(user)

    assert come(charlie) != full


def test_quick_play_is_moving_trump_to_forty_one_with_the_clocks_of_people(bob: User) -> None:
    table = come(bob)

    match = Match.objects.get(table=table)
    assert (match.rules_key, match.target) == ("moving-trump", 41)
    assert stored(table).policy.card_seconds == 20


def test_bots_take_what_is_empty_after_twenty_seconds_and_have_names(bob: User) -> None:
    table = come(bob)

    assert tables.seat_due_bots(NOW + (BOTS_AFTER - 1) * SECOND) == 0
    assert tables.seat_due_bots(NOW + BOTS_AFTER * SECOND) == 1

    seats = stored(table).seats
    assert (BOTS_AFTER, [seat.kind for seat in seats]) == (20, ["user", "bot", "bot", "bot"])
    assert len({seat.name for seat in seats} - {""}) == 4
    assert stored(table).position.phase is not Phase.OVER


def test_who_blocks_somebody_is_not_put_at_a_table_with_him(bob: User, charlie: User, stream: Stream) -> None:
    table = come(bob)

    apart = quick_play.sit_down(charlie, apart_from={bob.pk}, stream=stream, now=NOW)

    assert apart != table


def test_who_presses_twice_has_one_seat(bob: User) -> None:
    first, second = come(bob), come(bob)

    assert first == second
    assert Seat.objects.filter(user=bob).count() == 1


def test_who_sits_down_elsewhere_waits_here_no_more(bob: User, charlie: User, stream: Stream) -> None:
    """O-17: accepting a match leaves nobody in a queue from which a second one pulls him."""
    quick = come(bob)
    come(charlie)

    hosting.open_table(bob, Wish(LEVANTINE), stream=stream, now=NOW)

    assert Seat.objects.filter(user=bob).exclude(table=quick).count() == 1
    assert [seat.kind for seat in stored(quick).seats] == ["open", "user", "open", "open"]


def test_the_last_who_leaves_a_table_that_waits_closes_it(bob: User, charlie: User) -> None:
    left = come(bob)

    tables.leave(table_id=left.pk, user=bob, now=NOW)

    assert state_of(left) == Table.State.CLOSED
    assert tables.seat_due_bots(NOW + 60 * SECOND) == 0
    assert come(charlie) != left


def test_of_two_who_press_for_the_last_seat_at_once_both_sit_and_no_seat_twice(
    transactional_db: None, four: list[User], charlie: User
) -> None:
    for _ in range(6):
        Table.objects.filter(is_quick=True).update(state=Table.State.CLOSED)
        for user in four[:3]:
            come(user)

        ended = at_once(partial(come, four[3]), partial(come, charlie))

        assert ended == [None, None]
        sat = Seat.objects.filter(user__in=[four[3], charlie], table__state__in=["playing", "waiting"])
        assert sorted(sat.values_list("table__state", flat=True)) == ["playing", "waiting"]
        for seat in sat:
            tables.leave(table_id=seat.table_id, user=seat.user, now=NOW)


@pytest.mark.django_db
def test_a_visitor_becomes_a_guest_and_sits_down_with_one_tap() -> None:
    visitor = client_of(None)

    answer = visitor.post(reverse("games:quick_play"))

    guest = User.objects.get()
    assert (guest.is_guest, answer.status_code) == (True, 302)
    assert Seat.objects.get(user=guest).table.is_quick
