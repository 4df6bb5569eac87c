"""Three peers, each given the same field in its own words: what is returned draws the round, and is timed.

All are packages of the group ``bench``, run as they are: networkx (BSD), swisspair (MIT), py4swiss (MIT).
"""

from __future__ import annotations

import importlib.util
import multiprocessing
import time
from collections.abc import Callable, Sequence
from itertools import groupby, pairwise
from multiprocessing.connection import Connection

from tournaments.formats.swiss import Player, players_of
from tournaments.standings.results import results_of
from tournaments.state import State

Draw = Callable[[], object]
LONGEST = 30
"""How many seconds a peer draws at a size; who has drawn nothing by then is run no further."""
POINTS = 5
"""What a table point is worth in py4swiss, which counts tenths: a win, two of ours, is 10."""


def networkx(state: State) -> Draw:
    """Return a draw by score bracket: one complete graph each, an odd bracket pulls up the best below.

    A rematch is a matter of price. It is the shape that tournament programs give the library.
    """
    import networkx  # noqa: PLC0415 - each peer is imported only where it runs

    field = players_of(state)

    def paired(pool: Sequence[Player]) -> object:
        graph = networkx.Graph()
        half = len(pool) // 2
        for at, one in enumerate(pool):
            for other in range(at + 1, len(pool)):
                again = pool[other].entry in one.met
                graph.add_edge(at, other, weight=-((other - at - half) ** 2) - 10**6 * again)
        return networkx.max_weight_matching(graph, maxcardinality=True)

    def draw() -> object:
        groups = [list(group) for _, group in groupby(field, key=lambda player: player.points)]
        for pool, below in pairwise([*groups, []]):
            if len(pool) % 2:
                pool.append(below.pop(0))
        return [paired(pool) for pool in groups]

    return draw


def swisspair(state: State) -> Draw:
    """Return a draw by swisspair: least squared differences, no rematch."""
    import swisspair  # noqa: PLC0415 - each peer is imported only where it runs

    field = players_of(state)
    players = [
        swisspair.Player(
            id=str(player.entry),
            points=player.points,
            rank=rank,
            can_get_bye=not player.byes,
            cannot_be_paired_against_ids={str(entry) for entry in player.met},
        )
        for rank, player in enumerate(field, start=1)
    ]
    return lambda: swisspair.create_matches(players)


def differences(state: State) -> int:
    """Return the sum of squared differences of the round that swisspair draws."""
    matches = swisspair(state)()
    points = {str(player.entry): player.points for player in players_of(state)}
    assert isinstance(matches, list)
    return sum((points[one.p1.id] - points[one.p2.id]) ** 2 for one in matches if one.p2 is not None)


def py4swiss(state: State) -> Draw:
    """Return a draw by py4swiss: the Dutch system of chess, where who is first in a pairing has White."""
    from py4swiss.engines import DutchEngine  # noqa: PLC0415 - each peer is imported only where it runs
    from py4swiss.trf import ParsedTrf  # noqa: PLC0415 - only where py4swiss is installed
    from py4swiss.trf.codes import PlayerCode  # noqa: PLC0415 - only where py4swiss is installed
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult  # noqa: PLC0415 - only where py4swiss is installed
    from py4swiss.trf.sections import PlayerSection, XSection  # noqa: PLC0415 - only where py4swiss is installed

    white = {
        (number, pairing.sides[0][0])
        for number, round_ in enumerate(state.rounds, start=1)
        for pairing in round_
    }
    tokens = {"won": ResultToken.WIN, "drawn": ResultToken.DRAW, "lost": ResultToken.LOSS}
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=state.seed_of[entry],
            rank=state.seed_of[entry],
            points_times_ten=int(POINTS * sum(line.points for line in lines)),
            results=[
                RoundResult(
                    id=state.seed_of[line.opponents[0]],
                    color=ColorToken.WHITE if (line.round, entry) in white else ColorToken.BLACK,
                    result=tokens[line.won],
                )
                for line in lines
            ],
        )
        for entry, lines in results_of(state).items()
    ]
    event = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=9))
    return lambda: DutchEngine.generate_pairings(event)


PEERS: dict[str, Callable[[State], Draw]] = {
    "networkx": networkx,
    "swisspair": swisspair,
    "py4swiss": py4swiss,
}


def installed() -> list[str]:
    """Return the peers that are there."""
    return [name for name in PEERS if importlib.util.find_spec(name) is not None]


def timed(name: str, states: Sequence[State]) -> list[float]:
    """Return the processor seconds a peer takes for each state, as far as it comes in ``LONGEST``."""
    ours, its = multiprocessing.Pipe()
    peer = multiprocessing.get_context("fork").Process(target=_run, args=(name, states, its))
    peer.start()
    its.close()
    took: list[float] = []
    while len(took) < len(states) and ours.poll(LONGEST):
        try:
            took.append(ours.recv())
        except EOFError:
            break  # it has drawn long enough
    peer.kill()
    peer.join()
    return took


def _run(name: str, states: Sequence[State], told: Connection) -> None:
    took = 0.0
    for state in states:
        if took > LONGEST:
            return
        draw = PEERS[name](state)
        begun = time.process_time()
        draw()
        last = time.process_time() - begun
        took += last
        told.send(last)
