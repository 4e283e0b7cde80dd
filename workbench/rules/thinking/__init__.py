"""Rules about thinking and reasoning (TH)."""
