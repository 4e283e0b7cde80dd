"""Rules about tool ids (ID)."""
