"""What happens at one table: rules, dealing, live play. Start at ``games.rules.match``."""
