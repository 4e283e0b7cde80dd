"""JSON as plain values: its text, places in it, patches on it, and the media it holds."""
