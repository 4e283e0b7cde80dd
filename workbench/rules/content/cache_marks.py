"""Marks for caching: more than the provider allows."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import remove
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.targets.contract import Target


def fewer_marks(context: RepairContext, finding: Finding) -> Fix | None:
    """The oldest marks are removed; the cache is found by the newest."""
    marked = [e for e in context.chat.events if isinstance(e.raw, dict) and e.raw.get("cache_control")]
    places = list(dict.fromkeys(context.at(event) for event in marked))
    beside = sum(marks_beside(context.conversation.settings.get(key)) for key in ("system", "tools"))
    spare = len(places) + beside - (context.target.limits.cache_markers or 0)
    if not 0 < spare <= len(places):
        return None
    patch = tuple(remove(f"{place}/cache_control") for place in places[:spare])
    return Fix("Remove the oldest cache marks", patch, True, "Cache marks are not content.", 0.9)


@rule("CO610", "cache-control-too-many", fix=fewer_marks)
def cache_control_too_many(chat: Chat, target: Target) -> Iterator[Violation]:
    """More blocks are marked for caching than the provider allows.

    It usually comes from marking the newest block in every turn and never removing the old marks.

    Bad (anthropic):
        [{"role": "user", "content": [
          {"type": "text", "text": "1", "cache_control": {"type": "ephemeral"}},
          {"type": "text", "text": "2", "cache_control": {"type": "ephemeral"}},
          {"type": "text", "text": "3", "cache_control": {"type": "ephemeral"}},
          {"type": "text", "text": "4", "cache_control": {"type": "ephemeral"}},
          {"type": "text", "text": "5", "cache_control": {"type": "ephemeral"}}]}]
    Good (anthropic):
        [{"role": "user", "content": [{"type": "text", "text": "1", "cache_control": {"type": "ephemeral"}}]}]
    """
    limit = target.limits.cache_markers
    if limit is None:
        return
    marked = [event for event in chat.events if isinstance(event.raw, dict) and event.raw.get("cache_control")]
    unique = list({id(event.raw): event for event in marked}.values())
    beside = sum(marks_beside(chat.settings.get(key)) for key in ("system", "tools"))
    if len(unique) + beside > limit and unique:
        found = len(unique) + beside
        text = f"{found} blocks are marked for caching; {limit} are allowed."
        yield at(unique[max(0, limit - beside)] if beside < limit else unique[0], text, found=found, limit=limit)


def marks_beside(blocks: object) -> int:
    return (
        sum(1 for block in blocks if isinstance(block, dict) and block.get("cache_control"))
        if isinstance(blocks, list)
        else 0
    )
