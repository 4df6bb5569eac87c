"""Openings by hand and by the clock, check-in and who is left out, fees, and the order of seeds."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

import pytest

from games.dealing import Stream
from games.models import User
from tests.cast import NOW
from tests.tournaments.evenings import STREAM, drawn, entered
from tests.tournaments.signing_up import ask, couple, opened, signed_up, states, walk_in
from tournaments.models import Action, Club, Entry, Registration, Tournament
from tournaments.services import check_in, entries, fees, openings, seeding
from tournaments.services.actions import PROGRAM, Author
from tournaments.services.draw import draw
from tournaments.services.field import EntriesClosed, EntryMoved

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A tournament of four pairs at its check-in."""
    tournament = opened(club)
    for number in range(1, 5):
        walk_in(tournament, number)
    openings.open_check_in(tournament_id=tournament.pk, author=PROGRAM, now=NOW)
    tournament.refresh_from_db()
    return tournament


def state_of(tournament: Tournament) -> str:
    """Return where a tournament is."""
    return Tournament.objects.values_list("state", flat=True).get(pk=tournament.pk)


def entry_of(tournament: Tournament, number: int) -> Entry:
    """Return an entry by its number in the order of coming."""
    entry: Entry = Entry.objects.filter(tournament=tournament).order_by("pk")[number - 1]
    return entry


# ---- opening and closing


def test_every_verb_before_the_draw_begins_where_the_table_of_states_lets_it(club: Club) -> None:
    for step in (openings.OPEN, openings.CLOSE, openings.CHECK_IN, openings.GO_BACK, openings.CANCEL):
        for begin in step.begins:
            assert step.to in Tournament.NEXT[begin]


def test_registration_and_check_in_open_and_close_at_their_times(club: Club) -> None:
    cup = entered(club, 2, name="Cup", author=PROGRAM)
    ask(cup, opens_at=NOW + HOUR, closes_at=NOW + 2 * HOUR, check_in_opens_at=NOW + 3 * HOUR)

    seen = []
    for hours in range(4):
        openings.do_due(now=NOW + hours * HOUR)
        seen.append(state_of(cup))

    assert seen == ["draft", "registration", "closed", "check_in"]
    assert openings.do_due(now=NOW + 4 * HOUR) == 0


def test_what_a_director_does_against_a_past_time_the_clock_does_not_undo(club: Club) -> None:
    cup = entered(club, 2, name="Cup", author=PROGRAM)
    ask(cup, closes_at=NOW, check_in_opens_at=NOW)
    openings.do_due(now=NOW)
    openings.close_check_in(tournament_id=cup.pk, author=PROGRAM, now=NOW)
    openings.open_registration(tournament_id=cup.pk, author=PROGRAM, now=NOW)

    openings.do_due(now=NOW + HOUR)

    assert state_of(cup) == "registration"


def test_a_time_at_which_it_would_close_before_it_opens_is_refused(club: Club) -> None:
    cup = entered(club, 2, name="Cup", author=PROGRAM)

    with pytest.raises(openings.TimesCross):
        ask(cup, opens_at=NOW + HOUR, closes_at=NOW)
    with pytest.raises(openings.TooFewPairs):
        ask(cup, most_pairs=1)
    assert not Registration.objects.exists()


def test_what_is_drawn_opens_nothing_and_is_not_cancelled_here(club: Club) -> None:
    cup = drawn(club, 2)

    for verb in (openings.open_registration, openings.open_check_in, openings.close_registration):
        with pytest.raises(openings.NotAtThisPoint):
            verb(tournament_id=cup.pk, author=PROGRAM, now=NOW)
    with pytest.raises(openings.NotAtThisPoint):
        openings.cancel(tournament_id=cup.pk, author=Author(why="rain"), now=NOW)
    with pytest.raises(EntriesClosed):
        ask(cup, most_pairs=4)


def test_a_tournament_is_called_off_with_a_reason_and_keeps_its_entries(cup: Tournament) -> None:
    with pytest.raises(openings.ReasonWanted):
        openings.cancel(tournament_id=cup.pk, author=PROGRAM, now=NOW)

    openings.cancel(tournament_id=cup.pk, author=Author(why="no power"), now=NOW)

    assert (state_of(cup), len(states(cup))) == ("cancelled", 4)
    assert Action.objects.latest("pk").why == "no power"


