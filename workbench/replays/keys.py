"""Decide which key from the environment may be sent to an address: a provider's key goes only to its own host."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

from workbench.targets.presets import PRESETS


def key_variable_for(base_url: str) -> str | None:
    """Return the environment variable with the key of the provider at this address, or None if it is unknown."""
    origin = _origin(base_url)
    presets = (preset for preset in PRESETS.values() if preset.base_url and _origin(preset.base_url) == origin)
    return next((preset.key_variable for preset in presets), None) if origin else None


def _origin(url: str) -> tuple[str, str, int | None] | None:
    """Return scheme, host and port; different servers on one computer differ only by port."""
    try:
        parts = urlsplit(url)
        return (parts.scheme, parts.hostname, parts.port) if parts.hostname else None
    except ValueError:
        return None


def key_for(base_url: str) -> str:
    """Return the key that the environment has for the provider at this address; empty for any other address."""
    variable = key_variable_for(base_url)
    return os.environ.get(variable, "").strip() if variable else ""
