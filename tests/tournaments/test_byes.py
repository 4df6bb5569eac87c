"""Byes that are given before the draw, and those of a stage before, which count."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.models import User
from tests.cast import NOW, client_of
from tests.tournaments.desk import public_state, undo_last
from tests.tournaments.drafts import DIRECTOR, draft_in, drafted, edit, meets, played
from tests.tournaments.evenings import play_round, started
from tests.tournaments.test_leaving import entry_of
from tournaments.models import Action, Club, Pairing, Slot, Tournament
from tournaments.services import byes, draft_edits, drafts
from tournaments.services.board import board, entry_stages
from tournaments.services.planning import NextStage

pytestmark = pytest.mark.django_db


def give(cup: Tournament, seed: int) -> None:
    """Give the entry of a seed a bye in the next round, or take it back."""
    byes.give_bye(entry_id=entry_of(cup, seed).pk, author=DIRECTOR, now=NOW)


def with_bye(cup: Tournament, number: int, position: int = 1) -> list[int | None]:
    """Return the seeds that have a bye in a round."""
    found = Pairing.objects.filter(decided_by=Pairing.DecidedBy.BYE, round__number=number)
    found = found.filter(round__stage__tournament=cup, round__stage__position=position)
    return sorted(found.values_list("sides__entry__seed", flat=True))


def test_who_is_given_a_bye_has_it_in_the_next_round(club: Club) -> None:
    """Case O-02: one given by hand in a field of seven is the only one."""
    cup = started(club, 7, format="swiss", options={"rounds": 3})
    give(cup, 2)

    play_round(cup, 1)

    assert with_bye(cup, 2) == [2]


def test_two_given_in_a_field_of_seven_need_a_third_and_the_draft_says_so(club: Club, alice: User) -> None:
    """Case O-02."""
    cup = drafted(club, 7, format="swiss", options={"rounds": 3})
    give(cup, 1)
    give(cup, 2)
    with pytest.raises(drafts.DraftStale):
        edit(drafts.publish, cup)

    edit(draft_edits.redraw, cup)

    assert sum(len(line) == 1 for line in meets(cup)) == 3
    assert sum(line["unplayed"] == "bye" for line in draft_in(cup).lines) == 3
    page = client_of(alice).get(reverse("tournaments:draft", args=[cup.slug])).content.decode()
    assert "5 left: another bye is needed" in page
    assert not Pairing.objects.filter(decided_by=Pairing.DecidedBy.BYE, round__number=1).exists()


def test_a_bye_that_was_given_is_taken_back_or_undone(club: Club) -> None:
    cup = started(club, 6, format="swiss", options={"rounds": 3})
    before = public_state(cup)
    give(cup, 2)
    give(cup, 2)
    assert Slot.objects.get(entry=entry_of(cup, 2)).byes == []
    give(cup, 2)

    undo_last(cup, Action.Verb.GIVE_BYE)

    assert Slot.objects.get(entry=entry_of(cup, 2)).byes == []
    assert public_state(cup) == before


def sit_out(cup: Tournament, seed: int) -> None:
    """Let the entry of a seed sit out the next round because it has asked to, or take that back."""
    byes.give_bye(entry_id=entry_of(cup, seed).pk, asked_for=True, author=DIRECTOR, now=NOW)


def test_a_bye_that_was_asked_for_is_worth_nothing_and_one_that_was_given_a_win(club: Club) -> None:
    """In a field of six they stand side by side; the table and the page of each say which is which."""
    cup = started(club, 6, format="swiss", options={"rounds": 3})
    give(cup, 1)
    sit_out(cup, 2)

    play_round(cup, 1)
    play_round(cup, 2)

    assert with_bye(cup, 2) == [1]
    seen = board(cup, back=None)
    given, asked = (entry_stages(seen, entry_of(cup, seed).pk)[0] for seed in (1, 2))
    assert [given.row.points, asked.row.points] == ["4", "2"]
    assert [part.lines[-2].why for part in (given, asked)] == [
        ("The bye was given before the draw.",),
        ("It has asked to sit out this round.",),
    ]


def test_who_sits_out_and_is_then_given_a_bye_has_one_of_the_two(club: Club) -> None:
    cup = started(club, 6, format="swiss", options={"rounds": 3})
    sit_out(cup, 2)
    give(cup, 2)

    slot = Slot.objects.get(entry=entry_of(cup, 2))

    assert (slot.byes, slot.sits_out) == ([2], [])


def test_in_a_draft_who_changes_places_with_one_who_sits_out_has_a_bye(club: Club) -> None:
    cup = played(club, 6)
    sit_out(cup, 2)
    edit(draft_edits.redraw, cup)
    assert {line["unplayed"] for line in draft_in(cup).lines} == {"", "bye", "sit_out"}

    edit(draft_edits.swap, cup, one=entry_of(cup, 2).pk, other=entry_of(cup, 1).pk)

    assert {line["unplayed"] for line in draft_in(cup).lines} == {"", "bye"}


def test_who_had_a_bye_in_the_stage_before_gets_none_while_others_have_had_none(club: Club) -> None:
    options = {"format": "swiss", "options": {"rounds": 1}}
    cup = started(club, 5, **options, then=(NextStage("swiss", options={"rounds": 2}),))
    assert with_bye(cup, 1) == [5]

    play_round(cup, 1)

    assert Slot.objects.get(entry=entry_of(cup, 5), stage__position=2).had_byes == 1
    assert with_bye(cup, 1, position=2) != [5]


def test_a_bye_is_given_in_a_swiss_only(club: Club) -> None:
    cup = started(club, 4)

    with pytest.raises(byes.NoByeToGive):
        give(cup, 1)
