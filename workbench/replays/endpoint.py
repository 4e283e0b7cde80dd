"""The endpoint that a replay is sent to. It holds the key in memory and never shows it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urlsplit

from workbench.json.text import JsonObject
from workbench.replays.secrets import Secrets, safe_url, url_secrets
from workbench.targets import DEFAULT_TARGET

ALLOWED_VARIABLE = "WORKBENCH_ALLOWED_ENDPOINTS"
"""The environment variable with the base URLs that a replay may use, separated by spaces or commas. Unset: any."""

DEFAULT_KEY_VARIABLE = "OPENAI_API_KEY"
"""The `openai` client reads its key from here, so most people have it set."""


@dataclass(frozen=True, repr=False)
class Endpoint:
    base_url: str
    model: str
    key: str = ""
    organisation: str | None = None
    timeout: float = 60.0
    """The longest silence in seconds. The total time is not limited: a long answer may take minutes."""
    retries: int = 2
    title: str = ""
    target: str = DEFAULT_TARGET
    """Whose rules and error messages apply."""
    key_variable: str = DEFAULT_KEY_VARIABLE
    """The environment variable from which exported code reads the key."""
    stream_usage: bool = True
    """Whether a stream may request usage; a server that does not know `stream_options` refuses it."""
    embedded: bool = False
    """The rehearsal on this machine: without a proxy or allow-list, and in every provider's own format."""
    headers: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Show only what `as_json` shows: the base URL can contain a password too."""
        return f"Endpoint({self.as_json()})"

    @property
    def name(self) -> str:
        return self.title or host_of(self.base_url) or "the endpoint"

    @property
    def secrets(self) -> Secrets:
        return Secrets([self.key, *url_secrets(self.base_url)])

    def as_json(self) -> JsonObject:
        """Return everything except the key and the headers."""
        return {
            "title": self.name,
            "base_url": safe_url(self.base_url),
            "model": self.model,
            "target": self.target,
            "organisation": self.organisation,
            "timeout": self.timeout,
            "retries": self.retries,
            "key_variable": self.key_variable,
            "embedded": self.embedded,
        }


def host_of(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def is_http(url: str) -> bool:
    return url.lower().startswith(("http://", "https://")) and bool(host_of(url))


def is_allowed(endpoint: Endpoint, allowed: str | None = None) -> bool:
    """Whether the allow-list, by default the one in the environment, permits a replay to this endpoint."""
    allowed = os.environ.get(ALLOWED_VARIABLE, "") if allowed is None else allowed
    entries = allowed.replace(",", " ").split()
    return endpoint.embedded or not entries or any(_covers(entry, endpoint.base_url) for entry in entries)


def _covers(entry: str, url: str) -> bool:
    """Whether `url` has the entry's origin and a path at or below the entry's. A URL with a user name never matches."""
    try:
        allowed, requested = urlsplit(entry), urlsplit(url)
        same_origin = _origin(allowed) == _origin(requested)
    except ValueError:
        return False
    allowed_steps, steps = allowed.path.strip("/").split("/"), requested.path.strip("/").split("/")
    is_below = allowed_steps == [""] or steps[: len(allowed_steps)] == allowed_steps
    return same_origin and is_below and ".." not in steps and "@" not in requested.netloc


def _origin(parts: SplitResult) -> tuple[str, str | None, int | None]:
    """Return scheme, host and port. Raises ValueError if the port is not a number."""
    port = parts.port if parts.port is not None else {"https": 443, "http": 80}.get(parts.scheme)
    return parts.scheme, parts.hostname, port
