"""The order of a table, computed anew from results each time it is asked for.

``ranking`` makes the table of a stage, ``results`` what each entry got from its rounds, ``tie_breaks``
what parts those who are level; nothing here counts up or remembers. Source: docs/formats.md.
"""

from .ranking import Line, ranking
from .tie_breaks import TIE_BREAKS, Value

__all__ = ["TIE_BREAKS", "Line", "Value", "ranking"]
