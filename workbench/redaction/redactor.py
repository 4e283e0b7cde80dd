"""Which stand-in each value of a document gets. Names of members stay: they are the structure."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from workbench.json.media import media_type_of_base64, split_data_url
from workbench.json.pointer import Path, containers, leaves, replaced
from workbench.json.text import Json, compact, parse_or_none
from workbench.redaction.regions import Regions
from workbench.redaction.stand_ins import Tokens, masked, numbered
from workbench.redaction.structural_words import is_count, is_id, is_name, is_seal, is_structure, is_vocabulary

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_DIGITS = re.compile(r"\d(?:[\d .,:/()-]*\d)+")
_URL = re.compile(r"(https?|wss?|ftp|gs|s3)://", re.IGNORECASE)
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{120,}={0,2}\s*\Z")
_HEAD = 40
"""Characters of base64 that say what a picture is and how large: 30 bytes, before anything that it shows."""
_SEAL = 5
"""Characters that say of what kind a signature or an encrypted thought is."""
_LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"(\s*:)?|-?\d[\d.]*', re.DOTALL)
_ESCAPE = re.compile(r"(\\u[0-9a-fA-F]{4}|\\.)", re.DOTALL)
_WORD = re.compile(r"[\w@+-](?:[\w@.+-]*\w)?")
_PRIVATE = re.compile(r"[\d@]")
"""What an ordinary word does not have, but an id, a number or an address has."""


@dataclass(frozen=True, slots=True)
class Change:
    kind: str
    least: Json
    """The value with its secrets replaced, and nothing else."""
    value: Json


class Redactor:
    """One redaction: a value has the same stand-in in every document that it is in."""

    def __init__(
        self, payload: object, answer: object, kinds: frozenset[str], secrets: Iterable[str], beside: object = None
    ) -> None:
        """`answer` is the recorded one; `beside` is what else leaves with the conversation: a note, replays."""
        ordered = sorted(secrets, key=lambda secret: (-len(secret), secret))
        self._secrets = {secret: numbered(secret, number) for number, secret in enumerate(ordered, 1)}
        self._kinds, self._tokens = kinds, Tokens()
        self._keys = {key for _, one in containers(payload) if isinstance(one, dict) for key in one}
        self._names = {text for path, text in _texts([payload, answer, beside]) if _names_something(path, text)}
        self._spoken = "\n".join({text for _, text in _texts([payload, answer]) if not is_vocabulary(text)}).casefold()

    @property
    def secrets(self) -> int:
        return len(self._secrets)

    def hidden(self, text: str) -> str:
        """The text with its secrets replaced."""
        for secret, stand_in in self._secrets.items():
            text = text.replace(secret, stand_in)
        return text

    def text(self, text: str) -> str:
        """A text from outside of the conversation."""
        return self._said(self.hidden(text))

    def report(self, text: str) -> str:
        """What a program wrote about the conversation: its own words stay, what it quotes is replaced.

        A word is its own if the conversation does not have it and it is neither a number nor an address.
        """
        hidden = self.hidden(text)
        return (
            _WORD.sub(lambda found: self._quoted(found[0]), hidden) if "texts" in self._kinds else self._in_part(hidden)
        )

    def _quoted(self, word: str) -> str:
        if is_vocabulary(word) or word in self._keys or (word in self._names and "names" not in self._kinds):
            return word
        is_own = not _PRIVATE.search(word) and word.casefold() not in self._spoken
        return word if is_own else self._tokens.token(word, keep_prefix=True)

    def document(self, value: object, regions: Regions) -> Json:
        """Another document, with every value replaced that would be replaced in the conversation."""
        held: Json = {"document": value}
        for path, change in self.changes(held, regions.inside("document")).items():
            held = replaced(held, path, change.value)
        return self.with_hidden_keys(held["document"])

    def with_hidden_keys(self, payload: object) -> Json:
        """The inner ones first, so that the paths of the outer ones still lead to them."""
        for path, one in sorted(containers(payload), key=lambda item: -len(item[0])):
            if isinstance(one, dict) and any(self.hidden(key) != key for key in one):
                payload = replaced(payload, path, {self.hidden(key): member for key, member in one.items()})
        return payload

    def changes(self, payload: object, regions: Regions) -> dict[Path, Change]:
        """Every value that is replaced."""
        found = {}
        for path, value in leaves(payload):
            least = self.hidden(value) if isinstance(value, str) else value
            kind, after = self._replaced(path, least, regions)
            if after != value:
                found[path] = Change(kind if after != least else "secrets", least, after)
        return found

    def _replaced(self, path: Path, value: Json, regions: Regions) -> tuple[str, Json]:
        if isinstance(value, str):
            return self._text_at(path, value, regions.is_free(path))
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        is_said = regions.is_free(path) or (regions.is_in_message(path) and not is_count(path))
        if is_number and "numbers" in self._kinds and is_said:
            return "numbers", self._tokens.number(value)
        return "", value

    def _text_at(self, path: Path, text: str, free: bool) -> tuple[str, str]:
        if is_vocabulary(text) or (text in self._keys and not free):
            return "", text
        if not free and is_structure(path, text):
            return "names", self._with_name(text)
        if text in self._names:
            return "names", self._tokens.token(text) if "names" in self._kinds else text
        if not free and is_id(path) and not re.search(r"\s", text):
            return "ids", self._tokens.token(text, keep_prefix=True) if "texts" in self._kinds else text
        if is_seal(path) and "texts" in self._kinds:
            return "texts", text[:_SEAL] + self._tokens.token(text[_SEAL:])
        return "texts", self._said(text)

    def _with_name(self, kind: str) -> str:
        """A kind can hold the name of a tool: `tool-get_weather`."""
        head, dash, name = kind.partition("-")
        return f"{head}-{self._tokens.token(name)}" if dash and name in self._names and "names" in self._kinds else kind

    def _said(self, text: str) -> str:
        if "texts" not in self._kinds:
            return self._in_part(text)
        url = split_data_url(text)
        if url is not None and url.base64:
            start = len(text) - len(url.data)
            return text[:start] + _blank(url.data)
        if media_type_of_base64(text) or _BASE64.match(text):
            return _blank(text)
        if text[:1] == '"' and isinstance(inner := parse_or_none(text), str):
            return compact(self._said(inner))
        if text.lstrip()[:1] in ("{", "["):
            return "".join(self._literals(text))
        if re.search(r"\s", text) or not text.isascii():
            return masked(text)
        return self._address(text) if _URL.match(text) else self._tokens.token(text)

    def _in_part(self, text: str) -> str:
        if "emails" in self._kinds:
            text = _EMAIL.sub(lambda found: masked(found[0]), text)
        return _DIGITS.sub(lambda found: masked(found[0]), text) if "numbers" in self._kinds else text

    def _literals(self, text: str) -> Iterator[str]:
        """JSON in a text, also where it is cut or glued: names of members stay, texts and numbers are replaced."""
        end = 0
        for literal in _LITERAL.finditer(text):
            yield _between(text[end : literal.start()])
            end = literal.end()
            if literal[1] is None:
                yield self._tokens.digits(literal[0])
            elif literal[2] is not None:
                yield literal[0]
            else:
                yield f'"{self._inside(literal[1])}"'
        yield _between(text[end:])

    def _inside(self, literal: str) -> str:
        if is_vocabulary(literal) or literal in self._keys:
            return literal
        if literal in self._names:
            return self._tokens.token(literal) if "names" in self._kinds else literal
        pieces = _ESCAPE.split(literal)
        whole = masked if re.search(r"\s", literal) or len(pieces) > 1 or not literal.isascii() else self._tokens.token
        return "".join(piece if number % 2 else whole(piece) for number, piece in enumerate(pieces))

    def _address(self, url: str) -> str:
        scheme, _, rest = url.partition("://")
        stem, dot, ending = rest.rpartition(".")
        known = dot and f".{ending.lower()}" in mimetypes.types_map
        return f"{scheme}://{self._tokens.token(stem)}.{ending}" if known else f"{scheme}://{self._tokens.token(rest)}"


def _texts(value: object) -> Iterator[tuple[Path, str]]:
    return ((path, text) for path, text in leaves(value) if isinstance(text, str))


def _names_something(path: Path, text: str) -> bool:
    return is_name(path) and bool(text) and not re.search(r"\s", text) and not is_vocabulary(text)


def _between(text: str) -> str:
    """What is between literals; where that is more than punctuation and `true`, `false` and `null`, it is no JSON."""
    words = re.sub(r"\b(?:true|false|null|None|True|False)\b", "", text)
    return masked(text) if re.search(r"[^\W\d_]", words) else text


def _blank(data: str) -> str:
    """A picture of the same kind and size that shows nothing; never more than half of what was there."""
    head = min(_HEAD, len(data) // 2)
    return data[:head] + re.sub(r"[A-Za-z0-9+/_-]", "A", data[head:])
