"""Capsules: one file to send, which anybody can read in a browser and the workbench opens as the conversation."""
