"""Targets that are libraries (SDKs): they refuse a history before it is sent, and a provider answers the rest."""

from __future__ import annotations

from workbench.formats import FORMATS
from workbench.targets import DEFAULT_TARGET, TARGETS, Target


def is_library(target: Target) -> bool:
    """Whether the target's own formats are never sent to a model."""
    return FORMATS[target.wire].wire is None or target.wire not in target.formats


def server_of(target: Target) -> Target:
    """Return the provider that answers: the target itself, or the default provider for a library."""
    return TARGETS[DEFAULT_TARGET] if is_library(target) else target
