"""What the tests of an evening are told with: lists of pairs, drawn tournaments, matches that ended."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.dealing import Stream
from games.models import Match, Table
from games.services.clocks import TablePolicy
from tests.cast import NOW
from tournaments.models import Club, Pairing, Round, Tournament
from tournaments.services import demo, due, planning, registration, results
from tournaments.services.actions import Author
from tournaments.services.planning import Plan

STREAM = Stream(b"chance of the evenings")


def pairs_list(pairs: int) -> str:
    """Return a list of so many pairs, seeded in the order of the list."""
    rows = [f"Player {n} A,Player {n} B,{n}" for n in range(1, pairs + 1)]
    return "\n".join(["player,partner,seed", *rows]) + "\n"


def drawn(club: Club, pairs: int, **plan: Any) -> Tournament:
    """Return a drawn tournament in which seed n is the pair "Player n A & Player n B"."""
    wanted = replace(Plan(name="Thursday Cup", policy=TablePolicy.people()), **plan)
    return demo.build_evening(club=club, plan=wanted, content=pairs_list(pairs), now=NOW, stream=STREAM)


def entered(club: Club, pairs: int, *, name: str, author: Author) -> Tournament:
    """Return a tournament in preparation for which so many pairs are entered."""
    tournament = planning.create_tournament(club=club, plan=Plan(name=name), author=author, now=NOW)
    registration.import_entries(
        tournament_id=tournament.pk, content=pairs_list(pairs), author=author, now=NOW, stream=STREAM
    )
    return tournament


def started(club: Club, pairs: int, **plan: Any) -> Tournament:
    """Return a tournament whose first round is in play."""
    tournament = drawn(club, pairs, **plan)
    due.start_due(now=NOW, stream=STREAM)
    tournament.refresh_from_db()
    return tournament


def round_of(tournament: Tournament, number: int) -> Round:
    """Return a round by its number."""
    return Round.objects.get(stage__tournament=tournament, number=number)


def pairing_of(tournament: Tournament, number: int, pairing: int) -> Pairing:
    """Return a pairing by its round's number and its own."""
    return Pairing.objects.get(round=round_of(tournament, number), number=pairing)


def called_to(table: Table, club: Club) -> Table:
    """Let a pairing of a cup be played at a table that was opened without one."""
    Pairing.objects.filter(pk=pairing_of(started(club, 4), 1, 1).pk).update(table=table)
    return table


def seeds_in(pairing: Pairing) -> tuple[int | None, ...]:
    """Return the seeds that meet."""
    return tuple(pairing.sides.order_by("number").values_list("entry__seed", flat=True))


def ended(pairing: Pairing, **outcome: Any) -> Match:
    """Let the match at a pairing's table end, as the table would write it; side 0 wins 31-20."""
    won = {
        "state": "won",
        "winner": 0,
        "decided_by": "target",
        "totals": [31, 20],
        "deals": 9,
        "last_scored_deal": 9,
    }
    match = Match.objects.get(table=pairing.table_id, state=Match.State.OPEN)
    Match.objects.filter(pk=match.pk).update(**(won | outcome), finished_at=NOW)
    Table.objects.filter(pairing=pairing).update(state=Table.State.OVER)
    match.refresh_from_db()
    return match


def level(pairing: Pairing, *, advances: int | None, **outcome: Any) -> Match:
    """Let the match end level at the cap, the last scored deal being number 6."""
    drawn_match = {
        "state": "drawn",
        "winner": None,
        "advances": advances,
        "decided_by": "cap",
        "totals": [22, 22],
        "last_scored_deal": 6,
    }
    return ended(pairing, **(drawn_match | outcome))


def void(pairing: Pairing) -> Match:
    """Let the match end without a result: everybody passed eight times in a row."""
    nothing = {"state": "void", "winner": None, "decided_by": "all_pass", "totals": [7, 0]}
    return ended(pairing, **nothing)


def play_round(tournament: Tournament, number: int) -> None:
    """Let the better seed win every match of a round, record them and close the round."""
    for pairing in round_of(tournament, number).pairings.filter(state=Pairing.State.CALLED):
        seeds = [seed or 0 for seed in seeds_in(pairing)]
        winner = seeds.index(min(seeds))
        totals = [31, 20] if winner == 0 else [20, 31]
        ended(pairing, winner=winner, totals=totals)
    results.record_finished(now=NOW, stream=STREAM)
    due.close_due(now=NOW, stream=STREAM)
