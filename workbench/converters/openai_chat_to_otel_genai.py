"""OpenAI Chat → OpenTelemetry GenAI: what an instrumentation records of a request.

Arguments are recorded as an object; a text that is not a JSON object stays a text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.converters.legacy_function_calls import with_call_ids
from workbench.json.media import split_data_url
from workbench.json.text import Json, JsonObject, object_or_none

_Raw = JsonObject


def openai_chat_to_otel_genai(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    for index, message in enumerate(with_call_ids(messages)):
        if isinstance(message, dict):
            yield Converted({"role": message.get("role"), "parts": list(_parts(message))}, (index,))


def _parts(message: _Raw) -> Iterator[Json]:
    content = message.get("content")
    if message.get("role") == "tool":
        yield {"type": "tool_call_response", "id": message.get("tool_call_id"), "response": content}
        return
    if isinstance(thought := message.get("reasoning_content"), str):
        yield {"type": "reasoning", "content": thought}
    calls = message.get("tool_calls")
    if isinstance(content, str) and (content or not calls):
        yield {"type": "text", "content": content}
    elif isinstance(content, list):
        yield from (converted for part in content if (converted := _part(part)) is not None)
    if isinstance(refusal := message.get("refusal"), str):
        yield {"type": "text", "content": refusal}
    for call in calls if isinstance(calls, list) else ():
        if isinstance(call, dict):
            yield _call(call)


def _call(call: _Raw) -> Json:
    payload = call.get("function", call.get("custom"))
    function: _Raw = payload if isinstance(payload, dict) else {}
    text = function.get("arguments", function.get("input"))
    arguments = object_or_none(text)
    fields = {"id": call.get("id"), "name": function.get("name")}
    return {"type": "tool_call", **fields, "arguments": text if arguments is None else arguments}


def _part(part: object) -> Json | None:
    if not isinstance(part, dict):
        return {"type": "text", "content": part} if isinstance(part, str) else None
    kind = part.get("type")
    if kind in ("text", "refusal"):
        return {"type": "text", "content": part.get(str(kind))}
    if kind == "image_url":
        image = part.get("image_url")
        return _media("image", image.get("url") if isinstance(image, dict) else image)
    file = part.get("file")
    if kind == "file" and isinstance(file, dict):
        if "file_id" in file:
            return {"type": "file", "modality": "document", "file_id": file["file_id"]}
        return _media("document", file.get("file_data"))
    return part  # the convention allows other kinds


def _media(modality: str, url: object) -> Json:
    data = split_data_url(url)
    if data and data.base64:
        return {"type": "blob", "modality": modality, "mime_type": data.media_type, "content": data.data}
    return {"type": "uri", "modality": modality, "uri": url}


EDGE = Edge("openai-chat", "otel-genai", openai_chat_to_otel_genai, "the parts of OpenTelemetry's GenAI convention")
