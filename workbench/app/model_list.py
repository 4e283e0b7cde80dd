"""The models that an endpoint offers. Requested only when the user asks for them.

Like a replay, the request goes to the address that the user entered and nowhere else: a redirect is not followed.
"""

from __future__ import annotations

import urllib.error
import urllib.request
from http.client import HTTPException, HTTPResponse
from time import monotonic
from typing import Any

from workbench.json.text import parse_or_none
from workbench.replays import Endpoint, is_allowed

_SECONDS = 5
"""How long the server may be silent, and how long its whole answer may take."""
_MAX_BYTES = 4_000_000
_PIECE = 65_536


def models_of(endpoint: Endpoint) -> list[str]:
    """Return the sorted names; empty if the endpoint lists none, is not allowed, redirects, or does not answer.

    A server that repeats the key as a name does not bring it onto the page.
    """
    if not is_allowed(endpoint) or not endpoint.base_url.startswith(("http://", "https://")):
        return []
    address, _, parameters = endpoint.base_url.partition("?")
    try:
        request = urllib.request.Request(f"{address.rstrip('/')}/models{'?' if parameters else ''}{parameters}")
        if endpoint.key:
            request.add_unredirected_header("Authorization", f"Bearer {endpoint.key}")
        with urllib.request.build_opener(_NoRedirects).open(request, timeout=_SECONDS) as answer:
            body = parse_or_none(_read(answer).decode("utf-8", "replace"))
    except (urllib.error.URLError, OSError, HTTPException, ValueError):
        return []
    listed = body.get("data") if isinstance(body, dict) else None
    names = [model.get("id") for model in listed if isinstance(model, dict)] if isinstance(listed, list) else []
    return sorted(endpoint.secrets.hide(name) for name in names if isinstance(name, str))


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Reports a redirect as an error, because its destination may not be in the allow-list."""

    def redirect_request(self, *request_and_answer: Any) -> None:
        return None


def _read(answer: HTTPResponse) -> bytes:
    """Return the body. Raises `TimeoutError` if a server sends it too slowly: each piece alone may be in time."""
    end = monotonic() + _SECONDS
    body = b""
    while len(body) < _MAX_BYTES and (piece := answer.read1(_PIECE)):
        body += piece
        if monotonic() > end:
            raise TimeoutError
    return body
