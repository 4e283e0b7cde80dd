"""The models that an endpoint offers. Requested only when the user asks for them."""

from __future__ import annotations

import urllib.error
import urllib.request

from workbench.json.text import parse_or_none
from workbench.replays import Endpoint, is_allowed

_SECONDS = 5


def models_of(endpoint: Endpoint) -> list[str]:
    """Return the sorted names; empty if the endpoint lists none, is not allowed, or does not answer."""
    if not is_allowed(endpoint) or not endpoint.base_url.startswith(("http://", "https://")):
        return []
    request = urllib.request.Request(f"{endpoint.base_url.rstrip('/')}/models")
    if endpoint.key:
        request.add_unredirected_header("Authorization", f"Bearer {endpoint.key}")
    try:
        with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
            body = parse_or_none(answer.read(4_000_000).decode("utf-8", "replace"))
    except (urllib.error.URLError, OSError, ValueError):
        return []
    listed = body.get("data") if isinstance(body, dict) else None
    names = [model.get("id") for model in listed if isinstance(model, dict)] if isinstance(listed, list) else []
    return sorted(name for name in names if isinstance(name, str))
