"""Words that are structure and not content: those that the schemas of the formats list, and what names a kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pydantic import TypeAdapter
from pydantic.errors import PydanticUserError

from workbench.formats import FORMATS
from workbench.json.pointer import Path, containers
from workbench.json.text import Json

_STRUCTURE = re.compile(
    r"(?:.*_)?(?:type|kind)|role|speaker|status|state|object|format|mode|model(?:_?id|_?name|_?version)?|detail|version|pattern|\$\w+"
    r"|(?:media|mime|content)_?type|(?:finish|stop)_?reason|effort|service_tier|encoding|purpose|phase|required|enum_type"
    r"|anthropic_version|include|modalities|voice|truncation|verbosity|summary_type",
    re.IGNORECASE,
)
"""Names of members whose values name a kind, a version or a shape."""
_MEDIA_TYPE = re.compile(r"(?:image|audio|video|text|application)/[a-z0-9.+-]+")
_ONE_WORD = re.compile(r"[\w./+:*$^#@;=\\()\[\]{}?|,-]{0,200}\Z")
_ID = re.compile(r"(?:.*[a-z])?Ids?|(?:.*_)?ids?\Z")
_SEAL = re.compile(r"encrypted_?content|(?:thought)?_?signature", re.IGNORECASE)
_COUNTS = re.compile(r"usage\w*|(?:.*_)?tokens?(?:_.*)?|\w*Tokens?(?:Count)?")
_NAME = re.compile(r"name|(?:.*[a-z])?Name|(?:.*_)?name|user|author|username|tool")


def member_of(path: Path) -> str:
    """The name of the member that a value is in, through lists."""
    return next((step for step in reversed(path) if isinstance(step, str)), "")


def is_structure(path: Path, text: str) -> bool:
    """Whether a value names a kind or a shape, and is no content."""
    return bool(_STRUCTURE.fullmatch(member_of(path)) and _ONE_WORD.match(text))


def is_vocabulary(text: str) -> bool:
    """Whether a text is a word that formats share, wherever it is."""
    return text in words_of_formats() or _MEDIA_TYPE.fullmatch(text) is not None


def is_id(path: Path) -> bool:
    return _ID.fullmatch(member_of(path)) is not None


def is_seal(path: Path) -> bool:
    """Whether a value is what a provider signed or encrypted."""
    return _SEAL.fullmatch(member_of(path)) is not None


def is_count(path: Path) -> bool:
    """Whether a number says what the conversation cost, and nothing of what was said."""
    return any(isinstance(step, str) and _COUNTS.fullmatch(step) for step in path)


def is_name(path: Path) -> bool:
    return _NAME.fullmatch(member_of(path)) is not None


@cache
def words_of_formats() -> frozenset[str]:
    """Every word that the schema of a format lists: roles, kinds, states."""
    found = {word for form in FORMATS.values() for word in form.roles}
    for form in FORMATS.values():
        schemas = [form.model()]
        if form.schema is not None:
            schemas += [form.schema().message, form.schema().settings]
        for schema in schemas:
            found.update(_listed(schema))
    return frozenset(found)


def _listed(schema: Json) -> Iterator[str]:
    try:
        document = TypeAdapter(schema).json_schema()
    except PydanticUserError:  # a type that JSON Schema cannot describe lists no words
        return
    for _, container in containers(document):
        if isinstance(container, dict):
            listed = [*_as_list(container.get("enum")), container.get("const")]
            yield from (word for word in listed if isinstance(word, str))


def _as_list(value: object) -> list[Json]:
    return value if isinstance(value, list) else []
