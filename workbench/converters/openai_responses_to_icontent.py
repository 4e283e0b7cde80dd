"""OpenAI Responses → IContent: all items of the model between two inputs become one content.

Ids stay unchanged. The first block of a message or reasoning item stores the fields that IContent cannot represent, so
that the items can be separated again. Tools that the provider ran, references and items of unknown types are kept whole
in `provider` blocks. `instructions` become the first content.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.contract import Converted, Edge
from workbench.converters.openai_responses_parts import NAME, part_to_block, with_metadata, without
from workbench.converters.openai_responses_tools import call_to_block, output_to_blocks
from workbench.converters.provider_metadata import provider_block
from workbench.converters.response_facts import FactNames, response_metadata
from workbench.formats.openai_responses.events import reasoning_text
from workbench.formats.openai_responses.items import client_call, client_output
from workbench.json.text import Json, JsonObject

_SPEAKERS = {"user": "human", "assistant": "ai", "system": "system", "developer": "system"}
_FACTS = FactNames(
    NAME, {"id": "responseId", "model": "model", "status": "finishReason"}, "usage", "input_tokens", "output_tokens"
)
_REASONING_PARTS = {"summary": "summary_text", "content": "reasoning_text"}


def openai_responses_to_icontent(items: Sequence[Any], settings: Mapping[str, Json]) -> Iterator[Converted]:
    instructions = settings.get("instructions")
    if isinstance(instructions, str):
        yield Converted({"speaker": "system", "blocks": [{"type": "text", "text": instructions}]}, ())
    names = _call_names(items)
    turn: JsonObject = {"speaker": "ai", "blocks": []}
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


def _call_names(items: Sequence[Any]) -> dict[str, Json]:
    """Map call ids to tool names, because an output does not contain the name."""
    names: dict[str, Json] = {}
    for item in items:
        if isinstance(item, dict) and (tool := client_call(item)) and isinstance(call_id := item.get("call_id"), str):
            names[call_id] = tool.name or item.get("name")
    return names


def _blocks(item: object, names: Mapping[str, Json]) -> tuple[str, list[Json]]:
    """Return the speaker and the blocks of an item."""
    if isinstance(item, str):
        return "human", [{"type": "text", "text": item}]
    if not isinstance(item, dict):
        return "human", [provider_block(NAME, item)]
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
    return ("human" if kind == "mcp_approval_response" else "ai"), [provider_block(NAME, item)]


def _message(item: dict[str, Json]) -> tuple[str, list[Json]]:
    """Return the speaker and the blocks of a message.

    System messages are marked, because unmarked ones become `instructions` on the way back. Later parts of a model's
    message are marked too, because unmarked texts become separate messages.
    """
    role, content = item.get("role"), item.get("content")
    speaker = _SPEAKERS.get(role) if isinstance(role, str) else None
    if speaker is None:
        return "ai", [provider_block(NAME, item)]
    item_fields = without(item, "content", "role")
    if isinstance(content, str):
        own = {"item": item_fields, "string": True} if item_fields or speaker == "system" else {}
        return speaker, [with_metadata({"type": "text", "text": content}, own)]
    if not isinstance(content, list) or not content or not all(isinstance(part, dict) for part in content):
        return speaker, [provider_block(NAME, item)]
    text_type = "output_text" if speaker == "ai" else "input_text"
    first, *rest = (part_to_block(part, text_type) for part in content)
    blocks: list[Json] = [with_metadata(first[0], {"item": item_fields, **first[1]})]
    mark: JsonObject = {"type": text_type} if speaker == "ai" else {}
    return speaker, blocks + [with_metadata(block, own or mark) for block, own in rest]


def _thoughts(item: dict[str, Json]) -> list[Json]:
    """Return a block per paragraph. The first stores the item's id and encrypted content, which the API requires."""
    texts = {key: paragraphs for key in _REASONING_PARTS if (paragraphs := _paragraphs(item, key))}
    item_fields = without(item, "type", *texts)
    first: dict[str, Json] = {}
    if isinstance(item_fields.get("encrypted_content"), str):
        first["encryptedContent"] = item_fields.pop("encrypted_content")
    pairs: list[tuple[str, dict[str, Json]]] = [
        (text, {} if key == "summary" else {"in": key}) for key, paragraphs in texts.items() for text in paragraphs
    ]
    if not pairs:
        pairs = [(reasoning_text(item) or "", {"in": None})]
    blocks: list[Any] = [{"type": "thinking", "thought": text, "providerMetadata": {NAME: own}} for text, own in pairs]
    blocks[0] = {**blocks[0], **first, "providerMetadata": {NAME: {"item": item_fields, **pairs[0][1]}}}
    return blocks


def _paragraphs(item: dict[str, Json], key: str) -> list[str]:
    """Return the texts of a list in a reasoning item. None if an entry is more than a text: then it is kept whole."""
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


EDGE = Edge("openai-responses", "icontent", openai_responses_to_icontent, "a content per turn; other fields are stored")
