"""Rules about what a model supports (MO)."""
