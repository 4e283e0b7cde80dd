"""Rules about losses on the way (LO)."""
