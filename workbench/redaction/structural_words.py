"""Recognise words that are structure and not content: those in the schemas of the formats, and names of kinds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from pydantic import TypeAdapter
from pydantic.errors import PydanticUserError

from workbench.formats import FORMATS
from workbench.json.pointer import Path, containers, last_key
from workbench.json.text import Json

_STRUCTURE_KEY = re.compile(
    r"(?:.*_)?(?:type|kind)|role|speaker|status|state|object|format|mode|model(?:_?id|_?name|_?version)?|detail|version|pattern|\$\w+"
    r"|(?:media|mime|content)_?type|(?:finish|stop)_?reason|effort|service_tier|encoding|purpose|phase|required|enum_type"
    r"|anthropic_version|include|modalities|voice|truncation|verbosity|summary_type",
    re.IGNORECASE,
)
"""Keys whose values are kinds, versions or shapes."""
_MEDIA_TYPE = re.compile(r"(?:image|audio|video|text|application)/[a-z0-9.+-]+")
_ONE_WORD = re.compile(r"[\w./+:*$^#@;=\\()\[\]{}?|,-]{0,200}\Z")
_ID_KEY = re.compile(r"(?:.*[a-z])?Ids?|(?:.*_)?ids?\Z")
_SIGNATURE_KEY = re.compile(r"encrypted_?content|(?:thought)?_?signature", re.IGNORECASE)
_COUNT_KEY = re.compile(r"usage\w*|(?:.*_)?tokens?(?:_.*)?|\w*Tokens?(?:Count)?")
_NAME_KEY = re.compile(r"name|(?:.*[a-z])?Name|(?:.*_)?name|user|author|username|tool")


def is_structure(path: Path, text: str) -> bool:
    """Whether a value is a kind or a shape and not content."""
    return bool(_STRUCTURE_KEY.fullmatch(last_key(path)) and _ONE_WORD.match(text))


def is_vocabulary(text: str) -> bool:
    """Whether a text is a word of the formats, wherever it is."""
    return text in words_of_formats() or _MEDIA_TYPE.fullmatch(text) is not None


def is_id(path: Path) -> bool:
    return _ID_KEY.fullmatch(last_key(path)) is not None


def is_signature(path: Path) -> bool:
    """Whether a value is a signature or content that a provider encrypted."""
    return _SIGNATURE_KEY.fullmatch(last_key(path)) is not None


def is_count(path: Path) -> bool:
    """Whether a number counts tokens and so contains nothing of the conversation."""
    return any(isinstance(step, str) and _COUNT_KEY.fullmatch(step) for step in path)


def is_name(path: Path) -> bool:
    return _NAME_KEY.fullmatch(last_key(path)) is not None


@cache
def words_of_formats() -> frozenset[str]:
    """Return every word that the schema of a format lists: roles, kinds, states."""
    words = {word for form in FORMATS.values() for word in form.roles}
    for form in FORMATS.values():
        schemas = [form.model()]
        if form.schema is not None:
            schemas += [form.schema().message, form.schema().settings]
        for schema in schemas:
            words.update(_words_of_schema(schema))
    return frozenset(words)


def _words_of_schema(schema: Any) -> Iterator[str]:
    try:
        document = TypeAdapter(schema).json_schema()
    except PydanticUserError:  # JSON Schema cannot describe this type, so it lists no words
        return
    for _, container in containers(document):
        if isinstance(container, dict):
            values = [*_as_list(container.get("enum")), container.get("const")]
            yield from (word for word in values if isinstance(word, str))


def _as_list(value: object) -> list[Json]:
    return value if isinstance(value, list) else []
