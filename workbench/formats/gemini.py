"""Gemini `contents`, as the `google-genai` package 3.1.0 types them (`Content`, `Part`).

A part has no discriminator: the one payload key that is set says what it is. The API reads camelCase and snake_case
alike, so both are read here. Calls and responses may lack ids; then they pair by name and order.
"""

from __future__ import annotations

from collections.abc import Mapping

from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, POSSIBLE, Event, Format, Shape, Tool
from workbench.formats.gemini_models import model
from workbench.json.media import is_image
from workbench.json.pointer import Path
from workbench.json.text import Json

# --- recognition ------------------------------------------------------------------------------------------------

_SNAKE = {
    "functionCall": "function_call",
    "functionResponse": "function_response",
    "inlineData": "inline_data",
    "fileData": "file_data",
    "executableCode": "executable_code",
    "codeExecutionResult": "code_execution_result",
    "toolCall": "tool_call",
    "toolResponse": "tool_response",
}
PAYLOADS = {"text": "text"} | {key: key for key in _SNAKE} | {snake: key for key, snake in _SNAKE.items()}
"""The key of a part that says what it is, as written → in camelCase."""

_OWN_PART_KEYS = frozenset(PAYLOADS) - {"text"} | {"thought", "thoughtSignature", "thought_signature"}
_A2A_KEYS = {"messageId", "message_id", "contextId", "context_id", "taskId", "task_id", "kind"}
_FOREIGN_PART_KEYS = {"type", "kind", "data", "raw", "url", "mediaType", "state"}


def recognise(shape: Shape) -> int:
    """A2A 1.0 has parts without a discriminator too, but with a message id and `ROLE_USER`; Vercel's have a `type`."""
    if shape.keys & _A2A_KEYS or shape.kinds or shape.type or shape.role not in ("user", "model", "function", ""):
        return NO_EVIDENCE
    if shape.parts_key != "parts":
        return POSSIBLE if shape.keys == {"role"} and shape.role == "model" else NO_EVIDENCE
    if shape.part_keys & _FOREIGN_PART_KEYS or "content" in shape.keys or "speaker" in shape.keys:
        return NO_EVIDENCE
    if shape.part_keys & _OWN_PART_KEYS or shape.role == "model":
        return CERTAIN
    if "text" in shape.part_keys:
        return LIKELY
    return NO_EVIDENCE if shape.part_keys else POSSIBLE


_OWN_SETTINGS = {"generationConfig", "systemInstruction", "safetySettings", "cachedContent"}
_SNAKE_SETTINGS = {"generation_config", "system_instruction", "safety_settings", "cached_content"}


def body_evidence(settings: Mapping[str, Json]) -> int:
    if settings.keys() & (_OWN_SETTINGS | _SNAKE_SETTINGS) or _declarations(settings):
        return CERTAIN
    choice = settings.get("toolConfig", settings.get("tool_config"))
    named = isinstance(choice, dict) and choice.keys() & {"functionCallingConfig", "function_calling_config"}
    return CERTAIN if named else NO_EVIDENCE


# --- events -----------------------------------------------------------------------------------------------------

_TEXT: Mapping[str, Path] = {"value": ("text",)}
_WHOLE: Mapping[str, Path] = {}
_FIELDS = {
    "functionCall": ("id", "name", "args"),
    "functionResponse": ("id", "name", "response"),
    "executableCode": ("id", "language", "code"),
    "codeExecutionResult": ("id", "outcome", "output"),
    "toolCall": ("id", "toolType", "args"),
    "toolResponse": ("id", "toolType", "response"),
}
_PLACES: Mapping[str, Mapping[str, Path]] = {
    written: {"id": (written, identity), "name": (written, name), "value": (written, value)}
    for written, kind in PAYLOADS.items()
    if kind in _FIELDS
    for identity, name, value in [_FIELDS[kind]]
}
_KINDS = {
    "functionCall": "call",
    "functionResponse": "result",
    "executableCode": "server_call",
    "codeExecutionResult": "server_result",
    "toolCall": "server_call",
    "toolResponse": "server_result",
}


def read(message: Json, index: int) -> list[Event]:
    parts = message.get("parts") if isinstance(message, dict) else None
    if not isinstance(parts, list):
        return []
    events: list[Event] = []
    for at, part in enumerate(parts):
        events.append(event := _part(part, index, ("parts", at)))
        if event.kind == "result":
            events.extend(_media_of_result(event))
    return events


def payload_key(part: Mapping[str, Json]) -> str | None:
    """The key that says what the part is. A key without a value does not count: dumps of the SDK have them all."""
    for key, value in part.items():
        if value is not None and key in PAYLOADS:
            return key
    return None


def _part(part: Json, index: int, path: Path) -> Event:
    key = payload_key(part) if isinstance(part, dict) else None
    if key is None:
        return _without_payload(part, index, path)
    payload = part[key]
    if key == "text":
        if part.get("thought") is True:
            return Event("thought", index, path, _TEXT, part, value=payload)
        return Event("text", index, path, _TEXT, part, value=payload)
    kind = PAYLOADS[key]
    if kind in ("inlineData", "fileData"):
        return _media(part, key, index, path)
    event, places = _KINDS[kind], _PLACES[key]
    if not isinstance(payload, dict):
        return Event(event, index, path, places, part)
    identity, name_key, value_key = _FIELDS[kind]
    value = payload.get(value_key)
    name = payload.get(name_key) if name_key in ("name", "toolType") else "code_execution"
    return Event(event, index, path, places, part, payload.get(identity), name, value, _failed(kind, payload))


