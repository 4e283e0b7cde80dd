"""Rules about format and version (FM)."""
