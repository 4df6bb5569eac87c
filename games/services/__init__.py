"""Every state change of a table is a verb here; interfaces call nothing below."""
