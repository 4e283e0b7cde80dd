"""The errors of a replay, as values that can be shown, saved and reopened.

An error has two texts: `words`, the provider's own message, and `sentence`, which explains the kind of failure. The
original exception is recorded only as its type and text, because the exception object refers to the request, and the
request contains the key.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from workbench.json.text import JsonObject
from workbench.replays.secrets import Secrets

ErrorKind = Literal[
    "refused",
    "authentication",
    "rate-limit",
    "not-found",
    "server",
    "network",
    "dns",
    "tls",
    "timeout",
    "wrong-url",
    "not-json",
    "html",
    "empty",
    "cut-stream",
    "too-large",
    "not-allowed",
    "not-sent",
    "other",
]
REFUSED: Final = "refused"
AUTHENTICATION: Final = "authentication"
RATE_LIMIT: Final = "rate-limit"
NOT_FOUND: Final = "not-found"
SERVER: Final = "server"
NETWORK: Final = "network"
DNS: Final = "dns"
TLS: Final = "tls"
TIMEOUT: Final = "timeout"
WRONG_URL: Final = "wrong-url"
NOT_JSON: Final = "not-json"
HTML: Final = "html"
EMPTY: Final = "empty"
CUT_STREAM: Final = "cut-stream"
TOO_LARGE: Final = "too-large"
NOT_ALLOWED: Final = "not-allowed"
NOT_SENT: Final = "not-sent"
OTHER: Final = "other"


@dataclass(frozen=True)
class Original:
    """An exception and the exceptions that caused it, as text."""

    type: str
    text: str
    causes: tuple[str, ...] = ()

    def as_json(self) -> JsonObject:
        return {"type": self.type, "text": self.text, "causes": list(self.causes)}


@dataclass(eq=False)
class ProviderError(Exception):
    """The error of a failed replay. `str` returns one sentence for a person."""

    sentence: str
    words: str = ""
    """The provider's own message, unchanged except for masked secrets."""
    kind: ErrorKind = OTHER
    provider: str = ""
    status: int | None = None
    request_id: str | None = None
    param: str | None = None
    code: str | None = None
    type: str | None = None
    retryable: bool = False
    """Whether the same request can succeed later."""
    retry_after: float | None = None
    attempts: int = 1
    """How often the request was sent. After several attempts, this error describes the last one."""
    original: Original | None = None

    def __post_init__(self) -> None:
        super().__init__(self.sentence)

    def __str__(self) -> str:
        attempts = f" (after {self.attempts} attempts)" if self.attempts > 1 else ""
        return self.sentence + attempts

    def without(self, secrets: Secrets) -> ProviderError:
        """Return the same error with every secret masked in every field."""
        masked = error_from_json(secrets.hide_json(self.as_json()))
        assert masked is not None
        return masked

    def as_json(self) -> JsonObject:
        return {
            "error": type(self).__name__,
            "kind": self.kind,
            "sentence": self.sentence,
            "words": self.words,
            "provider": self.provider,
            "status": self.status,
            "request_id": self.request_id,
            "param": self.param,
            "code": self.code,
            "type": self.type,
            "retryable": self.retryable,
            "retry_after": self.retry_after,
            "attempts": self.attempts,
            "original": self.original.as_json() if self.original else None,
        }


class RateLimitError(ProviderError):
    """Status 429: too many requests. `retry_after` is the wait in seconds if the provider states one."""


class AuthenticationError(ProviderError):
    """Status 401 or 403: the key is missing, wrong or not permitted to do this."""


_CLASSES = {kind.__name__: kind for kind in (ProviderError, RateLimitError, AuthenticationError)}


def error_from_json(value: object) -> ProviderError | None:
    """Return the error that `as_json` wrote, or None if the value is not an object."""
    if not isinstance(value, dict):
        return None
    fields = {key: value[key] for key in value if key not in ("error", "original")}
    original = value.get("original")
    if isinstance(original, dict):
        fields["original"] = Original(original["type"], original["text"], tuple(original["causes"]))
    return _CLASSES.get(value.get("error", ""), ProviderError)(**fields)
