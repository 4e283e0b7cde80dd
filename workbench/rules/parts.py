"""The parts of a message: without a type, of a kind or with a field the target does not take, or marked too often."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.formats.contract import Event
from workbench.json.text import Json
from workbench.rules.contract import Violation, at, rule
from workbench.targets.contract import WARNING, Target


@rule("CO607", "content-part-type-missing")
def content_part_type_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A content part does not say what it is.

    It usually comes from putting whole messages, or bare strings, where parts belong.

    Bad (openai):
        [{"role": "system", "content": "Be brief."}, {"role": "user", "content": [{"text": "Hello"}]}]
    Good (openai):
        [{"role": "system", "content": "Be brief."}, {"role": "user", "content": [{"type": "text", "text": "Hello"}]}]
    """
    for event in chat.of_kind("other"):
        if event.path[:1] == ("content",) and not (isinstance(event.raw, dict) and "type" in event.raw):
            yield at(event, "The content part has no type.")


@rule("CO608", "content-part-unsupported")
def content_part_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """A content part is of a kind that the target, or this model of it, does not take.

    It usually comes from another format's parts in this one, from audio for a model that does not listen, or from
    an image in a tool message where only text is taken.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "look", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": [{"type": "image_url",
           "image_url": {"url": "https://files.example/ship.png"}}]}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "look", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "See the image."},
         {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://files.example/ship.png"}}]}]
    """
    for event in (*chat.rest, *chat.images):
        if event.kind in ("other", "file", "image") and (reason := _refused_part(event, chat, target)):
            surely, text = reason
            kind = event.raw.get("type") if isinstance(event.raw, dict) else None
            yield at(event, text, severity=None if surely else WARNING, kind=kind)


def _refused_part(event: Event, chat: Chat, target: Target) -> tuple[bool, str] | None:
    """Whether it is sure, and why; None if the part is taken."""
    raw = event.raw if isinstance(event.raw, dict) else {}
    kind = raw.get("type")
    if not isinstance(kind, str) or not event.path:
        return None
    in_tool = chat.roles[event.message] == "tool"
    allowed = target.limits.tool_part_types if in_tool else target.limits.part_types
    if allowed is None or kind in allowed:
        return None
    if kind == "input_audio" and not in_tool:
        model = chat.settings.get("model")
        if isinstance(model, str) and "audio" in model:
            return None
        sure = isinstance(model, str)
        return sure, "The part is audio, which only audio models take."
    if in_tool and not allowed:
        return None  # the list itself is refused, which another rule says
    return True, f"A part of kind {kind!r} is not taken here."


@rule("CO611", "content-part-unknown-field")
def content_part_unknown_field(chat: Chat, target: Target) -> Iterator[Violation]:
    """A file part has a field that the API does not know.

    It usually comes from another provider's name for the same thing: `data` for `file_data`.

    Bad (openai):
        [{"role": "user", "content": [{"type": "file", "file": {"data": "data:application/pdf;base64,JVBERi0xLjQ="}}]}]
    Good (openai):
        [{"role": "user", "content": [{"type": "file", "file": {"filename": "a.pdf",
          "file_data": "data:application/pdf;base64,JVBERi0xLjQ="}}]}]
    """
    for event in chat.of_kind("file"):
        inner = event.raw.get("file") if isinstance(event.raw, dict) else None
        for key in sorted(inner.keys() - {"file_data", "file_id", "filename"}) if isinstance(inner, dict) else ():
            fault = at(event, f"A file has no field {key!r} here.", key=key)
            yield fault._replace(path=(*event.path, "file", key))


@rule("CO610", "cache-control-too-many")
def cache_control_too_many(chat: Chat, target: Target) -> Iterator[Violation]:
    """More blocks are marked for caching than the provider takes.

    It usually comes from marking the newest block in every turn and never taking the old marks away.

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


def marks_beside(blocks: Json) -> int:
    return (
        sum(1 for block in blocks if isinstance(block, dict) and block.get("cache_control"))
        if isinstance(blocks, list)
        else 0
    )
