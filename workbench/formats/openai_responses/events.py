"""Read a Responses item as events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.formats.contract import (
    Event,
)
from workbench.formats.openai_responses.items import (
    CALLS,
    OUTPUTS,
    SERVER_TOOL_SEARCH,
    SERVER_TOOLS,
    ClientTool,
    Output,
    ServerTool,
    client_call,
    client_output,
)
from workbench.json.media import media_type_of_url
from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject

_WHOLE: Mapping[str, Path] = {}
_CONTENT: Mapping[str, Path] = {"value": ("content",)}
_ITEM: Mapping[str, Path] = {"id": ("id",), "name": ("name",)}
_REASONING: Mapping[str, Path] = {"id": ("id",), "value": ("summary",), "signature": ("encrypted_content",)}
_IMAGE: Mapping[str, Path] = {"value": ("image_url",)}
_TEXT: Mapping[str, Path] = {"value": ("text",)}
_REFUSAL: Mapping[str, Path] = {"value": ("refusal",)}
_CALL: Mapping[ClientTool, Mapping[str, Path]] = {
    tool: {"id": ("call_id",), "name": ("name",), "value": (tool.value,)}
    for tool in (*CALLS.values(), ClientTool("computer", "actions"))
}
_FUNCTION_CALL = _CALL[CALLS["function_call"]]
_FUNCTION_OUTPUT = OUTPUTS["function_call_output"]
_RESULT: Mapping[str, Mapping[str, Path]] = {
    kind: {"id": (output.id,), "name": ("name",), "value": (output.value,)} for kind, output in OUTPUTS.items()
}
_SERVER: Mapping[ServerTool, tuple[Mapping[str, Path], Mapping[str, Path]]] = {
    tool: (
        {"id": ("id",), "name": ("name",), "value": (tool.value,)},
        {"id": ("id",), "value": (tool.result or "status",), "error": ("error",)},
    )
    for tool in (*SERVER_TOOLS.values(), SERVER_TOOL_SEARCH)
}


def read(message: object, index: int) -> list[Event]:
    if not isinstance(message, dict):
        return [Event("text", index, (), _WHOLE, message, value=message)] if isinstance(message, str) else []
    kind = message.get("type")
    if kind == "message" or (kind is None and ("role" in message or "content" in message)):
        return _message(message, index)
    if kind == "function_call":  # as nearly all calls are
        call_id, name = message.get("call_id"), message.get("name")
        return [Event("call", index, (), _FUNCTION_CALL, message, call_id, name, message.get("arguments"))]
    if kind == "function_call_output":
        return _result(message, index, _FUNCTION_OUTPUT)
    if call := client_call(message):
        name = call.name or message.get("name")
        return [Event("call", index, (), _CALL[call], message, message.get("call_id"), name, message.get(call.value))]
    if output := client_output(message):
        return _result(message, index, output)
    if kind == "reasoning":
        return [Event("thought", index, (), _REASONING, message, message.get("id"), value=reasoning_text(message))]
    return _server_tool(message, index) if isinstance(kind, str) else [_other(message, index, "item_reference")]


def _message(message: dict[str, Json], index: int) -> list[Event]:
    content = message.get("content")
    if isinstance(content, str):
        return [Event("text", index, (), _CONTENT, message, value=content)]
    if not isinstance(content, list):
        return []
    return [_part(part, index, ("content", at)) for at, part in enumerate(content)]


def _result(item: JsonObject, index: int, output: Output) -> list[Event]:
    value = item.get(output.value)
    call_id, name, failed = item.get(output.id), item.get("name"), item.get("status") == "failed"
    events = [Event("result", index, (), _RESULT[item["type"]], item, call_id, name, value, failed)]
    if isinstance(value, list) and output.value == "output" and item.get("type") != "shell_call_output":
        events.extend(_part(part, index, (output.value, at)) for at, part in enumerate(value))
    elif isinstance(value, dict) and value.get("type") == "computer_screenshot":
        events.append(_part(value, index, (output.value,)))
    return events


def _server_tool(item: JsonObject, index: int) -> list[Event]:
    """Read call and outcome from one item, so both events have its id. A search without results has only a call."""
    kind = item["type"]
    if kind == "tool_search_output":
        at: Mapping[str, Path] = {"id": ("call_id",), "value": ("tools",)}
        return [Event("server_result", index, (), at, item, item.get("call_id"), "tool_search", item.get("tools"))]
    tool = SERVER_TOOL_SEARCH if kind == "tool_search_call" else SERVER_TOOLS.get(kind)
    if tool is None:
        return [_other(item, index, kind)]
    name = tool.name or item.get("name")
    call_at, result_at = _SERVER[tool]
    events = [Event("server_call", index, (), call_at, item, item.get("id"), name, item.get(tool.value))]
    failed = item.get("error") is not None or item.get("status") == "failed"
    if failed or (tool.result and item.get(tool.result) is not None):
        value = item.get(tool.result) if tool.result else None
        events.append(Event("server_result", index, (), result_at, item, item.get("id"), name, value, failed))
    return events


def _other(item: dict[str, Json], index: int, kind: str) -> Event:
    return Event("other", index, (), _ITEM, item, item.get("id"), kind)


def _part(part: Any, index: int, path: Path) -> Event:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind in ("input_text", "output_text"):
        return Event("text", index, path, _TEXT, part, value=part.get("text"))
    if kind == "refusal":
        return Event("text", index, path, _REFUSAL, part, value=part.get("refusal"))
    if kind in ("input_image", "computer_screenshot"):
        url = part.get("image_url")
        return Event("image", index, path, _IMAGE, part, part.get("file_id"), None, url, False, media_type_of_url(url))
    if kind in ("input_file", "input_audio"):
        place = next((key for key in ("file_data", "file_url", "input_audio") if key in part), "file_id")
        value = part.get(place)
        return Event("file", index, path, {"value": (place,)}, part, value=value, media_type=media_type_of_url(value))
    return Event("other", index, path, _WHOLE, part, name=kind)


def reasoning_text(item: Mapping[str, Any]) -> str | None:
    """Return the visible text of a reasoning item, or None if all of it is encrypted."""
    parts = [part for key in ("summary", "content") if isinstance(item.get(key), list) for part in item[key]]
    texts = [part["text"] for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str)]
    return "\n\n".join(texts) if texts else None
