"""Judging a conversation: its events, its pairs, what the rules find, and the verdict."""
