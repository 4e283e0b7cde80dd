"""Capsules: one file to share, which anyone can read in a browser and the workbench opens as the conversation."""
