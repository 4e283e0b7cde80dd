"""Targets that are code on the caller's side: an SDK refuses before anything is sent; a provider is behind it."""

from __future__ import annotations

from workbench.formats import FORMATS
from workbench.targets import DEFAULT_TARGET, TARGETS, Target


def is_library(target: Target) -> bool:
    """Its own formats never go over the wire, or its wire is none that a model answers on."""
    return FORMATS[target.wire].wire is None or target.wire not in target.formats


def server_of(target: Target) -> Target:
    """Who answers behind a library, where nobody says."""
    return TARGETS[DEFAULT_TARGET] if is_library(target) else target
