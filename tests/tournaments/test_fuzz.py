"""``manage.py tournament_fuzz``: random events hold what the checker demands, and it sees what does not."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.formats.stages import after, bye, stage, won
from tournaments.formats.draw import Drawn
from tournaments.formats.next_round import Match, NextRound
from tournaments.formats.stages import drawn, next_round, table
from tournaments.management.fuzz import check_drawn, check_round, check_table
from tournaments.standings.ranking import Line
from tournaments.standings.tie_breaks import TIE_BREAKS, Field, Value
from tournaments.state import EntryId, Options, State, TieBreakCode, read_state, write_state


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(10))
def test_random_events_are_drawn_and_ranked_without_a_fault(seed: int) -> None:
    """Two hundred events; `make soak` plays five thousand."""
    out = io.StringIO()

    call_command("tournament_fuzz", "--events", "20", "--seed", str(seed), "--check", stdout=out)

    assert "rounds" in out.getvalue()


def test_a_fault_ends_the_command_and_names_its_event(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "tournaments.management.commands.tournament_fuzz.check_table"
    monkeypatch.setattr(name, lambda *_, **__: iter(["the table is upside down"]))
    out = io.StringIO()

    with pytest.raises(CommandError, match="faults"):
        call_command("tournament_fuzz", "--events", "1", "--check", stdout=out)

    assert "event 0, round 1: the table is upside down" in out.getvalue()


def swiss() -> State:
    """Return a Swiss of five after two rounds, an odd one out each time."""
    state = stage("swiss", 5, rounds=4)
    return after(state, [won(1, 3), won(2, 4), bye(5)], [won(1, 2), won(5, 3), bye(4)])


def draw(state: State) -> NextRound:
    """Return the next round."""
    found = next_round(state)
    assert found is not None
    return found


def found_in(state: State, found: NextRound) -> str:
    """Return what the checker says of a round, in one text."""
    return "; ".join(check_round(state, found))


def test_a_good_round_has_no_fault() -> None:
    assert found_in(swiss(), draw(swiss())) == ""


def pairs(*couples: tuple[int, int]) -> tuple[Match, ...]:
    """Return matches of two."""
    return tuple(Match(((one,), (other,))) for one, other in couples)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda found: replace(found, matches=found.matches[1:]), "is in no match and has no bye"),
        (lambda found: replace(found, matches=(*found.matches, found.matches[0])), "is there 2 times"),
        (lambda found: replace(found, byes=()), "byes in a field of 5"),
        (lambda found: replace(found, matches=pairs((1, 4), (2, 3)), byes=(5,)), "have a bye again"),
        (lambda found: replace(found, matches=pairs((1, 2), (4, 5)), byes=(3,)), "the notes do not say"),
        (
            lambda found: replace(
                found, matches=pairs((1, 2), (4, 5)), byes=(3,), notes=({"code": "rematches", "matches": 1},)
            ),
            "two meet who need not",
        ),
        (lambda found: replace(found, notes=({"code": "kept_apart", "matches": 1},)), "out of the ordinary"),
        (lambda found: replace(found, matches=pairs((1, 9), (2, 5)), byes=(3,)), "9 is unknown"),
    ],
)
def test_a_fault_planted_in_a_round_is_found(change: Callable[[NextRound], NextRound], said: str) -> None:
    assert said in found_in(swiss(), change(draw(swiss())))


def test_a_round_that_is_not_the_best_of_a_small_field_is_found() -> None:
    state = after(stage("swiss", 6, rounds=3), [won(1, 4), won(2, 5), won(3, 6)])

    assert found_in(state, draw(state)) == ""
    assert "add up to 12, and need not" in found_in(state, NextRound(2, pairs((1, 5), (2, 6), (3, 4))))


def test_a_bye_for_somebody_who_is_not_the_lowest_is_found() -> None:
    state = after(stage("swiss", 5, rounds=3), [won(1, 3), won(2, 4), bye(5)])

    found = found_in(state, NextRound(2, pairs((1, 5), (4, 3)), byes=(2,)))

    assert "2 has the bye, and 4 stands below" in found


def test_who_has_left_and_is_drawn_is_found() -> None:
    state = replace(swiss(), withdrawn=frozenset([1]))

    assert "1 has left and is drawn" in found_in(state, draw(swiss()))


def test_somebody_who_is_out_of_a_bracket_and_is_drawn_is_found() -> None:
    state = after(stage("knockout", 4), [won(1, 4), won(2, 3)])

    assert "has lost 1 times" in found_in(state, NextRound(2, pairs((1, 4))))
    assert found_in(replace(state, format="double-knockout"), NextRound(2, pairs((1, 2), (3, 4)))) == ""


def test_two_who_meet_again_in_a_round_robin_are_found() -> None:
    state = after(stage("round-robin", 4), [won(1, 4), won(2, 3)])

    assert "['1', '4'] meet again" in found_in(state, NextRound(2, pairs((1, 4), (2, 3))))


def test_a_bye_given_before_the_draw_that_is_forgotten_is_found() -> None:
    field = [replace(one, byes=(3,) if one.id == 1 else ()) for one in swiss().entries]
    state = replace(swiss(), entries=tuple(field))

    assert found_in(state, draw(state)) == ""
    assert "1 have lost the bye they were given" in found_in(state, draw(swiss()))


def test_a_page_that_shows_the_draw_has_no_fault() -> None:
    for state in (swiss(), after(stage("double-knockout", 7), [won(4, 5), won(2, 7), won(3, 6)])):
        page = drawn(state, len(state.rounds) + 1)

        assert page is not None
        assert list(check_drawn(state, [page], draw(state))) == []


Page = tuple[Drawn, ...]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda page: page[1:], "are not numbered from 1"),
        (lambda page: (*page, replace(page[0], number=4)), "is on a page 2 times"),
        (lambda page: (replace(page[0], sides=page[0].sides[:1]), *page[1:]), "are no match"),
        (
            lambda page: (*page[:2], replace(page[2], unplayed="sit_out")),
            "others sit out",
        ),
        (lambda page: (replace(page[0], sides=page[1].sides), *page[1:]), "has other matches than the draw"),
        (lambda page: page[:2], "lets others go without a match"),
    ],
)
def test_a_fault_planted_in_a_page_is_found(change: Callable[[Page], Page], said: str) -> None:
    page = drawn(swiss(), 3)
    assert page is not None

    assert said in "; ".join(check_drawn(swiss(), [change(page)], draw(swiss())))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: lines[1:], "not everybody is in the table once"),
        (lambda lines: lines[::-1], "the ranks do not go down"),
        (lambda lines: (replace(lines[0], points=Fraction(0)), *lines[1:]), "the points do not go down"),
        (lambda lines: (replace(lines[0], points=Fraction(9)), *lines[1:]), "has 9 points and should have 4"),
    ],
)
def test_a_fault_planted_in_a_table_is_found(
    change: Callable[[tuple[Line, ...]], tuple[Line, ...]], said: str
) -> None:
    lines = change(table(swiss()))

    assert said in "; ".join(check_table(swiss(), lines, is_over=False))


@pytest.mark.parametrize("code", sorted(TIE_BREAKS))
def test_a_fault_planted_in_a_tie_break_is_found(code: TieBreakCode, monkeypatch: pytest.MonkeyPatch) -> None:
    state = replace(swiss(), options=Options(rounds=2, tie_breaks=(code,)))
    value_of = TIE_BREAKS[code]

    def one_more(field: Field, entry: EntryId, tied: frozenset[EntryId]) -> Value:
        right = value_of(field, entry, tied)
        return replace(right, value=(right.value or Fraction(0)) + (entry == 2))

    assert list(check_table(state, table(state), is_over=True)) == []
    monkeypatch.setitem(TIE_BREAKS, code, one_more)
    assert f"by {code} and should have" in "; ".join(check_table(state, table(state), is_over=True))


def test_a_fault_planted_in_the_order_of_the_level_is_found() -> None:
    state = replace(swiss(), options=Options(rounds=2, tie_breaks=("seed",)))
    lines = tuple(replace(line, rank=2) if line.rank == 3 else line for line in table(state))

    assert "has rank 2 and should have 3" in "; ".join(check_table(state, lines, is_over=True))


def test_who_has_no_place_when_a_bracket_is_over_is_found() -> None:
    state = after(stage("knockout", 2), [won(1, 2)])
    champion, second = table(state)

    lines = (champion, replace(second, rank=None))

    assert "1 have no place" in "; ".join(check_table(state, lines, is_over=True))


def test_a_bracket_that_is_over_without_a_champion_is_found() -> None:
    state = after(stage("knockout", 2), [won(1, 2)])
    lines = tuple(replace(line, rank=2) for line in table(state))

    assert "nobody is first or second" in "; ".join(check_table(state, lines, is_over=True))


def test_two_champions_are_found() -> None:
    state = after(stage("knockout", 2), [won(1, 2)])
    lines = tuple(replace(line, rank=1) for line in table(state))

    assert "there are two champions" in "; ".join(check_table(state, lines, is_over=True))


@pytest.mark.parametrize("format_", ["swiss", "knockout", "double-knockout", "round-robin"])
def test_a_stage_reads_back_from_what_is_written_of_it(format_: Any) -> None:
    state = after(stage(format_, 4, clubs=2, rounds=3, tie_breaks=("sb",)), [won(1, 4), won(2, 3)])
    state = replace(state, withdrawn=frozenset([4]), forbidden=frozenset([frozenset([1, 2])]))

    assert read_state(write_state(state)) == state
