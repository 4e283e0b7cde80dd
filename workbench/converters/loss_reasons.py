"""The reason for a loss: the lines of the spec that defines it, or the format that cannot represent the value."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from workbench.json.pointer import Path, to_pointer

NEXT_TO_RESPONSE = "next to a response"
TOOL_WITHOUT_RESPONSE = "tool without a response"
WITHOUT_BLOCKS = "without blocks"
CANNOT_REPRESENT_IT = " cannot represent it"


class LossReason(NamedTuple):
    """Values that one edge loses, and the reason."""

    source: str
    target: str
    block: str | None
    """The `type` of the block with the value, one of the three situations above, or None for any."""
    path: re.Pattern[str]
    why: str


def _reason(edge: str, block: str | None, path: str, why: str) -> LossReason:
    source, _, target = edge.partition(" → ")
    return LossReason(source, target, block, re.compile(path), why)


_CORE = "icontent → vercel-v4-core"
REASONS = (
    _reason(
        "icontent → *",
        WITHOUT_BLOCKS,
        r"^(/blocks)?$",
        "a message without blocks has nothing to send; spec 003 stores the usage of a reply in one (lines 110-134)",
    ),
    _reason(_CORE, None, r"/metadata", "spec 000 reads only speaker and blocks (lines 021-022); metadata is dropped"),
    _reason(
        _CORE,
        NEXT_TO_RESPONSE,
        "",
        "spec 000 converts only the responses of a message that has a tool_response (lines 026-028, 134)",
    ),
    _reason(
        _CORE,
        TOOL_WITHOUT_RESPONSE,
        "",
        "spec 000 has no branch for the speaker `tool` without a tool_response (lines 038-039), so it is dropped",
    ),
    _reason(
        _CORE,
        "tool_response",
        r"/blocks/\d+/error$",
        "spec 000 keeps only the fact that there was an error: `isError` (lines 146-148); its text is dropped",
    ),
    _reason(_CORE, "tool_response", r"/blocks/\d+/status$", "spec 000 turns it into `isError` (lines 146-148)"),
    _reason(
        _CORE,
        "thinking",
        "",
        "spec 000 has only text, image, tool_call and tool_response blocks (type mappings, lines 196-200)",
    ),
    _reason(_CORE, "media", "", "spec 000 knows `image` with `data`, not `media` (lines 062, 070-071)"),
    _reason(_CORE, "code", "", "spec 000 has no `code` block (type mappings, lines 196-200)"),
    _reason(_CORE, "image", "", "spec 000 converts images only for the human speaker (lines 062, 097-111)"),
    _reason(_CORE, "tool_call", "", "spec 000 converts tool calls only for the `ai` speaker (lines 067-073, 091-112)"),
    _reason(
        "icontent → *",
        None,
        r"/metadata",
        "metadata belongs to the history; the provider's messages have no field for it",
    ),
    _reason(
        "a2a → openai-chat",
        None,
        r"/(messageId|taskId|contextId|metadata|kind|extensions|referenceTaskIds)",
        "spec 002 maps role and parts; a chat message has no fields for the rest of the A2A envelope",
    ),
    _reason(
        "vercel-v4-ui → *",
        None,
        r"/(id|createdAt|annotations|status)",
        "fields of a UI message that only the screen needs are not sent to the model",
    ),
    _reason(
        "vercel-v5-ui → *",
        None,
        r"/(id|metadata|state|providerMetadata)",
        "fields of a UI message that only the screen needs are not sent to the model",
    ),
    _reason("* → openai-chat", "reasoning", "", "Chat Completions has no field for reasoning in a request"),
    _reason("* → openai-chat", "thinking", "", "Chat Completions has no field for thinking in a request"),
)


def why_lost(source: str, target: str, message: object, path: Path) -> str:
    """Return the reason why a value of a message is lost, or the whole message if the path is empty."""
    pointer, block = to_pointer(path), _situation(source, message, path)
    for reason in REASONS:
        is_edge = reason.source in (source, "*") and reason.target in (target, "*")
        if is_edge and reason.block in (None, block) and reason.path.search(pointer):
            return reason.why
    return f"{target}{CANNOT_REPRESENT_IT}"


def _situation(source: str, message: object, path: Path) -> str:
    """Return the situation of a value if it explains the loss, else the type of its block."""
    if not isinstance(message, dict):
        return ""
    kind = _type_at(message, path)
    if source == "icontent":
        blocks = message.get("blocks")
        kinds = [block.get("type") for block in blocks if isinstance(block, dict)] if isinstance(blocks, list) else []
        if "tool_response" in kinds and kind not in ("", "tool_response"):
            return NEXT_TO_RESPONSE
        if message.get("speaker") == "tool" and "tool_response" not in kinds:
            return TOOL_WITHOUT_RESPONSE
        if not kinds and kind == "":
            return WITHOUT_BLOCKS
    return kind


def _type_at(message: Any, path: Path) -> str:
    """Return the `type` of the outermost part of the message on the path, or of the whole message."""
    value = message
    if not path:
        return str(message.get("type", ""))
    for step in path[:-1]:
        value = value[step]
        if isinstance(value, dict) and isinstance(value.get("type"), str):
            return str(value["type"])
    return ""
