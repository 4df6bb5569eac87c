"""English dates and numbers."""
