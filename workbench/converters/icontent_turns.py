"""IContent's contents and the turns of a provider whose calls and results are blocks inside them, both ways.

There: contents at the beginning that are system prompts are beside the messages, adjacent turns of one role become
one, and ids are brought into the provider's alphabet. Back: a user turn that holds results and something else becomes
several contents, because in IContent a tool's response is alone; what a response says about its message (id,
usage, stop reason) goes into the metadata, and no request repeats it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from workbench.converters.contract import Converted
from workbench.converters.provider_ids import IdRule, ProviderIds
from workbench.converters.provider_metadata import is_inside, is_result, kept_whole
from workbench.converters.response_facts import FactNames, response_metadata
from workbench.converters.turns import Turn, count_leading, merged_turns
from workbench.json.text import Json

_ROLES = {"human": "user", "tool": "user", "ai": "assistant", "system": "system"}
_SPEAKERS = {"user": "human", "assistant": "ai", "system": "system"}
_CARRIED = frozenset({"role", "content"})
_Raw = dict[str, Json]
Names = dict[str, Json]
"""Call id → tool name."""
BlocksOf = Callable[[list[Json], ProviderIds], list[Json]]
"""IContent's blocks → the provider's."""
Kinds = Mapping[str, Callable[[_Raw, ProviderIds], Json]]
"""Kind of an IContent block → how the provider's is made; None from it drops the block."""
PutInside = Callable[[Json, Json, _Raw], None]
"""The provider's result, its block to put in, and the IContent response it was made of."""
ReadBlocks = Callable[[list[Json], Names], list[_Raw]]
"""The provider's blocks → IContent's; the names of calls are collected on the way."""


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
                role, made = _role(content), blocks_of(blocks, ids)
                if made or not blocks or role != "assistant":  # an answer of which nothing is left says nothing
                    yield Turn(role, made, index)


def _role(content: _Raw) -> Json:
    """A speaker that nobody knows is passed on as the role, for the provider's own words about it."""
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


def blocks_by_kind(blocks: list[Json], ids: ProviderIds, kinds: Kinds, put_inside: PutInside) -> list[Json]:
    """Each block as its kind is made; what a tool returned beside its text goes into the result that it belongs to."""
    made: list[Json] = []
    response: _Raw | None = None
    result: Json = None
    for block in blocks:
        kind = block.get("type") if isinstance(block, dict) else None
        make = kinds.get(kind) if isinstance(kind, str) else None
        new = make(block, ids) if make else None
        if new is None:
            continue
        if response is not None and is_inside(block, response):
            put_inside(result, new, response)
            continue
        made.append(new)
        if kind == "tool_response":
            response, result = block, new
    return made


def parameters_as_object(block: _Raw) -> Json:
    """A call without parameters has none: `{}`. The free text of a custom tool is put into an object, under the name
    that its own provider has for it. Other parameters that are no object are passed on, for the provider to see."""
    parameters, metadata = block.get("parameters"), block.get("providerMetadata")
    if parameters is None:
        return {}
    kept = metadata.values() if isinstance(parameters, str) and isinstance(metadata, dict) else ()
    is_custom = any(isinstance(own, dict) and str(own.get("type")).startswith("custom") for own in kept)
    return {"input": parameters} if is_custom else parameters


def fenced(block: _Raw) -> str:
    """A code block as a text, for providers that have none: as Markdown writes it."""
    return f"```{block.get('language') or ''}\n{block.get('code')}\n```"


def turns_to_contents(
    messages: Sequence[Json], settings: Mapping[str, Json], read_blocks: ReadBlocks, facts: FactNames
) -> Iterator[Converted]:
    names: Names = {}
    if system := settings.get("system"):
        blocks = read_blocks(system, names) if isinstance(system, list) else _no_blocks(system, facts.provider)
        yield Converted({"speaker": "system", "blocks": blocks}, ())
    for index, message in enumerate(messages):
        if isinstance(message, dict):
            content = message.get("content")
            blocks = read_blocks(content, names) if isinstance(content, list) else _no_blocks(content, facts.provider)
            for content in _contents(message, blocks, facts):
                yield Converted(content, (index,))


def _no_blocks(content: object, provider: str) -> list[_Raw]:
    """A content that is no list of blocks: a text, nothing, or what nobody knows."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [] if content is None else [kept_whole(provider, content)]


def _contents(message: _Raw, blocks: list[_Raw], facts: FactNames) -> list[Json]:
    role = message.get("role")
    contents: list[Json]
    if role != "user":
        contents = [{"speaker": _SPEAKERS.get(role, role) if isinstance(role, str) else role, "blocks": blocks}]
    elif len(blocks) < 2:
        contents = [{"speaker": "tool" if blocks and is_result(blocks[0]) else "human", "blocks": blocks}]
    else:
        runs = groupby(blocks, key=is_result)
        contents = [{"speaker": "tool" if result else "human", "blocks": list(run)} for result, run in runs]
    if not message.keys() <= _CARRIED:
        rest = {key: message[key] for key in message if key not in _CARRIED}
        contents[0]["metadata"] = response_metadata(rest, facts)
    return contents