def _without_payload(part: Json, index: int, path: Path) -> Event:
    """A signature may come in a part of its own: then it is all that is left of a thought."""
    if isinstance(part, dict) and part.keys() & {"thoughtSignature", "thought_signature"}:
        return Event("thought", index, path, _TEXT, part)
    return Event("other", index, path, _WHOLE, part, name=next(iter(part), None) if isinstance(part, dict) else None)


def _failed(kind: str, payload: Mapping[str, Json]) -> bool:
    """The SDK's convention: an `error` key in the response holds the details of a failure."""
    if kind == "codeExecutionResult":
        return payload.get("outcome") in ("OUTCOME_FAILED", "OUTCOME_DEADLINE_EXCEEDED")
    response = payload.get("response")
    return isinstance(response, dict) and response.get("error") not in (None, False)


def _media(part: Mapping[str, Json], key: str, index: int, path: Path) -> Event:
    payload = part[key]
    if not isinstance(payload, dict):
        return Event("file", index, path, _WHOLE, part)
    value_key = "data" if PAYLOADS[key] == "inlineData" else "fileUri" if "fileUri" in payload else "file_uri"
    media_type = payload.get("mimeType", payload.get("mime_type"))
    media_type = media_type if isinstance(media_type, str) else None
    kind = "image" if is_image(media_type) else "file"
    value = payload.get(value_key)
    return Event(kind, index, path, {"value": (key, value_key)}, part, value=value, media_type=media_type)


def _media_of_result(result: Event) -> list[Event]:
    """Images and files that a function response carries beside its object."""
    key = payload_key(result.raw)
    parts = result.raw[key].get("parts") if key and isinstance(result.raw[key], dict) else None
    return [
        _part(part, result.message, (*result.path, key or "", "parts", at))
        for at, part in enumerate(parts if isinstance(parts, list) else ())
    ]


# --- repair and responses ---------------------------------------------------------------------------------------


def answer(call_id: Json, name: Json, text: str) -> Json:
    response = {"name": name, "response": {"result": text}}
    return {"functionResponse": response if call_id is None else {"id": call_id, **response}}


def envelope(blocks: list[Json]) -> Json:
    return {"role": "user", "parts": blocks}


def response_from(message: Json) -> Json:
    return {"candidates": [{"content": message, "finishReason": "STOP", "index": 0}]}


def messages_of_response(response: Json) -> list[Json]:
    """The content with what the response says about it (usage, finish reason), which the way to IContent keeps."""
    listed = response.get("candidates") if isinstance(response, dict) else None
    candidates = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    if not candidates:
        return []
    first, *others = candidates
    said = {key: value for key, value in (response | first).items() if key not in ("candidates", "content")}
    content = first.get("content")
    message = {"role": "model", **said, **(content if isinstance(content, dict) else {})}
    return [{**message, "candidates": others} if others else message]


def _declarations(settings: Mapping[str, Json]) -> list[dict[str, Json]]:
    tools = settings.get("tools")
    lists = [
        tool.get("functionDeclarations", tool.get("function_declarations"))
        for tool in (tools if isinstance(tools, list) else ())
        if isinstance(tool, dict)
    ]
    return [
        one for declarations in lists if isinstance(declarations, list) for one in declarations if isinstance(one, dict)
    ]


def read_tools(settings: Mapping[str, Json]) -> list[Tool]:
    return [
        Tool(str(one.get("name", "")), str(one.get("description") or ""), _schema(one))
        for one in _declarations(settings)
    ]


def _schema(declaration: Mapping[str, Json]) -> Json:
    keys = ("parametersJsonSchema", "parameters_json_schema", "parameters")
    return next((declaration[key] for key in keys if declaration.get(key)), {})


def write_tools(tools: list[Tool]) -> dict[str, Json]:
    """`parametersJsonSchema` takes any JSON Schema; `parameters` only a part of OpenAPI's."""
    declarations = [
        {"name": name, "description": words, "parametersJsonSchema": schema} for name, words, schema in tools
    ]
    return {"tools": [{"functionDeclarations": declarations}]} if tools else {}


def write_system(blocks: list[Json]) -> dict[str, Json]:
    return {"systemInstruction": {"parts": blocks}} if blocks else {}


class _ContentFormat(Format):
    """A content without a role is the user's, as the API takes it."""

    def role_of(self, message: Json) -> str:
        if isinstance(message, dict) and message.get("role") is None and "parts" in message:
            return "user"
        return super().role_of(message)


def say(texts: list[str]) -> Json:
    return {"role": "user", "parts": [{"text": text} for text in texts]}


FORMAT = _ContentFormat(
    name="gemini",
    title="Gemini",
    recognise=recognise,
    read=read,
    roles={"user": "user", "model": "assistant", "function": "tool"},
    model=model,
    say=say,
    own_target="gemini",
    list_key="contents",
    body_evidence=body_evidence,
    answer=answer,
    envelope=envelope,
    response_from=response_from,
    messages_of_response=messages_of_response,
    read_tools=read_tools,
    write_tools=write_tools,
    write_system=write_system,
)
