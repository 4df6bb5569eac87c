"""Commands of the table."""
