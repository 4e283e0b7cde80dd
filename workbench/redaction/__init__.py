"""Redaction: replace private data in a conversation by placeholders, so that it can be shared."""
