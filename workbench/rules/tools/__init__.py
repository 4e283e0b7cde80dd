"""Rules about tool names and arguments (TA)."""
