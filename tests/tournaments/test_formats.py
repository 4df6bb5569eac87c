"""Every format played through the services, from the draw to the end."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import RULESETS
from tests.cast import NOW, client_of
from tests.tournaments.evenings import STREAM, drawn, ended, level, pairing_of, seeds_in, started
from tournaments.forms.formats import WHY_NOT, FormatForm
from tournaments.models import Action, Club, Pairing, Report, Round, Side, Slot, Stage, Tournament
from tournaments.services import due, planning, results, rulings, withdrawals
from tournaments.services.actions import PROGRAM, Author
from tournaments.services.board import Board, board
from tournaments.services.planning import NextStage, Plan

pytestmark = pytest.mark.django_db
BUCHHOLZ = {"tie_breaks": ["buchholz_cut1", "diff"]}


def finish_round(stage: Stage, number: int) -> None:
    """Let the first side win every match of a round, and the program close it."""
    for pairing in Pairing.objects.filter(round__stage=stage, round__number=number, state="called"):
        ended(pairing)
    results.record_finished(now=NOW, stream=STREAM)
    due.close_due(now=NOW, stream=STREAM)


def play_out(tournament: Tournament) -> None:
    """Play round after round until the tournament is over."""
    while (row := Round.objects.filter(stage__tournament=tournament, state="open").first()) is not None:
        finish_round(row.stage, row.number)
    tournament.refresh_from_db()


def seen(tournament: Tournament) -> Board:
    """Return the tournament's page as anybody sees it."""
    tournament.refresh_from_db()
    return board(tournament)


def test_a_swiss_is_drawn_round_by_round_and_nobody_meets_twice(club: Club) -> None:
    cup = started(club, 9, format="swiss", options={"rounds": 4} | BUCHHOLZ)
    play_out(cup)

    met = [
        frozenset(side.entry_id for side in pairing.sides.all())
        for pairing in Pairing.objects.filter(round__stage__tournament=cup).exclude(decided_by="bye")
    ]
    byes = Side.objects.filter(pairing__decided_by="bye").values_list("entry", flat=True)
    assert cup.state == "finished"
    assert len(met) == len(set(met)) == 16
    assert len(byes) == len(set(byes)) == 4


def test_the_table_of_a_swiss_counts_whole_rounds_and_shows_the_working_of_its_tie_breaks(club: Club) -> None:
    cup = started(club, 4, format="swiss", options={"rounds": 2} | BUCHHOLZ)
    ended(pairing_of(cup, 1, 1))
    results.record_finished(now=NOW, stream=STREAM)
    before = seen(cup).stages[0]

    finish_round(cup.stages.get(), 1)
    after = seen(cup).stages[0]

    assert (before.after, {row.points for row in before.tables[0].rows}) == (0, {"0"})
    assert (after.after, [row.points for row in after.tables[0].rows]) == (1, ["2", "2", "0", "0"])
    assert [column.name for column in after.tie_breaks] == ["Buchholz, one cut", "Difference"]
    assert after.tables[0].rows[0].tie_breaks[1].working == "11"


def test_in_a_swiss_a_level_match_is_a_draw_and_nobody_advances(club: Club) -> None:
    cup = started(club, 4, format="swiss")
    level(pairing_of(cup, 1, 1), advances=1)
    results.record_finished(now=NOW, stream=STREAM)

    drawn_one = pairing_of(cup, 1, 1)
    assert (drawn_one.outcome, drawn_one.advances, drawn_one.decided_by) == ("drawn", None, "level")
    assert list(drawn_one.sides.values_list("placement", flat=True)) == [1, 1]


def test_everybody_meets_everybody_in_a_round_robin(club: Club) -> None:
    cup = started(club, 5, format="round-robin")
    play_out(cup)

    played = Pairing.objects.filter(round__stage__tournament=cup).exclude(decided_by="bye")
    met = {frozenset(side.entry_id for side in pairing.sides.all()) for pairing in played}
    assert len(met) == 10
    assert {row.played for row in seen(cup).stages[0].tables[0].rows} == {4}


def test_groups_are_dealt_like_a_snake_and_the_best_of_each_go_on_to_a_knockout(club: Club) -> None:
    cup = started(club, 8, format="round-robin", groups=2, then=(NextStage("knockout", 4),))
    groups = [list(Slot.objects.filter(group=n).values_list("entry__seed", flat=True)) for n in (1, 2)]
    first = cup.stages.get(position=1)
    for number in (1, 2, 3):
        finish_round(first, number)

    tables = seen(cup).stages[0].tables
    knockout = cup.stages.get(position=2)
    through = {slot.entry_id for slot in knockout.slots.all()}
    assert groups == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert through == {row.entry for table in tables for row in table.rows[:2]}
    for pairing in Pairing.objects.filter(round__stage=knockout, round__number=1):
        entries = [side.entry_id for side in pairing.sides.all()]
        assert {Slot.objects.get(stage=first, entry=entry).group for entry in entries} == {1, 2}
    play_out(cup)
    assert cup.state == "finished"
    assert seen(cup).champion


