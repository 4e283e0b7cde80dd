"""Cache points: marks that are blocks of their own, after the content to be cached."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import remove
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.request.definitions import at_setting
from workbench.rules.request.settings_places import setting, settings_at
from workbench.targets.contract import Target

_POINT = "cachePoint"
_THOUGHT = "reasoningContent"
_CACHED_DOCUMENT = "pdf"


def without_point(context: RepairContext, finding: Finding) -> Fix | None:
    return Fix("Leave out the cache point", (remove(finding.at),), True, "Cache points are not content.", 0.9)


@rule("CO623", "cache-point-unsupported-by-model", fix=without_point)
def cache_point_unsupported_by_model(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request has a cache point, but this model does not cache prompts.

    On this platform, only Claude and Nova cache prompts.

    Bad (bedrock):
        {"modelId": "meta.llama3-3-70b-instruct-v1:0", "system": [{"text": "Be brief."},
           {"cachePoint": {"type": "default"}}], "messages": [{"role": "user", "content": [{"text": "Hello"}]}]}
    Good (bedrock):
        {"modelId": "meta.llama3-3-70b-instruct-v1:0", "system": [{"text": "Be brief."}],
         "messages": [{"role": "user", "content": [{"text": "Hello"}]}]}
    """
    if chat.facts.platform_caches is not False:
        return
    text = f"The model {chat.model} does not cache prompts."
    for pattern in ("system[].cachePoint", "toolConfig.tools[].cachePoint"):
        for path, _ in settings_at(chat, pattern):
            yield at_setting(path[:-1], text)
    for index, message in enumerate(chat.messages):
        content = message.get("content") if isinstance(message, dict) else None
        for part, block in enumerate(content) if isinstance(content, list) else ():
            if isinstance(block, dict) and _POINT in block:
                yield at_message(index, text, ("content", part), part=part)


@rule("CO621", "cache-point-misplaced", fix=without_point)
def cache_point_misplaced(chat: Chat, target: Target) -> Iterator[Violation]:
    """A cache point is where this model cannot cache: after a thought or a document, or among the tools.

    Claude caches neither up to a thought nor up to a document that is not a PDF; put the point after a text. Nova
    caches messages and the system prompt, but not tools.

    Bad (bedrock):
        {"modelId": "us.amazon.nova-pro-v1:0", "messages": [{"role": "user", "content": [{"text": "Hello"}]}],
         "toolConfig": {"tools": [{"toolSpec": {"name": "ls", "inputSchema": {"json": {"type": "object"}}}},
           {"cachePoint": {"type": "default"}}]}}
    Good (bedrock):
        {"modelId": "us.amazon.nova-pro-v1:0", "messages": [{"role": "user", "content": [{"text": "Hello"}]}],
         "toolConfig": {"tools": [{"toolSpec": {"name": "ls", "inputSchema": {"json": {"type": "object"}}}}]}}
    """
    for index, message in enumerate(chat.messages) if chat.facts.caches_text_only else ():
        content = message.get("content") if isinstance(message, dict) else None
        blocks = content if isinstance(content, list) else []
        for part, (before, block) in enumerate(pairwise(blocks), start=1):
            if not isinstance(before, dict) or not isinstance(block, dict) or _POINT not in block:
                continue
            document = before.get("document")
            if _THOUGHT in before:
                text = "The cache point is after a thought."
                yield at_message(index, text, ("content", part), part=part)
            elif isinstance(document, dict) and document.get("format") != _CACHED_DOCUMENT:
                text = "The cache point is after a document that is not a PDF."
                yield at_message(index, text, ("content", part), variant="document", part=part)
    tools = setting(chat, ("toolConfig", "tools")) if chat.facts.caches_tools is False else None
    for number, tool in enumerate(tools) if isinstance(tools, list) else ():
        if isinstance(tool, dict) and _POINT in tool:
            text = f"The model {chat.model} does not cache tools."
            yield at_setting(("toolConfig", "tools", number), text, variant="tool", tool=number)
