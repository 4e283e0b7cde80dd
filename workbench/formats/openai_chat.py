"""OpenAI Chat Completions messages, as the `openai` package 3.49 types them (`ChatCompletionMessageParam`).

Results are messages of their own (`role: tool`), calls hang on the assistant message beside its content, and
arguments are a string that holds JSON. Compatible servers add fields (`reasoning_content`); they pass through.
"""

from __future__ import annotations

from collections.abc import Mapping

from workbench.formats.contract import (
    CERTAIN,
    LIKELY,
    NO_EVIDENCE,
    POSSIBLE,
    Event,
    Format,
    Shape,
    Tool,
)
from workbench.formats.openai_chat_models import model
from workbench.json.media import media_type_of_url
from workbench.json.pointer import Path
from workbench.json.text import Json

# --- recognition ------------------------------------------------------------------------------------------------

_ROLES = {"system", "developer", "user", "assistant", "tool", "function"}
_OWN_PARTS = frozenset({"image_url", "input_audio", "refusal"})
_SHARED_PARTS = frozenset({"text", "file", "image"})
_MISTRAL_PARTS = frozenset({"text", "thinking", "reference"})
"""What an answer of Mistral's reasoning models consists of. Its thoughts are not signed, as Anthropic's are."""


def recognise(shape: Shape) -> int:
    if shape.role not in _ROLES or shape.parts_key in ("parts", "blocks") or "toolInvocations" in shape.keys:
        return NO_EVIDENCE
    if shape.keys & {"tool_calls", "tool_call_id", "function_call", "reasoning_content"}:
        return CERTAIN
    if shape.kinds & _OWN_PARTS:
        return CERTAIN if shape.kinds <= _OWN_PARTS | _SHARED_PARTS else LIKELY
    if "thinking" in shape.kinds and "signature" not in shape.part_keys:
        return POSSIBLE if shape.kinds <= _MISTRAL_PARTS else NO_EVIDENCE
    if shape.kinds - _SHARED_PARTS or shape.part_keys & {"image", "mimeType", "mediaType", "source"}:
        return NO_EVIDENCE
    if shape.role in ("developer", "function"):
        return LIKELY
    return POSSIBLE


def body_evidence(settings: Mapping[str, Json]) -> int:
    tools = settings.get("tools")
    if isinstance(tools, list) and tools and isinstance(tools[0], dict) and isinstance(tools[0].get("function"), dict):
        return CERTAIN
    if settings.keys() & {"response_format", "max_completion_tokens", "stream_options", "logprobs", "n"}:
        return LIKELY
    return POSSIBLE if settings.keys() & {"model", "stop", "stream"} else NO_EVIDENCE


# --- events -----------------------------------------------------------------------------------------------------

_TEXT: Mapping[str, Path] = {"value": ("text",)}
_WHOLE: Mapping[str, Path] = {}
_CONTENT: Mapping[str, Path] = {"value": ("content",)}
_REFUSAL: Mapping[str, Path] = {"value": ("refusal",)}
_REASONING: Mapping[str, Path] = {"value": ("reasoning_content",)}
_IMAGE: Mapping[str, Path] = {"value": ("image_url", "url")}
_CALL: Mapping[str, Path] = {"id": ("id",), "name": ("function", "name"), "value": ("function", "arguments")}
_CUSTOM_CALL: Mapping[str, Path] = {"id": ("id",), "name": ("custom", "name"), "value": ("custom", "input")}
_RESULT: Mapping[str, Path] = {"id": ("tool_call_id",), "name": ("name",), "value": ("content",)}


def read(message: Json, index: int) -> list[Event]:
    if not isinstance(message, dict):
        return []
    content = message.get("content")
    if message.get("role") == "tool":
        call_id, name = message.get("tool_call_id"), message.get("name")
        result = Event("result", index, (), _RESULT, message, call_id, name, content)
        return [result, *_parts(content, index)] if isinstance(content, list) else [result]
    events: list[Event] = []
    if isinstance(message.get("reasoning_content"), str):
        events.append(Event("thought", index, (), _REASONING, message, value=message["reasoning_content"]))
    if isinstance(content, str):
        events.append(Event("text", index, (), _CONTENT, message, value=content))
    elif isinstance(content, list):
        events += _parts(content, index)
    calls = message.get("tool_calls")
    if isinstance(calls, list):
        events += [_call(call, index, ("tool_calls", at)) for at, call in enumerate(calls)]
    return events


def _parts(content: list[Json], index: int) -> list[Event]:
    return [_part(part, index, ("content", at)) for at, part in enumerate(content)]


def _part(part: Json, index: int, path: Path) -> Event:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "text":
        return Event("text", index, path, _TEXT, part, value=part.get("text"))
    if kind == "image_url":
        image = part.get("image_url")
        url = image.get("url") if isinstance(image, dict) else image
        return Event("image", index, path, _IMAGE, part, value=url, media_type=media_type_of_url(url))
    if kind == "refusal":
        return Event("text", index, path, _REFUSAL, part, value=part.get("refusal"))
    if kind in ("file", "input_audio"):
        return Event("file", index, path, _WHOLE, part, value=part.get(kind))
    return Event("other", index, path, _WHOLE, part, name=kind)


def _call(call: Json, index: int, path: Path) -> Event:
    if not isinstance(call, dict):
        return Event("call", index, path, _WHOLE, call)
    if isinstance(custom := call.get("custom"), dict):
        return Event("call", index, path, _CUSTOM_CALL, call, call.get("id"), custom.get("name"), custom.get("input"))
    function = call.get("function")
    if not isinstance(function, dict):
        return Event("call", index, path, _CALL, call, call.get("id"))
    return Event("call", index, path, _CALL, call, call.get("id"), function.get("name"), function.get("arguments"))


# --- repair and responses ---------------------------------------------------------------------------------------


def answer(call_id: Json, name: Json, text: str) -> Json:
    return {"role": "tool", "tool_call_id": call_id, "content": text}


def response_from(message: Json) -> Json:
    """The chat completion that this assistant message once was; what the message does not tell is left out."""
    calls = message.get("tool_calls") if isinstance(message, dict) else None
    return {
        "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}],
    }


def messages_of_response(response: Json) -> list[Json]:
    choices = response.get("choices") if isinstance(response, dict) else None
    if not isinstance(choices, list):
        return []
    return [choice["message"] for choice in choices[:1] if isinstance(choice, dict) and "message" in choice]


def read_tools(settings: Mapping[str, Json]) -> list[Tool]:
    tools = settings.get("tools")
    functions = [tool.get("function") for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []
    return [
        Tool(str(function.get("name", "")), str(function.get("description") or ""), function.get("parameters") or {})
        for function in functions
        if isinstance(function, dict)
    ]


def write_tools(tools: list[Tool]) -> dict[str, Json]:
    functions = [{"name": name, "description": words, "parameters": schema} for name, words, schema in tools]
    return {"tools": [{"type": "function", "function": function} for function in functions]} if tools else {}


def say(texts: list[str]) -> Json:
    return {"role": "user", "content": [{"type": "text", "text": text} for text in texts]}


FORMAT = Format(
    name="openai-chat",
    title="OpenAI Chat Completions",
    recognise=recognise,
    read=read,
    roles={
        "system": "system",
        "developer": "system",
        "user": "user",
        "assistant": "assistant",
        "tool": "tool",
        "function": "tool",
    },
    model=model,
    say=say,
    own_target="openai",
    body_evidence=body_evidence,
    answer=answer,
    response_from=response_from,
    messages_of_response=messages_of_response,
    read_tools=read_tools,
    write_tools=write_tools,
)
