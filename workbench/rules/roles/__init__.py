"""Rules about roles and order (RO)."""
