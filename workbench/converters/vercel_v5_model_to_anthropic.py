"""ModelMessage (AI SDK 5 to 7) → Anthropic Messages, as `@ai-sdk/anthropic` 3 sends it.

Users and tool messages in a row are one turn of the user. Reasoning goes only with Anthropic's own signature or
redacted data; cache marks go to the part that has them, a message's own to its last part. Calls come last. What the
package throws for (media that Anthropic does not read) is dropped, and reported as a loss.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.converters.vercel_turns_for_providers import (
    Medium,
    Part,
    Turn,
    as_text,
    blocks,
    items_of,
    medium_of,
    options_of,
    output_of,
)
from workbench.formats.vercel_request import system_setting
from workbench.json.text import Json

_SERVER_TOOLS = ("web_search", "web_fetch", "code_execution")


def vercel_v5_model_to_anthropic(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    prompt = system_setting(settings)
    for block in prompt if isinstance(prompt, list) else [] if prompt is None else [prompt]:
        yield Converted(_system(block if isinstance(block, dict) else {"content": block}), (), "system")
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
            content = [made for turn in run for made in _user_content(turn)]
            yield Converted({"role": "user", "content": content}, sources)
        elif kind == "assistant":
            content = _calls_last([made for turn in run for made in _assistant_content(turn)])
            last = content[-1] if content and number == len(runs) - 1 else {}
            if last.get("type") == "text" and isinstance(last.get("text"), str):
                content[-1] = {**last, "text": last["text"].strip()}
            yield Converted({"role": "assistant", "content": content}, sources)


def _system(message: Mapping[str, Json]) -> Json:
    return _marked({"type": "text", "text": message.get("content")}, message)


def _marked(block: dict[str, Json], *holders: Json) -> dict[str, Json]:
    """The block with the first cache mark that one of these has."""
    for holder in holders:
        own = options_of(holder, "anthropic")
        if (mark := own.get("cacheControl", own.get("cache_control"))) is not None:
            return {**block, "cache_control": mark}
    return block


def _user_content(turn: Turn) -> Iterator[Json]:
    for at, part in enumerate(turn.parts):
        holders = (part, turn.message) if at == len(turn.parts) - 1 else (part,)
        if turn.role == "tool":
            if part.get("type") == "tool-result":
                yield _marked(_result(part), part, part.get("output"), *holders[1:])
        elif part.get("type") == "text":
            yield _marked({"type": "text", "text": part.get("text")}, *holders)
        elif (medium := medium_of(part)) is not None and (block := _medium(medium, part)) is not None:
            yield _marked(block, *holders)


def _medium(medium: Medium, part: Part) -> dict[str, Json] | None:
    source: dict[str, Json] = {"type": "base64", "media_type": medium.media_type, "data": medium.data}
    if medium.url is not None:
        source = {"type": "url", "url": medium.url}
    if medium.media_type.startswith("image/"):
        return {"type": "image", "source": source}
    if medium.media_type == "text/plain" and medium.data is not None:
        source = {"type": "text", "media_type": "text/plain", "data": _decoded(medium.data)}
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


def _decoded(data: str) -> str:
    try:
        return base64.b64decode(data).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return data


def _result(part: Part) -> dict[str, Json]:
    kind, value = output_of(part)
    content: Json = as_text(kind, value)
    if kind == "content":
        made = (_item(item) for item in items_of(value))
        content = [item for item in made if item is not None]
    result: dict[str, Json] = {"type": "tool_result", "tool_use_id": part.get("toolCallId"), "content": content}
    return {**result, "is_error": True} if kind in ("error-text", "error-json") else result


def _item(item: Part) -> Json:
    if item.get("type") == "text":
        return {"type": "text", "text": item.get("text")}
    medium = medium_of(item)
    if medium is None:
        return None
    if item.get("type") == "file-url":
        return {"type": "document", "source": {"type": "url", "url": medium.url}}
    block = _medium(medium._replace(filename=None), {})
    return block if block is None or block["type"] == "image" or medium.media_type == "application/pdf" else None


def _calls_last(content: list[dict[str, Json]]) -> list[dict[str, Json]]:
    """Anthropic wants nothing between calls and their results, so the package sends what was said after them first."""
    return sorted(content, key=lambda block: block["type"] == "tool_use")


def _assistant_content(turn: Turn) -> Iterator[dict[str, Json]]:
    for at, part in enumerate(turn.parts):
        holders = (part, turn.message) if at == len(turn.parts) - 1 else (part,)
        kind, own = part.get("type"), options_of(part, "anthropic")
        if kind == "text":
            text = {"type": "text", "text": part.get("text")}
            yield _marked(
                {**text, "citations": own["citations"]} if own.get("citations") is not None else text, *holders
            )
        elif kind == "reasoning" and own.get("signature") is not None:
            yield {"type": "thinking", "thinking": part.get("text"), "signature": own["signature"]}
        elif kind == "reasoning" and own.get("redactedData") is not None:
            yield {"type": "redacted_thinking", "data": own["redactedData"]}
        elif kind == "tool-call":
            ran = bool(part.get("providerExecuted"))
            if ran and part.get("toolName") not in _SERVER_TOOLS:
                continue
            call = {"type": "server_tool_use" if ran else "tool_use", "id": part.get("toolCallId")}
            yield _marked({**call, "name": part.get("toolName"), "input": part.get("input")}, *holders)


EDGE = Edge(
    "vercel-v5-model", "anthropic", vercel_v5_model_to_anthropic, "what @ai-sdk/anthropic of AI SDK 5 to 7 sends"
)
