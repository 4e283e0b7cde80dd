"""Find secrets in a document: keys, tokens, headers, cookies, connection strings, private keys.

The patterns for tokens come from the library detect-secrets; its entropy heuristics are not used, because ids look the
same. Patterns that it lacks (headers, cookies, keys of an object that name a secret, keys of model providers) are added
here. Nothing is sent anywhere to verify a secret.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Iterator
from functools import cache

from workbench.credentials import is_credential
from workbench.json.pointer import last_key
from workbench.json.text import Json

_MIN_LENGTH = 6
_PLUGINS = {
    "artifactory": "ArtifactoryDetector",
    "aws": "AWSKeyDetector",
    "azure_storage_key": "AzureStorageKeyDetector",
    "cloudant": "CloudantDetector",
    "discord": "DiscordBotTokenDetector",
    "github_token": "GitHubTokenDetector",
    "gitlab_token": "GitLabTokenDetector",
    "ibm_cloud_iam": "IbmCloudIamDetector",
    "ibm_cos_hmac": "IbmCosHmacDetector",
    "jwt": "JwtTokenDetector",
    "mailchimp": "MailchimpDetector",
    "npm": "NpmDetector",
    "pypi_token": "PypiTokenDetector",
    "sendgrid": "SendGridDetector",
    "slack": "SlackDetector",
    "softlayer": "SoftlayerDetector",
    "square_oauth": "SquareOAuthDetector",
    "stripe": "StripeDetector",
    "telegram_token": "TelegramBotTokenDetector",
    "twilio": "TwilioKeyDetector",
}
"""Module of detect-secrets → its detector."""

_NAME = r"(?:(?:api|access|account|subscription)[_-]?key|secret|token|passw(?:or)?d|passwd|pwd|credentials?)"
"""The end of a name."""
_PATTERNS = (
    re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL),
    re.compile(
        r"\b(?:sk|rk|pk|[a-z]ai|gsk|hf|pplx|nvapi|csk|fw|tgp|glpat|github_pat|AIza|ya29)[-_.]?[\w.-]{0,300}[\w-]{16,}"
    ),
    re.compile(r"\b(?:bearer|basic|negotiate|apikey)\s+([\w.~+/=-]{6,})", re.IGNORECASE),
    re.compile(r"\b(?:set-)?cookie\"?'?\s*[:=]\s*\"?'?([^\r\n\"']{4,})", re.IGNORECASE),
    re.compile(r"\b[a-z][a-z0-9+.-]{0,30}://[^\s:/@\"']{0,500}:([^\s@\"']{1,500})@", re.IGNORECASE),
    re.compile(rf"{_NAME}\\?[\"']?\s*(?:=>|[:=])\s*\\?[\"']?([^\s\"'\\,;}}&]+)", re.IGNORECASE),
    re.compile(
        r"[?&](?:(?:[\w.-]{0,100}[_.-])?key|sig|signature|code|auth|x-amz-[\w-]{1,100})=([^&\s\"']+)", re.IGNORECASE
    ),
)
"""If a pattern has a group, the group is the secret. What comes before a fixed word is limited: a signature of
thousands of letters would otherwise be read to its end from each of them."""
_SECRET_KEY = re.compile(
    rf"(?:[\w-]*{_NAME}|(?:proxy-)?authorization|(?:set-)?cookies?|x-api-key|api-key|private[_-]?key|jwt|session[_-]?key)\Z",
    re.IGNORECASE,
)
_PLAIN_WORDS = re.compile(r"[a-z]{1,12}|\d{1,5}|\W+|true|false|null|none", re.IGNORECASE)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    patterns = list(_PATTERNS)
    for module, name in _PLUGINS.items():
        patterns += getattr(importlib.import_module(f"detect_secrets.plugins.{module}"), name)().denylist
    return tuple(patterns)


def secrets_in(text: str) -> Iterator[str]:
    """Yield every secret in a text, exactly as written."""
    for pattern in _patterns():
        for match in pattern.finditer(text):
            secret = match[1] if pattern in _PATTERNS and pattern.groups else match[0]
            if _is_secret(secret):
                yield secret.strip()


def secrets_among(leaves: Iterable[tuple[tuple[str | int, ...], Json]]) -> set[str]:
    """Return the secrets of a document, found by its texts and by its keys."""
    secrets: set[str] = set()
    pairs: dict[tuple[str | int, ...], dict[str, str]] = {}
    for path, value in leaves:
        if isinstance(value, str):
            if path and path[-1] in ("name", "value"):
                pairs.setdefault(path[:-1], {})[str(path[-1])] = value
            if (_SECRET_KEY.match(last_key(path)) or any(map(is_credential, path))) and _is_secret(value):
                secrets.add(value)
            secrets.update(secrets_in(value))
        for step in path:
            if isinstance(step, str) and len(step) > _MIN_LENGTH:
                secrets.update(secrets_in(step))
    secrets.update(pair["value"] for path, pair in pairs.items() if _names_secret(path, pair))
    return secrets


def _names_secret(path: tuple[str | int, ...], pair: dict[str, str]) -> bool:
    """Whether a pair is a secret: `{"name": "api-key", "value": …}`, or any pair in a list of cookies."""
    names = (pair.get("name", ""), last_key(path))
    return any(map(_SECRET_KEY.match, names)) and _is_secret(pair.get("value", ""))


def _is_secret(secret: str) -> bool:
    """Whether a match is a secret: a short word or number after `token:` is not."""
    return len(secret.strip()) >= _MIN_LENGTH and not _PLAIN_WORDS.fullmatch(secret.strip())
