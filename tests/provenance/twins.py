"""Histories for provenance: with calls that find their results, and a second history of the same shape."""

from __future__ import annotations

from workbench.converters.tool_ids import bare
from workbench.json.text import Json

_IDS = frozenset({"id", "callId", "toolCallId", "tool_call_id", "tool_use_id", "toolUseId", "call_id"})
_PROSE = frozenset({"text", "content", "thought", "thinking", "code", "title", "reasoning", "errorText", "error"})
_GIVEN = frozenset({"parameters", "args", "input", "arguments"})


def paired(value: Json, key: str = "") -> Json:
    """The same history with four ids only, so that calls and results often meet."""
    if isinstance(value, dict):
        return {name: paired(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [paired(item, key) for item in value]
    if isinstance(value, str) and key in _IDS and bare(value):
        return value.removesuffix(bare(value)) + "a1b2"[len(bare(value)) % 4]
    return value


def twin(value: Json, key: str = "", given: bool = False) -> Json:
    """Another history of this shape: prose and arguments get longer, ids are others, numbers grow."""
    if isinstance(value, dict):
        return {name: twin(item, name, given or name in _GIVEN) for name, item in value.items()}
    if isinstance(value, list):
        return [twin(item, key, given) for item in value]
    if isinstance(value, str) and key in _IDS and not given:
        return value + "t"
    if isinstance(value, str) and value.strip() and (given or key in _PROSE):
        return value + " and more"
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) > 1:
        return value + 7
    return value
