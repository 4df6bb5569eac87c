"""A draw is looked at and changed by the director before anybody else sees it."""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

import pytest
from django.urls import reverse

from games.models import User
from tests.cast import NOW, client_of
from tests.tournaments.desk import WHY, correct, won_by
from tests.tournaments.drafts import (
    DIRECTOR,
    checked,
    draft_in,
    drafted,
    edit,
    meets,
    played,
    publish,
    seed,
    start,
)
from tests.tournaments.evenings import STREAM, pairing_of, play_round, round_of, seeds_in
from tests.tournaments.test_leaving import leave
from tournaments import notices
from tournaments.formats import editing
from tournaments.models import Action, Club, Draft, Entry, Pairing, Round, Side, Slot, Tournament
from tournaments.services import draft_edits, drafts, draw, pending, rounds, undo, wishes
from tournaments.services.draft_lines import read
from tournaments.services.penalties import ReasonMissing

pytestmark = pytest.mark.django_db


def test_a_draft_is_in_no_row_that_players_are_shown(club: Club, bob: User) -> None:
    """Case O-18: neither a page nor the API, the screen, the calendar or an entrant's page knows of it."""
    cup = drafted(club, 4, format="swiss", options={"rounds": 2})
    entry = seed(cup, 1)

    assert not Side.objects.exists()
    assert not Pairing.objects.exists()
    assert round_of(cup, 1).state == Round.State.PLANNED
    client = client_of(bob)
    pages = [
        reverse(f"tournaments:{page}", args=[cup.slug]) for page in ("detail", "tables", "screen", "embed")
    ]
    for path in (*pages, reverse("tournaments:entrant", args=[cup.slug, entry])):
        assert client.get(path).status_code in (200, 404), path
    shown = client.get(f"/api/v1/tournaments/{cup.slug}/").json()
    assert "Checked Cup" in json.dumps(shown)
    assert [one["pairings"] for stage in shown["stages"] for one in stage["rounds"]] == [[], []]


def test_publishing_shows_the_draw_to_everybody_and_the_round_can_start(club: Club) -> None:
    cup = drafted(club, 4, format="swiss", options={"rounds": 2})

    publish(cup)
    start(cup)

    assert round_of(cup, 1).state == Round.State.OPEN
    assert [seeds_in(pairing_of(cup, 1, number)) for number in (1, 2)] == [(1, 3), (2, 4)]
    assert not Draft.objects.exists()


def test_the_next_round_is_a_draft_too_and_starts_when_it_is_published(club: Club) -> None:
    cup = played(club, 4, options={"rounds": 2})
    assert round_of(cup, 2).state == Round.State.PLANNED
    assert meets(cup) == [(1, 2), (3, 4)]

    publish(cup)

    assert round_of(cup, 2).state == Round.State.OPEN
    play_round(cup, 2)
    cup.refresh_from_db()
    assert cup.state == Tournament.State.FINISHED


def test_two_entries_change_places_and_the_pairing_says_that_it_was_made_by_hand(club: Club) -> None:
    cup = drafted(club, 6, format="swiss", options={"rounds": 3})

    edit(draft_edits.swap, cup, one=seed(cup, 4), other=seed(cup, 5))

    assert meets(cup) == [(1, 5), (2, 4), (3, 6)]
    lines = draft_in(cup).lines
    assert [line["why"].get("by_hand", False) for line in lines] == [True, True, False]
    assert lines[0]["why"]["ranks"] == [1, 5]


def test_a_rematch_made_by_hand_is_shown_as_one(club: Club) -> None:
    cup = played(club, 4, options={"rounds": 3})

    edit(draft_edits.swap, cup, one=seed(cup, 2), other=seed(cup, 3))

    draft = draft_in(cup)
    assert meets(cup) == [(1, 3), (2, 4)]
    assert [line["why"]["met_before"] for line in draft.lines] == [1, 1]
    (state,) = drafts.before_round(draft.round).values()
    assert editing.faults(state, read(draft)) == {1: ("rematch",), 2: ("rematch",)}


