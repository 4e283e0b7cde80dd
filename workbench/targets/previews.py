"""The previews that the headers of a recorded request name: a provider accepts their fields only then."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.targets.endpoints import provider_of_endpoint

_HEADER = "anthropic-beta"
_OWN_HOSTS = frozenset({"anthropic"})
"""The providers whose own servers read the header. Any other server may add previews to it before it passes it on."""


def previews_in(headers: Iterable[tuple[str, str]], endpoint: str) -> tuple[str, ...] | None:
    """Return the names in the header; None if a server between may add others, or if the headers are not recorded."""
    listed = list(headers)
    values = [value for name, value in listed if name.strip().lower() == _HEADER]
    named = tuple(name.strip() for value in values for name in value.split(",") if name.strip())
    is_exact = bool(listed) and provider_of_endpoint(endpoint) in _OWN_HOSTS
    return named if named or is_exact else None
