"""Empty parts, system prompts and lists."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.lost_words import has_no_words
from workbench.json.patch import add, remove
from workbench.json.text import Json
from workbench.rules.content.empty import only_changes_settings
from workbench.rules.contract import Violation, at, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.leaving_out import is_one_of_several, without_message
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.occasions import has_content_other_than_text, has_rest
from workbench.rules.request.definitions import at_setting
from workbench.rules.request.settings_places import setting
from workbench.targets.contract import WARNING, Target

_VIDEO = frozenset({"videoMetadata", "video_metadata"})
_DESCRIPTIONS = frozenset({"thought", "mediaResolution", "media_resolution", *_VIDEO})
"""Keys of a part that describe its data and are none themselves."""
_FILES = frozenset({"fileData", "file_data", "inlineData", "inline_data"})


def join_description(context: RepairContext, finding: Finding) -> Fix | None:
    """Write what describes a video into the part of the video, if that is next to it and has no description."""
    part, (holder, _, number) = context.value(finding.at), finding.at.rpartition("/")
    if not isinstance(part, dict) or not part or part.keys() - _VIDEO or not number.isdecimal():
        return None
    parts = context.value(holder)
    for neighbour in (int(number) - 1, int(number) + 1):
        other = parts[neighbour] if isinstance(parts, list) and 0 <= neighbour < len(parts) else None
        if isinstance(other, dict) and other.keys() & _FILES and not other.keys() & _VIDEO:
            joined = [add(f"{holder}/{neighbour}/{key}", value) for key, value in part.items()]
            why = "It describes the video next to it."
            return Fix("Move it to the part of the video", (*joined, remove(finding.at)), True, why, 0.9)
    return None


def without_part(context: RepairContext, finding: Finding) -> Fix | None:
    """Leave out an empty part, or its message if that contains nothing else."""
    if finding.message_index < 0:
        return _without_system_part(context, finding)
    event = context.event(finding.at)
    if event is None:
        return None
    if not is_one_of_several(context, event):
        return _without_message_of(context, finding.message_index)
    return Fix("Leave out the empty part", (remove(context.at(event)),), True, "It is empty.", 0.9)


def _without_system_part(context: RepairContext, finding: Finding) -> Fix:
    """Leave out the empty part, or the whole prompt if it has no other."""
    parts, _, _ = finding.at.rpartition("/")
    place = parts.rpartition("/")[0] if len(_blocks(context.value(parts))) == 1 else finding.at
    return Fix("Leave out the empty part of the system prompt", (remove(place),), True, "It is empty.", 0.9)


def _without_message_of(context: RepairContext, index: int) -> Fix | None:
    if not context.in_list or len(context.chat.messages) < 2 or not has_no_words(context.message(index)):
        return None
    return Fix("Leave out the empty message", (remove(context.pointer(index)),), True, "It is empty.", 0.9)


_PROMPTS = ("systemInstruction", "system_instruction")


def _may_have_empty_part(chat: Chat, target: Target) -> bool:
    return has_rest(chat, target) or any(name in chat.settings for name in _PROMPTS)


@rule("CO612", "part-empty", fix=first_of(join_description, without_part), occasion=_may_have_empty_part)
def part_empty(chat: Chat, target: Target) -> Iterator[Violation]:
    """A part contains no data: no text, no call, no file.

    An empty text is accepted; a part without any of the keys that define its kind is not. What describes a video
    belongs in the part of the video.

    Bad (gemini):
        {"contents": [{"role": "user", "parts": [{}, {"text": "Hello"}]}]}
    Good (gemini):
        {"contents": [{"role": "user", "parts": [{"text": ""}, {"text": "Hello"}]}]}
    """
    for event in chat.rest:
        if event.path and isinstance(event.raw, dict) and not event.raw.keys() - _DESCRIPTIONS:
            yield at(event, "The part contains no data.")
    for name in _PROMPTS:
        for number, part in enumerate(_blocks(setting(chat, (name, "parts")))):
            if isinstance(part, dict) and not part.keys() - _DESCRIPTIONS:
                text = "A part of the system prompt contains no data."
                yield at_setting((name, "parts", number), text, variant="system", part=number)


def without_cache_mark(context: RepairContext, finding: Finding) -> Fix | None:
    block = context.value(finding.at)
    if not isinstance(block, dict) or "cache_control" not in block:
        return None
    if finding.message_index < 0:
        return _without_system_text(context, finding)
    patch = (remove(f"{finding.at}/cache_control"),)
    return Fix("Remove the cache mark", patch, True, "A cache mark is not content.", 0.95)


def _without_system_text(context: RepairContext, finding: Finding) -> Fix:
    """Leave out the empty text, or the whole prompt if it has no other."""
    parent = finding.at.rpartition("/")[0]
    is_only = len(_blocks(context.value(parent))) == 1
    return Fix(
        "Leave out the empty system text", (remove(parent if is_only else finding.at),), True, "It is empty.", 0.9
    )


@rule("CO613", "cache-control-empty-text", with_rules=("content-empty-text",), fix=without_cache_mark)
def cache_control_empty_text(chat: Chat, target: Target) -> Iterator[Violation]:
    """An empty text is marked for caching.

    This usually comes from marking the last block of every turn, even an empty one.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "system": [{"type": "text", "text": "", "cache_control": {"type": "ephemeral"}}]}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "system": [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}]}
    """
    for event in chat.texts:
        if event.value == "" and isinstance(event.raw, dict) and event.raw.get("cache_control"):
            yield at(event, "An empty text is marked for caching.")
    for index, block in enumerate(_blocks(chat.settings.get("system"))):
        if isinstance(block, dict) and block.get("text") == "" and block.get("cache_control"):
            text = "An empty system text is marked for caching."
            yield Violation(-1, ("system", index), text, facts={"part": index}, variant="system")


def without_empty_prompt(context: RepairContext, finding: Finding) -> Fix | None:
    if finding.message_index >= 0:
        return without_message(context, finding)
    return _without_system_text(context, finding)


@rule("CO614", "system-empty", fix=without_empty_prompt)
def system_empty(chat: Chat, target: Target) -> Iterator[Violation]:
    """The system prompt is empty.

    This usually comes from a setting that nobody filled in.

    Bad (bedrock):
        {"modelId": "amazon.nova-pro-v1:0", "system": [{"text": ""}],
         "messages": [{"role": "user", "content": [{"text": "Hello"}]}]}
    Good (bedrock):
        {"modelId": "amazon.nova-pro-v1:0", "system": [{"text": "Be brief."}],
         "messages": [{"role": "user", "content": [{"text": "Hello"}]}]}
    """
    for index, role in enumerate(chat.roles):
        message = chat.messages[index]
        if role != "system" or not isinstance(message, dict) or only_changes_settings(message):
            continue
        if message.get("content") in ("", []):
            yield at_message(index, "The system prompt is empty.", ("content",))
    for index, block in enumerate(_blocks(chat.settings.get("system"))):
        if isinstance(block, dict) and block.get("text") == "" and not block.get("cache_control"):
            yield Violation(-1, ("system", index), "The system text is empty.", facts={"part": index})


@rule("CO615", "content-array-empty", occasion=has_content_other_than_text)
def content_array_empty(chat: Chat, target: Target) -> Iterator[Violation]:
    """The content is an empty list; the specification requires at least one part.

    Bad (openai):
        [{"role": "user", "content": []}, {"role": "user", "content": "Hello"}]
    Good (openai):
        [{"role": "user", "content": "Hello"}]
    """
    spans = chat.spans
    for index, message in enumerate(chat.messages):
        has_no_events = spans[index] == spans[index + 1]
        if has_no_events and isinstance(message, dict) and message.get("content") == []:
            yield at_message(index, "The content is an empty list.", ("content",), severity=WARNING)


def _blocks(value: object) -> list[Json]:
    return value if isinstance(value, list) else []
