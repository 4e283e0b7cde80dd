"""Tool ids in a provider's alphabet and length: one map per conversation, in which two ids never become one.

An id that the provider takes is kept. Any other gets its foreign characters replaced and, if that is too long or
already somebody's id, a hash of the whole id at its end. The ids that are kept are known before the first one is
rewritten, so a rewritten id never takes the place of a real one.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable
from typing import NamedTuple

from workbench.json.text import Json

_HASH_LENGTH = 8


class ProviderIds:
    """`legal` matches a whole legal id and, of single characters, exactly those that may be in one."""

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

    def __call__(self, value: object) -> Json:
        """The id to send; what is no string is passed on, so that the provider's own words about it are seen."""
        if not isinstance(value, str):
            return value
        sent = self._sent.get(value)
        if sent is None:
            sent = self._sent[value] = self._unused(value)
            self._taken.add(sent)
        return sent

    def _unused(self, text: str) -> str:
        if text not in self._taken and len(text) <= self._max_length and self._legal.fullmatch(text):
            return text
        readable = "".join(char if self._legal.fullmatch(char) else self._replacement for char in text)
        candidate = readable or self._replacement
        attempt = 0
        while candidate in self._taken or len(candidate) > self._max_length:
            digest = hashlib.sha256(f"{attempt}:{text}".encode(errors="surrogatepass")).hexdigest()[:_HASH_LENGTH]
            head = readable[: max(0, self._max_length - _HASH_LENGTH - len(self._replacement))]
            candidate = (head + self._replacement + digest if head else digest)[-self._max_length :]
            attempt += 1
        return candidate


class IdRule(NamedTuple):
    """What a provider takes as a tool id: `ProviderIds(ids, *ANTHROPIC_IDS)`."""

    legal: re.Pattern[str]
    max_length: int


ANTHROPIC_IDS = IdRule(re.compile(r"[a-zA-Z0-9_-]+"), sys.maxsize)  # no limit of length is documented
BEDROCK_IDS = IdRule(re.compile(r"[a-zA-Z0-9_.:-]+"), 64)
OPENAI_IDS = IdRule(re.compile(r"(?s).+"), 40)  # any character is taken
