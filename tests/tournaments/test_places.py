"""Places before the draw: limits that hold, the waiting list, leaving, and what the director does."""

from __future__ import annotations

import threading

import pytest
from django.db import DatabaseError, connection

from games.models import User
from games.rules import Refusal
from tests.cast import NOW
from tests.tournaments.evenings import STREAM, drawn, entered
from tests.tournaments.signing_up import (
    accepted,
    ask,
    couple,
    invited,
    left,
    looking,
    opened,
    signed_up,
    states,
    walk_in,
)
from tournaments.models import Action, Club, Entry, Invitation, Pairing, Single, Tournament
from tournaments.services import clubs, entries, openings, registration, sign_up
from tournaments.services.actions import PROGRAM, Author
from tournaments.services.draw import draw
from tournaments.services.field import EntriesClosed, EntryMoved, PlaysAlready

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A tournament of the club for which anybody may sign up."""
    return opened(club)


# ---- limit and waiting list


def test_when_all_places_are_taken_pairs_wait_in_the_order_of_coming(club: Club) -> None:
    cup = opened(club, most_pairs=2)

    for number in range(1, 5):
        signed_up(cup, *couple(number))

    assert states(cup) == ["accepted", "accepted", "waitlisted", "waitlisted"]


def test_when_a_pair_leaves_the_first_that_waits_gets_its_place_at_once(club: Club) -> None:
    cup = opened(club, most_pairs=2)
    pairs = [couple(number) for number in range(1, 5)]
    made = [signed_up(cup, *pair) for pair in pairs]

    left(cup, pairs[0][1])

    assert states(cup) == ["withdrawn", "accepted", "accepted", "waitlisted"]
    assert Action.objects.latest("pk").after["moved_up"] == [made[2].pk]


def test_nobody_slips_in_before_those_who_wait(club: Club) -> None:
    cup = opened(club, most_pairs=2)
    for number in range(1, 4):
        signed_up(cup, *couple(number))
    ask(cup, most_pairs=3)

    signed_up(cup, *couple(4))

    assert states(cup) == ["accepted", "accepted", "accepted", "waitlisted"]


def test_a_lower_limit_takes_nobody_s_place_away(club: Club) -> None:
    cup = opened(club)
    for number in range(1, 5):
        signed_up(cup, *couple(number))

    ask(cup, most_pairs=2)
    walk_in(cup, 1)

    assert states(cup) == ["accepted"] * 4 + ["waitlisted"]


def test_a_list_longer_than_the_room_goes_on_the_waiting_list(club: Club) -> None:
    cup = entered(club, 1, name="Cup", author=PROGRAM)
    ask(cup, most_pairs=2)

    registration.import_entries(
        tournament_id=cup.pk,
        content="player,partner\nAmal,Basil\nDana,Fadi\n",
        author=PROGRAM,
        now=NOW,
        stream=STREAM,
    )

    assert states(cup) == ["accepted", "accepted", "waitlisted"]


@pytest.mark.django_db(transaction=True)
def test_a_limit_holds_however_many_sign_up_at_the_same_moment(club: Club) -> None:
    cup = opened(club, most_pairs=2)
    pairs = [couple(number) for number in range(1, 7)]
    tokens = [invited(cup, he) for he, _ in pairs]
    faults: list[Exception] = []

    def agree(token: str, user: User) -> None:
        try:
            accepted(token, user)
        except (Refusal, DatabaseError) as fault:
            faults.append(fault)
        finally:
            connection.close()

    threads = [
        threading.Thread(target=agree, args=(token, she))
        for token, (_, she) in zip(tokens, pairs, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert faults == []
    assert sorted(states(cup)) == ["accepted"] * 2 + ["waitlisted"] * 4


# ---- leaving


def test_who_has_left_signs_up_again_with_somebody_else(
    cup: Tournament, bob: User, charlie: User, adam: User
) -> None:
    signed_up(cup, bob, charlie)

    left(cup, bob)

    assert signed_up(cup, adam, charlie).name == "Adam & Charlie"
    assert states(cup) == ["withdrawn", "accepted"]


def test_who_is_not_there_cannot_leave_and_after_the_draw_nobody_can(
    club: Club, cup: Tournament, bob: User
) -> None:
    with pytest.raises(sign_up.NothingToLeave):
        left(cup, bob)
    with pytest.raises(EntriesClosed):
        left(drawn(club, 2), bob)


def test_who_is_removed_from_the_club_is_out_of_all_its_tournaments_that_are_not_over(
    club: Club, bob: User, adam: User, olivia: User
) -> None:
    """S-16: played matches stay, and what his pair still has to play is lost."""
    played, ahead, searched = opened(club), opened(club), opened(club)
    stays = signed_up(played, bob, adam)
    walk_in(played, 1)
    draw(tournament_id=played.pk, author=PROGRAM, now=NOW, stream=STREAM)
    signed_up(ahead, bob, adam)
    looking(searched, bob)

    clubs.revoke_role(by=olivia, club=club, user=bob, now=NOW)

    stays.refresh_from_db()
    assert (stays.state, states(ahead)) == ("withdrawn", ["withdrawn"])
    assert Pairing.objects.get(round__stage__tournament=played).decided_by == Pairing.DecidedBy.WALKOVER
    assert not Single.objects.exists()


def test_a_disqualified_pair_keeps_nobody_from_being_removed_from_the_club(
    club: Club, cup: Tournament, bob: User, adam: User, olivia: User
) -> None:
    entry = signed_up(cup, bob, adam)
    entries.disqualify(entry=entry, author=Author(why="cards up the sleeve"), now=NOW)

    clubs.revoke_role(by=olivia, club=club, user=bob, now=NOW)

    assert states(cup) == ["disqualified"]


# ---- the director


def test_where_the_director_approves_a_pair_waits_for_him_and_holds_no_place(club: Club) -> None:
    cup = opened(club, needs_approval=True, most_pairs=2)
    made = [signed_up(cup, *couple(number)) for number in range(1, 5)]
    assert states(cup) == ["pending"] * 4

    for entry in made[1:]:
        entries.accept(entry=entry, author=PROGRAM, now=NOW)
    entries.decline(entry=made[0], author=PROGRAM, now=NOW)

    assert states(cup) == ["declined", "accepted", "accepted", "waitlisted"]


def test_a_director_promotes_only_where_there_is_room(club: Club) -> None:
    cup = opened(club, most_pairs=2)
    for number in range(1, 4):
        last = signed_up(cup, *couple(number))

    with pytest.raises(entries.NoRoom):
        entries.promote(entry=last, author=PROGRAM, now=NOW)


def test_what_was_taken_out_by_mistake_is_taken_back(cup: Tournament, bob: User, charlie: User) -> None:
    entry = signed_up(cup, bob, charlie)
    entries.withdraw(entry=entry, author=PROGRAM, now=NOW)
    entry.refresh_from_db()

    entries.reinstate(entry=entry, author=PROGRAM, now=NOW)

    assert states(cup) == ["accepted"]
    with pytest.raises(PlaysAlready):
        invited(cup, bob)


def test_a_pair_is_not_taken_back_when_one_of_them_has_come_with_somebody_else(
    cup: Tournament, bob: User, charlie: User, adam: User
) -> None:
    entry = signed_up(cup, bob, charlie)
    left(cup, bob)
    signed_up(cup, bob, adam)
    entry.refresh_from_db()

    with pytest.raises(PlaysAlready):
        entries.reinstate(entry=entry, author=PROGRAM, now=NOW)


def test_a_disqualified_player_does_not_come_again(
    cup: Tournament, bob: User, charlie: User, adam: User
) -> None:
    entry = signed_up(cup, bob, charlie)

    with pytest.raises(openings.ReasonWanted):
        entries.disqualify(entry=entry, author=PROGRAM, now=NOW)
    entries.disqualify(entry=entry, author=Author(why="cards up the sleeve"), now=NOW)

    with pytest.raises(PlaysAlready):
        signed_up(cup, adam, charlie)


def test_what_two_directors_do_to_one_pair_happens_once(cup: Tournament, bob: User, charlie: User) -> None:
    entry = signed_up(cup, bob, charlie)
    as_seen = Entry.objects.get(pk=entry.pk)

    entries.withdraw(entry=entry, author=PROGRAM, now=NOW)

    with pytest.raises(EntryMoved):
        entries.withdraw(entry=as_seen, author=PROGRAM, now=NOW)


def test_only_pairs_with_a_place_are_drawn(club: Club) -> None:
    cup = opened(club, most_pairs=2)
    for number in range(1, 4):
        signed_up(cup, *couple(number))

    draw(tournament_id=cup.pk, author=PROGRAM, now=NOW, stream=STREAM)

    seeds = dict(Entry.objects.values_list("state", "seed"))
    assert Entry.objects.filter(state="accepted", seed__isnull=False).count() == 2
    assert seeds["waitlisted"] is None


def test_a_refusal_leaves_no_row_behind(cup: Tournament, bob: User, charlie: User) -> None:
    signed_up(cup, bob, charlie)
    before = (Action.objects.count(), Entry.objects.count(), Invitation.objects.count())

    with pytest.raises(Refusal):
        invited(cup, bob)

    assert (Action.objects.count(), Entry.objects.count(), Invitation.objects.count()) == before
