"""Everything above a table: clubs, tournaments, standings. Start at ``tournaments.services``."""
