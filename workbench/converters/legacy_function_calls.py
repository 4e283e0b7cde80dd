"""Rewrite the legacy function calls of Chat Completions (`function_call`, role `function`) as tool calls with ids.

They have no ids: a result answers the last call of its function. For formats that pair by id, an id is derived from the
function's name, and numbered if the function is called again, so that equal input gives equal output.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.json.text import Json


def with_call_ids(messages: Sequence[Json]) -> Sequence[Json]:
    """Return the messages with legacy calls and results rewritten as tool calls and tool messages."""
    if not any(isinstance(message, dict) and _is_legacy(message) for message in messages):
        return messages
    call_counts: dict[str, int] = {}
    return [_modernised(message, call_counts) if isinstance(message, dict) else message for message in messages]


def _is_legacy(message: dict[str, Json]) -> bool:
    return isinstance(message.get("function_call"), dict) or message.get("role") == "function"


def _modernised(message: dict[str, Json], call_counts: dict[str, int]) -> Json:
    function = message.get("function_call")
    if isinstance(function, dict):
        name = str(function.get("name"))
        call_counts[name] = call_counts.get(name, 0) + 1
        rest = {key: value for key, value in message.items() if key != "function_call"}
        call = {"id": _call_id(name, call_counts), "type": "function", "function": function}
        other_calls = message.get("tool_calls")
        return {**rest, "tool_calls": [*(other_calls if isinstance(other_calls, list) else ()), call]}
    if message.get("role") == "function" and "tool_call_id" not in message:
        return {**message, "role": "tool", "tool_call_id": _call_id(str(message.get("name")), call_counts)}
    return message


def _call_id(name: str, call_counts: dict[str, int]) -> str:
    number = call_counts.get(name, 1)
    return f"call_{name}" if number == 1 else f"call_{name}_{number}"
