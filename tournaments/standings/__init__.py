"""The order of a table, computed anew from results each time it is asked for.

Places come from ``table``; nothing here counts up or remembers. Source: docs/formats.md.
"""

from .table import Meeting, Standing, knockout_table

__all__ = ["Meeting", "Standing", "knockout_table"]
