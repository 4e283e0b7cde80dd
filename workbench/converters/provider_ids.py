"""Rewrite tool ids to a provider's alphabet and length, so that two ids of a conversation never become the same.

An id that the provider accepts stays. In any other id, illegal characters are replaced; if the result is too long or
already in use, it ends with a hash of the original id. All legal ids are collected before the first one is rewritten,
so a rewritten id never equals an original one.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable
from typing import Any, NamedTuple

from workbench.json.text import Json

_HASH_LENGTH = 8


class ProviderIds:
    """Rewrites ids. `legal` must match a legal id in full, and a single character exactly if it is legal in an id."""

    def __init__(self, ids: Iterable[Json], legal: re.Pattern[str], max_length: int, replacement: str = "_") -> None:
        self._legal = legal
        self._max_length = max_length
        self._replacement = replacement
        texts = dict.fromkeys(value for value in ids if isinstance(value, str))
        self._sent = {text: text for text in texts if len(text) <= max_length and legal.fullmatch(text)}
        self._taken = set(self._sent)
        if len(self._sent) < len(texts):
            for text in texts:
                self(text)

    def __call__(self, value: object) -> Any:
        """Return the id to send. A value that is not a string stays as it is, so that the provider's error shows."""
        if not isinstance(value, str):
            return value
        rewritten = self._sent.get(value)
        if rewritten is None:
            rewritten = self._sent[value] = self._unused(value)
            self._taken.add(rewritten)
        return rewritten

    def _unused(self, text: str) -> str:
        if text not in self._taken and len(text) <= self._max_length and self._legal.fullmatch(text):
            return text
        replaced = "".join(char if self._legal.fullmatch(char) else self._replacement for char in text)
        candidate = replaced or self._replacement
        attempt = 0
        while candidate in self._taken or len(candidate) > self._max_length:
            digest = hashlib.sha256(f"{attempt}:{text}".encode(errors="surrogatepass")).hexdigest()[:_HASH_LENGTH]
            head = replaced[: max(0, self._max_length - _HASH_LENGTH - len(self._replacement))]
            candidate = (head + self._replacement + digest if head else digest)[-self._max_length :]
            attempt += 1
        return candidate


class IdRule(NamedTuple):
    """The tool ids that a provider accepts. Used as `ProviderIds(ids, *ANTHROPIC_IDS)`."""

    legal: re.Pattern[str]
    max_length: int


ANTHROPIC_IDS = IdRule(re.compile(r"[a-zA-Z0-9_-]+"), sys.maxsize)  # no maximum length is documented
BEDROCK_IDS = IdRule(re.compile(r"[a-zA-Z0-9_.:-]+"), 64)
OPENAI_IDS = IdRule(re.compile(r"(?s).+"), 40)  # any character is accepted
