"""What a finished match means for its pairing, stated as sentences of docs/formats.md."""

import pytest

from tournaments.formats import BRACKETS, Decision, MatchResult, decide
from tournaments.state import FORMAT_KEYS

ELSEWHERE = [key for key in FORMAT_KEYS if key not in BRACKETS]
VOID = MatchResult("void", None, None, "all_pass", 3)


@pytest.mark.parametrize("format_key", FORMAT_KEYS)
def test_a_won_match_is_won_in_every_format(format_key: str) -> None:
    won = MatchResult("won", winner=1, advances=None, by="target", last_scored_deal=9)

    assert decide(format_key, won) == Decision("won", 1, "target")


@pytest.mark.parametrize("format_key", BRACKETS)
@pytest.mark.parametrize("ended_by", ["cap", "clock"])
def test_a_level_match_stays_a_draw_and_its_last_scored_deal_sends_on(format_key: str, ended_by: str) -> None:
    level = MatchResult("drawn", winner=None, advances=1, by=ended_by, last_scored_deal=6)

    assert decide(format_key, level) == Decision("drawn", 1, "last_round", deal=6, level_at=ended_by)


@pytest.mark.parametrize("format_key", ELSEWHERE)
def test_where_nobody_has_to_go_on_a_level_match_is_a_draw_for_nobody(format_key: str) -> None:
    level = MatchResult("drawn", winner=None, advances=1, by="cap", last_scored_deal=6)

    assert decide(format_key, level) == Decision("drawn", None, "level", level_at="cap")


@pytest.mark.parametrize("format_key", BRACKETS)
def test_a_void_match_and_one_without_a_scored_deal_are_left_to_the_director(format_key: str) -> None:
    never_scored = MatchResult("drawn", None, None, "clock", None)

    assert decide(format_key, VOID) is None
    assert decide(format_key, never_scored) is None


@pytest.mark.parametrize("format_key", ELSEWHERE)
def test_a_void_match_is_left_to_the_director_in_every_format(format_key: str) -> None:
    assert decide(format_key, VOID) is None
