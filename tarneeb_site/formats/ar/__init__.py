"""Arabic dates and numbers."""
