"""Vercel CoreMessage → OpenAI Chat Completions word for word as `@ai-sdk/openai` 1 of AI SDK 4 sends it.

It differs from spec 004's edge in tool results: the SDK writes every result as JSON, so the model reads a string with
an extra pair of quotes around it. This is the way of every history of CoreMessages or UI messages of version 4, whoever
receives it, because SDK 4 sends it; spec 004's is the choice beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.converters.spec_branches import core_branch
from workbench.converters.vercel_v4_core_to_openai_chat import is_openai_message, vercel_v4_core_to_openai_chat
from workbench.formats.vercel_v4_core.events import stringified_results
from workbench.json.text import Json, compact


def vercel_v4_core_to_openai_chat_by_sdk_4(
    messages: Sequence[Json], settings: Mapping[str, Json]
) -> Iterator[Converted]:
    for row in vercel_v4_core_to_openai_chat(messages, settings):
        source = messages[row.sources[0]] if row.sources else None
        if _is_bare_text(row.message) and row.message["content"] in _texts(source, row.message.get("tool_call_id")):
            yield Converted({**row.message, "content": compact(row.message["content"])}, row.sources, row.slot)
        else:
            yield row


def _is_bare_text(message: object) -> bool:
    return isinstance(message, dict) and message.get("role") == "tool" and isinstance(message.get("content"), str)


def _texts(message: object, call_id: object) -> list[str]:
    """The results of a call that are texts; others are JSON already, and OpenAI's own messages pass."""
    if not isinstance(message, dict) or is_openai_message(message):
        return []
    content = message.get("content")
    parts = content if isinstance(content, list) else stringified_results(content)
    return [
        part["result"]
        for part in parts
        if isinstance(part, dict) and part.get("toolCallId") == call_id and isinstance(part.get("result"), str)
    ]


EDGE = Edge(
    "vercel-v4-core",
    "openai-chat",
    vercel_v4_core_to_openai_chat_by_sdk_4,
    "what AI SDK 4 sends: every tool result as JSON, a string in quotes (spec 004 sends the string as it is)",
    branch=core_branch,
    sent_by="ai@4",
)
