"""Cache points: marks that are blocks of their own, after the content to be cached."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import remove
from workbench.json.pointer import Path, follow_or_none
from workbench.json.text import Json
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.request.definitions import at_setting
from workbench.rules.request.settings_places import setting, settings_at
from workbench.targets.contract import WARNING, Target
from workbench.targets.severities import Severity

_POINT = "cachePoint"
_LIFETIME = "ttl"
_LONGER = "1h"
_THOUGHT = "reasoningContent"
_CACHED_DOCUMENT = "pdf"


def points_of(chat: Chat) -> list[tuple[int, Path]]:
    """Return every cache point in the provider's order: tools, system prompt, messages. -1: outside the messages."""
    patterns = (f"toolConfig.tools[].{_POINT}", f"system[].{_POINT}")
    found = [(-1, path[:-1]) for pattern in patterns for path, _ in settings_at(chat, pattern)]
    for index, message in enumerate(chat.messages):
        content = message.get("content") if isinstance(message, dict) else None
        for part, block in enumerate(content) if isinstance(content, list) else ():
            if isinstance(block, dict) and _POINT in block:
                found.append((index, ("content", part)))
    return found


def without_point(context: RepairContext, finding: Finding) -> Fix | None:
    if finding.at.endswith(f"/{_LIFETIME}"):
        why = "The prompt stays cached for the usual time."
        return Fix("Leave out the lifetime", (remove(finding.at),), True, why, 0.9)
    return Fix("Leave out the cache point", (remove(finding.at),), True, "Cache points are not content.", 0.9)


@rule("CO623", "cache-point-unsupported-by-model", fix=without_point)
def cache_point_unsupported_by_model(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request has a cache point, but this model does not cache prompts.

    On this platform, only Claude and Nova cache prompts, and only Claude for longer than five minutes.

    Bad (bedrock):
        {"modelId": "meta.llama3-3-70b-instruct-v1:0", "system": [{"text": "Be brief."},
           {"cachePoint": {"type": "default"}}], "messages": [{"role": "user", "content": [{"text": "Hello"}]}]}
    Good (bedrock):
        {"modelId": "meta.llama3-3-70b-instruct-v1:0", "system": [{"text": "Be brief."}],
         "messages": [{"role": "user", "content": [{"text": "Hello"}]}]}
    """
    if chat.facts.platform_caches is False:
        text = f"The model {chat.model} does not cache prompts."
        for index, path in points_of(chat):
            yield _at_point(index, path, text)
    elif chat.facts.caches_longer is False:
        text = f"The model {chat.model} does not cache prompts for longer than five minutes."
        for index, path in points_of(chat):
            lifetime = (*path, _POINT, _LIFETIME)
            if follow_or_none(chat.settings if index < 0 else chat.messages[index], lifetime) == _LONGER:
                yield _at_point(index, lifetime, text)._replace(variant="lifetime")


def _at_point(index: int, path: Path, text: str, severity: Severity | None = None) -> Violation:
    if index < 0:
        return at_setting(path, text, severity=severity)
    return at_message(index, text, path, severity=severity, part=path[1])


@rule("CO625", "cache-points-too-many", fix=without_point)
def cache_points_too_many(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request has more cache points than the platform allows.

    It usually comes from marking every new turn and keeping the older marks. Claude refuses it; of other models it is a
    warning.

    Bad (bedrock):
        {"modelId": "us.anthropic.claude-sonnet-4-5-20250929-v1:0", "messages": [{"role": "user", "content": [
          {"text": "1"}, {"cachePoint": {"type": "default"}}, {"text": "2"}, {"cachePoint": {"type": "default"}},
          {"text": "3"}, {"cachePoint": {"type": "default"}}, {"text": "4"}, {"cachePoint": {"type": "default"}},
          {"text": "5"}, {"cachePoint": {"type": "default"}}]}]}
    Good (bedrock):
        {"modelId": "us.anthropic.claude-sonnet-4-5-20250929-v1:0", "messages": [{"role": "user", "content": [
          {"text": "1"}, {"text": "2"}, {"cachePoint": {"type": "default"}}]}]}
    """
    limit, points = target.limits.cache_markers, points_of(chat)
    if limit is None or len(points) <= limit or chat.facts.platform_caches is False:
        return
    text = f"The request has {len(points)} cache points; {limit} are allowed."
    severity = None if chat.facts.caches_text_only else WARNING
    in_messages = [point for point in points if point[0] >= 0]
    for index, path in (in_messages or points)[: len(points) - limit]:
        yield _at_point(index, path, text, severity)._replace(facts={"found": len(points), "limit": limit})


def _first_point_without_content(blocks: list[Json]) -> int | None:
    """The number of the first cache point, if only PDF documents or nothing is before it in its message."""
    for part, block in enumerate(blocks):
        if not isinstance(block, dict):
            return None
        if _POINT in block:
            return part if len(block) == 1 else None  # next to another kind, that kind is its content
        document = block.get("document")
        if not isinstance(document, dict) or document.get("format") != _CACHED_DOCUMENT:
            return None
    return None


@rule("CO621", "cache-point-misplaced", fix=without_point)
def cache_point_misplaced(chat: Chat, target: Target) -> Iterator[Violation]:
    """A cache point is where this model cannot cache: after a thought or a document, or among the tools.

    Claude caches neither up to a thought nor up to a document that is not a PDF; put the point after a text. A message
    with nothing else is refused; if only documents are before the point, it may be. Nova caches messages and the system
    prompt, but not tools.

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
        if (first := _first_point_without_content(blocks)) is not None:
            is_alone = all(isinstance(block, dict) and block.keys() == {_POINT} for block in blocks)
            text = "There is nothing before the cache point that is certain to be cached."
            text = "The message contains nothing but a cache point." if is_alone else text
            severity = None if is_alone else WARNING
            yield at_message(index, text, ("content", first), severity=severity, variant="nothing", part=first)
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
