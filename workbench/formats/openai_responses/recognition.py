"""Does a message or a request body look like the Responses API? Its items have a type, its tools a top-level name."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, POSSIBLE, Evidence, Shape
from workbench.formats.openai_responses.items import (
    CALLS,
    INPUT_PARTS,
    OTHER_ITEMS,
    OUTPUT_PARTS,
    OUTPUTS,
    SERVER_TOOLS,
)
from workbench.json.text import Json

_ROLES = {"system", "developer", "user", "assistant"}
_OWN_PARTS = {"input_text", "input_image", "input_file", "output_text"}
_KNOWN_PARTS = {*INPUT_PARTS, *OUTPUT_PARTS}
_OWN_ITEMS = {*CALLS, *OUTPUTS, *SERVER_TOOLS, *OTHER_ITEMS, "reasoning"}
_MESSAGE_KEYS = {"type", "role", "content", "id", "status", "phase"}


def recognise(shape: Shape) -> Evidence:
    if not shape.keys:
        return NO_EVIDENCE
    if shape.type in _OWN_ITEMS and "kind" not in shape.keys:
        return CERTAIN
    if shape.type not in ("", "message"):
        return LIKELY if shape.type.endswith(("_call", "_call_output")) and not shape.role else NO_EVIDENCE
    if shape.keys == {"id"}:
        return POSSIBLE
    if shape.role not in _ROLES or shape.parts_key in ("parts", "blocks") or shape.content not in ("string", "list"):
        return NO_EVIDENCE
    if shape.kinds & _OWN_PARTS:
        return CERTAIN
    if shape.kinds - _KNOWN_PARTS or (shape.part_keys and not shape.kinds) or shape.keys - _MESSAGE_KEYS:
        return NO_EVIDENCE
    distinctive = shape.type == "message" or "phase" in shape.keys or shape.role == "developer"
    return LIKELY if distinctive else POSSIBLE


_CERTAIN_SETTINGS = {"instructions", "previous_response_id"}
_LIKELY_SETTINGS = {"include", "truncation", "max_output_tokens", "conversation"}
_HOSTED_TOOLS = {
    "web_search",
    "web_search_preview",
    "file_search",
    "code_interpreter",
    "image_generation",
    "mcp",
    "local_shell",
    "shell",
    "apply_patch",
    "tool_search",
}


def body_evidence(settings: Mapping[str, Json]) -> Evidence:
    """The tools of this API have a top-level name, while those of Chat Completions contain a `function`."""
    tools = settings.get("tools")
    tools = [tool for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []
    if any(isinstance(tool.get("function"), dict) for tool in tools):
        return NO_EVIDENCE
    if any(tool.get("type") in ("function", "custom") and isinstance(tool.get("name"), str) for tool in tools):
        return CERTAIN
    text = settings.get("text")
    if settings.keys() & _CERTAIN_SETTINGS or (isinstance(text, dict) and text.keys() & {"format", "verbosity"}):
        return CERTAIN
    if settings.keys() & _LIKELY_SETTINGS or any(_is_hosted(tool) for tool in tools):
        return LIKELY
    return POSSIBLE if settings.keys() & {"model", "store", "stream", "reasoning"} else NO_EVIDENCE


def _is_hosted(tool: Mapping[str, Json]) -> bool:
    return isinstance(tool.get("type"), str) and tool["type"] in _HOSTED_TOOLS
