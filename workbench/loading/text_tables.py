"""Read values in notations other than JSON: a table with separators (CSV), or YAML.

Prose has commas and colons too. A text is read as a table or YAML only if it contains messages or can be nothing else.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from workbench.json.plain_values import plain
from workbench.json.text import Json, JsonContainer, is_too_deep
from workbench.loading.find_messages import find_messages
from workbench.loading.nested_messages import message_lists

_SEPARATORS = ("\t", ",", ";")
_COLUMN = re.compile(r"[\w .()/$-]{1,60}\Z")
_SAMPLE = 20
_MAX_YAML_LENGTH = 4 * 1024**2
_YAML_START = re.compile(r"\s*(?:#[^\n]*\n\s*)*(?:---|- ?\w[\w ]*:|[\w-]+:(?:\s|$))")
_YAML_NAME = (".yml", ".yaml")
_ALIAS = re.compile(r"(?:^|[\s:-])[*&]\w", re.MULTILINE)
"""What may be a YAML reference to another part of the text. A few of them can expand to a value of any size."""
_CONVERSATION_COLUMN = re.compile(r"(?:conversation|session|thread|chat|dialog(?:ue)?)[ _]?(?:id)?\Z", re.IGNORECASE)


def tables_in(text: str) -> Iterator[tuple[str, Json]]:
    """Yield the rows of a table as objects, with a label; grouped if a column names the conversation of each row."""
    rows = _rows(text)
    if not rows or not (holds_conversations(rows) or not any(bracket in text for bracket in "{[")):
        return
    column = next(filter(_CONVERSATION_COLUMN.match, rows[0]), None)
    if column is None or find_messages(rows) is None:
        yield "", rows
        return
    rows_by_conversation: dict[str, list[Json]] = {}
    for row in rows:
        cells = {name: cell for name, cell in row.items() if name != column}
        rows_by_conversation.setdefault(row[column], []).append(cells)
    yield from rows_by_conversation.items()


def holds_conversations(value: object) -> bool:
    return find_messages(value) is not None or bool(message_lists(value))


def _rows(text: str) -> list[dict[str, str]]:
    """Return the rows as objects by column, or an empty list if the text is not a table."""
    header, _, rest = text.partition("\n")
    separator = max(_SEPARATORS, key=header.count)
    if separator not in header or not rest.strip():
        return []
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    try:
        rows = [row for row in csv.reader(io.StringIO(text), delimiter=separator, strict=True) if row]
    except csv.Error:
        return []
    names = rows[0]
    if len(set(names)) < len(names) or not all(map(_COLUMN.match, names)):
        return []
    if any(len(row) != len(names) for row in rows[:_SAMPLE]) or len(rows) < 2:
        return []
    return [dict(zip(names, row, strict=False)) for row in rows[1:]]


def yaml_in(text: str, name: str) -> Json:
    """Return the value of a YAML text, or None. Without a YAML file name, the value must contain messages."""
    is_named_yaml = name.lower().endswith(_YAML_NAME)
    if len(text) > _MAX_YAML_LENGTH or not (is_named_yaml or _YAML_START.match(text)):
        return None
    value = read_yaml(text)
    if not isinstance(value, (dict, list)):
        return None
    return value if is_named_yaml or (holds_conversations(value) and not _is_log(value)) else None


def _is_log(value: JsonContainer) -> bool:
    """Whether a key has a piece of JSON, so that the text is a log whose lines contain a colon."""
    return isinstance(value, dict) and any("{" in key or '"' in key for key in value)


def read_yaml(text: str) -> Json:
    """Return the value of a YAML text as plain JSON: dates and keys are strings. Several documents are a list. None if
    it is not YAML or refers to other parts of itself."""
    import yaml  # here, because few texts need it

    class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        """A loader that does not turn dates into objects."""

    Loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    try:
        if _ALIAS.search(text) and any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=Loader)):
            return None
        documents = [plain(document) for document in yaml.load_all(text, Loader=Loader)]
    except (yaml.YAMLError, ValueError, TypeError, RecursionError):
        return None
    value = documents[0] if len(documents) == 1 else [document for document in documents if document is not None]
    return None if is_too_deep(value) else value
