"""Rules about calls and their results (TC)."""
