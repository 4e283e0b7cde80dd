"""Mask secrets in everything that leaves memory.

A key can appear in unexpected places: a provider repeats it in its refusal, a URL contains it, an exception refers to
the request. Every value of a replay passes through `Secrets.hide` before it enters a record or an error.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote, quote_plus, unquote, unquote_plus, urlsplit, urlunsplit

from workbench.json.text import Json

MASK = "***"
_MIN_LENGTH = 6
"""Shorter keys are placeholders (`none`, `x`), and masking them would mask parts of ordinary words."""
_SAFE_HEADERS = frozenset(
    {"accept", "content-type", "content-length", "host", "user-agent", "date", "server", "retry-after"}
    | {"x-request-id", "openai-version", "openai-processing-ms", "transfer-encoding", "content-encoding", "connection"}
    | {"accept-encoding", "x-rehearsal-fault", "x-rehearsal", "x-rehearsal-origin", "retry-after-ms"}
)


class Secrets:
    def __init__(self, values: Iterable[str] = ()) -> None:
        forms = {form for value in values for form in _forms(value) if len(form) >= _MIN_LENGTH}
        self._forms = sorted(forms, key=len, reverse=True)

    def __repr__(self) -> str:
        return f"Secrets({len(self._forms)})"

    def hide(self, text: str) -> str:
        for form in self._forms:
            text = text.replace(form, MASK)
        return text

    def hide_json(self, value: object) -> Any:
        """Return the value with every secret masked, also in keys. A value nested too deeply is masked completely."""
        if not self._forms:
            return value
        try:
            return self._masked(value)
        except RecursionError:
            return MASK

    def _masked(self, value: object) -> Json:
        if isinstance(value, str):
            return self.hide(value)
        if isinstance(value, dict):
            return {self.hide(key): self._masked(member) for key, member in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._masked(item) for item in value]
        return value

    def hide_headers(self, headers: Mapping[str, str]) -> dict[str, str]:
        """Return the headers by lower-case name, with the value masked unless the header is known to be harmless."""
        return {
            name.lower(): self.hide(value) if _is_safe(name.lower()) else MASK
            for name, value in sorted(headers.items())
        }


def _is_safe(header: str) -> bool:
    return header in _SAFE_HEADERS or header.startswith(("x-stainless-", "x-ratelimit-"))


def _forms(value: str) -> set[str]:
    """Return a secret as it is, and as a URL, JSON, Python or a header would write it."""
    value = value.strip()
    quoted = {quote(value, safe=""), quote_plus(value), json.dumps(value)[1:-1], repr(value)[1:-1]}
    return {value, base64.b64encode(value.encode()).decode().rstrip("="), *quoted}


def url_secrets(url: str) -> list[str]:
    """Return the password and the parameter values in a URL, as they are written there and decoded."""
    try:
        parts = urlsplit(url)
        user, password = parts.username or "", parts.password or ""
    except ValueError:
        return []
    credentials = [f"{user}:{password}", f"{unquote(user)}:{unquote(password)}"] if password else []
    parameters = [pair.partition("=")[2] for pair in parts.query.split("&")]
    decoded = [unquote_plus(parameter) for parameter in parameters]
    return [secret for secret in (password, unquote(password), *credentials, *parameters, *decoded) if secret]


def safe_url(url: str) -> str:
    """Return the URL without user, password, parameters and fragment."""
    try:
        parts = urlsplit(url)
        host = parts.netloc.rpartition("@")[2]
        return urlunsplit((parts.scheme, host, parts.path, "", ""))
    except ValueError:
        return url.partition("?")[0].rpartition("@")[2]
