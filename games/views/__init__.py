"""Pages of the table: thin; they ask services and render."""
