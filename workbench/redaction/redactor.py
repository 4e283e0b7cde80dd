"""Choose the placeholder for each value of a document. Keys stay, because they are the structure."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from workbench.json.media import media_type_of_base64, split_data_url
from workbench.json.pointer import Path, containers, leaves, replaced
from workbench.json.text import Json, compact, parse_or_none
from workbench.redaction.placeholders import Tokens, masked, numbered
from workbench.redaction.regions import Regions
from workbench.redaction.structural_words import is_count, is_id, is_name, is_signature, is_structure, is_vocabulary

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_DIGITS = re.compile(r"\d(?:[\d .,:/()-]*\d)+")
_URL = re.compile(r"(https?|wss?|ftp|gs|s3)://", re.IGNORECASE)
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{120,}={0,2}\s*\Z")
_IMAGE_HEAD_LENGTH = 40
"""Characters of base64 with the type and size of an image: 30 bytes, which come before the content of the image."""
_SIGNATURE_HEAD_LENGTH = 5
"""Characters that identify the kind of a signature or an encrypted thought."""
_LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"(\s*:)?|-?\d[\d.]*', re.DOTALL)
_ESCAPE = re.compile(r"(\\u[0-9a-fA-F]{4}|\\.)", re.DOTALL)
_WORD = re.compile(r"[\w@+-](?:[\w@.+-]*\w)?")
_PRIVATE = re.compile(r"[\d@]")
"""Characters that occur in ids, numbers and addresses but not in ordinary words."""


@dataclass(frozen=True, slots=True)
class Change:
    kind: str
    without_secrets: Json
    """The value with only its secrets replaced."""
    value: Json


class Redactor:
    """One redaction: a value gets the same placeholder in every document."""

    def __init__(
        self,
        payload: object,
        response: object,
        kinds: frozenset[str],
        secrets: Iterable[str],
        attachments: object = None,
    ) -> None:
        """`response` is the recorded one; `attachments` are shared with the conversation: a note, replays."""
        ordered = sorted(secrets, key=lambda secret: (-len(secret), secret))
        self._secrets = {secret: numbered(secret, number) for number, secret in enumerate(ordered, 1)}
        self._kinds, self._tokens = kinds, Tokens()
        self._keys = {key for _, container in containers(payload) if isinstance(container, dict) for key in container}
        self._names = {text for path, text in _texts([payload, response, attachments]) if _is_name_at(path, text)}
        contents = {text for _, text in _texts([payload, response]) if not is_vocabulary(text)}
        self._contents = "\n".join(contents).casefold()

    @property
    def secret_count(self) -> int:
        return len(self._secrets)

    def without_secrets(self, text: str) -> str:
        for secret, placeholder in self._secrets.items():
            text = text.replace(secret, placeholder)
        return text

    def redact_text(self, text: str) -> str:
        """Redact a text from outside the conversation."""
        return self._redact_content(self.without_secrets(text))

    def redact_report(self, text: str) -> str:
        """Redact what a program wrote about the conversation: only quotations are replaced.

        A word is the program's own if it is not in the conversation and is neither a number nor an address.
        """
        text = self.without_secrets(text)
        if "texts" not in self._kinds:
            return self._redact_emails_and_numbers(text)
        return _WORD.sub(lambda match: self._redact_quoted_word(match[0]), text)

    def _redact_quoted_word(self, word: str) -> str:
        if is_vocabulary(word) or word in self._keys or (word in self._names and "names" not in self._kinds):
            return word
        is_own_word = not _PRIVATE.search(word) and word.casefold() not in self._contents
        return word if is_own_word else self._tokens.token(word, keep_prefix=True)

    def redact_document(self, value: object, regions: Regions) -> Any:
        """Redact another document in the same way as the conversation."""
        wrapper: Any = {"document": value}
        for path, change in self.changes(wrapper, regions.inside("document")).items():
            wrapper = replaced(wrapper, path, change.value)
        return self.with_redacted_keys(wrapper["document"])

    def with_redacted_keys(self, payload: object) -> Json:
        """Replace secrets in keys, inner objects first, so that the paths of the outer ones stay valid."""
        for path, container in sorted(containers(payload), key=lambda item: -len(item[0])):
            if isinstance(container, dict) and any(self.without_secrets(key) != key for key in container):
                redacted = {self.without_secrets(key): value for key, value in container.items()}
                payload = replaced(payload, path, redacted)
        return payload

    def changes(self, payload: object, regions: Regions) -> dict[Path, Change]:
        """Return every value that is replaced."""
        changes = {}
        for path, value in leaves(payload):
            without_secrets = self.without_secrets(value) if isinstance(value, str) else value
            kind, after = self._replacement(path, without_secrets, regions)
            if after != value:
                changes[path] = Change(kind if after != without_secrets else "secrets", without_secrets, after)
        return changes

    def _replacement(self, path: Path, value: Any, regions: Regions) -> tuple[str, Json]:
        if isinstance(value, str):
            return self._text_replacement(path, value, regions.is_tool_data(path))
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        is_content = regions.is_tool_data(path) or (regions.is_in_message(path) and not is_count(path))
        if is_number and "numbers" in self._kinds and is_content:
            return "numbers", self._tokens.number(value)
        return "", value

    def _text_replacement(self, path: Path, text: str, is_tool_data: bool) -> tuple[str, str]:
        if is_vocabulary(text) or (text in self._keys and not is_tool_data):
            return "", text
        if not is_tool_data and is_structure(path, text):
            return "names", self._redact_name_in_kind(text)
        if text in self._names:
            return "names", self._tokens.token(text) if "names" in self._kinds else text
        if not is_tool_data and is_id(path) and not re.search(r"\s", text):
            return "ids", self._tokens.token(text, keep_prefix=True) if "texts" in self._kinds else text
        if is_signature(path) and "texts" in self._kinds:
            return "texts", text[:_SIGNATURE_HEAD_LENGTH] + self._tokens.token(text[_SIGNATURE_HEAD_LENGTH:])
        return "texts", self._redact_content(text)

    def _redact_name_in_kind(self, kind: str) -> str:
        """Replace the name of a tool inside a kind such as `tool-get_weather`."""
        head, dash, name = kind.partition("-")
        return f"{head}-{self._tokens.token(name)}" if dash and name in self._names and "names" in self._kinds else kind

    def _redact_content(self, text: str) -> str:
        if "texts" not in self._kinds:
            return self._redact_emails_and_numbers(text)
        url = split_data_url(text)
        if url is not None and url.base64:
            start = len(text) - len(url.data)
            return text[:start] + _blank(url.data)
        if media_type_of_base64(text) or _BASE64.match(text):
            return _blank(text)
        if text[:1] == '"' and isinstance(inner := parse_or_none(text), str):
            return compact(self._redact_content(inner))
        if text.lstrip()[:1] in ("{", "["):
            return "".join(self._redact_json_text(text))
        if re.search(r"\s", text) or not text.isascii():
            return masked(text)
        return self._redact_url(text) if _URL.match(text) else self._tokens.token(text)

    def _redact_emails_and_numbers(self, text: str) -> str:
        if "emails" in self._kinds:
            text = _EMAIL.sub(lambda match: masked(match[0]), text)
        return _DIGITS.sub(lambda match: masked(match[0]), text) if "numbers" in self._kinds else text

    def _redact_json_text(self, text: str) -> Iterator[str]:
        """Replace strings and numbers of JSON in a text, even if it is truncated or concatenated. Keys stay."""
        end = 0
        for literal in _LITERAL.finditer(text):
            yield _redact_between_literals(text[end : literal.start()])
            end = literal.end()
            if literal[1] is None:
                yield self._tokens.digits(literal[0])
            elif literal[2] is not None:
                yield literal[0]
            else:
                yield f'"{self._redact_literal(literal[1])}"'
        yield _redact_between_literals(text[end:])

    def _redact_literal(self, literal: str) -> str:
        if is_vocabulary(literal) or literal in self._keys:
            return literal
        if literal in self._names:
            return self._tokens.token(literal) if "names" in self._kinds else literal
        pieces = _ESCAPE.split(literal)
        is_prose = re.search(r"\s", literal) or len(pieces) > 1 or not literal.isascii()
        redact_piece = masked if is_prose else self._tokens.token
        return "".join(piece if number % 2 else redact_piece(piece) for number, piece in enumerate(pieces))

    def _redact_url(self, url: str) -> str:
        """Replace an address, but keep its scheme and a known file extension."""
        scheme, _, rest = url.partition("://")
        stem, dot, extension = rest.rpartition(".")
        if dot and f".{extension.lower()}" in mimetypes.types_map:
            return f"{scheme}://{self._tokens.token(stem)}.{extension}"
        return f"{scheme}://{self._tokens.token(rest)}"


def _texts(value: object) -> Iterator[tuple[Path, str]]:
    return ((path, text) for path, text in leaves(value) if isinstance(text, str))


def _is_name_at(path: Path, text: str) -> bool:
    return is_name(path) and bool(text) and not re.search(r"\s", text) and not is_vocabulary(text)


def _redact_between_literals(text: str) -> str:
    """Mask text between literals unless it is JSON syntax: punctuation, `true`, `false` or `null`."""
    words = re.sub(r"\b(?:true|false|null|None|True|False)\b", "", text)
    return masked(text) if re.search(r"[^\W\d_]", words) else text


def _blank(data: str) -> str:
    """Return an empty image of the same type and size. At most half of the original data stays."""
    head = min(_IMAGE_HEAD_LENGTH, len(data) // 2)
    return data[:head] + re.sub(r"[A-Za-z0-9+/_-]", "A", data[head:])
