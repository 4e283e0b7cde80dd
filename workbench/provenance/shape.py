"""The shape of a message as a probe sees it: two contexts of one key must leave the same trace.

So the key holds whatever a converter may branch on: structure, types, emptiness, prefixes and alphabets of ids, the
value of switches such as `status`, the image type that bytes show, the shape of JSON inside a string, and which values
are equal to each other. Prose, ids and arguments of calls differ from message to message, and no converter branches on
what they say; all other short strings stand for themselves.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence

from workbench.converters.tool_ids import known_prefix
from workbench.json.media import media_type_of_base64, split_data_url
from workbench.json.pointer import Path
from workbench.json.text import Json, parse_or_none

_PROSE_KEYS = frozenset({
    "text", "content", "result", "output", "thought", "thinking", "reasoning", "code", "title", "description", "value",
    "reason", "error", "errorText", "signature", "thoughtSignature", "encrypted_content", "createdAt", "timestamp",
})  # fmt: skip
GIVEN_KEYS = frozenset({"parameters", "args", "input", "arguments"})
"""What a model gave to a tool: every string below is prose."""
RETURNED_KEYS = frozenset({"result", "output", "response", "json", "value"})
"""What a tool returned, whole or in pieces."""
_MEDIA_KEYS = frozenset({"data", "url", "uri", "bytes", "image"})
_ID_KEYS = frozenset({"id", "callId", "toolCallId", "tool_call_id", "tool_use_id", "toolUseId", "call_id", "messageId"})
_LETTERS = re.compile(r"[a-zA-Z0-9_-]+")
_MORE_LETTERS = re.compile(r"[a-zA-Z0-9_.:-]+")
_SHORT = 80
_MAY_BE_BYTES = frozenset("i/RQJU \t\r\n")
"""How the base64 of the image types that bytes can show begins; blanks may be before it."""
_MAY_BE_JSON = frozenset('{["-0123456789 \t\r\n')
_WORDS_OF_JSON = frozenset({"true", "false", "null"})

_Pending = list[tuple[Json, str, bool]]
"""Values to be looked at: each with the key it is under, and whether it was given to a tool."""


def shape_key(members: Sequence[Json]) -> Hashable:
    """Equal for contexts that leave equal traces. One token for each value, in an order that structure decides."""
    tokens: list[Hashable] = []
    seen: dict[Json, int] = {}
    pending: _Pending = [(member, "", False) for member in members]
    while pending:
        value, key, given = pending.pop()
        kind = type(value)
        if kind is str:
            tokens.append(_text(value, key, given, pending))
            tokens.append(seen.setdefault(value, len(seen)))
        elif kind is dict:
            tokens.append(("{", *value))
            pending.extend([(item, name, given or name in GIVEN_KEYS) for name, item in value.items()])
        elif kind is list:
            tokens.append(("[", len(value)))
            pending.extend([(item, key, given) for item in value])
        elif value is None or kind is bool:
            tokens.append((value,))
        else:
            tokens.append((kind, bool(value), seen.setdefault(value, len(seen))))
    return tuple(tokens)


def is_said(path: Path) -> bool:
    """Whether a value was said, given or returned: no converter branches on what it is."""
    return any(step in GIVEN_KEYS or step in RETURNED_KEYS for step in path) or _key(path) in _PROSE_KEYS | _MEDIA_KEYS


def is_id(path: Path) -> bool:
    return _key(path) in _ID_KEYS


def _key(path: Path) -> str:
    return next((step for step in reversed(path) if isinstance(step, str)), "")


def _text(value: str, key: str, given: bool, pending: _Pending) -> Hashable:
    if not given and key in _ID_KEYS:
        return ("id", known_prefix(value), _alphabet(value), _nature(value, key, given, pending))
    if given or key in _PROSE_KEYS or len(value) > _SHORT:
        return ("text", _nature(value, key, given, pending))
    return value


def _nature(value: str, key: str, given: bool, pending: _Pending) -> Hashable:
    first = value[:1]
    if first in _MAY_BE_JSON or value in _WORDS_OF_JSON:
        if not value.strip():
            return value
        inner = parse_or_none(value)
        if isinstance(inner, (dict, list)):
            pending.append((inner, key, given))
            return "json"
        if inner is not None or value == "null":
            return value
    if first in ("d", "D") and (url := split_data_url(value)):
        return ("data", url.media_type, url.base64, media_type_of_base64(url.data))
    if value.startswith(("http://", "https://")):
        return "url"
    if not value.strip():
        return value
    return (media_type_of_base64(value) if first in _MAY_BE_BYTES else None) or "text"


def _alphabet(value: str) -> tuple[bool, bool, bool, bool]:
    """Which providers take it as it is: their letters, and their lengths of 40 and 64."""
    letters = bool(_LETTERS.fullmatch(value))
    return letters, letters or bool(_MORE_LETTERS.fullmatch(value)), len(value) > 40, len(value) > 64
