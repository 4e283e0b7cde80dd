"""OpenAI Responses → Chat Completions: the items of one turn of the model become one assistant message.

Chat Completions requires this, because results must follow the message that made the calls. Arguments are text in both
APIs and stay unchanged. Dropped, because Chat Completions cannot represent them: thoughts, tools that the provider ran,
references to stored items, files by address. Ids that are too long are shortened and stay distinct.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.contract import Converted, Edge
from workbench.converters.provider_ids import OPENAI_IDS, ProviderIds
from workbench.formats.openai_responses.items import ClientTool, Output, client_call, client_output
from workbench.json.text import Json, compact

_TEXTS = {"input_text": "text", "output_text": "text", "refusal": "refusal"}


def openai_responses_to_openai_chat(items: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    if isinstance(settings.get("instructions"), str):
        yield Converted({"role": "system", "content": settings["instructions"]}, ())
    ids = ProviderIds(_call_ids(items), *OPENAI_IDS)
    turn: list[int] = []
    pending_media: list[tuple[int, Json]] = []
    for index, item in enumerate(items):
        message = _message(item, ids)
        if pending_media and (message is None or message["role"] != "tool"):
            yield _media_message(pending_media)
            pending_media = []
        if message is None:
            turn.append(index)
            continue
        yield from _assistant(items, turn, ids)
        turn = []
        if message["role"] == "tool" and isinstance(message["content"], list):
            media = [part for part in message["content"] if _is_medium(part)]
            pending_media.extend((index, part) for part in media)
            if media:
                message["content"] = _joined([part for part in message["content"] if not _is_medium(part)]) or ""
        yield Converted(message, (index,))
    yield from _assistant(items, turn, ids)
    if pending_media:
        yield _media_message(pending_media)


def _is_medium(part: object) -> bool:
    return isinstance(part, dict) and part.get("type") in ("image_url", "file")


def _media_message(media: list[tuple[int, Json]]) -> Converted:
    """Return a user message with the media of results, because Chat Completions accepts none in tool messages."""
    content = [part for _, part in media]
    return Converted({"role": "user", "content": content}, tuple(dict.fromkeys(index for index, _ in media)))


def _call_ids(items: Sequence[Json]) -> Iterator[Json]:
    for item in items:
        if isinstance(item, dict):
            if client_call(item):
                yield item.get("call_id")
            elif output := client_output(item):
                yield item.get(output.id)


def _message(item: object, ids: ProviderIds) -> Any:
    """Return the message of an item that is one by itself, or None if it belongs to the model's turn."""
    if isinstance(item, str):
        return {"role": "user", "content": item}
    if not isinstance(item, dict):
        return None
    if output := client_output(item):
        return _tool_message(item, output, ids)
    role = item.get("role")
    if item.get("type") in (None, "message") and role in ("user", "system", "developer"):
        content = item.get("content")
        return {"role": role, "content": _parts(content) if isinstance(content, list) else content}
    return None


def _tool_message(item: dict[str, Json], output: Output, ids: ProviderIds) -> Json:
    value = item.get(output.value)
    if isinstance(value, list) and item["type"] in ("function_call_output", "custom_tool_call_output"):
        content: Json = _parts(value)
    else:
        content = value if isinstance(value, str) else "" if value is None else compact(value)
    return {"role": "tool", "tool_call_id": ids(item.get(output.id)), "content": content}


def _assistant(items: Sequence[Json], turn: list[int], ids: ProviderIds) -> Iterator[Converted]:
    texts: list[Json] = []
    calls: list[Json] = []
    sources: list[int] = []
    for index in turn:
        item = items[index]
        if not isinstance(item, dict):
            continue
        if tool := client_call(item):
            calls.append(_call(item, tool, ids))
        elif item.get("type") in (None, "message") and item.get("role") == "assistant":
            content = item.get("content")
            texts += _parts(content) if isinstance(content, list) else [{"type": "text", "text": content}]
        else:
            continue
        sources.append(index)
    if sources:
        message: dict[str, Json] = {"role": "assistant", "content": _joined(texts)}
        yield Converted({**message, "tool_calls": calls} if calls else message, tuple(sources))


def _joined(parts: list[Json]) -> Json:
    """Return one text as a string, several parts as a list, and none as null."""
    if len(parts) == 1 and isinstance(parts[0], dict) and parts[0].keys() == {"type", "text"}:
        return parts[0]["text"]
    return parts or None


def _call(item: dict[str, Json], tool: ClientTool, ids: ProviderIds) -> Json:
    """Return a call. Tools that only Responses has (a shell, a patch) become functions, so outputs still match."""
    name, value = tool.name or item.get("name"), item.get(tool.value)
    if item["type"] == "custom_tool_call":
        return {"id": ids(item.get("call_id")), "type": "custom", "custom": {"name": name, "input": value}}
    arguments = value if isinstance(value, str) else "{}" if value is None else compact(value)
    function = {"name": name, "arguments": arguments}
    return {"id": ids(item.get("call_id")), "type": "function", "function": function}


def _parts(parts: list[Json]) -> list[Json]:
    return [converted for part in parts if (converted := _part(part)) is not None]


def _part(part: Any) -> Json:
    kind = part.get("type") if isinstance(part, dict) else None
    if isinstance(kind, str) and kind in _TEXTS:
        key = _TEXTS[kind]
        return {"type": key, key: part.get(key)}
    if kind == "input_image":
        if not isinstance(part.get("image_url"), str):
            return None
        detail = {"detail": part["detail"]} if "detail" in part else {}
        return {"type": "image_url", "image_url": {"url": part["image_url"], **detail}}
    if kind == "input_file":
        file = {key: part[key] for key in ("filename", "file_data", "file_id") if key in part}
        return {"type": "file", "file": file} if file.keys() & {"file_data", "file_id"} else None
    return part


EDGE = Edge(
    "openai-responses",
    "openai-chat",
    openai_responses_to_openai_chat,
    "the items of a turn joined into a message; text and arguments unchanged",
)
