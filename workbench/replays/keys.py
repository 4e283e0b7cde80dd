"""Which key of the environment may go to an address: a provider's key goes to that provider's host and nowhere else."""

from __future__ import annotations

import os
from collections.abc import Mapping
from urllib.parse import urlsplit

from workbench.targets.presets import PRESETS


def own_key_variable(base_url: str) -> str | None:
    """The environment variable of the provider at this address; None for an address of nobody we know."""
    origin = _origin(base_url)
    owners = (preset for preset in PRESETS.values() if preset.base_url and _origin(preset.base_url) == origin)
    return next((preset.key_variable for preset in owners), None) if origin else None


def _origin(url: str) -> tuple[str, str, int | None] | None:
    """Scheme, host and port: the servers of one computer differ by port."""
    try:
        parts = urlsplit(url)
        return (parts.scheme, parts.hostname, parts.port) if parts.hostname else None
    except ValueError:
        return None


def own_key(base_url: str, environment: Mapping[str, str] | None = None) -> str:
    """The key that the environment holds for the provider at this address; empty for any other address."""
    variable = own_key_variable(base_url)
    return (os.environ if environment is None else environment).get(variable, "").strip() if variable else ""
