"""What a provider or the network said instead of an answer, as values that can be shown, saved and reopened.

Two texts are kept apart: `words`, what the provider itself wrote, and the sentence around it, which says what kind of
failure it was. The original exception is kept as its type and text, because the live object holds the request, and
the request holds the key.
"""

from __future__ import annotations

from dataclasses import dataclass

from workbench.json.text import Json
from workbench.replays.secrets import Secrets

REFUSED, AUTHENTICATION, RATE_LIMIT, NOT_FOUND, SERVER = (
    "refused",
    "authentication",
    "rate-limit",
    "not-found",
    "server",
)
NETWORK, DNS, TLS, TIMEOUT, WRONG_URL = "network", "dns", "tls", "timeout", "wrong-url"
NOT_JSON, HTML, EMPTY, CUT_STREAM, TOO_LARGE = "not-json", "html", "empty", "cut-stream", "too-large"
NOT_ALLOWED, NOT_SENT, OTHER = "not-allowed", "not-sent", "other"


@dataclass(frozen=True)
class Original:
    """An exception and those behind it, as text."""

    type: str
    text: str
    causes: tuple[str, ...] = ()

    def as_json(self) -> Json:
        return {"type": self.type, "text": self.text, "causes": list(self.causes)}


@dataclass(eq=False)
class ProviderError(Exception):
    """A failed replay. `str` is one sentence for a person."""

    sentence: str
    words: str = ""
    """The provider's own words, untouched but for secrets."""
    kind: str = OTHER
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
    """How often it was sent. The client's own retries are not an error of their own: this is the last one's."""
    original: Original | None = None

    def __post_init__(self) -> None:
        super().__init__(self.sentence)

    def __str__(self) -> str:
        tries = f" (after {self.attempts} attempts)" if self.attempts > 1 else ""
        return self.sentence + tries

    def without(self, secrets: Secrets) -> ProviderError:
        """The same error with every secret masked, whatever field a server may have put it in."""
        made = error_from_json(secrets.hide_json(self.as_json()))
        assert made is not None
        return made

    def as_json(self) -> Json:
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
    """429: come back later; `retry_after` says when, if the provider does."""


class AuthenticationError(ProviderError):
    """401 or 403: the key is missing, wrong, or may not do this."""


_CLASSES = {kind.__name__: kind for kind in (ProviderError, RateLimitError, AuthenticationError)}


def error_from_json(value: object) -> ProviderError | None:
    """The error that `as_json` wrote; None if there was none."""
    if not isinstance(value, dict):
        return None
    known = {key: value[key] for key in value if key not in ("error", "original")}
    original = value.get("original")
    if isinstance(original, dict):
        known["original"] = Original(original["type"], original["text"], tuple(original["causes"]))
    return _CLASSES.get(value.get("error", ""), ProviderError)(**known)
