"""Chat Completions' calls of the time before tools (`function_call`, role `function`) as calls with ids.

They have no ids: a result answers the last call of its function. Formats that pair by id get one made of the function's
name, and numbered where a function is called again, so that equal input gives equal output.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.json.text import Json


def with_call_ids(messages: Sequence[Json]) -> Sequence[Json]:
    """The same messages, those of the old kind written as tool calls and tool messages."""
    if not any(isinstance(message, dict) and _is_old(message) for message in messages):
        return messages
    calls: dict[str, int] = {}
    return [_renewed(message, calls) if isinstance(message, dict) else message for message in messages]


def _is_old(message: dict[str, Json]) -> bool:
    return isinstance(message.get("function_call"), dict) or message.get("role") == "function"


def _renewed(message: dict[str, Json], calls: dict[str, int]) -> Json:
    called = message.get("function_call")
    if isinstance(called, dict):
        name = str(called.get("name"))
        calls[name] = calls.get(name, 0) + 1
        kept = {key: value for key, value in message.items() if key != "function_call"}
        call = {"id": _id(name, calls), "type": "function", "function": called}
        listed = message.get("tool_calls")
        return {**kept, "tool_calls": [*(listed if isinstance(listed, list) else ()), call]}
    if message.get("role") == "function" and "tool_call_id" not in message:
        return {**message, "role": "tool", "tool_call_id": _id(str(message.get("name")), calls)}
    return message


def _id(name: str, calls: dict[str, int]) -> str:
    number = calls.get(name, 1)
    return f"call_{name}" if number == 1 else f"call_{name}_{number}"