def test_a_withdrawal_in_the_knockout_leaves_the_table_of_the_swiss_as_it_was(club: Club) -> None:
    """O-04."""
    cup = started(club, 6, format="swiss", options={"rounds": 2} | BUCHHOLZ, then=(NextStage("knockout", 4),))
    swiss = cup.stages.get(position=1)
    finish_round(swiss, 1)
    finish_round(swiss, 2)
    before = seen(cup).stages[0]

    third = Slot.objects.get(stage__position=2, seed=3).entry_id
    leaving = withdrawals.foresee(entry_id=third)
    withdrawals.leave(
        entry_id=third,
        verb=Action.Verb.WITHDRAW_IN_PLAY,
        foreseen=leaving.summary,
        author=Author(why="Taken ill."),
        now=NOW,
    )

    now = seen(cup).stages[0]
    assert now.tables == before.tables
    assert [set(one) for one in (before.left_later, now.left_later, now.left)] == [set(), {third}, set()]
    page = client_of(None).get(f"/en/tournaments/{cup.slug}/").content.decode()
    assert page.count("left later") == page.count("has left") == 1, (
        "beside it in the table, and where it left"
    )
    assert before.through == now.through == 4, (
        "the line stays between those who went on and those who did not"
    )


def test_when_the_lower_bracket_s_winner_wins_the_final_there_is_a_second_one(club: Club) -> None:
    """K-04."""
    cup = started(club, 4, format="double-knockout")
    stage = cup.stages.get()
    for number in (1, 2, 3):
        finish_round(stage, number)
    final = Pairing.objects.get(place="final")
    ended(final, winner=1, totals=[20, 31])
    results.record_finished(now=NOW, stream=STREAM)
    due.close_due(now=NOW, stream=STREAM)

    again = Pairing.objects.get(place="second-final")
    assert (again.state, seeds_in(again)) == ("called", seeds_in(final))
    cup.refresh_from_db()
    assert cup.state == "running"
    finish_round(stage, 5)
    assert seen(cup).champion == again.sides.get(number=0).entry.name


def test_when_the_unbeaten_one_wins_the_final_no_second_one_is_shown(club: Club) -> None:
    """K-04."""
    cup = started(club, 4, format="double-knockout")
    play_out(cup)

    assert cup.state == "finished"
    assert [len(row.pairings) for row in seen(cup).rounds] == [2, 2, 1, 1, 0]


def test_with_seven_pairs_nobody_waits_in_the_lower_bracket_for_who_cannot_come(club: Club) -> None:
    """K-09."""
    cup = started(club, 7, format="double-knockout")
    play_out(cup)

    assert cup.state == "finished"
    matches = Pairing.objects.filter(round__stage__tournament=cup, table__isnull=False).count()
    assert matches in (12, 13)


def test_the_third_place_is_played_for_beside_the_final(club: Club) -> None:
    cup = started(club, 4, options={"third_place": True})
    play_out(cup)

    assert [one.place for one in Pairing.objects.filter(round__number=2)] == ["final", "third-place"]
    assert [row.rank for row in seen(cup).stages[0].tables[0].rows] == [1, 2, 3, 4]


def test_the_consolation_is_played_beside_the_bracket_and_the_cup_ends_with_its_last_match(
    club: Club,
) -> None:
    cup = started(club, 6, options={"consolation": True})
    play_out(cup)

    shown = seen(cup)
    assert cup.state == "finished"
    assert [row.rank for row in shown.stages[0].tables[0].rows] == [1, 2, 3, 3, 5, 6]
    main, below = shown.stages[0].parts
    assert [one.name for one in main.rounds] == ["Quarter-finals", "Semi-finals", "Final"]
    assert (below.name, [one.name for one in below.rounds]) == ("Consolation", ["Round 3", "Round 4"])
    assert [one.name for one in shown.rounds][-1] == "Consolation"
    assert [len(one.pairings) for one in below.rounds] == [2, 1]


def test_a_table_of_the_consolation_is_no_table_of_the_final(club: Club) -> None:
    cup = started(club, 4, options={"consolation": True})
    finish_round(cup.stages.get(), 1)

    final, below = Pairing.objects.filter(round__number=2).order_by("number")

    assert final.table is not None
    assert below.table is not None
    assert (final.table.round_of, below.table.round_of) == (2, None)


def players(count: int) -> str:
    """Return a list of players who enter alone, seeded in the order of the list."""
    return "\n".join(["player,seed", *(f"Player {n},{n}" for n in range(1, count + 1))])


def alone(club: Club, count: int, **plan: Any) -> Tournament:
    """Return a tournament of players without partners whose first round is in play."""
    from tournaments.services import demo

    wanted = Plan(name="Alone", **plan)
    cup = demo.build_evening(club=club, plan=wanted, content=players(count), now=NOW, stream=STREAM)
    due.start_due(now=NOW, stream=STREAM)
    return cup


