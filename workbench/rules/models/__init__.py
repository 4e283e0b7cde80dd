"""Rules about what a model takes (MO)."""
