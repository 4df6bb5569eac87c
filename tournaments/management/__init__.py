"""Commands about stages and tournaments."""
