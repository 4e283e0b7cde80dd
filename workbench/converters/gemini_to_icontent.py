"""Gemini → IContent: function responses get their own contents, everything else keeps its turn.

Ids stay; a call without one gets an id derived from its position, and the response that answers it, matched by name and
order within the turn, gets the same. Both are marked, so that the way back removes the ids again. Whatever IContent
cannot represent (`thoughtSignature`, code that the provider ran, unknown parts) is stored in `providerMetadata`.
`systemInstruction` comes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.contract import Converted, Edge
from workbench.converters.gemini_call_ids import CallIds
from workbench.converters.gemini_media import NAME, camel_case, media_to_block, with_metadata
from workbench.converters.gemini_tools import call_to_block, response_to_blocks
from workbench.converters.provider_metadata import provider_block
from workbench.converters.response_facts import FactNames, response_metadata
from workbench.formats.gemini.parts import PAYLOADS, payload_key
from workbench.json.text import Json, JsonObject

_CONTENT_KEYS = {"role", "parts"}
_SPEAKERS = {None: "human", "user": "human", "function": "human", "model": "ai"}
_FACTS = FactNames(
    NAME,
    {"responseId": "responseId", "modelVersion": "model", "finishReason": "finishReason"},
    "usageMetadata",
    "promptTokenCount",
    "candidatesTokenCount",
)
_Raw = JsonObject


def gemini_to_icontent(contents: Sequence[Any], settings: Mapping[str, Json]) -> Iterator[Converted]:
    ids = CallIds(contents)
    if blocks := _system_blocks(settings.get("systemInstruction", settings.get("system_instruction")), ids):
        yield Converted({"speaker": "system", "blocks": blocks}, ())
    for index, content in enumerate(contents):
        ids.next_turn(content, index)
        has_other_fields = isinstance(content, dict) and not content.keys() <= _CONTENT_KEYS
        facts = camel_case(content, "role", "parts") if has_other_fields else {}
        for speaker, blocks in _pieces(content, ids, bool(facts)):
            converted: _Raw = {"speaker": speaker, "blocks": blocks}
            if facts:
                converted["metadata"] = response_metadata(facts, _FACTS)
                facts = {}
            yield Converted(converted, (index,))


def _system_blocks(instruction: object, ids: CallIds) -> list[Json]:
    if isinstance(instruction, str):
        return [{"type": "text", "text": instruction}]
    parts = instruction.get("parts") if isinstance(instruction, dict) else instruction
    parts = parts if isinstance(parts, list) else [parts] if isinstance(parts, dict) else []
    return [block for at, part in enumerate(parts) for block in _blocks(part, at, ids)]


def _pieces(content: object, ids: CallIds, has_other_fields: bool) -> list[tuple[str, list[Json]]]:
    """Split a turn into runs of responses and of everything else. Runs after the first are marked as the same turn."""
    role, parts = (content.get("role"), content.get("parts")) if isinstance(content, dict) else (None, None)
    speaker = _SPEAKERS.get(role) if role is None or isinstance(role, str) else None
    if has_other_fields and speaker and not parts:
        return [(speaker, [])]
    if speaker is None or not isinstance(parts, list) or not parts:
        return [(speaker or "human", [provider_block(NAME, {"wholeTurn": content})])]
    pieces: list[tuple[str, list[Json]]] = []
    for at, part in enumerate(parts):
        blocks = _blocks(part, at, ids)
        piece_speaker = "tool" if blocks[0]["type"] == "tool_response" else speaker
        if pieces and pieces[-1][0] == piece_speaker:
            pieces[-1][1].extend(blocks)
        else:
            pieces.append((piece_speaker, [_same_turn(blocks[0]), *blocks[1:]] if pieces else blocks))
    return pieces


def _same_turn(block: _Raw) -> _Raw:
    """Mark a block as part of the same turn. A part that is kept whole moves one level down, next to the mark."""
    own = block["providerMetadata"][NAME] if "providerMetadata" in block else {}
    if block["type"] == "provider":
        own = {"part": own}
    return with_metadata(block, {**own, "sameTurn": True})


def _blocks(part: Any, at: int, ids: CallIds) -> list[Any]:
    key = payload_key(part) if isinstance(part, dict) else None
    if key is None:
        return [provider_block(NAME, part)]
    payload, metadata = part[key], camel_case(part, key) if len(part) > 1 else {}
    if key == "text" and isinstance(payload, str):
        if metadata.get("thought") is True:
            del metadata["thought"]
            return [with_metadata({"type": "thinking", "thought": payload}, metadata)]
        return [with_metadata({"type": "text", "text": payload}, metadata)]
    kind = PAYLOADS[key]
    if kind in ("inlineData", "fileData") and (media := media_to_block(kind, payload)):
        return [with_metadata(media[0], {**metadata, **media[1]})]
    if kind == "functionCall" and isinstance(payload, dict):
        return [call_to_block(payload, metadata, ids.of_call(payload, at))]
    if kind == "functionResponse" and isinstance(payload, dict):
        return response_to_blocks(payload, metadata, ids.of_response(payload, at))
    return [provider_block(NAME, part)]


EDGE = Edge("gemini", "icontent", gemini_to_icontent, "parts by kind; calls without ids paired by name and order")
