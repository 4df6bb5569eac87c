"""How the parts are wired: settings, processes, sockets. Nothing about cards, no models."""
