"""The shape of a message as a probe sees it: two messages of one key must leave the same trace.

So the key holds whatever a converter may branch on: structure, types, emptiness, prefixes of ids and URLs, the value
of switches such as `status`, the image type that bytes show, and which short texts are equal to each other. A string
that holds JSON stands for itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from workbench.jsontext import Json, parse_or_none
from workbench.media import media_type_of_base64, split_data_url
from workbench.pointer import Path, leaves
from workbench.tool_ids import ANTHROPIC_PREFIX, HISTORY_PREFIX, OPENAI_PREFIX

_TEXT_KEYS = frozenset({"text", "content", "result", "output", "thought", "thinking", "code", "title", "description"})
"""Keys whose strings are prose: every other short string may be a switch, and stands for itself unless it is an id."""
_ID_KEYS = frozenset({"id", "callId", "toolCallId", "tool_call_id", "tool_use_id", "toolUseId", "call_id", "messageId"})
_SHORT = 80


def shape_key(members: Sequence[Json]) -> Hashable:
    """Equal for contexts that leave equal traces."""
    seen: dict[str, int] = {}
    return tuple((path, _class(path, value, seen)) for path, value in leaves(list(members)))


def _class(path: Path, value: Json, seen: dict[str, int]) -> Hashable:
    if not isinstance(value, str):
        if isinstance(value, dict | list):
            return type(value).__name__
        return (type(value).__name__, bool(value))
    key = next((step for step in reversed(path) if isinstance(step, str)), "")
    nature = _nature(value)
    if key in _ID_KEYS:
        return ("id", nature, _prefix(value), seen.setdefault(value, len(seen)))
    if key not in _TEXT_KEYS and len(value) <= _SHORT:
        return ("word", value)
    return ("text", nature, seen.setdefault(value, len(seen)) if len(value) <= _SHORT else -1)


def _nature(value: str) -> Hashable:
    if not value.strip():
        return value
    if value[0] in '{["' or value in ("true", "false", "null") or value[0].isdigit() or value[0] == "-":
        return value if parse_or_none(value) is not None or value == "null" else "text"
    if url := split_data_url(value):
        return ("data", url.media_type, url.base64, media_type_of_base64(url.data))
    if value.startswith(("http://", "https://")):
        return "url"
    return media_type_of_base64(value) or "text"


def _prefix(value: str) -> str:
    return next((known for known in (HISTORY_PREFIX, OPENAI_PREFIX, ANTHROPIC_PREFIX) if value.startswith(known)), "")
