"""ModelMessage (AI SDK 5 to 7) → Bedrock Converse, as `@ai-sdk/amazon-bedrock` sends it.

Adjacent user and tool messages form one user turn. Reasoning is sent only with Bedrock's own signature or redacted
data. A cache point follows its part or message. Converse does not fetch addresses, so the SDK downloads those files
first; here they are dropped, and reported as a loss. A turn whose parts are all dropped is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, groupby
from typing import Any

from workbench.converters.ai_sdk_versions import edges_of_versions
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
from workbench.json.text import Json, JsonObject


def vercel_v5_model_to_bedrock_converse(
    messages: Sequence[Json], settings: Mapping[str, Json], sdk: int | None = None
) -> Iterator[Converted]:
    for text in system_texts(settings):
        yield Converted({"text": text}, (), "system")
    runs = list(blocks(messages))
    turns: list[Converted] = []
    names = (f"document-{number}" for number in count(1))
    for number, (kind, run) in enumerate(runs):
        if kind == "system":
            for turn in run:
                yield Converted({"text": turn.message.get("content")}, (turn.source,), "system")
                yield from (Converted(point, (turn.source,), "system") for point in _cache_point(turn.message, sdk))
        elif kind == "user":
            content = [block for turn in run for block in _user_content(turn, names, sdk)]
            turns.append(Converted({"role": "user", "content": content}, tuple(turn.source for turn in run)))
        elif kind == "assistant":
            assistant_turns: Any = list(_assistant_turns(run, names, sdk))
            if (
                assistant_turns
                and number == len(runs) - 1
                and "text" in (content := assistant_turns[-1].message["content"])[-1]
            ):
                content[-1] = {"text": content[-1]["text"].strip()}
            turns += assistant_turns
    yield from turns if sdk == 7 else _alternating(turns)


def _alternating(turns: list[Converted]) -> Iterator[Converted]:
    """Merge user turns that became adjacent because the turn between them is not sent."""
    for role, run in groupby(turns, lambda turn: turn.message["role"]):
        adjacent = list(run)
        if role == "assistant" or len(adjacent) == 1:
            yield from adjacent
        else:
            content = [block for turn in adjacent for block in turn.message["content"]]
            sources = tuple(source for turn in adjacent for source in turn.sources)
            yield Converted({"role": role, "content": content}, sources)


def _cache_point(holder: object, sdk: int | None) -> Iterator[JsonObject]:
    """Yield the cache point of a part or message. SDK 4 and 5 drop its lifetime."""
    if (point := options_of(holder, "bedrock").get("cachePoint")) is not None:
        yield {"cachePoint": {"type": "default"} if sdk in (4, 5) else point}


def _cache_point_of_part(part: Part, sdk: int | None) -> Iterator[JsonObject]:
    if sdk not in (4, 5):
        yield from _cache_point(part, sdk)


def _user_content(turn: Turn, names: Iterator[str], sdk: int | None) -> Iterator[Json]:
    for part in turn.parts:
        if turn.role == "tool":
            if part.get("type") != "tool-result":
                continue
            yield _result(part, names, sdk)
        elif part.get("type") == "text":
            yield {"text": part.get("text")}
        elif (block := _medium(part, names, sdk)) is not None:
            yield block
        yield from _cache_point_of_part(part, sdk)
    yield from _cache_point(turn.message, sdk)


def _result(part: Part, names: Iterator[str], sdk: int | None) -> JsonObject:
    return {"toolResult": {"toolUseId": part.get("toolCallId"), "content": _output(part, names, sdk)}}


def _medium(part: Part, names: Iterator[str], sdk: int | None) -> Json:
    medium = medium_of(part, sdk or 6)
    kind_and_format = format_of(medium.media_type) if medium is not None and medium.data is not None else None
    if medium is None or kind_and_format is None:
        return None
    kind, form = kind_and_format
    source = {"bytes": medium.data}
    if sdk == 4 and part.get("type") == "file":
        return {"document": {"format": medium.media_type.partition("/")[2], "name": next(names), "source": source}}
    if kind != "document":
        return {kind: {"format": form, "source": source}}
    name = _document_name(medium.filename, sdk) if isinstance(medium.filename, str) else ""
    block: dict[str, Json] = {"format": form, "name": name or next(names), "source": source}
    citations = options_of(part, "bedrock").get("citations")
    if isinstance(citations, dict) and citations.get("enabled"):
        block["citations"] = {"enabled": True}
    return {"document": block}


def _document_name(filename: str, sdk: int | None) -> str:
    """Return a document's name. SDK 5 sends the full file name, 6 the part before the first dot.

    SDK 7 also removes the characters that Bedrock does not accept.
    """
    if sdk == 5:
        return filename
    name = filename.partition(".")[0]
    return re.sub(r"[^a-zA-Z0-9 ()[\]-]", "", re.sub(r"\s+", " ", name)).strip()[:200].strip() if sdk == 7 else name


def _output(part: Part, names: Iterator[str], sdk: int | None) -> list[Json]:
    kind, value = output_of(part)
    if kind != "content":
        return [{"text": as_text(kind, value, sdk or 6)}]
    items = (
        {"text": item.get("text")} if item.get("type") == "text" else _medium(item, names, sdk)
        for item in items_of(value)
    )
    return [item for item in items if item is not None]


def _assistant_turns(run: list[Turn], names: Iterator[str], sdk: int | None) -> Iterator[Converted]:
    """Yield the turns of the model, with a user turn for the results of tools that the provider ran."""
    rows_of_run = [
        ("user" if block.keys() & {"toolResult"} else "assistant", block, turn.source)
        for turn in run
        for block in _assistant_content(turn, names, sdk)
    ]
    for role, group in groupby(rows_of_run, lambda row: row[0]):
        rows = list(group)
        content = [block for _, block, _ in rows]
        if any("cachePoint" not in block for block in content):
            sources = tuple(turn.source for turn in run) if len(rows) == len(rows_of_run) else {row[2] for row in rows}
            yield Converted({"role": role, "content": content}, tuple(sorted(sources)))


def _assistant_content(turn: Turn, names: Iterator[str], sdk: int | None) -> Iterator[dict[str, Json]]:
    for part in turn.parts:
        kind, text = part.get("type"), part.get("text")
        if kind == "text" and isinstance(text, str) and text.strip():
            yield {"text": text}
        elif kind == "reasoning":
            yield from _reasoning(part, sdk)
        elif kind == "tool-call":
            call = {"toolUseId": part.get("toolCallId"), "name": part.get("toolName"), "input": part.get("input")}
            yield {"toolUse": call}
        elif kind == "tool-result" and sdk in (None, 7):
            yield _result(part, names, sdk)
        yield from _cache_point_of_part(part, sdk)
    yield from _cache_point(turn.message, sdk)


def _reasoning(part: Part, sdk: int | None) -> Iterator[dict[str, Json]]:
    """Yield reasoning signed by Bedrock. SDK 4 has one signature for all providers and also sends unsigned thoughts."""
    own, text = options_of(part, "bedrock"), part.get("text")
    if sdk == 4:
        own = {**options_of(part, "anthropic"), **own}
    if own.get("signature") is not None:
        yield {"reasoningContent": {"reasoningText": {"text": text, "signature": own["signature"]}}}
    elif own.get("redactedData") is not None:
        yield {"reasoningContent": {"redactedReasoning": {"data": own["redactedData"]}}}
    elif sdk == 4:
        yield {"reasoningContent": {"reasoningText": {"text": text}}}


EDGE = Edge(
    "vercel-v5-model",
    "bedrock-converse",
    vercel_v5_model_to_bedrock_converse,
    "what @ai-sdk/amazon-bedrock of AI SDK 5 to 7 sends",
)
BY_VERSION = edges_of_versions(
    EDGE,
    vercel_v5_model_to_bedrock_converse,
    {
        4: "every result as JSON, a string in quotes; thoughts without a signature; every file as a document",
        5: "a document under its full file name, and no cache point of a part",
        6: "no result of a tool that the provider ran",
        7: "the results of tools that the provider ran as the user's, and file names in legal characters",
    },
)
