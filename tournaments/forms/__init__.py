"""Forms of clubs and tournaments."""
