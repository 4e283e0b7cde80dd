"""Cache marks (`cache_control`): too many of them, or in an order or place that the provider does not accept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import remove, replace
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.leaving_out_settings import leaving_out
from workbench.targets.contract import Target

_KEY = "cache_control"
_DEFAULT, _LONG = "5m", "1h"


class Mark(NamedTuple):
    """A cache mark and its place: in a message, or in the settings (-1)."""

    message: int
    path: Path
    ttl: Json


def marks_of(chat: Chat) -> Iterator[Mark]:
    """Every mark, in the order in which the provider reads them: tools, system, messages."""
    for key in ("tools", "system"):
        for path, block in _blocks(chat.settings.get(key), (key,)):
            yield from _mark(-1, path, block)
    for index, message in enumerate(chat.messages):
        content = message.get("content") if isinstance(message, dict) else None
        for path, block in _blocks(content, ("content",)):
            for inner, part in _blocks(block.get("content"), (*path, "content")):
                yield from _mark(index, inner, part)
            yield from _mark(index, path, block)


def _blocks(value: object, path: Path) -> Iterator[tuple[Path, dict[str, Json]]]:
    for number, block in enumerate(value) if isinstance(value, list) else ():
        if isinstance(block, dict):
            yield (*path, number), block


def _mark(message: int, path: Path, block: dict[str, Json]) -> Iterator[Mark]:
    mark = block.get(_KEY)
    if isinstance(mark, dict):
        yield Mark(message, (*path, _KEY), mark.get("ttl", _DEFAULT))


def is_marked(chat: Chat, target: Target) -> bool:
    """Whether the target limits cache marks, and there may be one: in the settings, or in a block of a message."""
    if target.limits.cache_markers is None:
        return False
    return bool(chat.settings) or _KEY in chat.block_keys or _is_marked_inside(chat)


def _is_marked_inside(chat: Chat) -> bool:
    """Whether a block inside another one has a mark."""
    blocks = [event.raw for event in chat.events if type(event.raw) is dict and "content" in event.raw]
    lists = [block["content"] for block in blocks if type(block["content"]) is list]
    return any(isinstance(part, dict) and _KEY in part for inside in lists for part in inside)


def fewer_marks(context: RepairContext, finding: Finding) -> Fix | None:
    """Remove the oldest marks; the provider finds the cache by the newest."""
    marked = [e for e in context.chat.events if isinstance(e.raw, dict) and e.raw.get(_KEY)]
    places = list(dict.fromkeys(context.at(event) for event in marked))
    outside = sum(count_marks(context.conversation.settings.get(key)) for key in ("system", "tools"))
    spare = len(places) + outside - (context.target.limits.cache_markers or 0)
    if not 0 < spare <= len(places):
        return None
    patch = tuple(remove(f"{place}/{_KEY}") for place in places[:spare])
    return Fix("Remove the oldest cache marks", patch, True, "Cache marks are not content.", 0.9)


@rule("CO610", "cache-control-too-many", fix=fewer_marks, occasion=is_marked)
def cache_control_too_many(chat: Chat, target: Target) -> Iterator[Violation]:
    """More blocks are marked for caching than the provider allows.

    This usually comes from marking the newest block in every turn and never removing the old marks.

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
    marked = [event for event in chat.events if isinstance(event.raw, dict) and event.raw.get(_KEY)]
    unique = list({id(event.raw): event for event in marked}.values())
    outside = sum(count_marks(chat.settings.get(key)) for key in ("system", "tools"))
    if len(unique) + outside > limit and unique:
        found = len(unique) + outside
        text = f"{found} blocks are marked for caching; {limit} are allowed."
        yield at(unique[max(0, limit - outside)] if outside < limit else unique[0], text, found=found, limit=limit)


def count_marks(blocks: object) -> int:
    return sum(1 for block in blocks if isinstance(block, dict) and block.get(_KEY)) if isinstance(blocks, list) else 0


def shorten_ttl(context: RepairContext, finding: Finding) -> Fix | None:
    patch = (replace(f"{finding.at}/ttl", _DEFAULT),)
    return Fix(f"Cache it for {_DEFAULT}", patch, True, "Cache marks are not content.", 0.9)


@rule("CO617", "cache-ttl-order", fix=shorten_ttl, occasion=is_marked)
def cache_ttl_order(chat: Chat, target: Target) -> Iterator[Violation]:
    """A block is cached for longer than one before it.

    The provider reads tools, then the system prompt, then messages, and requires the longest `ttl` first. A mark
    without a `ttl` lasts five minutes.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 100,
         "system": [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}],
         "messages": [{"role": "user", "content": [
           {"type": "text", "text": "Hello", "cache_control": {"type": "ephemeral", "ttl": "1h"}}]}]}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 100,
         "system": [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral", "ttl": "1h"}}],
         "messages": [{"role": "user", "content": [
           {"type": "text", "text": "Hello", "cache_control": {"type": "ephemeral"}}]}]}
    """
    if target.limits.cache_markers is None:
        return
    short = False
    for mark in marks_of(chat):
        if mark.ttl == _LONG and short:
            text = f"The block is cached for {_LONG}, but an earlier one for {_DEFAULT}."
            root = () if mark.message < 0 else (chat.format.list_key, mark.message)
            place = ".".join(str(step) for step in (*root, *mark.path))
            yield Violation(mark.message, mark.path, text, facts={"place": place})
        short = short or mark.ttl == _DEFAULT


@rule("CO619", "cache-ttl-conflict", fix=leaving_out("The last block is marked itself."), occasion=is_marked)
def cache_ttl_conflict(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request's cache mark and the mark of its last block have different lifetimes.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 100, "cache_control": {"type": "ephemeral"},
         "messages": [{"role": "user", "content": [
           {"type": "text", "text": "Hello", "cache_control": {"type": "ephemeral", "ttl": "1h"}}]}]}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 100, "cache_control": {"type": "ephemeral", "ttl": "1h"},
         "messages": [{"role": "user", "content": [
           {"type": "text", "text": "Hello", "cache_control": {"type": "ephemeral", "ttl": "1h"}}]}]}
    """
    whole = chat.settings.get(_KEY)
    if target.limits.cache_markers is None or not isinstance(whole, dict) or not chat.messages:
        return
    content = chat.messages[-1].get("content") if isinstance(chat.messages[-1], dict) else None
    block = content[-1] if isinstance(content, list) and content else None
    last = block.get(_KEY) if isinstance(block, dict) else None
    if not isinstance(last, dict):
        return
    request_ttl, block_ttl = whole.get("ttl", _DEFAULT), last.get("ttl", _DEFAULT)
    if request_ttl != block_ttl:
        text = f"The request is cached for {request_ttl}, but its last block for {block_ttl}."
        yield Violation(-1, (_KEY,), text, facts={"wanted": request_ttl, "own": block_ttl})
