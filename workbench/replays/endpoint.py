"""Endpoint: where a replay goes. The key lives here, in memory, and is shown nowhere."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from workbench.json.text import Json
from workbench.replays.secrets import Secrets, open_url, url_secrets
from workbench.targets import DEFAULT_TARGET

ALLOWED_VARIABLE = "WORKBENCH_ALLOWED_ENDPOINTS"
"""Base URLs, separated by blanks or commas, that a replay may go to. Unset: to any."""


DEFAULT_KEY_VARIABLE = "OPENAI_API_KEY"
"""What the `openai` client reads the key from, and so most people have set."""


@dataclass(frozen=True, repr=False)
class Endpoint:
    base_url: str
    model: str
    key: str = ""
    organisation: str | None = None
    timeout: float = 60.0
    """Seconds without a byte, not seconds in all: a long answer may take its time."""
    retries: int = 2
    title: str = ""
    target: str = DEFAULT_TARGET
    """Whose rules and words hold there."""
    key_variable: str = DEFAULT_KEY_VARIABLE
    """The environment variable that exported code reads the key from."""
    stream_usage: bool = True
    """Whether a stream may be asked to report its usage; a server that knows no `stream_options` refuses them."""
    embedded: bool = False
    """The rehearsal on this machine: no proxy, no allow-list, and every provider's own wire."""
    headers: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        """A base URL can hold a password too, so nothing is shown as it is."""
        return f"Endpoint({self.as_json()})"

    @property
    def name(self) -> str:
        return self.title or host_of(self.base_url) or "the endpoint"

    @property
    def secrets(self) -> Secrets:
        return Secrets([self.key, *url_secrets(self.base_url)])

    def as_json(self) -> Json:
        """Everything but the key and the headers."""
        return {
            "title": self.name,
            "base_url": open_url(self.base_url),
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
    """Whether the allow-list, by default that of the environment, lets a replay go there."""
    allowed = os.environ.get(ALLOWED_VARIABLE, "") if allowed is None else allowed
    entries = allowed.replace(",", " ").split()
    return endpoint.embedded or not entries or any(_covers(entry, endpoint.base_url) for entry in entries)


def _covers(entry: str, url: str) -> bool:
    """The same origin, and a path at or below the allowed one. A URL with a user in it is never covered."""
    try:
        one, other = urlsplit(entry), urlsplit(url)
        same = (one.scheme, one.hostname, _port(one.port, one.scheme)) == (
            other.scheme,
            other.hostname,
            _port(other.port, other.scheme),
        )
    except ValueError:
        return False
    steps, given = one.path.strip("/").split("/"), other.path.strip("/").split("/")
    below = steps == [""] or given[: len(steps)] == steps
    return same and below and ".." not in given and "@" not in other.netloc


def _port(port: int | None, scheme: str) -> int | None:
    return port if port is not None else {"https": 443, "http": 80}.get(scheme)
