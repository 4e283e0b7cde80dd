"""Walk over the leaves of a document and decide which are content and which are only metadata.

In a message, a role, an id or a media type is metadata, unless its value is a sentence. The same keys are content in
the arguments of a call or in a result, where they are somebody's data. The id of a file is always content, because it
is all that is left of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from enum import Enum
from typing import NamedTuple

from workbench.json.text import Json, JsonContainer

_KIND = r"role|speaker|type|(?:part_)?kind|state"
_ID = r"ids?|(?:(?:tool_?)?call|tool_?use|message|context|(?:reference_?)?task|item)_?ids?"
_MEDIA_TYPE = r"(?:media|mime|content)_?type"
_KIND_KEYS = re.compile(_KIND, re.IGNORECASE)
_ID_KEYS = re.compile(_ID, re.IGNORECASE)
_RESULT_METADATA_KEYS = re.compile(rf"{_KIND}|{_MEDIA_TYPE}", re.IGNORECASE)
_FACT = (
    rf"{_MEDIA_TYPE}|status|object|format|encrypted_content|is_?error|created_?at|timestamp|ts|index|detail|version"
    r"|finish_reason|ttl"
)
_FACT_KEYS = re.compile(_FACT, re.IGNORECASE)
"""Keys of facts about a message or a part, each of which is one value from a program and not from a person."""
_METADATA_KEYS = re.compile(rf"{_KIND}|{_ID}|{_FACT}", re.IGNORECASE)
_ROLE_KEYS = frozenset({"role", "speaker"})
_SPEAKERS = frozenset({
    "user", "human", "assistant", "ai", "model", "agent", "system", "developer", "tool", "function", "data",
})  # fmt: skip
_ARGUMENT_KEYS = frozenset({"arguments", "args", "input"})
_RESULT_KEYS = frozenset({"result", "output", "response", "json"})
_SCHEMA_KEYS = frozenset(
    {"parameters", "parametersJsonSchema", "parameters_json_schema", "input_schema", "inputSchema"}
)
_SCHEMA_METADATA_KEYS = frozenset({"$ref", "$schema", "$id"})
"""Keywords of a schema that name its dialect or another place in it."""
_SENTENCE = re.compile(r"\w\s+\w|[\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]{4}")
"""Words with blanks between them, or a run of letters of a script that writes no blanks: Thai, Lao, Burmese, Khmer,
Japanese, Chinese."""
_WORD_OF_A_PERSON = re.compile(r"[A-Z][a-z]*[.,!?…]?|[a-z]+[.,!?…]")
"""One word as a sentence begins or ends with it. The names that programs use for facts do not look like this."""
_MIN_SENTENCE_WORDS = 3


class PartOf(Enum):
    """The part of a document that a value is in. It decides whether a role, a kind or an id there is content."""

    DOCUMENT = "anything around the messages"
    MESSAGE = "a message: an item of a list"
    ROLE = "a role"
    IN_ROLE = "inside a container that is in place of a role"
    ARGUMENTS = "the arguments of a call"
    RESULT = "the result of a tool"
    SCHEMA = "the schema of a tool"


_PARTS_WITH_ROLES = (PartOf.DOCUMENT, PartOf.MESSAGE)


class Leaf(NamedTuple):
    """A value, the part of the document it is in, and its key; an item of a list has the key of the list, except in
    the place of a fact."""

    key: str
    part_of: PartOf
    value: Json


def leaves_of(value: object, key: str = "", part_of: PartOf = PartOf.MESSAGE) -> Iterator[Leaf]:
    """Yield every value that is not a container, in document order, at any depth."""
    pending = [Leaf(key, part_of, value)]
    while pending:
        leaf = pending.pop()
        if isinstance(leaf.value, (dict, list)):
            pending.extend(reversed([child_leaf(leaf, step, item) for step, item in items_of(leaf.value)]))
        else:
            yield leaf


def items_of(container: JsonContainer) -> Iterable[tuple[str | int, Json]]:
    """Return the items of a list or an object, each with its index or key."""
    return container.items() if isinstance(container, dict) else enumerate(container)


def child_leaf(parent: Leaf, step: str | int, value: object, around: Set[int] = frozenset()) -> Leaf:
    """Return the leaf for one item of a parent container.

    The items of a list in the document are messages, except in the lists around the message list; `around` has the
    identities of those.
    """
    if not isinstance(parent.value, list):
        return Leaf(str(step), _part_under(parent.part_of, step, value), value)
    is_message = parent.part_of is PartOf.DOCUMENT and id(parent.value) not in around
    key = "" if _FACT_KEYS.fullmatch(parent.key) else parent.key  # a fact is one value; a list may be anything
    return Leaf(key, PartOf.MESSAGE if is_message else parent.part_of, value)


def _part_under(part_of: PartOf, key: object, value: object) -> PartOf:
    if part_of is PartOf.MESSAGE and isinstance(value, (dict, str)):
        if key in _ARGUMENT_KEYS:
            return PartOf.ARGUMENTS
        if key in _RESULT_KEYS:
            return PartOf.RESULT
        if key in _SCHEMA_KEYS:
            return PartOf.SCHEMA
    if key in _ROLE_KEYS and part_of in _PARTS_WITH_ROLES:
        return PartOf.IN_ROLE if isinstance(value, (dict, list)) else PartOf.ROLE
    return part_of


def part_in_text(part_of: PartOf, inner: object) -> PartOf:
    """Return the part that a value inside a JSON text belongs to.

    A text may contain messages; if it has no kind or role at the top, it is treated as the result of a tool.
    """
    if part_of in (PartOf.ARGUMENTS, PartOf.RESULT):
        return part_of
    tops = inner if isinstance(inner, list) else [inner]
    is_data = isinstance(inner, (dict, list)) and not any(
        isinstance(top, dict) and any(_KIND_KEYS.fullmatch(str(key)) for key in top) for top in tops
    )
    return PartOf.RESULT if is_data else PartOf.MESSAGE


def is_sentence_as_id(value: object) -> bool:
    """Whether the value of an id is a sentence: three or more words. `call 1` is an odd id, but an id."""
    words = value.split() if isinstance(value, str) else ()
    return sum(any(map(str.isalnum, word)) for word in words) >= _MIN_SENTENCE_WORDS


def _is_sentence(leaf: Leaf) -> bool:
    """Whether a leaf has several words, which no kind or role has."""
    if _ID_KEYS.fullmatch(leaf.key) is not None:
        return is_sentence_as_id(leaf.value)
    return has_several_words(leaf.value)


def has_several_words(value: object) -> bool:
    """Whether a value is a text of several words."""
    return isinstance(value, str) and _SENTENCE.search(value) is not None


def is_metadata(leaf: Leaf) -> bool:
    """Whether a leaf is only a kind, an id or other metadata, and not content."""
    if leaf.part_of is PartOf.ARGUMENTS or _is_sentence(leaf):
        return False
    if leaf.part_of is PartOf.SCHEMA and leaf.key in _SCHEMA_METADATA_KEYS:
        return True
    if leaf.part_of is PartOf.RESULT:
        return _RESULT_METADATA_KEYS.fullmatch(leaf.key) is not None
    if leaf.part_of is PartOf.IN_ROLE:  # may be anything; only the name of a speaker is the role itself
        return str(leaf.value).strip().lower() in _SPEAKERS
    if leaf.part_of is PartOf.ROLE:
        return True
    return _METADATA_KEYS.fullmatch(leaf.key) is not None and not _is_said_in_place_of_fact(leaf)


def _is_said_in_place_of_fact(leaf: Leaf) -> bool:
    """Whether a word of a person, or who speaks, is in the place of a fact, as after the wrong rename of a field."""
    if _FACT_KEYS.fullmatch(leaf.key) is None or not isinstance(leaf.value, str):
        return False
    return leaf.value.lower() in _SPEAKERS or _WORD_OF_A_PERSON.fullmatch(leaf.value) is not None


def is_kind_only(leaf: Leaf) -> bool:
    """Whether a word in this leaf is not evidence that the same word of the content survived.

    `user` as a role is not the word that somebody wrote. Ids and types in the schema of a tool do count as evidence.
    """
    return is_metadata(leaf) and leaf.part_of is not PartOf.SCHEMA and _ID_KEYS.fullmatch(leaf.key) is None
