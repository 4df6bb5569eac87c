"""How long an evening takes at the pace of people."""

from __future__ import annotations

import pytest

from games.rules import RULESETS, duration_of
from tests.cast import NOW
from tests.tournaments.evenings import STREAM, ended, pairing_of, started
from tournaments import tasks
from tournaments.models import Club
from tournaments.services import schedule

LEVANTINE = duration_of(RULESETS["levantine"])


def test_a_deal_takes_about_four_minutes() -> None:
    assert 3.5 < schedule.minutes_a_deal(LEVANTINE) < 4.5


def test_the_more_tables_the_longer_the_slowest_and_never_longer_than_the_cap() -> None:
    one, eight, many = (schedule.longest_of(n, LEVANTINE, cap=None) for n in (1, 8, 32))

    assert one == LEVANTINE.mean_deals
    assert one < eight < many < LEVANTINE.most_deals
    assert schedule.longest_of(8, LEVANTINE, cap=4) == 4
    assert schedule.longest_of(0, LEVANTINE, cap=None) == 0


def test_equals_play_two_and_a_half_games_of_three_and_of_many_tables_one_plays_all() -> None:
    assert schedule.games_of(1, best_of=3) == 2.5
    assert schedule.games_of(1, best_of=1) == schedule.games_of(32, best_of=1) == 1
    assert 2.5 < schedule.games_of(8, best_of=3) < schedule.games_of(32, best_of=3) < 3


@pytest.mark.django_db
def test_a_best_of_three_takes_the_time_of_its_games(club: Club) -> None:
    single = schedule.projected(started(club, 2).stages.get())
    of_three = schedule.projected(started(club, 2, best_of=3).stages.get())

    assert of_three.total == pytest.approx(2.5 * single.total, rel=0.01)


@pytest.mark.django_db
def test_a_round_lasts_as_long_as_its_slowest_table_did(club: Club) -> None:
    cup = started(club, 4)
    before = schedule.projected(cup.stages.get())
    ended(pairing_of(cup, 1, 1), deals=5)
    ended(pairing_of(cup, 1, 2), deals=20)

    tasks.sweep_results(now=NOW, stream=STREAM)
    after = schedule.projected(cup.stages.get())

    assert after.rounds[0] == round(20 * schedule.minutes_a_deal(LEVANTINE), 1)
    assert after.rounds[0] > before.rounds[0]
    assert after.rounds[1] == before.rounds[1]


@pytest.mark.django_db
def test_pauses_between_rounds_count(club: Club) -> None:
    plain = schedule.projected(started(club, 4).stages.get())
    paused = schedule.projected(started(club, 4, break_seconds=1200).stages.get())

    assert plain.total == pytest.approx(sum(plain.rounds) + 5)
    assert paused.total == pytest.approx(sum(paused.rounds) + 20)