def test_a_locked_pairing_stays_and_the_rest_is_drawn_again(club: Club) -> None:
    cup = drafted(club, 6, format="swiss", options={"rounds": 3})
    edit(draft_edits.swap, cup, one=seed(cup, 4), other=seed(cup, 6))
    edit(draft_edits.lock, cup, number=1, stays=True)

    edit(draft_edits.redraw, cup)

    assert meets(cup) == [(1, 6), (2, 4), (3, 5)]
    with pytest.raises(editing.LockedInDraw):
        edit(draft_edits.swap, cup, one=seed(cup, 1), other=seed(cup, 2))


def test_drawn_again_without_a_lock_it_is_the_first_draw(club: Club) -> None:
    cup = drafted(club, 6, format="swiss", options={"rounds": 3})
    before = meets(cup)
    edit(draft_edits.swap, cup, one=seed(cup, 4), other=seed(cup, 6))

    edit(draft_edits.redraw, cup)

    assert meets(cup) == before


def test_who_is_kept_apart_is_not_drawn_together(club: Club) -> None:
    """Case S-03."""
    cup = drafted(club, 4, format="swiss", options={"rounds": 3})
    wishes.keep_apart(tournament_id=cup.pk, one=seed(cup, 3), other=seed(cup, 1), author=DIRECTOR, now=NOW)
    with pytest.raises(drafts.DraftStale):
        edit(drafts.publish, cup)

    edit(draft_edits.redraw, cup)

    assert (1, 3) not in meets(cup)
    edit(drafts.publish, cup)


def test_where_keeping_apart_is_impossible_the_draw_says_so(club: Club) -> None:
    """Case S-03: the fewest violations, shown."""
    cup = drafted(club, 2, format="swiss", options={"rounds": 1})
    wishes.keep_apart(tournament_id=cup.pk, one=seed(cup, 1), other=seed(cup, 2), author=DIRECTOR, now=NOW)

    edit(draft_edits.redraw, cup)

    draft = draft_in(cup)
    (state,) = drafts.before_round(draft.round).values()
    assert editing.faults(state, read(draft)) == {1: ("kept_apart",)}


def test_two_are_kept_apart_once_and_can_be_let_meet_once(club: Club) -> None:
    cup = drafted(club, 4, format="swiss", options={"rounds": 3})
    both = {"one": seed(cup, 1), "other": seed(cup, 2)}
    wishes.keep_apart(tournament_id=cup.pk, author=DIRECTOR, now=NOW, **both)
    with pytest.raises(wishes.KeptApartAlready):
        wishes.keep_apart(tournament_id=cup.pk, author=DIRECTOR, now=NOW, **both)
    couple = cup.kept_apart.get().pk

    wishes.let_meet(tournament_id=cup.pk, couple_id=couple, author=DIRECTOR, now=NOW)

    with pytest.raises(wishes.NotKeptApart):
        wishes.let_meet(tournament_id=cup.pk, couple_id=couple, author=DIRECTOR, now=NOW)


def test_two_pairings_exchange_their_tables(club: Club) -> None:
    cup = drafted(club, 6, format="swiss", options={"rounds": 3})

    edit(draft_edits.move_table, cup, number=1, to=3)

    assert meets(cup) == [(3, 6), (2, 5), (1, 4)]


def test_in_a_bracket_two_entries_exchange_their_seeds_before_the_first_round(club: Club) -> None:
    cup = drafted(club, 4)
    assert meets(cup) == [(1, 4), (2, 3)]

    edit(draft_edits.swap, cup, one=seed(cup, 3), other=seed(cup, 4))

    assert meets(cup) == [(1, 3), (2, 4)]
    publish(cup)
    start(cup)
    play_round(cup, 1)
    assert list(Slot.objects.order_by("seed").values_list("entry__seed", flat=True)) == [1, 2, 4, 3]
    with pytest.raises(draft_edits.FollowsFromSeeds):
        edit(draft_edits.swap, cup, one=seed(cup, 1), other=seed(cup, 2))


