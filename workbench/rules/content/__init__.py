"""Rules about content (CO)."""
