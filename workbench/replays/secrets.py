"""What must never leave memory, and how it is taken out of everything that does.

A key reaches places nobody meant it to: a provider repeats it in its refusal, a URL carries it, an exception holds
the request. So every value of a replay passes through `Secrets.hide` on its way into a record or an error.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from urllib.parse import quote, quote_plus, urlsplit, urlunsplit

from workbench.json.text import Json

MASK = "***"
_SHORTEST = 6
"""Shorter keys are placeholders (`none`, `x`) that would be found in ordinary words."""
_OPEN_HEADERS = frozenset(
    {"accept", "content-type", "content-length", "host", "user-agent", "date", "server", "retry-after"}
    | {"x-request-id", "openai-version", "openai-processing-ms", "transfer-encoding", "content-encoding", "connection"}
    | {"accept-encoding", "x-rehearsal-fault", "x-rehearsal", "x-rehearsal-origin", "retry-after-ms"}
)


class Secrets:
    def __init__(self, values: Iterable[str] = ()) -> None:
        forms = {form for value in values for form in _forms(value) if len(form) >= _SHORTEST}
        self._forms = sorted(forms, key=len, reverse=True)

    def __repr__(self) -> str:
        return f"Secrets({len(self._forms)})"

    def hide(self, text: str) -> str:
        for form in self._forms:
            text = text.replace(form, MASK)
        return text

    def hide_json(self, value: object) -> Json:
        """The same value with every secret masked, in keys too. A value nested too deep to walk is masked whole."""
        if not self._forms:
            return value
        try:
            return self._hidden(value)
        except RecursionError:
            return MASK

    def _hidden(self, value: object) -> Json:
        if isinstance(value, str):
            return self.hide(value)
        if isinstance(value, dict):
            return {self.hide(key): self._hidden(member) for key, member in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._hidden(item) for item in value]
        return value

    def hide_headers(self, headers: Mapping[str, str]) -> dict[str, str]:
        """Headers by name; of one that is not known to be harmless only the name is kept."""
        return {
            name.lower(): self.hide(value) if _is_open(name.lower()) else MASK
            for name, value in sorted(headers.items())
        }


def _is_open(name: str) -> bool:
    return name in _OPEN_HEADERS or name.startswith(("x-stainless-", "x-ratelimit-"))


def _forms(value: str) -> set[str]:
    """A secret as it is, and as a URL, JSON, Python or a header would write it."""
    value = value.strip()
    written = {value, quote(value, safe=""), quote_plus(value), json.dumps(value)[1:-1], repr(value)[1:-1]}
    return written | {base64.b64encode(value.encode()).decode().rstrip("=")}


def url_secrets(url: str) -> list[str]:
    """Passwords and parameters inside a URL."""
    try:
        parts = urlsplit(url)
        basic = f"{parts.username or ''}:{parts.password}" if parts.password else ""
        held = [parts.password or "", basic, *(pair.partition("=")[2] for pair in parts.query.split("&"))]
    except ValueError:
        return []
    return [secret for secret in held if secret]


def open_url(url: str) -> str:
    """The URL without user, password, parameters and fragment."""
    try:
        parts = urlsplit(url)
        host = parts.netloc.rpartition("@")[2]
        return urlunsplit((parts.scheme, host, parts.path, "", ""))
    except ValueError:
        return url.partition("?")[0].rpartition("@")[2]
