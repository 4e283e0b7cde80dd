"""Secrets in a document: keys, tokens, headers, cookies, connection strings, private keys.

The patterns of tokens are those of detect-secrets, a library that is kept for this; its guesses by entropy are left
out, because ids look just like that. What it does not know (headers, cookies, members that hold a secret by their
name, keys of the providers of language models) is added here. Nothing is sent anywhere to verify a secret.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Iterator
from functools import cache

from workbench.json.text import Json

_SHORTEST = 6
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
"""Module of detect-secrets → the detector in it."""

_NAME = r"[\w-]*(?:api[_-]?key|access[_-]?key|secret|token|passw(?:or)?d|passwd|pwd|credentials?|account[_-]?key)"
_PATTERNS = (
    re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL),
    re.compile(
        r"\b(?:sk|rk|pk|[a-z]ai|gsk|hf|pplx|nvapi|csk|fw|tgp|glpat|github_pat|AIza|ya29)[-_.]?[\w.-]*[\w-]{16,}"
    ),
    re.compile(r"\b(?:bearer|basic|negotiate|apikey)\s+([\w.~+/=-]{6,})", re.IGNORECASE),
    re.compile(r"\b(?:set-)?cookie\"?'?\s*[:=]\s*\"?'?([^\r\n\"']{4,})", re.IGNORECASE),
    re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s:/@\"']*:([^\s@\"']+)@", re.IGNORECASE),
    re.compile(rf"{_NAME}\\?[\"']?\s*(?:=>|[:=])\s*\\?[\"']?([^\s\"'\\,;}}&]+)", re.IGNORECASE),
    re.compile(r"[?&](?:key|sig|signature|code|auth|x-amz-[\w-]+)=([^&\s\"']+)", re.IGNORECASE),
)
"""A group, where there is one, is the secret itself."""
_SECRET_MEMBER = re.compile(
    rf"(?:{_NAME}|(?:proxy-)?authorization|(?:set-)?cookies?|x-api-key|api-key|private[_-]?key|jwt|session[_-]?key)\Z",
    re.IGNORECASE,
)
_PLAIN_WORDS = re.compile(r"[a-z]{1,12}|\d{1,5}|\W+|true|false|null|none", re.IGNORECASE)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    found = list(_PATTERNS)
    for module, name in _PLUGINS.items():
        found += getattr(importlib.import_module(f"detect_secrets.plugins.{module}"), name)().denylist
    return tuple(found)


def secrets_in(text: str) -> Iterator[str]:
    """Every secret that a text holds, as it is written there."""
    for pattern in _patterns():
        for match in pattern.finditer(text):
            secret = match[1] if pattern in _PATTERNS and pattern.groups else match[0]
            if _is_one(secret):
                yield secret.strip()


def secrets_among(leaves: Iterable[tuple[tuple[str | int, ...], Json]]) -> set[str]:
    """The secrets of a document, by what its texts say and by the names of its members."""
    found: set[str] = set()
    for path, value in leaves:
        if isinstance(value, str):
            named = next((step for step in reversed(path) if isinstance(step, str)), "")
            if _SECRET_MEMBER.match(named) and _is_one(value):
                found.add(value)
            found.update(secrets_in(value))
        for step in path:
            if isinstance(step, str) and len(step) > _SHORTEST:
                found.update(secrets_in(step))
    return found


def _is_one(secret: str) -> bool:
    """A short word or number after `token:` is none."""
    return len(secret.strip()) >= _SHORTEST and not _PLAIN_WORDS.fullmatch(secret.strip())
