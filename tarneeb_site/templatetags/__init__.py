"""Template tags and filters shared by every page."""
