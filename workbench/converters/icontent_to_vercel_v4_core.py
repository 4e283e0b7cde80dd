"""IContent → Vercel CoreMessage (AI SDK 4), as spec 000 describes it.

Everything that the spec drops is dropped here too; tracing reports the losses. There are three deviations: `toolName`
of a result, which the SDK requires, is looked up; only a null or absent result becomes ''; and an entry with nothing
but usage (spec 003, line 123) is not a message and is not sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from workbench.converters.contract import Converted, Edge
from workbench.converters.failed_results import result_with_error_text
from workbench.converters.spec_branches import icontent_branch
from workbench.converters.tool_ids import Rewrite, unchanged_id, wire_id
from workbench.json.text import Json, JsonObject


def icontent_to_vercel_v4_core(
    contents: Sequence[Json], settings: Mapping[str, Json], rewrite: Rewrite = wire_id
) -> Iterator[Converted]:
    call_names = _CallNames(contents, rewrite)
    for index, content in enumerate(contents):
        if message := _message(content, call_names):
            yield Converted(message, (index,))


class _CallNames:
    """Maps normalised call ids to tool names, for results without a name. The calls are read when first needed."""

    def __init__(self, contents: Sequence[Json], rewrite: Rewrite) -> None:
        self._contents, self.rewrite = contents, rewrite
        self._names: dict[Json, Json] | None = None

    def get(self, call_id: object) -> Json:
        if self._names is None:
            self._names = {}
            for content in self._contents:
                for block in _blocks(content):
                    if block.get("type") == "tool_call" and isinstance(block.get("id"), str):
                        self._names[self.rewrite(block["id"])] = block.get("name")
        return self._names.get(call_id) if isinstance(call_id, str) else None


def _blocks(content: object) -> list[JsonObject]:
    blocks = content.get("blocks") if isinstance(content, dict) else None
    if not isinstance(blocks, list):
        return []
    return [block for block in blocks if isinstance(block, dict)]


def _message(content: object, call_names: _CallNames) -> Json:
    """Convert one content (spec 000, lines 020-041). A response decides the role before the speaker does."""
    if not isinstance(content, dict):
        return None
    blocks = content.get("blocks")
    if not isinstance(blocks, list):
        blocks = []
    kinds = [block.get("type") if isinstance(block, dict) else None for block in blocks]
    if "tool_response" in kinds:
        return {"role": "tool", "content": _results(blocks, kinds, call_names)}
    speaker = content.get("speaker")
    if speaker == "human":
        return {"role": "user", "content": _user_content(blocks, kinds)}
    if speaker == "ai":
        if not blocks and is_usage_only(content):
            return None
        return {"role": "assistant", "content": _assistant_content(blocks, kinds, call_names.rewrite)}
    if speaker == "system":
        return {"role": "system", "content": _joined_text(blocks, kinds)}
    return None


def is_usage_only(content: dict[str, Json]) -> bool:
    """Whether this is the last entry of a generation, which has no blocks and the usage in its metadata."""
    metadata = content.get("metadata")
    return content.get("blocks") == [] and isinstance(metadata, dict) and "usage" in metadata


def _user_content(blocks: list[Any], kinds: list[Json]) -> Json:
    """Return the content of a user message (spec 000, lines 060-080)."""
    if "image" not in kinds:
        return _joined_text(blocks, kinds)
    parts: list[Json] = []
    for at, kind in enumerate(kinds):
        block = blocks[at]
        if kind == "text":
            parts.append({"type": "text", "text": block.get("text")})
        elif kind == "image":
            parts.append({"type": "image", "image": block.get("data")})
    return parts


def _assistant_content(blocks: list[Any], kinds: list[Json], rewrite: Rewrite) -> Json:
    """Return the content of an assistant message (spec 000, lines 090-118)."""
    if "tool_call" not in kinds:
        return _joined_text(blocks, kinds)
    parts: list[Json] = []
    for at, kind in enumerate(kinds):
        block = blocks[at]
        if kind == "text":
            parts.append({"type": "text", "text": block.get("text")})
        elif kind == "tool_call":
            parts.append(
                {
                    "type": "tool-call",
                    "toolCallId": rewrite(block.get("id")),
                    "toolName": block.get("name"),
                    "args": block.get("parameters"),
                }
            )
    return parts


def _results(blocks: list[Any], kinds: list[Json], call_names: _CallNames) -> list[Json]:
    """Return the parts of a tool message (spec 000, lines 130-155), with the tool name if it is known."""
    results: list[Json] = []
    for at, kind in enumerate(kinds):
        if kind != "tool_response":
            continue
        block = blocks[at]
        in_passing = call_names.rewrite is unchanged_id
        value = result_with_error_text(block) if in_passing else block.get("result")
        call_id, name = call_names.rewrite(block.get("callId")), block.get("toolName")
        result = {"type": "tool-result", "toolCallId": call_id}
        if name is None:
            name = call_names.get(call_id)
        if name is not None:
            result["toolName"] = name
        result["result"] = "" if value is None else value
        if block.get("status") == "error" or block.get("error") is not None:
            result["isError"] = True
        results.append(result)
    return results


def _joined_text(blocks: list[Any], kinds: list[Json]) -> str:
    """Join the texts of a content (spec 000, lines 170-180)."""
    texts = [blocks[at].get("text") for at, kind in enumerate(kinds) if kind == "text"]
    try:
        return "\n".join(texts)
    except TypeError:
        return "\n".join([text for text in texts if isinstance(text, str)])


EDGE = Edge(
    "icontent",
    "vercel-v4-core",
    icontent_to_vercel_v4_core,
    "spec 000, message conversion",
    normalises_ids=True,
    branch=icontent_branch,
)
IN_PASSING = replace(EDGE, convert=partial(icontent_to_vercel_v4_core, rewrite=unchanged_id), normalises_ids=False)
