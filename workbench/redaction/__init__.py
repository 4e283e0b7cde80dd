"""Redaction: a conversation that can be handed on, because what it must not tell is replaced by stand-ins."""
