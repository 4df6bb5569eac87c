"""Commands about deals and matches."""