def test_entries_of_two_groups_change_places_before_the_first_round(club: Club) -> None:
    cup = drafted(club, 8, format="round-robin", groups=2)
    before = set(Slot.objects.filter(group=1).values_list("entry__seed", flat=True))

    edit(draft_edits.swap, cup, one=seed(cup, 1), other=seed(cup, 2))

    after = set(Slot.objects.filter(group=1).values_list("entry__seed", flat=True))
    assert after == before - {1} | {2}


def test_a_draft_whose_results_were_corrected_is_drawn_again_or_kept(club: Club) -> None:
    cup = played(club, 4, options={"rounds": 3})
    first = pairing_of(cup, 1, 1)

    correct(first, won_by(3, first))

    with pytest.raises(drafts.DraftStale):
        edit(drafts.publish, cup)
    edit(draft_edits.keep, cup)
    edit(drafts.publish, cup)
    assert seeds_in(pairing_of(cup, 2, 1)) == (1, 2)


def test_whom_somebody_would_have_met_who_left_goes_through_when_the_draft_is_kept(club: Club) -> None:
    cup = played(club, 4, options={"rounds": 3})

    leave(cup, 1)

    with pytest.raises(drafts.DraftStale):
        edit(drafts.publish, cup)
    edit(draft_edits.keep, cup)
    publish(cup)
    first = pairing_of(cup, 2, 1)
    assert (seeds_in(first), first.decided_by) == ((2,), Pairing.DecidedBy.WALKOVER)


def test_a_discarded_draft_is_drawn_anew(club: Club) -> None:
    cup = played(club, 4, options={"rounds": 2})
    edit(drafts.discard, cup)
    assert not Draft.objects.exists()

    drafts.draw_round(round_id=round_of(cup, 2).pk, counting=None, author=DIRECTOR, now=NOW)

    assert meets(cup) == [(1, 2), (3, 4)]
    with pytest.raises(drafts.NothingToDraw):
        drafts.draw_round(round_id=round_of(cup, 2).pk, counting=None, author=DIRECTOR, now=NOW)


def test_a_published_draw_is_taken_back_with_a_reason_while_its_tables_are_closed(club: Club) -> None:
    cup = drafted(club, 4)
    edit(drafts.publish, cup)
    with pytest.raises(ReasonMissing):
        drafts.unpublish(round_id=round_of(cup, 1).pk, author=DIRECTOR, now=NOW)

    drafts.unpublish(round_id=round_of(cup, 1).pk, author=WHY, now=NOW)

    assert meets(cup) == [(1, 4), (2, 3)]
    assert not Side.objects.exists()
    publish(cup)
    start(cup)
    with pytest.raises(drafts.RoundCalled):
        drafts.unpublish(round_id=round_of(cup, 1).pk, author=WHY, now=NOW)


