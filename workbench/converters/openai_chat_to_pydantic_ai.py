"""OpenAI Chat → pydantic-ai: the messages from which its `OpenAIChatModel` would send this. Arguments stay text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.converters.legacy_function_calls import with_call_ids
from workbench.converters.turns_to_pydantic_ai import Piece, image_item, merged_messages, prompt, tool_return
from workbench.json.media import split_data_url
from workbench.json.text import Json, JsonObject

_Raw = JsonObject


def openai_chat_to_pydantic_ai(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    yield from merged_messages(_pieces(with_call_ids(messages)))


def _pieces(messages: Sequence[Json]) -> Iterator[Piece]:
    names: dict[str, Json] = {}
    for index, message in enumerate(messages):
        if not isinstance(message, dict):
            continue
        role, content = message.get("role"), message.get("content")
        if role == "assistant":
            yield Piece("response", list(_answer(message, names)), (index,))
        elif role == "tool":
            returned = tool_return(message.get("tool_call_id"), _joined_text(content), names)
            yield Piece("request", [returned], (index,))
        elif role in ("system", "developer"):
            yield Piece("request", [{"content": _joined_text(content), "part_kind": "system-prompt"}], (index,))
        else:
            yield Piece("request", [prompt(_items(content))], (index,))


def _answer(message: _Raw, names: dict[str, Json]) -> Iterator[Json]:
    if isinstance(thought := message.get("reasoning_content"), str):
        yield {"content": thought, "part_kind": "thinking"}
    text = message.get("content")
    if isinstance(message.get("refusal"), str) and not text:
        text = message["refusal"]
    if text or not message.get("tool_calls"):
        yield {"content": _joined_text(text), "part_kind": "text"}
    calls = message.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        if isinstance(call, dict):
            payload = call.get("function", call.get("custom"))
            function: _Raw = payload if isinstance(payload, dict) else {}
            if isinstance(call.get("id"), str):
                names[call["id"]] = function.get("name")
            arguments = function.get("arguments", function.get("input"))
            fields = {"tool_name": function.get("name"), "args": arguments, "tool_call_id": call.get("id")}
            yield {**fields, "part_kind": "tool-call"}


def _joined_text(content: object) -> Json:
    """Return the texts of a list of parts, joined as pydantic-ai joins them. Anything else stays as it is."""
    if isinstance(content, list):
        texts = [part.get("text", part.get("refusal")) if isinstance(part, dict) else part for part in content]
        return "\n\n".join(text for text in texts if isinstance(text, str))
    return "" if content is None else content


def _items(content: object) -> list[Json]:
    if not isinstance(content, list):
        return ["" if content is None else content]
    return [item for part in content if (item := _item(part)) is not None]


def _item(part: object) -> Json | None:
    if not isinstance(part, dict):
        return part if isinstance(part, str) else None
    image, file = part.get("image_url"), part.get("file")
    if part.get("type") == "image_url":
        return image_item(image.get("url") if isinstance(image, dict) else image)
    if part.get("type") == "file" and isinstance(file, dict):
        data = split_data_url(file.get("file_data"))
        return {"data": data.data, "media_type": data.media_type, "kind": "binary"} if data else None
    return part["text"] if isinstance(part.get("text"), str) else None


EDGE = Edge("openai-chat", "pydantic-ai", openai_chat_to_pydantic_ai, "the input of pydantic-ai's OpenAI model")
