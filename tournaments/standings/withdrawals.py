"""What becomes of the results of who leaves a round robin. Source: docs/formats.md#leaving-a-round-robin."""

from __future__ import annotations

from dataclasses import replace

from tournaments.state import EntryId, Pairing, State


def annulled(state: State) -> frozenset[EntryId]:
    """Return who left so early that nothing he played counts: he has no place, and nobody has met him."""
    if state.format != "round-robin":
        return frozenset()
    return frozenset(entry for entry in state.withdrawn if _is_annulled(entry, state))


def _is_annulled(entry: EntryId, state: State) -> bool:
    if state.options.withdrawn is not None:
        return state.options.withdrawn == "annul"
    played = sum(
        pairing.kind in ("played", "adjudicated") and not pairing.is_pending
        for pairing in state.pairings()
        if (entry,) in pairing.sides
    )
    return 2 * played < len(state.entries) - 1


def counted(state: State) -> State:
    """Return the stage as its table counts it: without what is annulled, and with the rest forfeited."""
    out = annulled(state)
    if state.format != "round-robin" or not state.withdrawn:
        return state
    rounds = [
        tuple(pairing for pairing in round_ if not any(side[0] in out for side in pairing.sides))
        for round_ in state.rounds
    ]
    return replace(state, rounds=(*rounds, *_forfeited(state, out)))


def _forfeited(state: State, out: frozenset[EntryId]) -> list[tuple[Pairing, ...]]:
    """Return the matches that are lost because one side had left, each as a round of its own."""
    met = {frozenset(side[0] for side in pairing.sides) for pairing in state.pairings()}
    left = [entry for entry in state.seeded if entry in state.withdrawn - out]
    lost: list[tuple[Pairing, ...]] = []
    for entry in left:
        for other in state.seeded:
            couple = frozenset((entry, other))
            if len(couple) == 2 and other not in out and couple not in met:
                met.add(couple)
                lost.append((_walkover(entry, other, state),))
    return lost


def _walkover(entry: EntryId, other: EntryId, state: State) -> Pairing:
    if other in state.withdrawn:
        return Pairing(((entry,), (other,)), kind="double_walkover")
    return Pairing(((entry,), (other,)), winner=(other,), kind="walkover")
