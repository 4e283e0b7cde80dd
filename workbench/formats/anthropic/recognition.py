"""Does a message or a request body look like an Anthropic message?"""

from __future__ import annotations

from collections.abc import Mapping

from workbench.formats.contract import (
    CERTAIN,
    LIKELY,
    NO_EVIDENCE,
    POSSIBLE,
    Evidence,
    Shape,
)
from workbench.json.text import Json

_ROLES = {"user", "assistant", "system"}
_FOREIGN_KEYS = {
    "tool_calls",
    "tool_call_id",
    "function_call",
    "reasoning_content",
    "toolInvocations",
    "parts",
    "blocks",
}
_OWN_KINDS = {
    "tool_use",
    "tool_result",
    "server_tool_use",
    "mcp_tool_use",
    "redacted_thinking",
    "search_result",
    "container_upload",
    "tool_addition",
    "tool_removal",
    "compaction",
}
_SHARED_KINDS = {"text", "image", "document", "thinking"}


def recognise(shape: Shape) -> Evidence:
    if shape.role not in _ROLES or shape.keys & _FOREIGN_KEYS or shape.content not in ("string", "list"):
        return NO_EVIDENCE
    if shape.kinds & _OWN_KINDS or any(kind.endswith("_tool_result") for kind in shape.kinds):
        return CERTAIN
    if shape.type == "message" and "stop_reason" in shape.keys:  # an entire response, which is also its message
        return CERTAIN
    if shape.kinds - _SHARED_KINDS or (shape.part_keys and not shape.kinds):
        return NO_EVIDENCE
    if shape.kinds & {"image", "document"}:
        return CERTAIN if "source" in shape.part_keys else NO_EVIDENCE
    if "thinking" in shape.kinds:
        return CERTAIN if "signature" in shape.part_keys else LIKELY
    # OpenAI-compatible routers also accept `cache_control`, so that key alone does not decide.
    return LIKELY if "citations" in shape.part_keys else POSSIBLE


def body_evidence(settings: Mapping[str, Json]) -> Evidence:
    tools, system, name = settings.get("tools"), settings.get("system"), settings.get("model")
    if "anthropic_version" in settings or "mcp_servers" in settings:
        return CERTAIN
    if isinstance(tools, list) and any(isinstance(tool, dict) and "input_schema" in tool for tool in tools):
        return CERTAIN
    blocks = system if isinstance(system, list) else ()
    if isinstance(system, str) or any(isinstance(block, dict) and "type" in block for block in blocks):
        return LIKELY
    if _has_own_thinking(settings) or settings.keys() & {"stop_sequences", "context_management"}:
        return LIKELY
    if isinstance(name, str) and name.startswith("claude"):
        return LIKELY
    return POSSIBLE if settings.keys() & {"max_tokens", "model", "stream"} else NO_EVIDENCE


def _has_own_thinking(settings: Mapping[str, Json]) -> bool:
    """Whether `thinking` has a budget or is adaptive. DeepSeek, Kimi and GLM also have a `thinking` with a type.

    Gateways send the same field to other servers. A request with a model but without `max_tokens`, which this API
    requires, is probably for one of those.
    """
    thinking = settings.get("thinking")
    if "model" in settings and "max_tokens" not in settings:
        return False
    return isinstance(thinking, dict) and ("budget_tokens" in thinking or thinking.get("type") == "adaptive")