@pytest.mark.parametrize("verb", [draft_edits, drafts])
def test_a_result_that_comes_in_meanwhile_keeps_nobody_from_his_draft(
    verb: ModuleType, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = drafted(club, 6, format="swiss", options={"rounds": 3})
    found, coming = drafts.find, [notices.changed]

    def found_before_it_came(draft_id: int) -> Draft:
        draft = found(draft_id)
        if coming:
            coming.pop()(cup.pk)
        return draft

    monkeypatch.setattr(verb, "find", found_before_it_came)
    if verb is drafts:
        publish(cup)
    else:
        edit(draft_edits.swap, cup, one=seed(cup, 4), other=seed(cup, 5))

    assert not coming
    assert Action.objects.filter(verb__in=("publish", "edit_draft")).count() == 1


def test_two_directors_do_not_write_over_each_other(club: Club) -> None:
    cup = drafted(club, 6, format="swiss", options={"rounds": 3})
    draft = draft_in(cup)
    asked: dict[str, Any] = {"draft_id": draft.pk, "seen": draft.version, "author": DIRECTOR, "now": NOW}
    draft_edits.swap(one=seed(cup, 4), other=seed(cup, 5), **asked)

    with pytest.raises(drafts.DraftMoved):
        drafts.publish(**asked)

    assert round_of(cup, 1).state == Round.State.PLANNED


def test_a_draw_that_rests_on_a_missing_result_waits_and_names_its_table(club: Club) -> None:
    """Case K-10."""
    cup = drafted(club, 6, format="swiss", options={"rounds": 3})
    publish(cup)
    start(cup)

    with pytest.raises(pending.DrawWaits) as refused:
        drafts.draw_round(round_id=round_of(cup, 2).pk, counting=None, author=DIRECTOR, now=NOW)

    assert refused.value.params == {"tables": "1, 2, 3"}


def test_drawn_anyway_those_still_playing_do_not_meet_again_and_it_is_stale_when_they_have_played(
    club: Club,
) -> None:
    """Case K-10."""
    cup = drafted(club, 6, format="swiss", options={"rounds": 3})
    publish(cup)
    start(cup)

    drafts.draw_round(round_id=round_of(cup, 2).pk, counting="nothing", author=DIRECTOR, now=NOW)

    logged = Action.objects.filter(verb=Action.Verb.DRAW_ROUND).latest("pk").after
    assert (logged["counting"], len(logged["missing"])) == ("nothing", 3)
    assert not {(1, 4), (2, 5), (3, 6)} & {tuple(sorted(couple)) for couple in meets(cup)}
    with pytest.raises(pending.RoundInPlay):
        edit(drafts.publish, cup)
    play_round(cup, 1)
    assert round_of(cup, 1).state == Round.State.CLOSED
    with pytest.raises(drafts.DraftStale):
        edit(drafts.publish, cup)
    edit(draft_edits.redraw, cup)
    publish(cup)
    assert round_of(cup, 2).state == Round.State.OPEN


def test_a_round_robin_is_drawn_without_the_results_of_the_round_in_play(club: Club) -> None:
    """Case K-10."""
    cup = drafted(club, 4, format="round-robin")
    publish(cup)
    start(cup)

    drafts.draw_round(round_id=round_of(cup, 2).pk, counting=None, author=DIRECTOR, now=NOW)

    assert len(meets(cup)) == 2


def test_undoing_the_close_of_a_round_takes_the_draft_out_too(club: Club) -> None:
    cup = played(club, 4, options={"rounds": 2})
    closed = Action.objects.filter(tournament=cup, verb=Action.Verb.CLOSE_ROUND).latest("pk")

    undo.undo(action_id=closed.pk, author=DIRECTOR, now=NOW)

    assert not Draft.objects.exists()
    rounds.close_round(round_id=round_of(cup, 1).pk, author=DIRECTOR, now=NOW, stream=STREAM)
    assert meets(cup) == [(1, 2), (3, 4)]


def test_of_a_bracket_that_is_a_draft_neither_places_nor_seeds_are_told(club: Club) -> None:
    """Case O-18: the table of a bracket stands in the order of its seeds."""
    cup = drafted(club, 4)
    edit(draft_edits.swap, cup, one=seed(cup, 3), other=seed(cup, 4))

    (stage,) = client_of(None).get(f"/api/v1/tournaments/{cup.slug}/").json()["stages"]

    assert stage["standings"] == []
    assert {len(one["sides"]) for round_ in stage["rounds"] for one in round_["pairings"]} == {0}


def test_in_a_bracket_who_is_kept_apart_does_not_meet_first(club: Club) -> None:
    """Case S-03."""
    cup = drafted(club, 4)
    wishes.keep_apart(tournament_id=cup.pk, one=seed(cup, 1), other=seed(cup, 4), author=DIRECTOR, now=NOW)

    edit(draft_edits.redraw, cup)

    assert meets(cup) == [(1, 3), (2, 4)]


def test_club_mates_are_kept_out_of_each_others_first_round_where_the_director_wants_it(club: Club) -> None:
    """Case S-03: same club in round 1."""
    cup = checked(club, 4)
    Entry.objects.filter(tournament=cup, own_seed__in=(2, 3)).update(club_name="Al-Sham")
    wishes.set_draws(tournament_id=cup.pk, is_checked=True, club_mates_apart=True, author=DIRECTOR, now=NOW)

    draw.draw(tournament_id=cup.pk, author=DIRECTOR, now=NOW, stream=STREAM)

    assert meets(cup) == [(1, 3), (2, 4)]
