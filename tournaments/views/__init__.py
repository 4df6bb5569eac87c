"""The pages of clubs and tournaments."""
