"""ModelMessage (AI SDK 5 to 7) → Anthropic Messages, as `@ai-sdk/anthropic` sends it.

Adjacent user and tool messages form one user turn. Reasoning is sent only with Anthropic's own signature or redacted
data. Cache marks stay with their part; the mark of a message goes to its last part. Calls come last. Parts for which
the package throws (media that Anthropic does not read) are dropped, and reported as a loss.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.ai_sdk_versions import edges_of_versions
from workbench.converters.contract import Converted, Edge
from workbench.converters.vercel_result_items import file_id
from workbench.converters.vercel_turns_for_providers import (
    Medium,
    Part,
    Turn,
    as_text,
    blocks,
    decoded_text,
    items_of,
    medium_of,
    options_of,
    output_of,
)
from workbench.formats.vercel_request import system_setting
from workbench.json.text import Json

_SERVER_TOOLS = ("web_search", "web_fetch", "code_execution")


def vercel_v5_model_to_anthropic(
    messages: Sequence[Json], settings: Mapping[str, Json], sdk: int | None = None
) -> Iterator[Converted]:
    prompt = system_setting(settings)
    for text in prompt if isinstance(prompt, list) else [] if prompt is None else [prompt]:
        yield Converted(_system(text if isinstance(text, dict) else {"content": text}), (), "system")
    runs = list(blocks(messages))
    has_prompt = prompt is not None
    for number, (kind, run) in enumerate(runs):
        sources = tuple(turn.source for turn in run)
        if kind == "system":
            if not has_prompt:
                yield from (Converted(_system(turn.message), (turn.source,), "system") for turn in run)
                has_prompt = True
            else:
                yield from (
                    Converted({"role": "system", "content": [_system(turn.message)]}, (turn.source,)) for turn in run
                )
        elif kind == "user":
            content: Any = [block for turn in run for block in _user_content(turn, sdk)]
            yield Converted({"role": "user", "content": content}, sources)
        elif kind == "assistant":
            content = [block for turn in run for block in _assistant_content(turn, sdk)]
            if sdk != 4:
                content = _calls_last(content)
            if sdk == 7 and not content:
                continue
            last = content[-1] if content and number == len(runs) - 1 else {}
            if last.get("type") == "text" and isinstance(last.get("text"), str):
                content[-1] = {**last, "text": last["text"].strip()}
            yield Converted({"role": "assistant", "content": content}, sources)


def _system(message: Mapping[str, Json]) -> Json:
    return _marked({"type": "text", "text": message.get("content")}, message)


def _marked(block: dict[str, Json], *holders: Json) -> dict[str, Json]:
    """Return the block with the first cache mark of these parts and messages."""
    for holder in holders:
        own = options_of(holder, "anthropic")
        if (mark := own.get("cacheControl", own.get("cache_control"))) is not None:
            return {**block, "cache_control": mark}
    return block


def _user_content(turn: Turn, sdk: int | None) -> Iterator[Json]:
    for at, part in enumerate(turn.parts):
        holders = (part, turn.message) if at == len(turn.parts) - 1 else (part,)
        if turn.role == "tool":
            if part.get("type") == "tool-result":
                yield _marked(_result(part, sdk), part, *_marks_in_output(part, sdk), *holders[1:])
        elif part.get("type") == "text":
            yield _marked({"type": "text", "text": part.get("text")}, *holders)
        elif (block := _user_medium(part, sdk)) is not None:
            yield _marked(block, *holders)


def _user_medium(part: Part, sdk: int | None) -> dict[str, Json] | None:
    if (uploaded := file_id(part, "anthropic")) is not None:
        return _uploaded_file(uploaded, str(part.get("mediaType")).startswith("image"))
    medium = medium_of(part, sdk or 6)
    if medium is None:
        return None
    return _medium(medium._replace(filename=None) if sdk == 4 else medium, part)


def _uploaded_file(uploaded: str, is_picture: bool) -> dict[str, Json]:
    """Return the block of a file that was uploaded to Anthropic."""
    return {"type": "image" if is_picture else "document", "source": {"type": "file", "file_id": uploaded}}


def _marks_in_output(part: Part, sdk: int | None) -> list[Json]:
    """Return the objects whose cache marks apply to a result. Since SDK 6 the items of its output are among them."""
    output = part.get("output")
    kind, value = output_of(part)
    items = items_of(value) if kind == "content" and sdk not in (4, 5) else []
    return [output, *items]


def _medium(medium: Medium, part: Part) -> dict[str, Json] | None:
    source: dict[str, Json] = {"type": "base64", "media_type": medium.media_type, "data": medium.data}
    if medium.url is not None:
        source = {"type": "url", "url": medium.url}
    if medium.media_type.startswith("image/"):
        return {"type": "image", "source": source}
    if medium.media_type == "text/plain" and medium.data is not None:
        source = {"type": "text", "media_type": "text/plain", "data": decoded_text(medium.data)}
    elif medium.media_type not in ("application/pdf", "text/plain"):
        return None
    own = options_of(part, "anthropic")
    block: dict[str, Json] = {"type": "document", "source": source}
    if (title := own.get("title", medium.filename)) is not None:
        block["title"] = title
    if own.get("context"):
        block["context"] = own["context"]
    citations = own.get("citations")
    if isinstance(citations, dict) and citations.get("enabled"):
        block["citations"] = {"enabled": True}
    return block


def _result(part: Part, sdk: int | None) -> dict[str, Json]:
    kind, value = output_of(part)
    content: Json = as_text(kind, value, sdk or 6)
    if kind == "content":
        items = (_item(item, sdk) for item in items_of(value))
        content = [item for item in items if item is not None]
    result: dict[str, Json] = {"type": "tool_result", "tool_use_id": part.get("toolCallId"), "content": content}
    return {**result, "is_error": True} if kind in ("error-text", "error-json") else result


def _item(item: Part, sdk: int | None) -> Json:
    kind = item.get("type")
    if kind == "text":
        return {"type": "text", "text": item.get("text")}
    if (uploaded := file_id(item, "anthropic")) is not None and sdk in (None, 7):
        return _uploaded_file(uploaded, str(kind).startswith("image") or str(item.get("mediaType")).startswith("image"))
    medium = medium_of(item, sdk or 6)
    if medium is None or (kind == "media" and sdk == 7):
        return None
    if item.get("type") == "file-url":
        return {"type": "document", "source": {"type": "url", "url": medium.url}}
    block = _medium(medium._replace(filename=None), {})
    return block if block is None or block["type"] == "image" or medium.media_type == "application/pdf" else None


def _calls_last(content: list[dict[str, Json]]) -> list[dict[str, Json]]:
    """Move calls to the end, as the package does: Anthropic allows nothing between calls and their results."""
    return sorted(content, key=lambda block: block["type"] == "tool_use")


def _assistant_content(turn: Turn, sdk: int | None) -> Iterator[dict[str, Json]]:
    for at, part in enumerate(turn.parts):
        holders = (part, turn.message) if at == len(turn.parts) - 1 else (part,)
        kind, own = part.get("type"), options_of(part, "anthropic")
        if kind == "text" and (part.get("text") != "" or sdk != 7):
            text = {"type": "text", "text": part.get("text")}
            yield _marked(
                {**text, "citations": own["citations"]} if own.get("citations") is not None else text, *holders
            )
        elif kind == "reasoning" and own.get("signature") is not None:
            yield {"type": "thinking", "thinking": part.get("text"), "signature": own["signature"]}
        elif kind == "reasoning" and own.get("redactedData") is not None:
            yield {"type": "redacted_thinking", "data": own["redactedData"]}
        elif kind == "reasoning" and sdk == 4:
            yield {"type": "thinking", "thinking": part.get("text")}
        elif kind == "tool-result":
            if (search_result := _search_result(part)) is not None:
                yield search_result
        elif kind == "tool-call":
            is_server_call = bool(part.get("providerExecuted"))
            if is_server_call and part.get("toolName") not in _SERVER_TOOLS:
                continue
            call = {"type": "server_tool_use" if is_server_call else "tool_use", "id": part.get("toolCallId")}
            yield _marked({**call, "name": part.get("toolName"), "input": part.get("input")}, *holders)


def _search_result(part: Part) -> dict[str, Json] | None:
    """Return a result of Anthropic's own web search in the form of its API, or None."""
    kind, value = output_of(part)
    if part.get("toolName") != "web_search" or kind != "json" or not isinstance(value, list):
        return None
    pages = [
        {
            "url": page.get("url"),
            "title": page.get("title"),
            "page_age": page.get("pageAge"),
            "encrypted_content": page.get("encryptedContent"),
            "type": page.get("type"),
        }
        for page in items_of(value)
    ]
    return {"type": "web_search_tool_result", "tool_use_id": part.get("toolCallId"), "content": pages}


EDGE = Edge(
    "vercel-v5-model", "anthropic", vercel_v5_model_to_anthropic, "what @ai-sdk/anthropic of AI SDK 5 to 7 sends"
)
BY_VERSION = edges_of_versions(
    EDGE,
    vercel_v5_model_to_anthropic,
    {
        4: "every result as JSON, a string in quotes; thoughts without a signature; calls at their original position",
        5: "no cache mark of an item in a result",
        6: "no uploaded file in a result",
        7: "no `media` in a result, which it no longer supports, and no empty text",
    },
)
