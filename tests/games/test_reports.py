"""Reporting a person at the table, and what the staff make of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from games.models import Report, Table, User
from games.rules import SPECTATOR, Refusal
from games.services import arrivals, chat, reports, rulings
from tests.cast import NOW, client_of
from tests.games.scene import opened, play_on, stored


@pytest.fixture
def staff(charlie: User) -> User:
    """Charlie, whom the operator has made one of the staff."""
    charlie.is_staff = True
    charlie.save()
    return charlie


def reported(table: Table, user: User, number: int = 1, reason: str = "words") -> Report:
    """Report a seat, and return the report."""
    reports.report(table_id=table.pk, user=user, number=number, reason=reason, now=NOW)
    return Report.objects.order_by("-pk")[0]


def test_a_report_keeps_where_in_the_log_it_was_made(four: list[User]) -> None:
    table = opened(four)
    play_on(table, four, 6)

    one = reported(table, four[0])

    now = stored(table)
    assert (one.match_id, one.seq, one.about_id) == (now.match_id, now.seq, four[1].pk)


def test_what_the_one_reported_said_is_attached(four: list[User]) -> None:
    table = opened(four)
    for n, user in enumerate((four[1], four[2], four[1])):
        moment = NOW - timedelta(seconds=60 - 10 * n)
        chat.say(table_id=table.pk, user=user, said={"phrase": chat.PHRASES[n]}, now=moment)

    lines = reports.lines_of(reported(table, four[0]))

    assert [line.value for line in lines] == ["hello", "well_played"]


@pytest.mark.parametrize("number", [0, 2])
def test_nobody_reports_himself_or_an_empty_seat(four: list[User], number: int) -> None:
    table = opened([*four[:2], None, four[3]])

    with pytest.raises(Refusal) as refusal:
        reported(table, four[0], number)

    assert refusal.value.code == "nobody_there"


def test_who_does_not_sit_there_reports_nobody(four: list[User], charlie: User) -> None:
    with pytest.raises(Refusal) as refusal:
        reported(opened(four), charlie)

    assert refusal.value.code == "not_seated"


def test_the_same_report_waits_once(four: list[User], staff: User) -> None:
    table = opened(four)
    one = reported(table, four[0])
    with pytest.raises(reports.ReportedBefore):
        reported(table, four[0], reason="play")

    reports.settle(report_id=one.pk, by=staff, verdict="dismissed", now=NOW)

    assert reported(table, four[0]).pk != one.pk


def test_a_report_is_settled_once(four: list[User], staff: User) -> None:
    one = reported(opened(four), four[0])
    reports.settle(report_id=one.pk, by=staff, verdict="upheld", now=NOW)

    with pytest.raises(reports.ReportSettled):
        reports.settle(report_id=one.pk, by=staff, verdict="dismissed", now=NOW)

    one.refresh_from_db()
    assert (one.state, one.settled_by) == ("upheld", staff)


def test_the_staff_see_what_waits_and_settle_it_from_the_page(four: list[User], staff: User) -> None:
    one = reported(opened(four), four[0])
    client = client_of(staff)
    page = client.get(reverse("games:reports")).content.decode()

    client.post(reverse("games:settle_report", args=[one.pk]), {"verdict": "upheld"})

    assert "Dalia" in page
    assert "Dalia" not in client.get(reverse("games:reports")).content.decode()
    one.refresh_from_db()
    assert one.state == "upheld"


def test_nobody_else_sees_reports(four: list[User]) -> None:
    one = reported(opened(four), four[0])

    assert client_of(four[1]).get(reverse("games:reports")).status_code == 403
    settled = client_of(four[1]).post(reverse("games:settle_report", args=[one.pk]), {"verdict": "upheld"})
    assert settled.status_code == 403


def test_a_person_sees_whom_he_blocks_and_takes_it_back(four: list[User]) -> None:
    from games.services import blocks

    blocks.block(user=four[0], other_id=four[1].pk, now=NOW)
    client = client_of(four[0])
    page = client.get(reverse("games:blocks")).content.decode()

    client.post(reverse("games:unblock", args=[four[1].pk]))

    assert "Dalia" in page
    assert blocks.blocked_with(four[0]) == set()


def test_the_staff_open_the_table_and_the_replay_of_what_they_settle(four: list[User], staff: User) -> None:
    table = opened(four, is_public=False)
    page, replay = (
        reverse("games:table", args=[table.public_id]),
        reverse("games:replay", args=[table.public_id, 1]),
    )
    assert client_of(staff).get(page).status_code == 404

    reported(table, four[0])

    assert page in client_of(staff).get(reverse("games:reports")).content.decode()
    assert client_of(staff).get(page).status_code == 200
    (seen,) = arrivals.catch_up([arrivals.Arrival(table, staff.pk)], now=NOW)
    assert isinstance(seen, arrivals.Caught)
    assert (seen.viewer, seen.frames[0]["view"]["hand"]) == (SPECTATOR, [])
    assert client_of(staff).get(replay).status_code == 409

    rulings.no_new_deal([table.pk], now=NOW)
    while stored(table).position.outcome.state == "open":
        play_on(table, four, 1)

    assert replay in client_of(staff).get(reverse("games:reports")).content.decode()
    assert client_of(staff).get(replay).status_code == 200


def test_a_private_table_somebody_was_reported_at_still_is_not_there_for_a_stranger(
    four: list[User], charlie: User
) -> None:
    table = opened(four, is_public=False)
    reported(table, four[0])

    for name, args in (("table", []), ("replay", [1])):
        answer = client_of(charlie).get(reverse(f"games:{name}", args=[table.public_id, *args]))
        assert answer.status_code == 404
