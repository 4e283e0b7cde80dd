"""Describe a fix in sentences: what its patch writes, value by value."""

from __future__ import annotations

from typing import Any

from workbench.checks.findings import Fix
from workbench.json.media import looks_like_base64, split_data_url
from workbench.json.pointer import PointerError, readable, resolve
from workbench.json.text import Json, compact
from workbench.outputs.verdict_sentence import counted
from workbench.view.pictures import size_text

_MAX_OPERATIONS = 4
_LONGEST = 120
_DEEPEST = 100
_LONGEST_TEXT = 200
"""Shorter base64 is shown: it may be an id."""


def patch_sentences(payload: object, fix: Fix) -> list[str]:
    """Return a sentence for each of the first operations."""
    lines = [_sentence(payload, operation) for operation in fix.patch[:_MAX_OPERATIONS]]
    rest = len(fix.patch) - _MAX_OPERATIONS
    return lines + ([f"And {counted(rest, 'more change')}."] if rest > 0 else [])


def _sentence(payload: Json, operation: Any) -> str:
    kind, where = operation["op"], readable(operation["path"])
    if kind == "move":
        return f"Moves {readable(operation['from'])} to {where}."
    if kind == "remove":
        return f"Removes {where}: {_short(_value_at(payload, operation['path']))}"
    if kind == "replace":
        return f"Writes {where}: {_short(_value_at(payload, operation['path']))} → {_short(operation['value'])}"
    return f"Adds {where}: {_short(operation.get('value'))}"


def _value_at(payload: object, pointer: str) -> Json:
    try:
        return resolve(payload, pointer)
    except PointerError:
        return None


def _short(value: object) -> str:
    text = compact(without_bytes(value))
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …"


def without_bytes(value: object, depth: int = 0) -> Json:
    """Return a value with pictures and other bytes replaced by their size. Very deep values are not changed."""
    if isinstance(value, str):
        return _without_base64(value)
    if depth < _DEEPEST and isinstance(value, list):
        return [without_bytes(item, depth + 1) for item in value]
    if depth < _DEEPEST and isinstance(value, dict):
        return {key: without_bytes(item, depth + 1) for key, item in value.items()}
    return value


def _without_base64(text: str) -> str:
    if len(text) <= _LONGEST_TEXT:
        return text
    url = split_data_url(text)
    data = url.data if url is not None else text
    if " " in data[:_LONGEST_TEXT] or not looks_like_base64(data):
        return text
    start = text[: len(text) - len(data)]
    return f"{start}{data[:16]}… ({size_text(len(data) * 3 // 4)})"
