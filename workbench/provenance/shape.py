"""The shape of a context for probing: two contexts with the same key must have the same trace.

So the key contains everything a converter may branch on: structure, types, emptiness, prefixes and alphabets of ids,
the value of switches such as `status`, the image type of bytes, the shape of JSON inside a string, and which values are
equal to each other. No converter branches on prose, ids or call arguments, so they are reduced to such traits; any
other short string is part of the key as it is. Whether a text is distinctive also belongs to the key: the probe looks
for a distinctive text in the target, but not for one that may be there by coincidence.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from typing import Any

from workbench.converters.tool_ids import known_prefix
from workbench.json.media import media_type_of_base64, split_data_url
from workbench.json.pointer import Path, last_key
from workbench.json.text import Json, parse_or_none

_PROSE_KEYS = frozenset({
    "text", "content", "result", "output", "thought", "thinking", "reasoning", "code", "title", "description", "value",
    "reason", "error", "errorText", "signature", "thoughtSignature", "encrypted_content", "createdAt", "timestamp",
})  # fmt: skip
ARGUMENT_KEYS = frozenset({"parameters", "args", "input", "arguments"})
"""Keys of the arguments of a tool call: every string below them is prose."""
RESULT_KEYS = frozenset({"result", "output", "response", "json", "value"})
"""Keys of the result of a tool or of parts of it."""
_MEDIA_KEYS = frozenset({"data", "url", "uri", "bytes", "image"})
_ID_KEYS = frozenset({"id", "callId", "toolCallId", "tool_call_id", "tool_use_id", "toolUseId", "call_id", "messageId"})
_LETTERS = re.compile(r"[a-zA-Z0-9_-]+")
_MORE_LETTERS = re.compile(r"[a-zA-Z0-9_.:-]+")
_SHORT = 80
_MIN_DISTINCTIVE_LENGTH = 4
_MAY_BE_BYTES = frozenset("i/RQJU \t\r\n")
"""First characters of base64 data whose image type can be recognised. White space may precede it."""
_MAY_BE_JSON = frozenset('{["-0123456789 \t\r\n')
_JSON_LITERALS = frozenset({"true", "false", "null"})

_Pending = list[tuple[Any, str, bool]]
"""Values still to be visited, each with its key and whether it is part of the arguments of a call."""


def shape_key(members: Sequence[Json]) -> Hashable:
    """Return a key that is equal only for contexts with equal traces.

    It has one token per value, in an order that depends on the structure alone.
    """
    tokens: list[Hashable] = []
    seen: dict[Json, int] = {}
    pending: _Pending = [(member, "", False) for member in members]
    while pending:
        value, key, in_arguments = pending.pop()
        kind = type(value)
        if kind is str:
            tokens.append(_string_token(value, key, in_arguments, pending))
            tokens.append(seen.setdefault(value, len(seen)))
        elif kind is dict:
            tokens.append(("{", *value))
            pending.extend([(item, name, in_arguments or name in ARGUMENT_KEYS) for name, item in value.items()])
        elif kind is list:
            tokens.append(("[", len(value)))
            pending.extend([(item, key, in_arguments) for item in value])
        elif value is None or kind is bool:
            tokens.append((value,))
        else:
            tokens.append((kind, bool(value), seen.setdefault(value, len(seen))))
    return tuple(tokens)


def is_content(path: Path) -> bool:
    """Whether the value is prose, media, an argument or a result: no converter branches on such a value."""
    return (
        any(step in ARGUMENT_KEYS or step in RESULT_KEYS for step in path)
        or last_key(path) in _PROSE_KEYS | _MEDIA_KEYS
    )


def is_prose(path: Path) -> bool:
    """Whether a string at this path is reduced to its traits, so that no trace may depend on its words."""
    return any(step in ARGUMENT_KEYS for step in path) or last_key(path) in _PROSE_KEYS


def is_distinctive(text: str) -> bool:
    """Whether a text is long enough to be recognised elsewhere: a shorter one may be there by coincidence."""
    return len(text) >= _MIN_DISTINCTIVE_LENGTH


def is_id(path: Path) -> bool:
    return last_key(path) in _ID_KEYS


def _string_token(value: str, key: str, in_arguments: bool, pending: _Pending) -> Hashable:
    if not in_arguments and key in _ID_KEYS:
        return ("id", known_prefix(value), _alphabet(value), _string_traits(value, key, in_arguments, pending))
    if in_arguments or key in _PROSE_KEYS or len(value) > _SHORT:
        return ("text", _string_traits(value, key, in_arguments, pending))
    return value


def _string_traits(value: str, key: str, in_arguments: bool, pending: _Pending) -> Hashable:
    first = value[:1]
    if first in _MAY_BE_JSON or value in _JSON_LITERALS:
        if not value.strip():
            return value
        inner = parse_or_none(value)
        if isinstance(inner, (dict, list)):
            pending.append((inner, key, in_arguments))
            return "json"
        if inner is not None or value == "null":
            return value
    if first in ("d", "D") and (url := split_data_url(value)):
        return ("data", url.media_type, url.base64, media_type_of_base64(url.data))
    if value.startswith(("http://", "https://")):
        return "url"
    if not value.strip():
        return value
    known_bytes = media_type_of_base64(value) if first in _MAY_BE_BYTES else None
    return known_bytes or ("text" if is_distinctive(value) else "short text")


def _alphabet(value: str) -> tuple[bool, bool, bool, bool]:
    """Return the traits of an id on which acceptance by a provider depends: its characters and its length."""
    letters = bool(_LETTERS.fullmatch(value))
    return letters, letters or bool(_MORE_LETTERS.fullmatch(value)), len(value) > 40, len(value) > 64
