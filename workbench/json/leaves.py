"""Every value of a document with what it is part of, and whether it says something or only names a kind or a place.

A role, an id, a media type say nothing where messages have them, unless somebody put a sentence there. The same keys
do say something in the arguments of a call or in a result, because there they are somebody's data. The id of a file
says something everywhere: it is all that is left of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from enum import Enum
from typing import NamedTuple

from workbench.json.text import Json

_KIND = r"role|speaker|type|(?:part_)?kind|state"
_ID = r"ids?|(?:(?:tool_?)?call|tool_?use|message|context|(?:reference_?)?task|item)_?ids?"
_MEDIA_TYPE = r"(?:media|mime|content)_?type"
_KINDS = re.compile(_KIND, re.IGNORECASE)
_IDS = re.compile(_ID, re.IGNORECASE)
_KINDS_OF_RESULTS = re.compile(rf"{_KIND}|{_MEDIA_TYPE}", re.IGNORECASE)
_NAMES = re.compile(
    rf"{_KIND}|{_ID}|{_MEDIA_TYPE}|status|object|format|encrypted_content|is_?error|created_?at|timestamp|ts|index"
    r"|detail|version|finish_reason",
    re.IGNORECASE,
)
_ROLES = frozenset({"role", "speaker"})
_SPEAKERS = frozenset({
    "user", "human", "assistant", "ai", "model", "agent", "system", "developer", "tool", "function", "data",
})  # fmt: skip
_ARGUMENTS = frozenset({"arguments", "args", "input"})
_RESULTS = frozenset({"result", "output", "response", "json"})
_SCHEMAS = frozenset({"parameters", "parametersJsonSchema", "parameters_json_schema", "input_schema", "inputSchema"})
_SENTENCE = re.compile(r"\w\s+\w")
_FEWEST_WORDS_AS_ID = 3


class Place(Enum):
    """What a value is part of, which decides whether a role, a kind or an id in it is somebody's word."""

    DOCUMENT = "whatever holds messages"
    MESSAGE = "a message: an item of a list"
    ROLE = "a role"
    IN_ROLE = "inside of what should be a role"
    ARGUMENTS = "the arguments of a call"
    RESULT = "what a tool returned"
    SCHEMA = "the schema of a tool"


_AROUND_ROLES = (Place.DOCUMENT, Place.MESSAGE)


class Leaf(NamedTuple):
    """A value with the key that it is under, at any depth of lists, and what it is part of."""

    key: str
    place: Place
    value: Json


def leaves_of(value: object, key: str = "", place: Place = Place.MESSAGE) -> Iterator[Leaf]:
    """Every value that is no container, in the order of the document; depth is no limit."""
    left = [Leaf(key, place, value)]
    while left:
        holder = left.pop()
        if isinstance(holder.value, (dict, list)):
            left.extend(reversed([held(holder, step, item) for step, item in steps_into(holder.value)]))
        else:
            yield holder


def steps_into(holder: Json) -> Iterable[tuple[str | int, Json]]:
    """What a list or an object holds, each with its index or key."""
    return holder.items() if isinstance(holder, dict) else enumerate(holder)


def held(holder: Leaf, step: str | int, value: object, around: Set[int] = frozenset()) -> Leaf:
    """A value in what holds it. The items of a list are messages, but for the lists around those of a conversation,
    whose identities are given."""
    if not isinstance(holder.value, list):
        return Leaf(str(step), _place_under(holder.place, step, value), value)
    is_message = holder.place is Place.DOCUMENT and id(holder.value) not in around
    return Leaf(holder.key, Place.MESSAGE if is_message else holder.place, value)


def _place_under(place: Place, key: object, value: object) -> Place:
    if place is Place.MESSAGE and isinstance(value, (dict, str)):
        if key in _ARGUMENTS:
            return Place.ARGUMENTS
        if key in _RESULTS:
            return Place.RESULT
        if key in _SCHEMAS:
            return Place.SCHEMA
    if key in _ROLES and place in _AROUND_ROLES:
        return Place.IN_ROLE if isinstance(value, (dict, list)) else Place.ROLE
    return place


def place_in_text(place: Place, inner: object) -> Place:
    """A text may hold messages; without a kind or a role at the top it is what a tool returned."""
    if place in (Place.ARGUMENTS, Place.RESULT):
        return place
    tops = inner if isinstance(inner, list) else [inner]
    is_data = isinstance(inner, (dict, list)) and not any(
        isinstance(top, dict) and any(_KINDS.fullmatch(str(key)) for key in top) for top in tops
    )
    return Place.RESULT if is_data else Place.MESSAGE


def is_sentence_as_id(value: object) -> bool:
    """Whether it has three words or more, with blanks between them: `call 1` is an id, however odd."""
    words = value.split() if isinstance(value, str) else ()
    return sum(any(map(str.isalnum, word)) for word in words) >= _FEWEST_WORDS_AS_ID


def _is_sentence(leaf: Leaf) -> bool:
    """Whether it has several words, with blanks between them: no kind is written like that."""
    if _IDS.fullmatch(leaf.key) is not None:
        return is_sentence_as_id(leaf.value)
    return isinstance(leaf.value, str) and _SENTENCE.search(leaf.value) is not None


def only_names(leaf: Leaf) -> bool:
    """Whether it names a kind or a place and says nothing else."""
    if leaf.place is Place.ARGUMENTS or _is_sentence(leaf):
        return False
    if leaf.place is Place.RESULT:
        return _KINDS_OF_RESULTS.fullmatch(leaf.key) is not None
    if leaf.place is Place.IN_ROLE:  # whatever was put there; a speaker in it is the role itself
        return str(leaf.value).strip().lower() in _SPEAKERS
    return leaf.place is Place.ROLE or _NAMES.fullmatch(leaf.key) is not None


def only_tells_kind(leaf: Leaf) -> bool:
    """Whether a word that is also here may still be lost: `user` as a role is not the word that somebody said. An id
    is different: what was written into one can be found there. So can a type in the schema of a tool."""
    return only_names(leaf) and leaf.place is not Place.SCHEMA and _IDS.fullmatch(leaf.key) is None
