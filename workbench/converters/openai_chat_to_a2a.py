"""OpenAI Chat Completions → A2A: the reverse of spec 002.

The default is version 1.0, which refuses older dialects. A history for an older one names it in its settings
(`dialect`) and is written with `kind` (0.3) or `type` (0.2.1a1).

The SDK requires a `messageId`; it is derived from the position of the message, so that equal input gives equal output.
A2A has no system role, so a system message becomes a user message with `metadata.role`, which is restored on the way
back. Reasoning becomes a text part with ADK's mark for thoughts; a part without an A2A kind is stored in a data part.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.contract import Converted, Edge
from workbench.converters.legacy_function_calls import with_call_ids
from workbench.formats.a2a.dialects import in_dialect
from workbench.json.media import split_data_url
from workbench.json.text import Json, object_or_none

_ROLES = {
    "user": "user",
    "assistant": "agent",
    "tool": "user",
    "system": "user",
    "developer": "user",
}
_AUDIO_TYPES = {"mp3": "audio/mpeg", "wav": "audio/wav"}


def openai_chat_to_a2a(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    call_names: dict[str, Json] = {}
    for index, message in enumerate(with_call_ids(messages)):
        role = message.get("role") if isinstance(message, dict) else None
        if isinstance(message, dict) and isinstance(role, str) and role in _ROLES:
            converted: dict[str, Json] = {"kind": "message", "messageId": f"message-{index}", "role": _ROLES[role]}
            if role in ("system", "developer"):
                converted["metadata"] = {"role": role}
            converted["parts"] = _result(message, call_names) if role == "tool" else _parts(message, call_names)
            yield Converted(in_dialect(converted, settings.get("dialect")), (index,))


def _parts(message: dict[str, Json], call_names: dict[str, Json]) -> list[Json]:
    parts: list[Json] = []
    if isinstance(reasoning := message.get("reasoning_content"), str):
        parts.append({"kind": "text", "text": reasoning, "metadata": {"adk_thought": True}})
    content, calls = message.get("content"), message.get("tool_calls")
    if isinstance(content, list):
        parts.extend(_part(part) for part in content)
    elif isinstance(content, str) and (content or not calls):  # an empty content next to calls is not a text
        parts.append({"kind": "text", "text": content})
    if isinstance(calls, list):
        parts.append({"kind": "data", "data": {"tool_calls": [_call(call, call_names) for call in calls]}})
    return parts


def _part(part: Any) -> Json:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind in ("text", "refusal") and isinstance(part.get(kind), str):
        return {"kind": "text", "text": part[kind]}
    payload = part.get(kind) if isinstance(kind, str) else None
    if kind == "image_url":
        url = payload.get("url") if isinstance(payload, dict) else payload
        if isinstance(url, str):
            return {"kind": "file", "file": _file(url, "image/*")}
    elif kind == "input_audio" and isinstance(payload, dict) and isinstance(payload.get("data"), str):
        audio = payload.get("format")
        media_type = _AUDIO_TYPES.get(audio, f"audio/{audio}") if isinstance(audio, str) else "audio/wav"
        return {"kind": "file", "file": {"bytes": payload["data"], "mimeType": media_type}}
    elif kind == "file" and isinstance(payload, dict) and isinstance(payload.get("file_data"), str):
        name_field = {"name": payload["filename"]} if isinstance(payload.get("filename"), str) else {}
        return {"kind": "file", "file": {**name_field, **_file(payload["file_data"], "application/octet-stream")}}
    return {"kind": "data", "data": part if isinstance(part, dict) else {"value": part}}


def _file(url: str, default_type: str) -> dict[str, Json]:
    """Return bytes for a base64 data URL, else a reference. `otherwise` is the media type if none is known."""
    parts = split_data_url(url)
    if parts is None or not parts.base64:
        return {"uri": url, "mimeType": default_type}
    return {"bytes": parts.data, "mimeType": parts.media_type or default_type}


def _call(call: object, call_names: dict[str, Json]) -> Json:
    """Return a call. Arguments become an object; a string that is not a JSON object stays a string."""
    if not isinstance(call, dict):
        return call
    function = call.get("function") if isinstance(call.get("function"), dict) else call.get("custom")
    if not isinstance(function, dict):
        function = {}
    call_id, name = call.get("id"), function.get("name")
    if isinstance(call_id, str):
        call_names[call_id] = name
    raw_arguments = function.get("arguments", function.get("input"))
    arguments = object_or_none(raw_arguments)
    row = {"call_id": call_id, "name": name, "arguments": raw_arguments if arguments is None else arguments}
    return {key: value for key, value in row.items() if value is not None}


def _result(message: dict[str, Json], call_names: Mapping[str, Json]) -> list[Json]:
    """Return a result (spec 002, example 3), with the tool name if a call has it."""
    call_id, name = message.get("tool_call_id"), message.get("name")
    if name is None and isinstance(call_id, str):
        name = call_names.get(call_id)
    row = {"call_id": call_id, "name": name, "output": _output(message.get("content"))}
    result = {key: value for key, value in row.items() if value is not None}
    return [{"kind": "data", "data": {"tool_results": [result]}}]


def _output(content: object) -> Json:
    """Return text parts joined. A list with anything else stays as it is."""
    if not isinstance(content, list):
        return "" if content is None else content
    texts = [part.get("text") if isinstance(part, dict) and part.get("type") == "text" else None for part in content]
    strings = [text for text in texts if isinstance(text, str)]
    return "\n".join(strings) if len(strings) == len(content) else content


EDGE = Edge("openai-chat", "a2a", openai_chat_to_a2a, "the reverse of spec 002")
