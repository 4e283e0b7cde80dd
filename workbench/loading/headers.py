"""Read what the headers of a recorded request say about its body: the previews that it uses."""

from __future__ import annotations

from collections.abc import Iterable

_PREVIEWS = "anthropic-beta"
"""The header of Anthropic's API and of the platforms that host its models."""


def previews_in(headers: Iterable[tuple[object, object]]) -> tuple[str, ...]:
    """Return the names of the previews in headers, which may come in one header or in several."""
    values = (value for name, value in headers if isinstance(name, str) and name.strip().lower() == _PREVIEWS)
    names = (name.strip() for value in values if isinstance(value, str) for name in value.split(","))
    return tuple(name for name in names if name)
