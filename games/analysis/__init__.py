"""What each card of a deal gave away, seen with all four hands open: double-dummy analysis.

Start at ``deals.analyse``. The tricks are counted by a native library that ``NativeSolver`` speaks to;
anything else that answers ``Solver`` will do. For partnerships only: the library fixes the sides as
seats 0 and 2 against 1 and 3. Loading the library takes a hundred megabytes and solving a position up
to a quarter of a second, so this is imported where a job is carried out, and never by a web process.
"""

from games.analysis.deals import AnalysedDeal, Solver, analyse
from games.analysis.native import NativeSolver, SolverFault

__all__ = ["AnalysedDeal", "NativeSolver", "Solver", "SolverFault", "analyse"]
