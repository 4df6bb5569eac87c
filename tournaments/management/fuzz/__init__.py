"""Random events for ``manage.py tournament_fuzz``, and a checker that knows the rules but none of our code.

``events`` plays an event as chance has it, with everything that goes wrong on an evening; ``checker``
looks at each round and ``tables`` at each table, beside a ``tally`` of the stage, with means of their own.
``playing`` plays whole ``evenings`` through the services, and ``rows`` looks at what they have written.
"""

from .checker import check_drawn, check_round
from .events import Event, events
from .playing import Played, play
from .tables import check_table

__all__ = ["Event", "Played", "check_drawn", "check_round", "check_table", "events", "play"]
