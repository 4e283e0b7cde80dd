"""Redaction: a conversation that can be handed on, because what must stay private is replaced by stand-ins."""
