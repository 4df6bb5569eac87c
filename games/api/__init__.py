"""Tables through the API: what a spectator could see, as JSON. ``tables`` has it all."""