def test_in_an_individual_partners_rotate_and_share_what_they_win(club: Club) -> None:
    cup = alone(club, 8, format="individual", options={"rounds": 3})
    table = pairing_of(cup, 1, 1).table
    assert table is not None
    seats = list(table.seats.order_by("number").values_list("name", flat=True))
    sides = list(pairing_of(cup, 1, 1).sides.order_by("number").values_list("entry__name", flat=True))
    play_out(cup)

    rows = Side.objects.filter(pairing=pairing_of(cup, 1, 1)).order_by("number")
    partners = [
        frozenset((by_number[n], by_number[n + 2]))
        for pairing in Pairing.objects.filter(round__stage__tournament=cup)
        for by_number in [dict(pairing.sides.values_list("number", "entry"))]
        for n in (0, 1)
    ]
    assert seats == sides
    assert [(row.score, row.placement) for row in rows] == [(31, 1), (20, 2), (31, 1), (20, 2)]
    assert len(partners) == len(set(partners)) == 12
    assert cup.state == "finished"


def test_in_solo_four_play_alone_and_the_winner_of_the_table_has_won(club: Club) -> None:
    cup = alone(club, 9, rules=RULESETS["solo"], format="solo-swiss", options={"rounds": 2})
    first = pairing_of(cup, 1, 1)
    ended(first, winner=2, totals=[10, 4, 31, 7])
    ended(pairing_of(cup, 1, 2), winner=0, totals=[31, 4, 3, 7])
    results.record_finished(now=NOW, stream=STREAM)
    due.close_due(now=NOW, stream=STREAM)

    sits_out = Pairing.objects.get(round__number=1, decided_by="sit_out")
    points = {row.entry: row.points for row in seen(cup).stages[0].tables[0].rows}
    assert [points[side.entry_id] for side in first.sides.order_by("number")] == ["0", "0", "2", "0"]
    assert points[sits_out.sides.get().entry_id] == "0"


@pytest.mark.parametrize(
    ("rules", "format_", "refusal"),
    [("solo", "swiss", planning.NotForPairs), ("levantine", "solo-swiss", planning.NotForSolo)],
)
def test_solo_rules_go_with_solo_tables_only(
    club: Club, rules: str, format_: str, refusal: type[Exception]
) -> None:
    plan = Plan(name="Cup", rules=RULESETS[rules], format=format_)

    with pytest.raises(refusal):
        planning.create_tournament(club=club, plan=plan, author=PROGRAM, now=NOW)


def test_a_lot_in_a_swiss_wins_the_table_points(club: Club) -> None:
    cup = started(club, 2, format="swiss", options={"rounds": 1})
    level(pairing_of(cup, 1, 1), advances=None, state="void", decided_by="all_pass", totals=[0, 0])
    results.record_finished(now=NOW, stream=STREAM)
    ruling = rulings.Ruling(Report.Kind.LOT)
    rulings.settle(pairing_id=pairing_of(cup, 1, 1).pk, ruling=ruling, author=PROGRAM, now=NOW, stream=STREAM)
    due.close_due(now=NOW, stream=STREAM)

    assert [row.points for row in seen(cup).stages[0].tables[0].rows] == ["2", "0"]


@pytest.mark.parametrize("format_", ["swiss", "round-robin", "double-knockout"])
def test_the_page_of_every_format_is_shown(club: Club, format_: str) -> None:
    cup = started(club, 6, format=format_)
    finish_round(cup.stages.get(), 1)

    for path in (f"/en/tournaments/{cup.slug}/", f"/ar/tournaments/{cup.slug}/"):
        assert client_of(None).get(path).status_code == 200


def test_a_drawn_stage_that_is_not_the_first_keeps_its_seeds_from_the_table(club: Club) -> None:
    cup = drawn(club, 4, format="swiss", options={"rounds": 1}, then=(NextStage("knockout", 2),))
    due.start_due(now=NOW, stream=STREAM)
    play_out(cup)

    order = [row.entry for row in seen(cup).stages[0].tables[0].rows]
    seeds = list(Slot.objects.filter(stage__position=2).order_by("seed").values_list("entry", flat=True))
    assert seeds == order[:2]


def test_only_table_points_that_are_not_the_usual_ones_are_kept() -> None:
    asked = {"points_win": "2", "points_draw": "0.5", "points_loss": "1", "points_walkover": "2"}

    form = FormatForm({"format": "swiss", "points_bye": "", **asked})

    assert form.is_valid()
    assert form.options["points"] == {"draw": 0.5, "loss": 1, "walkover": 2}


@pytest.mark.parametrize(
    ("played", "chosen"),
    [
        ("knockout", {"rounds": "5"}),
        ("individual", {"groups": "2"}),
        ("knockout", {"qualifiers": "8"}),
        ("swiss", {"third_place": "on"}),
        ("double-knockout", {"consolation": "on"}),
        ("double-knockout", {"tie_breaks": ["diff"]}),
        ("knockout", {"points_win": "3"}),
    ],
)
def test_a_choice_that_means_nothing_in_the_format_is_refused_in_the_words_it_is_greyed_with(
    played: str, chosen: dict[str, Any]
) -> None:
    """B16."""
    (name,) = chosen

    form = FormatForm({"format": played, **chosen})

    assert form.errors == {name: [WHY_NOT[name]]}
    assert form[name].field.widget.attrs["data-why-not"] == WHY_NOT[name]
