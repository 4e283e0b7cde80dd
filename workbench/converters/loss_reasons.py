"""Why a value is lost: the spec's own line where a spec decides it, else the hop that has no place for it."""

from __future__ import annotations

import re
from typing import NamedTuple

from workbench.json.pointer import Path, to_pointer
from workbench.json.text import Json

BESIDE_RESPONSE = "beside a response"
SILENT_TOOL = "tool without a response"


class Story(NamedTuple):
    """Values that one edge loses, and why."""

    source: str
    target: str
    block: str | None
    """`type` of the block that holds the value, or one of the two situations above; None: any."""
    path: re.Pattern[str]
    why: str


def _story(edge: str, block: str | None, path: str, why: str) -> Story:
    source, _, target = edge.partition(" → ")
    return Story(source, target, block, re.compile(path), why)


_CORE = "icontent → vercel-v4-core"
STORIES = (
    _story(_CORE, None, r"/metadata", "spec 000 reads speaker and blocks only (lines 021-022); metadata stays behind"),
    _story(
        _CORE,
        BESIDE_RESPONSE,
        "",
        "where a message holds a tool_response, spec 000 takes the responses alone (lines 026-028, 134)",
    ),
    _story(
        _CORE,
        SILENT_TOOL,
        "",
        "spec 000 knows no speaker `tool` without a tool_response (lines 038-039), so the message is dropped",
    ),
    _story(
        _CORE,
        "tool_response",
        r"/blocks/\d+/error$",
        "spec 000 keeps only that there was an error: `isError` (lines 146-148); its text is not passed on",
    ),
    _story(_CORE, "tool_response", r"/blocks/\d+/status$", "spec 000 turns it into `isError` (lines 146-148)"),
    _story(
        _CORE,
        "thinking",
        "",
        "spec 000 has text, image, tool_call and tool_response blocks only (type mappings, lines 196-200)",
    ),
    _story(_CORE, "media", "", "spec 000 knows `image` with `data`, not `media` (lines 062, 070-071)"),
    _story(_CORE, "code", "", "spec 000 has no `code` block (type mappings, lines 196-200)"),
    _story(_CORE, "image", "", "spec 000 passes images on for the human speaker alone (lines 062, 097-111)"),
    _story(_CORE, "tool_call", "", "spec 000 passes tool calls on for the `ai` speaker alone (lines 067-073, 091-112)"),
    _story(
        "icontent → *",
        None,
        r"/metadata",
        "metadata is the history's own; the provider's messages have no place for it",
    ),
    _story(
        "a2a → openai-chat",
        None,
        r"/(messageId|taskId|contextId|metadata|kind|extensions|referenceTaskIds)",
        "spec 002 maps role and parts; the rest of the A2A envelope has no place in a chat message",
    ),
    _story(
        "vercel-v4-ui → *",
        None,
        r"/(id|createdAt|annotations|status)",
        "what the screen needs of a UI message is not sent to the model",
    ),
    _story(
        "vercel-v5-ui → *",
        None,
        r"/(id|metadata|state|providerMetadata)",
        "what the screen needs of a UI message is not sent to the model",
    ),
    _story("* → openai-chat", "reasoning", "", "Chat Completions has no place for reasoning in a request"),
    _story("* → openai-chat", "thinking", "", "Chat Completions has no place for thinking in a request"),
)


def why_lost(source: str, target: str, message: object, path: Path) -> str:
    pointer, block = to_pointer(path), _situation(source, message, path)
    for story in STORIES:
        fits = story.source in (source, "*") and story.target in (target, "*")
        if fits and story.block in (None, block) and story.path.search(pointer):
            return story.why
    return f"{target} has no place for it"


def _situation(source: str, message: object, path: Path) -> str:
    """What the block that holds the value is, or where it is that matters more."""
    if not isinstance(message, dict):
        return ""
    kind = _type_at(message, path)
    if source == "icontent":
        blocks = message.get("blocks")
        kinds = [block.get("type") for block in blocks if isinstance(block, dict)] if isinstance(blocks, list) else []
        if "tool_response" in kinds and kind not in ("", "tool_response"):
            return BESIDE_RESPONSE
        if message.get("speaker") == "tool" and "tool_response" not in kinds:
            return SILENT_TOOL
    return kind


def _type_at(message: Json, path: Path) -> str:
    """`type` of the outermost part of the message that the path goes through."""
    value = message
    for step in path[:-1]:
        value = value[step]
        if isinstance(value, dict) and isinstance(value.get("type"), str):
            return str(value["type"])
    return ""
