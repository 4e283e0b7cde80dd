"""Variants of a history for provenance tests: one whose calls match its results, and one of the same shape."""

from __future__ import annotations

from typing import Any

from workbench.converters.tool_ids import strip_prefixes

_IDS = frozenset({"id", "callId", "toolCallId", "tool_call_id", "tool_use_id", "toolUseId", "call_id"})
_PROSE = frozenset({"text", "content", "thought", "thinking", "code", "title", "reasoning", "errorText", "error"})
_ARGUMENTS = frozenset({"parameters", "args", "input", "arguments"})


def paired(value: Any, key: str = "") -> Any:
    """Return the history with only four different ids, so that calls and results often match."""
    if isinstance(value, dict):
        return {name: paired(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [paired(item, key) for item in value]
    if isinstance(value, str) and key in _IDS and strip_prefixes(value):
        return value.removesuffix(strip_prefixes(value)) + "a1b2"[len(strip_prefixes(value)) % 4]
    return value


def twin(value: Any, key: str = "", in_arguments: bool = False) -> Any:
    """Return another history of this shape: prose and arguments are longer, ids differ, numbers are larger."""
    if isinstance(value, dict):
        return {name: twin(item, name, in_arguments or name in _ARGUMENTS) for name, item in value.items()}
    if isinstance(value, list):
        return [twin(item, key, in_arguments) for item in value]
    if isinstance(value, str) and key in _IDS and not in_arguments:
        return value + "t"
    if isinstance(value, str) and value.strip() and (in_arguments or key in _PROSE):
        return value + " and more"
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) > 1:
        return value + 7
    return value