def test_going_back_from_check_in_is_logged_with_who_had_checked_in(cup: Tournament) -> None:
    check_in.check_in(entry=entry_of(cup, 1), author=PROGRAM, now=NOW)

    openings.close_check_in(tournament_id=cup.pk, author=PROGRAM, now=NOW)

    assert states(cup) == ["accepted"] * 4
    assert Action.objects.latest("pk").before == {
        "state": "check_in",
        "checked_in": [entry_of(cup, 1).pk],
    }


# ---- check-in


def test_either_of_a_pair_checks_it_in_on_his_own_page(club: Club) -> None:
    cup = opened(club)
    he, she = couple(1)
    signed_up(cup, he, she)
    openings.open_check_in(tournament_id=cup.pk, author=PROGRAM, now=NOW)

    check_in.check_in_myself(tournament_id=cup.pk, user=she, author=Author(she.pk), now=NOW)

    assert states(cup) == ["checked_in"]
    with pytest.raises(EntryMoved):
        check_in.check_in_myself(tournament_id=cup.pk, user=he, author=Author(he.pk), now=NOW)


def test_a_check_in_that_is_over_is_for_the_desk_only(club: Club) -> None:
    cup = opened(club, check_in_opens_at=NOW, check_in_closes_at=NOW + HOUR)
    he, she = couple(1)
    entry = signed_up(cup, he, she)
    openings.do_due(now=NOW)
    late = NOW + HOUR

    with pytest.raises(check_in.CheckInNotOpen):
        check_in.check_in_myself(tournament_id=cup.pk, user=he, author=Author(he.pk), now=late)
    check_in.check_in(entry=entry, author=PROGRAM, now=late)

    assert states(cup) == ["checked_in"]


def test_who_is_in_no_pair_and_who_comes_too_early_do_not_check_in(club: Club, charlie: User) -> None:
    cup = opened(club)

    with pytest.raises(check_in.NoEntryOfYours):
        check_in.check_in_myself(tournament_id=cup.pk, user=charlie, author=Author(charlie.pk), now=NOW)
    with pytest.raises(check_in.CheckInNotOpen):
        check_in.check_in(entry=walk_in(cup, 1), author=PROGRAM, now=NOW)


def test_a_check_in_is_taken_back(cup: Tournament) -> None:
    check_in.check_in(entry=entry_of(cup, 1), author=PROGRAM, now=NOW)

    check_in.undo(entry=entry_of(cup, 1), author=PROGRAM, now=NOW)

    assert states(cup) == ["accepted"] * 4


def test_nothing_is_drawn_while_somebody_is_missing_whom_the_director_did_not_leave_out(
    cup: Tournament,
) -> None:
    for number in (1, 2):
        check_in.check_in(entry=entry_of(cup, number), author=PROGRAM, now=NOW)

    with pytest.raises(check_in.NotCheckedIn) as refused:
        draw(tournament_id=cup.pk, author=PROGRAM, now=NOW, stream=STREAM)
    assert "Walker 3 A & Walker 3 B" in str(refused.value.params["names"])

    missing = [entry_of(cup, number).pk for number in (3, 4)]
    check_in.leave_out(tournament_id=cup.pk, entry_ids=missing, author=PROGRAM, now=NOW)
    draw(tournament_id=cup.pk, author=PROGRAM, now=NOW, stream=STREAM)

    assert states(cup) == ["checked_in", "checked_in", "withdrawn", "withdrawn"]
    assert Entry.objects.filter(seed__isnull=False).count() == 2


def test_a_list_of_the_missing_that_has_changed_is_shown_again(cup: Tournament) -> None:
    seen = list(Entry.objects.order_by("pk").values_list("pk", flat=True))
    check_in.check_in(entry=entry_of(cup, 1), author=PROGRAM, now=NOW)

    with pytest.raises(check_in.ListChanged):
        check_in.leave_out(tournament_id=cup.pk, entry_ids=seen, author=PROGRAM, now=NOW)

    assert states(cup) == ["checked_in", "accepted", "accepted", "accepted"]


def test_who_waited_gets_the_place_of_who_did_not_come(cup: Tournament) -> None:
    ask(cup, most_pairs=4)
    walk_in(cup, 5)
    for number in (1, 2, 3):
        check_in.check_in(entry=entry_of(cup, number), author=PROGRAM, now=NOW)

    check_in.leave_out(tournament_id=cup.pk, entry_ids=[entry_of(cup, 4).pk], author=PROGRAM, now=NOW)

    assert states(cup)[3:] == ["withdrawn", "accepted"]


# ---- fees


