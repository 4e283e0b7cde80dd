"""How strongly a message's shape suggests the AI SDK's Core or Model messages.

SDK 4 and SDK 5 to 7 share the part kinds and differ in the names inside them (`args`/`result`/`mimeType` against
`input`/`output`/`mediaType`), so both formats share the checks and differ in their marks.
"""

from __future__ import annotations

from typing import NamedTuple

from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, POSSIBLE, Evidence, Shape


class Marks(NamedTuple):
    """The kinds and keys of parts that only one generation of the SDK has."""

    kinds: frozenset[str]
    part_keys: frozenset[str]


V4 = Marks(
    frozenset({"redacted-reasoning"}),
    frozenset({"args", "result", "isError", "mimeType", "signature", "experimental_content"}),
)
V5 = Marks(
    frozenset({"tool-approval-request", "tool-approval-response", "reasoning-file", "custom"}),
    frozenset({"input", "output", "mediaType", "providerExecuted", "approvalId"}),
)

_ROLES = frozenset({"system", "user", "assistant", "tool"})
_TOOL_KINDS = frozenset({"tool-call", "tool-result"})
_KINDS = frozenset({"text", "image", "file", "reasoning"}) | _TOOL_KINDS | V4.kinds | V5.kinds
_FOREIGN_KEYS = frozenset(
    {"tool_calls", "tool_call_id", "function_call", "reasoning_content", "toolInvocations", "experimental_attachments"}
    | {"parts", "blocks", "speaker", "messageId"}
)
_FOREIGN_PART_KEYS = frozenset({"source", "cache_control", "file", "image_url", "input_audio", "tool_use_id"})
_OPTION_KEYS = frozenset({"providerOptions", "experimental_providerMetadata"})


def message_evidence(shape: Shape, own: Marks, other: Marks) -> Evidence:
    """Return the evidence for one generation: `own` are its marks, `other` those of its sibling."""
    if shape.role not in _ROLES or shape.type or not shape.keys.isdisjoint(_FOREIGN_KEYS):
        return NO_EVIDENCE
    if shape.content == "string":
        return POSSIBLE if shape.keys.isdisjoint(_OPTION_KEYS) else LIKELY
    if not shape.parts_key:  # broken, or written by an unknown program
        return NO_EVIDENCE if shape.content == "object" else POSSIBLE
    if shape.parts_key != "content":
        return NO_EVIDENCE
    if not shape.part_keys:
        return LIKELY if shape.role == "tool" else POSSIBLE
    return _parts_evidence(shape, own, other)


def _parts_evidence(shape: Shape, own: Marks, other: Marks) -> Evidence:
    tool_parts = bool(shape.kinds & _TOOL_KINDS) and "toolCallId" in shape.part_keys
    if not tool_parts:
        if not shape.kinds or shape.kinds - _KINDS or shape.part_keys & _FOREIGN_PART_KEYS:
            return NO_EVIDENCE
        # Anthropic and MCP have an image part too, with its data under other names.
        if "image" in shape.kinds and "image" not in shape.part_keys:
            return NO_EVIDENCE
    own_marks = shape.kinds & own.kinds or shape.part_keys & own.part_keys
    if shape.kinds & other.kinds or shape.part_keys & other.part_keys:
        return LIKELY if own_marks else NO_EVIDENCE
    if own_marks:
        return CERTAIN
    if shape.kinds == {"text"} and shape.part_keys.isdisjoint(_OPTION_KEYS):
        return POSSIBLE if shape.role in ("user", "assistant") else NO_EVIDENCE
    return LIKELY
