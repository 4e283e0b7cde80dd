"""ModelMessage (AI SDK 5 to 7) → Bedrock Converse, as `@ai-sdk/amazon-bedrock` 4 sends it.

Users and tool messages in a row are one turn of the user. Reasoning goes only with Bedrock's own signature or redacted
data. A cache point that a message has is after its parts. Converse fetches no address, so the SDK downloads those
files first; here they are dropped, and reported as a loss.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from workbench.converters.bedrock_media import format_of
from workbench.converters.contract import Converted, Edge
from workbench.converters.vercel_turns_for_providers import (
    Part,
    Turn,
    as_text,
    blocks,
    items_of,
    medium_of,
    options_of,
    output_of,
)
from workbench.formats.vercel_request import system_texts
from workbench.json.text import Json


def vercel_v5_model_to_bedrock_converse(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    names = (f"document-{number}" for number in count(1))
    for text in system_texts(settings):
        yield Converted({"text": text}, (), "system")
    runs = list(blocks(messages))
    for number, (kind, run) in enumerate(runs):
        sources = tuple(turn.source for turn in run)
        if kind == "system":
            for turn in run:
                yield Converted({"text": turn.message.get("content")}, (turn.source,), "system")
                yield from (Converted(point, (turn.source,), "system") for point in _cache_point(turn.message))
        elif kind == "user":
            content = [made for turn in run for made in _user_content(turn, names)]
            yield Converted({"role": "user", "content": content}, sources)
        elif kind == "assistant":
            content = [made for turn in run for made in _assistant_content(turn)]
            if number == len(runs) - 1 and content and "text" in content[-1]:
                content[-1] = {"text": content[-1]["text"].strip()}
            yield Converted({"role": "assistant", "content": content}, sources)


def _cache_point(message: object) -> Iterator[Json]:
    if (point := options_of(message, "bedrock").get("cachePoint")) is not None:
        yield {"cachePoint": point}


def _user_content(turn: Turn, names: Iterator[str]) -> Iterator[Json]:
    for part in turn.parts:
        if turn.role == "tool":
            if part.get("type") == "tool-result":
                yield {"toolResult": {"toolUseId": part.get("toolCallId"), "content": _output(part, names)}}
                yield from _cache_point(part)
        elif part.get("type") == "text":
            yield {"text": part.get("text")}
        elif (made := _medium(part, names)) is not None:
            yield made
    yield from _cache_point(turn.message)


def _medium(part: Part, names: Iterator[str]) -> Json:
    medium = medium_of(part)
    found = format_of(medium.media_type) if medium is not None and medium.data is not None else None
    if medium is None or found is None:
        return None
    kind, form = found
    source = {"bytes": medium.data}
    if kind != "document":
        return {kind: {"format": form, "source": source}}
    name = re.sub(r"\.[^.]*$", "", medium.filename) if isinstance(medium.filename, str) else next(names)
    return {"document": {"format": form, "name": name, "source": source}}


def _output(part: Part, names: Iterator[str]) -> list[Json]:
    kind, value = output_of(part)
    if kind != "content":
        return [{"text": as_text(kind, value)}]
    made = (
        {"text": item.get("text")} if item.get("type") == "text" else _medium(item, names) for item in items_of(value)
    )
    return [item for item in made if item is not None]


def _assistant_content(turn: Turn) -> Iterator[dict[str, Json]]:
    for part in turn.parts:
        kind, own, text = part.get("type"), options_of(part, "bedrock"), part.get("text")
        if kind == "text" and isinstance(text, str) and text.strip():
            yield {"text": text}
        elif kind == "reasoning" and own.get("signature") is not None:
            yield {"reasoningContent": {"reasoningText": {"text": text, "signature": own["signature"]}}}
        elif kind == "reasoning" and own.get("redactedData") is not None:
            yield {"reasoningContent": {"redactedReasoning": {"data": own["redactedData"]}}}
        elif kind == "tool-call":
            call = {"toolUseId": part.get("toolCallId"), "name": part.get("toolName"), "input": part.get("input")}
            yield {"toolUse": call}
    yield from _cache_point(turn.message)


EDGE = Edge(
    "vercel-v5-model",
    "bedrock-converse",
    vercel_v5_model_to_bedrock_converse,
    "what @ai-sdk/amazon-bedrock of AI SDK 5 to 7 sends",
)
