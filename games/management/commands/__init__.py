"""What an operator or a player types about deals and matches."""
