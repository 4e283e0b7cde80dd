"""Vercel CoreMessage → OpenAI Chat Completions, exactly as `@ai-sdk/openai` 1 of AI SDK 4 sends it.

It differs from spec 004's edge in tool results: the SDK writes every result as JSON, so the model reads a string with
an extra pair of quotes around it. This is the default for every history of CoreMessages or UI messages of version 4,
because SDK 4 sends it; spec 004's edge is an option.

Messages of version 5 pass the checks of SDK 4, which then reads only the keys that it knows: the arguments and results
of tools are not sent.
"""

from __future__ import annotations

from functools import partial

from workbench.converters.contract import Edge
from workbench.converters.spec_branches import core_branch
from workbench.converters.vercel_v4_core_to_openai_chat import vercel_v4_core_to_openai_chat

vercel_v4_core_to_openai_chat_by_sdk_4 = partial(vercel_v4_core_to_openai_chat, by_sdk=True)

EDGE = Edge(
    "vercel-v4-core",
    "openai-chat",
    vercel_v4_core_to_openai_chat_by_sdk_4,
    "what AI SDK 4 sends: every tool result as JSON, a string in quotes (spec 004 sends the string unchanged)",
    branch=core_branch,
    sent_by="ai@4",
)
OF_VERSION_5 = Edge(
    "vercel-v5-model",
    "openai-chat",
    vercel_v4_core_to_openai_chat_by_sdk_4,
    "what AI SDK 4 sends of messages of version 5: calls without `input` and results without `output`",
    sent_by="ai@4",
)