def test_the_treasurer_sees_what_is_due_paid_waived_and_to_be_returned(cup: Tournament, alice: User) -> None:
    ask(cup, fee=Decimal("12.5"), currency="USD")
    for number, to in ((1, Entry.Fee.PAID), (2, Entry.Fee.PAID), (3, Entry.Fee.WAIVED)):
        fees.settle_fee(entry=entry_of(cup, number), to=to, author=Author(alice.pk), now=NOW)
    entries.withdraw(entry=entry_of(cup, 2), author=PROGRAM, now=NOW)

    found = fees.treasury(cup.pk)

    assert (found.due, found.due_of) == (Decimal("12.5"), 1)
    assert (found.paid, found.paid_of, found.waived_of) == (Decimal("12.5"), 1, 1)
    assert (found.to_return, found.to_return_of) == (Decimal("12.5"), 1)
    assert (entry_of(cup, 1).fee_by, entry_of(cup, 1).fee_at) == (alice, NOW)


def test_what_was_paid_stays_when_the_fee_changes(cup: Tournament) -> None:
    ask(cup, fee=Decimal(10))
    fees.settle_fee(entry=entry_of(cup, 1), to=Entry.Fee.PAID, author=PROGRAM, now=NOW)
    ask(cup, fee=Decimal(20))

    found = fees.treasury(cup.pk)

    assert (found.paid, found.due) == (Decimal(10), Decimal(60))


def test_a_fee_is_noted_once(cup: Tournament) -> None:
    seen = entry_of(cup, 1)
    fees.settle_fee(entry=entry_of(cup, 1), to=Entry.Fee.PAID, author=PROGRAM, now=NOW)

    for entry in (seen, entry_of(cup, 1)):
        with pytest.raises(fees.FeeMoved):
            fees.settle_fee(entry=entry, to=Entry.Fee.PAID, author=PROGRAM, now=NOW)


# ---- seeds


def order(tournament: Tournament) -> list[str]:
    """Return the first players' names in the order of seeds."""
    return [entry.name.split()[1] for entry in seeding.in_order(tournament.pk)]


def test_an_entry_is_moved_to_a_seed_and_the_others_make_room(cup: Tournament) -> None:
    seeding.move_to(entry=entry_of(cup, 4), place=2, author=PROGRAM, now=NOW)
    assert order(cup) == ["1", "4", "2", "3"]

    seeding.move_to(entry=entry_of(cup, 1), place=4, author=PROGRAM, now=NOW)
    assert order(cup) == ["4", "2", "3", "1"]
    with pytest.raises(seeding.NoSuchPlace):
        seeding.move_to(entry=entry_of(cup, 1), place=5, author=PROGRAM, now=NOW)


def test_seeds_given_by_hand_name_every_entry_once(cup: Tournament) -> None:
    keys = list(Entry.objects.order_by("-pk").values_list("pk", flat=True))

    seeding.by_hand(tournament_id=cup.pk, order=keys, author=PROGRAM, now=NOW)

    assert order(cup) == ["4", "3", "2", "1"]
    for wrong in (keys[1:], keys[1:] + keys[1:2], [*keys, 0]):
        with pytest.raises(check_in.ListChanged):
            seeding.by_hand(tournament_id=cup.pk, order=wrong, author=PROGRAM, now=NOW)


def test_a_lot_for_seeds_can_be_repeated_from_the_log(cup: Tournament) -> None:
    seeding.by_lot(tournament_id=cup.pk, author=PROGRAM, now=NOW, stream=STREAM.derive("lot"))

    logged = Action.objects.latest("pk").after
    keys = list(Entry.objects.order_by("pk").values_list("pk", flat=True))
    assert logged["seeds"] == list(Stream(bytes.fromhex(logged["lot"])).shuffled(keys))
    assert [entry.pk for entry in seeding.in_order(cup.pk)] == logged["seeds"]


def test_by_rating_forgets_what_was_given_by_hand(cup: Tournament) -> None:
    Entry.objects.filter(pk=entry_of(cup, 3).pk).update(rating=1800)
    seeding.by_lot(tournament_id=cup.pk, author=PROGRAM, now=NOW, stream=STREAM)

    seeding.by_rating(tournament_id=cup.pk, author=PROGRAM, now=NOW)

    assert order(cup) == ["3", "1", "2", "4"]


def test_an_entry_that_leaves_gives_its_seed_back(cup: Tournament) -> None:
    seeding.by_lot(tournament_id=cup.pk, author=PROGRAM, now=NOW, stream=STREAM)

    entries.withdraw(entry=entry_of(cup, 1), author=PROGRAM, now=NOW)

    assert entry_of(cup, 1).own_seed is None
