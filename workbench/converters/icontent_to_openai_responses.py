"""IContent → OpenAI Responses: each text, call, result and thought of a content becomes a separate item.

Items that came from Responses are restored. A thought from elsewhere is dropped, because the API accepts only its own;
so are another provider's own blocks, and images of the model. System contents at the start become `instructions`, later
ones stay where they are. Ids are rewritten to the API's alphabet and length, and stay distinct.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.converters.openai_responses_parts import NAME, block_to_part, own_metadata
from workbench.converters.openai_responses_tools import RESPONSES_IDS, block_to_call, blocks_to_output, tool_ids
from workbench.converters.provider_ids import ProviderIds
from workbench.converters.provider_metadata import is_inside
from workbench.json.text import Json, JsonObject

_ROLES = {"human": "user", "ai": "assistant", "system": "system", "tool": "user"}
"""The media of a tool are sent as the user's."""


def icontent_to_openai_responses(contents: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    ids = ProviderIds((value for content in contents for value in tool_ids(_blocks(content))), *RESPONSES_IDS)
    at_start = True
    for index, content in enumerate(contents):
        role, blocks = _role(content), _blocks(content)
        if role is None:
            continue
        at_start = at_start and role in ("system", "developer")
        if at_start and (instructions := _instructions(blocks)):
            yield from (Converted(text, (index,), "system") for text in instructions)
            continue
        for item in _items(role, blocks, ids):
            yield Converted(item, (index,))


def _blocks(content: object) -> list[dict[str, Json]]:
    blocks = content.get("blocks") if isinstance(content, dict) else None
    return [block for block in blocks if isinstance(block, dict)] if isinstance(blocks, list) else []


def _role(content: object) -> str | None:
    if not isinstance(content, dict):
        return None
    speaker, metadata = content.get("speaker"), content.get("metadata")
    if isinstance(metadata, dict) and metadata.get("role") in ("system", "developer"):
        return str(metadata["role"])  # llxprt has no system speaker; the role is here
    return _ROLES.get(speaker) if isinstance(speaker, str) else None


def _instructions(blocks: list[dict[str, Json]]) -> list[Json]:
    """Return the texts of a system content, or nothing if it has other blocks or came from a Responses item."""
    if any(block.get("type") not in ("text", "code") or own_metadata(block) is not None for block in blocks):
        return []
    parts = [block_to_part(block, "input_text") for block in blocks]
    return [part for part in parts if part]


def _items(role: str, blocks: list[dict[str, Json]], ids: ProviderIds) -> Iterator[Json]:
    if not blocks and role in ("user", "system", "developer"):
        yield {"role": role, "content": ""}
    for run in _runs(role, blocks):
        kind, own = run[0].get("type"), own_metadata(run[0])
        if kind == "tool_call":
            yield block_to_call(run[0], own, ids)
        elif kind == "tool_response":
            yield blocks_to_output(run, own, ids)
        elif kind == "provider" and _is_whole_item(run[0]):
            yield run[0]["providerMetadata"][NAME]
        elif item := _reasoning(run, own) if kind == "thinking" else _message(role, run, own):
            yield item


def _runs(role: str, blocks: list[dict[str, Json]]) -> list[list[JsonObject]]:
    """Group the blocks of one item: the parts of a message, the paragraphs of a thought, a result and its media."""
    runs: list[list[dict[str, Json]]] = []
    previous_group = ""
    for block in blocks:
        group, own = _group(block), own_metadata(block)
        starts_item = "item" in own if own is not None else role == "assistant" or group == "thought"
        if runs and runs[-1][0].get("type") == "tool_response" and is_inside(block, runs[-1][0]):
            runs[-1].append(block)
            continue
        if group and group == previous_group and not starts_item:
            runs[-1].append(block)
        else:
            runs.append([block])
        previous_group = group
    return runs


def _group(block: dict[str, Json]) -> str:
    """Return the group of blocks that a block may join, or nothing if it is an item by itself."""
    kind = block.get("type")
    if kind in ("tool_call", "tool_response") or (kind == "provider" and _is_whole_item(block)):
        return ""
    return "thought" if kind == "thinking" else "message"


def _message(role: str, run: list[dict[str, Json]], own: dict[str, Json] | None) -> Json:
    """Return a message. A single text becomes a string, which the API accepts for every role, unless it had parts."""
    text_type = "output_text" if role == "assistant" else "input_text"
    parts = [part for block in run if (part := block_to_part(block, text_type))]
    if not parts:
        return None
    item = own.get("item") if own else None
    had_parts = isinstance(item, dict) and own is not None and "string" not in own
    message = {"role": role, **(item if isinstance(item, dict) else {})}
    if len(parts) == 1 and not had_parts and parts[0].get("type") == text_type:
        return {**message, "content": parts[0].get("text")}
    return {**message, "content": parts}


def _reasoning(run: list[dict[str, Json]], own: dict[str, Json] | None) -> Json:
    """Return a reasoning item, or None: the API accepts a thought only with its id or its encrypted content."""
    encrypted, item = run[0].get("encryptedContent"), own.get("item") if own else None
    if own is None and not isinstance(encrypted, str):
        return None
    parts: JsonObject = {"summary": [], "content": []}
    for block in run:
        field = (own_metadata(block) or {}).get("in", "summary")
        if field in ("summary", "content"):
            kind = "summary_text" if field == "summary" else "reasoning_text"
            parts[field].append({"type": kind, "text": block.get("thought")})
    reasoning = {"type": "reasoning", "summary": [], **(item if isinstance(item, dict) else {})}
    reasoning |= {field: texts for field, texts in parts.items() if texts}
    return {**reasoning, "encrypted_content": encrypted} if isinstance(encrypted, str) else reasoning


def _is_whole_item(block: dict[str, Json]) -> bool:
    metadata = block.get("providerMetadata")
    if not isinstance(metadata, dict) or NAME not in metadata:
        return False
    item = metadata[NAME]
    return not isinstance(item, dict) or "part" not in item or "type" in item


EDGE = Edge("icontent", "openai-responses", icontent_to_openai_responses, "an item per block; stored fields go back")
