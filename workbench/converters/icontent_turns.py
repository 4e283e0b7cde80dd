"""IContent's contents ↔ the turns of a provider whose calls and results are blocks inside messages.

To the provider: system contents at the beginning move out of the message list, adjacent turns of one role are merged,
and ids are rewritten to the provider's alphabet. From the provider: a user turn with results and other blocks becomes
several contents, because IContent keeps tool responses separate; response-level fields (id, usage, stop reason) go into
the metadata, and no request repeats them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from workbench.converters.contract import Converted
from workbench.converters.provider_ids import IdRule, ProviderIds
from workbench.converters.provider_metadata import is_inside, is_result, provider_block
from workbench.converters.response_facts import FactNames, response_metadata
from workbench.converters.turns import Turn, count_leading, merged_turns
from workbench.json.text import Json, JsonObject

_ROLES = {"human": "user", "tool": "user", "ai": "assistant", "system": "system"}
_SPEAKERS = {"user": "human", "assistant": "ai", "system": "system"}
_CONVERTED_KEYS = frozenset({"role", "content"})
_Raw = JsonObject
Names = dict[str, Json]
"""Call id → tool name."""
BlocksOf = Callable[[list[Json], ProviderIds], list[Json]]
"""IContent's blocks → the provider's."""
BlockConverters = Mapping[str, Callable[[_Raw, ProviderIds], Json]]
"""Kind of an IContent block → its converter. A converter that returns None drops the block."""
PutInside = Callable[[Json, Json, _Raw], None]
"""Adds a block to the provider's result. The third argument is the IContent response that the result came from."""
ReadBlocks = Callable[[list[Json], Names], list[_Raw]]
"""The provider's blocks → IContent's. It also collects the names of calls."""


def contents_to_turns(
    contents: Sequence[Json], rule: IdRule, blocks_of: BlocksOf, text_block: Callable[[str], Json]
) -> Iterator[Converted]:
    ids = ProviderIds(_call_ids(contents), *rule)
    leading = count_leading(contents, lambda content: _role(content) == "system")
    for index in range(leading):
        for block in blocks_of(_blocks(contents[index]), ids):
            yield Converted(block, (index,), "system")
    yield from merged_turns(_turns(contents, leading, ids, blocks_of), text_block)


def _turns(contents: Sequence[Json], start: int, ids: ProviderIds, blocks_of: BlocksOf) -> Iterator[Turn]:
    for index in range(start, len(contents)):
        content = contents[index]
        if isinstance(content, dict):
            blocks, metadata = _blocks(content), content.get("metadata")
            if blocks or not isinstance(metadata, dict) or "usage" not in metadata:  # else it only reports usage
                role, converted = _role(content), blocks_of(blocks, ids)
                if converted or not blocks or role != "assistant":  # skip an answer whose blocks were all dropped
                    yield Turn(role, converted, index)


def _role(content: _Raw) -> Json:
    """Return the role of a content. An unknown speaker becomes the role, so that the provider's error shows."""
    speaker, metadata = content.get("speaker"), content.get("metadata")
    if isinstance(metadata, dict) and metadata.get("role") in ("system", "developer"):
        return "system"  # llxprt has no system speaker; the role is here
    return _ROLES.get(speaker, speaker) if isinstance(speaker, str) else speaker


def _blocks(content: object) -> list[Json]:
    blocks = content.get("blocks") if isinstance(content, dict) else None
    return blocks if isinstance(blocks, list) else []


def _call_ids(contents: Sequence[Json]) -> Iterator[Json]:
    for content in contents:
        for block in _blocks(content):
            if isinstance(block, dict):
                yield block.get("id") if block.get("type") == "tool_call" else block.get("callId")


def blocks_by_kind(
    blocks: list[Any], ids: ProviderIds, converters: BlockConverters, put_inside: PutInside
) -> list[Json]:
    """Convert each block by its kind. Media that a tool returned goes into the result it belongs to."""
    converted: list[Json] = []
    response: _Raw | None = None
    result: Json = None
    for block in blocks:
        kind = block.get("type") if isinstance(block, dict) else None
        convert = converters.get(kind) if isinstance(kind, str) else None
        new_block = convert(block, ids) if convert else None
        if new_block is None:
            continue
        if response is not None and is_inside(block, response):
            put_inside(result, new_block, response)
            continue
        converted.append(new_block)
        if kind == "tool_response":
            response, result = block, new_block
    return converted


def parameters_as_object(block: _Raw) -> Json:
    """Return the parameters of a call as an object.

    Missing parameters become `{}`. The free text of a custom tool becomes `{"input": …}`, as its own provider calls it.
    Other parameters that are not an object stay as they are, so that the provider's error shows.
    """
    parameters, metadata = block.get("parameters"), block.get("providerMetadata")
    if parameters is None:
        return {}
    kept = metadata.values() if isinstance(parameters, str) and isinstance(metadata, dict) else ()
    is_custom = any(isinstance(own, dict) and str(own.get("type")).startswith("custom") for own in kept)
    return {"input": parameters} if is_custom else parameters


def fenced(block: _Raw) -> str:
    """Return a code block as fenced Markdown, for providers without code blocks."""
    return f"```{block.get('language') or ''}\n{block.get('code')}\n```"


def turns_to_contents(
    messages: Sequence[Json], settings: Mapping[str, Json], read_blocks: ReadBlocks, facts: FactNames
) -> Iterator[Converted]:
    names: Names = {}
    if system := settings.get("system"):
        blocks = (
            read_blocks(system, names) if isinstance(system, list) else _blocks_of_other_content(system, facts.provider)
        )
        yield Converted({"speaker": "system", "blocks": blocks}, ())
    for index, message in enumerate(messages):
        if isinstance(message, dict):
            content = message.get("content")
            blocks = (
                read_blocks(content, names)
                if isinstance(content, list)
                else _blocks_of_other_content(content, facts.provider)
            )
            for content in _contents(message, blocks, facts):
                yield Converted(content, (index,))


def _blocks_of_other_content(content: object, provider: str) -> list[_Raw]:
    """Return the blocks of a content that is not a list: a text, null, or an unknown value."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [] if content is None else [provider_block(provider, content)]


def _contents(message: _Raw, blocks: list[_Raw], facts: FactNames) -> list[Json]:
    role = message.get("role")
    contents: list[Any]
    if role != "user":
        contents = [{"speaker": _SPEAKERS.get(role, role) if isinstance(role, str) else role, "blocks": blocks}]
    elif len(blocks) < 2:
        contents = [{"speaker": "tool" if blocks and is_result(blocks[0]) else "human", "blocks": blocks}]
    else:
        runs = groupby(blocks, key=is_result)
        contents = [{"speaker": "tool" if result else "human", "blocks": list(run)} for result, run in runs]
    if not message.keys() <= _CONVERTED_KEYS:
        rest = {key: message[key] for key in message if key not in _CONVERTED_KEYS}
        contents[0]["metadata"] = response_metadata(rest, facts)
    return contents
