"""Texts that are values in another notation than JSON: a table with separators (CSV), or YAML.

Both are taken for what they are only if messages are in them, or if the text can be nothing else: prose has commas and
colons too.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from workbench.json.text import Json
from workbench.loading.envelopes import message_lists
from workbench.loading.find_messages import find_messages

_SEPARATORS = ("\t", ",", ";")
_COLUMN = re.compile(r"[\w .()/$-]{1,60}\Z")
_SAMPLE = 20
_LARGEST_YAML = 4 * 1024**2
_YAML_START = re.compile(r"\s*(?:#[^\n]*\n\s*)*(?:---|- ?\w[\w ]*:|[\w-]+:(?:\s|$))")
_YAML_NAME = (".yml", ".yaml")
_ALIAS = re.compile(r"(?:^|[\s:-])[*&]\w", re.MULTILINE)
"""A reference to another part of the text: a few of them can stand for a value of any size."""
_CONVERSATION_COLUMN = re.compile(r"(?:conversation|session|thread|chat|dialog(?:ue)?)[ _]?(?:id)?\Z", re.IGNORECASE)


def tables_in(text: str) -> Iterator[tuple[str, Json]]:
    """The rows of a table as objects. A table that names the conversation of each row is parted by it."""
    rows = _rows(text)
    if not rows or not (holds_conversations(rows) or not any(bracket in text for bracket in "{[")):
        return
    column = next(filter(_CONVERSATION_COLUMN.match, rows[0]), None)
    if column is None or find_messages(rows) is None:
        yield "", rows
        return
    parted: dict[str, list[Json]] = {}
    for row in rows:
        parted.setdefault(row[column], []).append({name: cell for name, cell in row.items() if name != column})
    yield from parted.items()


def holds_conversations(value: object) -> bool:
    return find_messages(value) is not None or bool(message_lists(value))


def _rows(text: str) -> list[dict[str, str]]:
    """As objects by column; none if this is no table."""
    header, _, rest = text.partition("\n")
    separator = max(_SEPARATORS, key=header.count)
    if separator not in header or not rest.strip():
        return []
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    try:
        listed = [row for row in csv.reader(io.StringIO(text), delimiter=separator, strict=True) if row]
    except csv.Error:
        return []
    names = listed[0]
    if len(set(names)) < len(names) or not all(map(_COLUMN.match, names)):
        return []
    if any(len(row) != len(names) for row in listed[:_SAMPLE]) or len(listed) < 2:
        return []
    return [dict(zip(names, row, strict=False)) for row in listed[1:]]


def yaml_in(text: str, name: str) -> Json:
    """The value of a YAML text; None if it is none, or has no messages and is not called YAML."""
    called = name.lower().endswith(_YAML_NAME)
    if len(text) > _LARGEST_YAML or not (called or _YAML_START.match(text)) or _ALIAS.search(text):
        return None
    value = read_yaml(text)
    return value if isinstance(value, (dict, list)) and (called or holds_conversations(value)) else None


def read_yaml(text: str) -> Json:
    """Plain values only: dates stay texts, keys are texts. None where the text is no YAML."""
    import yaml  # here, because few texts need it

    class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        """Without the rule by which a date becomes an object."""

    Loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    try:
        return _plain(yaml.load(text, Loader=Loader))
    except (yaml.YAMLError, ValueError, TypeError, RecursionError):
        return None


def _plain(value: object) -> Json:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [_plain(item) for item in value]
    return value if value is None or isinstance(value, (str, int, float, bool)) else str(value)
