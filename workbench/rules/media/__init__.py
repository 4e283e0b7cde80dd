"""Rules about images and files (ME)."""
