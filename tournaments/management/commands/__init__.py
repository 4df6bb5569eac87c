"""What an operator types about stages and tournaments."""
