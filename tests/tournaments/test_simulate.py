"""``manage.py simulate``: a whole evening by seed, on a database of its own."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import rules
from games.models import Match
from games.rules import RULESETS
from games.services import records
from tarneeb_site.simulation import Evening, own_database
from tests.tournaments.evenings import pairs_list, started
from tournaments.models import Club, Pairing
from tournaments.services import demo, rounds
from tournaments.services.planning import Plan

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """A file with four pairs."""
    path = tmp_path / "pairs.csv"
    path.write_text(pairs_list(4))
    return path


def simulate(file: Path, *options: str) -> dict[str, Any]:
    """Run the command; return what it printed as JSON."""
    out = StringIO()
    call_command("simulate", str(file), "--json", *options, stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def test_an_evening_is_played_to_its_champion(pairs: Path) -> None:
    told = simulate(pairs, "--cap", "3")

    assert len(told["champion"]) == 2
    assert (told["rounds"], told["matches"]) == (2, 3)
    assert 3 <= told["deals"] <= 9
    assert len(told["projected_minutes"]["rounds"]) == 2
    assert set(told) == {
        "champion",
        "rounds",
        "matches",
        "deals",
        "decided_by_last_round",
        "projected_minutes",
        "seconds",
    }


def test_the_same_seed_plays_the_same_evening_to_the_last_byte(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.csv"
    pairs.write_text(pairs_list(2))
    logs = [tmp_path / name for name in ("first", "second", "other")]
    for log, seed in zip(logs, ("7", "7", "8"), strict=True):
        simulate(pairs, "--cap", "1", "--seed", seed, "--log", str(log))

    first, second, other = (log.read_bytes() for log in logs)

    assert first == second
    assert first != other


def test_a_tie_names_the_pairing_the_deal_and_who_advances(pairs: Path) -> None:
    evenings = (simulate(pairs, "--cap", "2", "--seed", str(seed)) for seed in range(2, 30))
    (tie, *_) = next(told["decided_by_last_round"] for told in evenings if told["decided_by_last_round"])

    assert tie["deal"] >= 2
    assert tie["pairing"] in ("1-1", "1-2", "2-1")
    assert tie["advances"].startswith("Player")


def test_an_evening_whose_rounds_do_not_close_fails(pairs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_details: object) -> None:
        raise RuntimeError("no round is ever closed")

    monkeypatch.setattr(rounds, "close_round", broken)

    with pytest.raises(RuntimeError, match="no round is ever closed"):
        simulate(pairs, "--cap", "1")


def test_an_evening_that_gets_stuck_says_so(pairs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_details: object) -> None:
        raise rounds.RoundMoved(number=1)

    monkeypatch.setattr(rounds, "close_round", refuse)

    with pytest.raises(CommandError, match="does not go on"):
        simulate(pairs, "--cap", "1")


def test_a_best_of_three_is_played_game_by_game(pairs: Path) -> None:
    single, of_three = (simulate(pairs, "--cap", "2", "--best-of", games) for games in ("1", "3"))

    assert single["matches"] == 3
    assert 6 <= of_three["matches"] <= 9
    assert len(of_three["champion"]) == 2


def test_a_bad_list_is_named_by_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text("player,partner\nBob,\n")

    with pytest.raises(CommandError, match=r"bad\.csv:2: partner"):
        simulate(path)


def test_a_list_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"none\.csv"):
        simulate(tmp_path / "none.csv")


def test_the_site_s_own_database_is_left_alone(pairs: Path, club: Club) -> None:
    simulate(pairs, "--cap", "1")

    assert list(Club.objects.all()) == [club]
    assert not Match.objects.exists()


def test_every_match_of_an_evening_replays_to_its_stored_score() -> None:
    with own_database():
        plan = Plan(name="Cup", rules=RULESETS["levantine"], cap=2, policy=demo.PACES["fast"])
        Evening(plan=plan, content=pairs_list(4).encode(), seed=3).run(lambda progress: None)

        for pairing in Pairing.objects.exclude(table=None).prefetch_related("sides"):
            (match,) = pairing.table.matches.all()
            scores = [side.score for side in pairing.sides.all()]
            record = rules.notation.parse(records.text_of(match))
            assert list(rules.records.run(record).totals) == match.totals == scores


def test_the_log_of_a_match_in_play_is_not_shown(club: Club) -> None:
    started(club, 2)

    with pytest.raises(records.MatchNotOver):
        list(records.lines(Match.objects.get().pk))
