"""ModelMessage (AI SDK 5 to 7) → Bedrock Converse, as `@ai-sdk/amazon-bedrock` sends it.

Users and tool messages in a row are one turn of the user. Reasoning goes only with Bedrock's own signature or redacted
data. A cache point is after the part or the message that has it. Converse fetches no address, so the SDK downloads
those files first; here they are dropped, and reported as a loss. A turn of which nothing is sent is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, groupby

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
from workbench.json.text import Json


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
            content = [made for turn in run for made in _user_content(turn, names, sdk)]
            turns.append(Converted({"role": "user", "content": content}, tuple(turn.source for turn in run)))
        elif kind == "assistant":
            said = list(_assistant_turns(run, names, sdk))
            if said and number == len(runs) - 1 and "text" in (content := said[-1].message["content"])[-1]:
                content[-1] = {"text": content[-1]["text"].strip()}
            turns += said
    yield from turns if sdk == 7 else _alternating(turns)


def _alternating(turns: list[Converted]) -> Iterator[Converted]:
    """Turns of the user that met because nothing between them is sent are one turn."""
    for role, run in groupby(turns, lambda turn: turn.message["role"]):
        same = list(run)
        if role == "assistant" or len(same) == 1:
            yield from same
        else:
            content = [block for turn in same for block in turn.message["content"]]
            sources = tuple(source for turn in same for source in turn.sources)
            yield Converted({"role": role, "content": content}, sources)


def _cache_point(holder: object, sdk: int | None) -> Iterator[Json]:
    """SDK 4 and 5 send the point itself, and nothing that it says about how long."""
    if (point := options_of(holder, "bedrock").get("cachePoint")) is not None:
        yield {"cachePoint": {"type": "default"} if sdk in (4, 5) else point}


def _cache_point_of_part(part: Part, sdk: int | None) -> Iterator[Json]:
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
        elif (made := _medium(part, names, sdk)) is not None:
            yield made
        yield from _cache_point_of_part(part, sdk)
    yield from _cache_point(turn.message, sdk)


def _result(part: Part, names: Iterator[str], sdk: int | None) -> Json:
    return {"toolResult": {"toolUseId": part.get("toolCallId"), "content": _output(part, names, sdk)}}


def _medium(part: Part, names: Iterator[str], sdk: int | None) -> Json:
    medium = medium_of(part, sdk or 6)
    found = format_of(medium.media_type) if medium is not None and medium.data is not None else None
    if medium is None or found is None:
        return None
    kind, form = found
    source = {"bytes": medium.data}
    if sdk == 4 and part.get("type") == "file":
        return {"document": {"format": medium.media_type.partition("/")[2], "name": next(names), "source": source}}
    if kind != "document":
        return {kind: {"format": form, "source": source}}
    named = _document_name(medium.filename, sdk) if isinstance(medium.filename, str) else ""
    block: dict[str, Json] = {"format": form, "name": named or next(names), "source": source}
    citations = options_of(part, "bedrock").get("citations")
    if isinstance(citations, dict) and citations.get("enabled"):
        block["citations"] = {"enabled": True}
    return {"document": block}


def _document_name(filename: str, sdk: int | None) -> str:
    """SDK 5 sends the whole name, 6 what is before the first dot, and 7 only letters of that which Bedrock takes."""
    if sdk == 5:
        return filename
    name = filename.partition(".")[0]
    return re.sub(r"[^a-zA-Z0-9 ()[\]-]", "", re.sub(r"\s+", " ", name)).strip()[:200].strip() if sdk == 7 else name


def _output(part: Part, names: Iterator[str], sdk: int | None) -> list[Json]:
    kind, value = output_of(part)
    if kind != "content":
        return [{"text": as_text(kind, value, sdk or 6)}]
    made = (
        {"text": item.get("text")} if item.get("type") == "text" else _medium(item, names, sdk)
        for item in items_of(value)
    )
    return [item for item in made if item is not None]


def _assistant_turns(run: list[Turn], names: Iterator[str], sdk: int | None) -> Iterator[Converted]:
    """What the model said; results of tools that the provider ran are the user's, in between."""
    made = [
        ("user" if block.keys() & {"toolResult"} else "assistant", block, turn.source)
        for turn in run
        for block in _assistant_content(turn, names, sdk)
    ]
    for role, group in groupby(made, lambda row: row[0]):
        rows = list(group)
        content = [block for _, block, _ in rows]
        if any("cachePoint" not in block for block in content):
            sources = tuple(turn.source for turn in run) if len(rows) == len(made) else {row[2] for row in rows}
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
    """Signed by Bedrock. SDK 4 has one signature for all providers, and sends thoughts without one too."""
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
        5: "a document under its whole file name, and no cache point of a part",
        6: "no result of a tool that the provider ran",
        7: "the results of tools that the provider ran as the user's, and file names in plain letters",
    },
)
