"""OpenAI Responses → IContent: what the model did between two answers is one content, whatever items it came in.

Ids are kept as they are. Of a message's or a thought's item the first block holds what has no place in IContent, so
that the items can be distinguished again. Tools that the provider ran, references and items of unknown types are kept
whole in `provider` blocks. `instructions` become the first content.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.converters.openai_responses_parts import NAME, part_to_block, with_metadata, without
from workbench.converters.openai_responses_tools import call_to_block, output_to_blocks
from workbench.converters.provider_metadata import kept_whole
from workbench.converters.response_facts import FactNames, response_metadata
from workbench.formats.openai_responses.events import reasoning_text
from workbench.formats.openai_responses.items import client_call, client_output
from workbench.json.text import Json

_SPEAKERS = {"user": "human", "assistant": "ai", "system": "system", "developer": "system"}
_FACTS = FactNames(
    NAME, {"id": "responseId", "model": "model", "status": "finishReason"}, "usage", "input_tokens", "output_tokens"
)
_REASONING_PARTS = {"summary": "summary_text", "content": "reasoning_text"}


def openai_responses_to_icontent(items: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    instructions = settings.get("instructions")
    if isinstance(instructions, str):
        yield Converted({"speaker": "system", "blocks": [{"type": "text", "text": instructions}]}, ())
    names = _call_names(items)
    turn: dict[str, Json] = {"speaker": "ai", "blocks": []}
    sources: list[int] = []
    for index, item in enumerate(items):
        speaker, blocks = _blocks(item, names)
        if speaker == "ai":
            turn["blocks"] += blocks
            sources.append(index)
            if isinstance(item, dict) and item.get("type") == "response":
                facts = {key: value for key, value in item.items() if key != "type" and value is not None}
                turn["metadata"] = response_metadata(facts, _FACTS)
            continue
        if sources:
            yield Converted(turn, tuple(sources))
            turn, sources = {"speaker": "ai", "blocks": []}, []
        content: dict[str, Json] = {"speaker": speaker, "blocks": blocks}
        if speaker == "system" and item["role"] == "developer":
            content["metadata"] = {"role": "developer"}
        yield Converted(content, (index,))
    if sources:
        yield Converted(turn, tuple(sources))


def _call_names(items: Sequence[Json]) -> dict[str, Json]:
    """Call id → tool name, because an output does not say which tool it is of."""
    names: dict[str, Json] = {}
    for item in items:
        if isinstance(item, dict) and (tool := client_call(item)) and isinstance(call_id := item.get("call_id"), str):
            names[call_id] = tool.name or item.get("name")
    return names


def _blocks(item: object, names: Mapping[str, Json]) -> tuple[str, list[Json]]:
    """Who speaks, and what."""
    if isinstance(item, str):
        return "human", [{"type": "text", "text": item}]
    if not isinstance(item, dict):
        return "human", [kept_whole(NAME, item)]
    kind = item.get("type")
    if kind is None or kind == "message":
        return _message(item)
    if tool := client_call(item):
        return "ai", [call_to_block(item, tool)]
    if output := client_output(item):
        return "tool", output_to_blocks(item, output, names)
    if kind == "reasoning":
        return "ai", _thoughts(item)
    if kind == "response":
        return "ai", []
    return ("human" if kind == "mcp_approval_response" else "ai"), [kept_whole(NAME, item)]


def _message(item: dict[str, Json]) -> tuple[str, list[Json]]:
    """A system message is always marked: unmarked ones become `instructions` on the way back. So is every further
    part of what the model said, because its unmarked texts become messages of their own."""
    role, content = item.get("role"), item.get("content")
    speaker = _SPEAKERS.get(role) if isinstance(role, str) else None
    if speaker is None:
        return "ai", [kept_whole(NAME, item)]
    kept = without(item, "content", "role")
    if isinstance(content, str):
        own = {"item": kept, "string": True} if kept or speaker == "system" else {}
        return speaker, [with_metadata({"type": "text", "text": content}, own)]
    if not isinstance(content, list) or not content or not all(isinstance(part, dict) for part in content):
        return speaker, [kept_whole(NAME, item)]
    text_type = "output_text" if speaker == "ai" else "input_text"
    first, *rest = (part_to_block(part, text_type) for part in content)
    blocks = [with_metadata(first[0], {"item": kept, **first[1]})]
    mark = {"type": text_type} if speaker == "ai" else {}
    return speaker, blocks + [with_metadata(block, own or mark) for block, own in rest]


def _thoughts(item: dict[str, Json]) -> list[Json]:
    """A block per paragraph; the first holds the item's id and its encrypted form, which the API wants back."""
    texts = {key: found for key in _REASONING_PARTS if (found := _paragraphs(item, key))}
    kept = without(item, "type", *texts)
    first: dict[str, Json] = {}
    if isinstance(kept.get("encrypted_content"), str):
        first["encryptedContent"] = kept.pop("encrypted_content")
    pairs: list[tuple[str, dict[str, Json]]] = [
        (text, {} if key == "summary" else {"in": key}) for key, found in texts.items() for text in found
    ]
    if not pairs:
        pairs = [(reasoning_text(item) or "", {"in": None})]
    blocks: list[Json] = [{"type": "thinking", "thought": text, "providerMetadata": {NAME: own}} for text, own in pairs]
    blocks[0] = {**blocks[0], **first, "providerMetadata": {NAME: {"item": kept, **pairs[0][1]}}}
    return blocks


def _paragraphs(item: dict[str, Json], key: str) -> list[str]:
    """The texts of a thought's list; none if it holds anything more than a text, and then it is kept whole."""
    parts = item.get(key)
    kind = _REASONING_PARTS[key]
    texts: list[str] = []
    for part in parts if isinstance(parts, list) else ():
        if not isinstance(part, dict) or part.keys() != {"type", "text"} or part["type"] != kind:
            return []
        if not isinstance(part["text"], str):
            return []
        texts.append(part["text"])
    return texts


EDGE = Edge(
    "openai-responses", "icontent", openai_responses_to_icontent, "a content per turn; what it cannot hold is kept"
)
