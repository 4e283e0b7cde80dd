"""OpenAI Chat Completions → Responses: calls and results become separate items.

Arguments are text in both APIs and stay unchanged. A system message stays where it is, because both APIs accept it
there. Dropped: `name`, audio of the assistant, and `reasoning_content`: Responses accepts only its own thoughts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.contract import Converted, Edge
from workbench.converters.legacy_function_calls import with_call_ids
from workbench.converters.openai_responses_tools import RESPONSES_IDS
from workbench.converters.provider_ids import ProviderIds
from workbench.json.text import Json, compact


def openai_chat_to_openai_responses(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    messages = with_call_ids(messages)
    ids = ProviderIds(_tool_ids(messages), *RESPONSES_IDS)
    custom_calls: set[str] = set()
    for index, message in enumerate(messages):
        if not isinstance(message, dict):
            continue
        role = message.get("role")
        if role in ("system", "developer", "user"):
            yield Converted({"role": role, "content": _content(message.get("content"), "input_text")}, (index,))
        elif role == "tool":
            yield Converted(_output(message, ids, custom_calls), (index,))
        elif role == "assistant":
            yield from (Converted(item, (index,)) for item in _assistant_items(message, ids, custom_calls))


def _tool_ids(messages: Sequence[Json]) -> Iterator[Json]:
    for message in messages:
        if isinstance(message, dict):
            yield message.get("tool_call_id")
            yield from (call.get("id") for call in _calls(message))


def _calls(message: dict[str, Json]) -> list[dict[str, Json]]:
    calls = message.get("tool_calls")
    return [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []


def _assistant_items(message: dict[str, Json], ids: ProviderIds, custom_calls: set[str]) -> Iterator[Json]:
    """Yield the items of an assistant message. An empty text next to calls is dropped: it is only a placeholder."""
    content, calls = message.get("content"), _calls(message)
    if isinstance(message.get("refusal"), str):
        parts = content if isinstance(content, list) else [{"type": "text", "text": content}] if content else []
        content = [*parts, {"type": "refusal", "refusal": message["refusal"]}]
    if content or not calls:
        yield {"role": "assistant", "content": _content(content, "output_text")}
    for call in calls:
        yield _call(call, ids, custom_calls)


def _call(call: dict[str, Json], ids: ProviderIds, custom_calls: set[str]) -> Json:
    call_id, custom, function = call.get("id"), call.get("custom"), call.get("function")
    if isinstance(custom, dict):
        if isinstance(call_id, str):
            custom_calls.add(call_id)
        text = custom.get("input")
        return {"type": "custom_tool_call", "call_id": ids(call_id), "name": custom.get("name"), "input": text}
    function = function if isinstance(function, dict) else {}
    arguments = function.get("arguments")
    arguments = arguments if isinstance(arguments, str) else "{}" if arguments is None else compact(arguments)
    return {"type": "function_call", "call_id": ids(call_id), "name": function.get("name"), "arguments": arguments}


def _output(message: dict[str, Json], ids: ProviderIds, custom_calls: set[str]) -> Json:
    call_id = message.get("tool_call_id")
    is_custom = isinstance(call_id, str) and call_id in custom_calls
    kind = "custom_tool_call_output" if is_custom else "function_call_output"
    return {"type": kind, "call_id": ids(call_id), "output": _content(message.get("content"), "input_text")}


def _content(content: object, text_type: str) -> Json:
    """Return text as text and parts as parts; null becomes ''."""
    if not isinstance(content, list):
        return content if isinstance(content, str) else "" if content is None else compact(content)
    return [_part(part, text_type) for part in content]


_TEXT_FIELDS = ("text", "annotations", "logprobs")
"""The fields that Responses accepts in a text. It refuses any other field, such as a cache mark."""


def _part(part: Any, text_type: str) -> Json:
    """Convert a part. A part of unknown kind stays as it is, so that the API's error shows."""
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "text":
        return {"type": text_type, **{key: part[key] for key in _TEXT_FIELDS if key in part}}
    if kind == "image_url":
        image = part.get("image_url")
        url = image.get("url") if isinstance(image, dict) else image
        detail = image.get("detail", "auto") if isinstance(image, dict) else "auto"
        return {"type": "input_image", "image_url": url, "detail": detail}
    if kind == "file" and isinstance(file := part.get("file"), dict):
        return {"type": "input_file", **file}
    return part


EDGE = Edge(
    "openai-chat",
    "openai-responses",
    openai_chat_to_openai_responses,
    "messages split into items; text and arguments unchanged",
)
