"""Rules about losses in conversion (LO)."""
