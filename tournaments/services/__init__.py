"""Every change of a tournament is a verb here, and each leaves an ``Action``.

An evening in order: ``planning`` makes the tournament, ``registration`` enters pairs, ``draw``
seeds and draws, ``rounds`` opens and closes, ``results`` records what tables report, ``rulings``
what a director decides. ``seats`` brings players to their tables. Start at ``rounds``.
"""
