"""Targets that are code on the caller's side: an SDK refuses before anything is sent; a provider stands behind it."""

from __future__ import annotations

from workbench.targets import TARGETS, Target

_SERVED = frozenset({"openai-chat", "openai-responses", "anthropic", "gemini", "bedrock-converse"})


def is_library(target: Target) -> bool:
    """Its own formats never go over the wire, or its wire is none that a model answers on."""
    return target.wire not in _SERVED or target.wire not in target.formats


def server_of(target: Target) -> Target:
    """Who answers behind a library, where nobody says: OpenAI."""
    return TARGETS["openai"] if is_library(target) else target
