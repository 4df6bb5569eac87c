"""What ``bench/pairing.py`` is made of: random events, and the peers that draw the same rounds."""
