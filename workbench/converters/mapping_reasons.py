"""Reasons for the mapping of single fields: short paraphrases of the specs, with their line numbers.

Specs 000, 001 and 003 number the lines of their pseudocode, and these numbers are quoted; for 002 and 004, which have
none, the lines of the document are. For a mapping without a spec, the edge's own story is the reason.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from workbench.converters.contract import Edge

_ID_TO_WIRE = "spec 001, lines 003-020: one known prefix becomes call_, the rest of the id stays"
_ID_TO_HISTORY = "spec 001, lines 032-049: one known prefix becomes hist_tool_, the rest of the id stays"


class Reason(NamedTuple):
    """Fields that one edge maps, and the reason."""

    edge: str
    source: re.Pattern[str]
    target: re.Pattern[str]
    why: str


def _reason(edge: str, source: str, target: str, why: str) -> Reason:
    return Reason(edge, re.compile(source), re.compile(target), why)


_CORE = "icontent → vercel-v4-core"
_CHAT = "icontent → openai-chat"
_BACK = "openai-chat → icontent"
_A2A = "a2a → openai-chat"
_FLAT = "vercel-v4-core → openai-chat"
REASONS = (
    _reason(_CORE, r"speaker: \"tool", "", "spec 000, lines 026-027: a tool response makes it a tool message"),
    _reason(_CORE, r"speaker", "", "spec 000, lines 190-194: each speaker has its role"),
    _reason(_CORE, r"blocks\[\]\.type", "", "spec 000, lines 196-200: each block type has its part type"),
    _reason(_CORE, r"blocks\[\]\.text", r"content$", "spec 000, line 179: texts are joined with a newline"),
    _reason(_CORE, r"blocks\[\]\.text", "", "spec 000, lines 069 and 099: next to images or calls, a text is a part"),
    _reason(_CORE, r"blocks\[\]\.data", "", "spec 000, lines 070-071: an image of the user is copied"),
    _reason(_CORE, r"blocks\[\]\.id", "", f"spec 000, line 103; {_ID_TO_WIRE}"),
    _reason(_CORE, r"blocks\[\]\.callId", "", f"spec 000, line 137; {_ID_TO_WIRE}"),
    _reason(
        _CORE, r"blocks\[\]\.(name|toolName)", r"", "spec 000, line 107; on a result the SDK requires the name too"
    ),
    _reason(_CORE, r"blocks\[\]\.parameters", "", "spec 000, line 108: the arguments are copied unchanged"),
    _reason(_CORE, r"blocks\[\]\.result", "", "spec 000, line 142: null becomes an empty text; 0 and false stay"),
    _reason(_CORE, r"blocks\[\]\.(error|status)", "", "spec 000, lines 146-148: only the fact that it failed is kept"),
    _reason(_CHAT, r"speaker: \"tool", "", "spec 000, lines 026-027: a tool response makes it a tool message"),
    _reason(_CHAT, r"speaker", "", "spec 000, lines 190-194: each speaker has its role"),
    _reason(_CHAT, r"blocks\[\]\.type", "", "spec 000, lines 196-200: each block type has its part type"),
    _reason(_CHAT, r"blocks\[\]\.(id|callId)", "", _ID_TO_WIRE),
    _reason(_CHAT, r"blocks\[\]\.name", "", "spec 000, line 107: the name of the tool is copied"),
    _reason(_CHAT, r"blocks\[\]\.parameters", "", "spec 000, line 108; the API takes arguments as JSON in a string"),
    _reason(_CHAT, r"blocks\[\]\.data", "", "spec 000, lines 070-071; the API takes the image as a URL"),
    _reason(_CHAT, r"blocks\[\]\.text", r"content$", "spec 000, line 179: texts are joined with a newline"),
    _reason(_CHAT, r"blocks\[\]\.text", "", "spec 000, line 069: next to images, a text is a part"),
    _reason(_CHAT, r"^$", r"^content$", "spec 000, line 115: the content stays, even if there is no text"),
    _reason(_CHAT, r"blocks\[\]\.result", "", "spec 000, line 142: null becomes an empty text; 0 and false stay"),
    _reason(_BACK, r"(tool_calls\[\]\.id|tool_call_id)", "", f"spec 003, line 087; {_ID_TO_HISTORY}"),
    _reason(_BACK, r"content", r"blocks\[\]\.text", "spec 003, lines 036-038: a text block only if there is text"),
    _reason(_BACK, r"tool_calls\[\]\.function\.name", "", "spec 003, line 092: the name is copied"),
    _reason(_BACK, r"tool_calls\[\]\.function\.arguments", "", "spec 003, line 093: the arguments are parsed"),
    _reason(_A2A, r"role: \"(user|ROLE_USER)", r"tool", "spec 002, line 16: tool results are in user messages"),
    _reason(_A2A, r"role", "", "spec 002, lines 13-15: user stays user, agent becomes assistant"),
    _reason(_A2A, r"parts\[\]\.text", "", "spec 002, line 117: the text of the text parts"),
    _reason(_A2A, r"tool_calls\[\]\.call_id", "", "spec 002, line 70: call_id becomes id, unchanged"),
    _reason(_A2A, r"tool_calls\[\]\.arguments", "", "spec 002, line 74: the arguments become JSON in a string"),
    _reason(_A2A, r"tool_calls", "", "spec 002, line 118: calls come from the data parts"),
    _reason(_A2A, r"tool_results", "", "spec 002, lines 119 and 121: each result becomes a separate tool message"),
    _reason(_A2A, "", r"tool_calls\[\]\.type", "spec 002, line 71: the only type of call"),
    _reason(
        _FLAT, r"content\[\]\.toolCallId", r"tool_call_id", "spec 004, lines 148 and 220: the id moves to the message"
    ),
    _reason(
        _FLAT, r"content\[\]\.result", r"content", "spec 004, lines 149 and 221: text stays, other results as JSON"
    ),
)


def why_mapped(edge: Edge, source: str, target: str) -> str:
    """Return the first reason that matches. Fields are written as `blocks[].callId`; a missing field is empty."""
    name = f"{edge.source} → {edge.target}"
    for reason in REASONS:
        if reason.edge == name and _matches(reason.source, source) and _matches(reason.target, target):
            return reason.why
    return ""


def _matches(pattern: re.Pattern[str], field: str) -> bool:
    return bool(pattern.search(field))
