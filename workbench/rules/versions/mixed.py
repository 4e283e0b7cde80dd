"""Histories that mix the messages of two formats."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.request_problems import problem_of_message
from workbench.json.lost_words import lost_words
from workbench.json.patch import Operation, add, remove, replace
from workbench.json.text import Json, JsonObject
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.converting import converted_to
from workbench.rules.occasions import may_mix_formats
from workbench.rules.versions.sdk import UI_KEYS
from workbench.targets.contract import WARNING, Target


def convert_other_formats(context: RepairContext, finding: Finding) -> Fix | None:
    """Convert the messages of another format: those that lose nothing, or else the others."""
    return context.once("odd messages", lambda: _converted_other_formats(context)) if context.in_list else None


def _converted_other_formats(context: RepairContext) -> Fix | None:
    whole: list[Operation] = []
    lossy: list[Operation] = []
    keeps: list[str] = []
    for index, name in context.chat.odd:
        message = context.chat.messages[index]
        if _repeats_content(message):
            whole.append(remove(context.pointer(index, ("parts",))))
            keeps.append(context.pointer(index, ("content",)))
        elif converted := converted_to([message], name, context.format.name):
            patch = whole if not lost_words([message], converted) else lossy
            patch.append(replace(context.pointer(index), converted[0]))
            patch += [add(context.pointer(index + 1), other) for other in converted[1:]]
    title = f"Convert the other messages to {context.format.title}"
    if whole:
        return Fix(title, tuple(whole), True, "The same content, in the format of the rest.", 0.85, tuple(keeps))
    return Fix(title, tuple(lossy), False, "The other format cannot express all of it.", 0.85) if lossy else None


def _repeats_content(message: object) -> bool:
    """Whether the parts of a UI message of SDK 4 only repeat its content."""
    if not isinstance(message, dict) or not isinstance(content := message.get("content"), str) or not content:
        return False
    parts = message.get("parts")
    if not isinstance(parts, list) or message.get("toolInvocations") or message.get("experimental_attachments"):
        return False
    texts = [part.get("text") for part in parts if isinstance(part, dict) and part.get("type") == "text"]
    return len(texts) == len(parts) and all(isinstance(text, str) and text in content for text in texts)


@rule("FM801", "format-mixed", default=WARNING, on="file", fix=convert_other_formats, occasion=may_mix_formats)
def format_mixed(chat: Chat, target: Target) -> Iterator[Violation]:
    """The history mixes messages in two formats.

    A converter reads all in one format, and drops or refuses the others. AI SDK 4's "Unsupported role: tool" is this:
    one message with UI keys (`parts`, `toolInvocations`) makes the SDK treat the whole array as UI messages, which
    have no tool messages. Spec 004 blames the nested tool message instead; that one is correct, and the flat form it
    proposes is OpenAI's, which the SDK refuses too. Use one kind of message in the whole array.

    Bad (ai@4):
        [{"id": "m1", "role": "user", "content": "start", "parts": [{"type": "text", "text": "start"}]},
         {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "f", "args": {}}]},
         {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "toolName": "f", "result": "r"}]}]
    Good (ai@4):
        [{"role": "user", "content": "start"},
         {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "f", "args": {}}]},
         {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "toolName": "f", "result": "r"}]}]
    """
    if target.limits.converts_ui_messages and (clash := _ui_among_core(chat)) is not None:
        culprit, tool = clash
        text = (
            f"Message {culprit} looks like a UI message, so the SDK reads the whole array as UI messages, "
            "which have no role `tool`."
        )
        yield at_message(tool, text, ("role",), partner=culprit, cause="mixed", id=_first_id(chat, tool))
        return
    for index, other in chat.odd:
        text = f"The message looks like {other}, but the history is {chat.format.name}."
        variant, name = _first_obstacle(chat, index)
        if variant == "part" and _takes_all_parts(chat, target, index):
            continue
        facts: JsonObject = {"other": other, "word": name, "id": _first_id(chat, index)}
        violation = at_message(index, text, cause="mixed", variant=variant, **facts)
        yield violation._replace(problem=problem_of_message(chat, target, index))


def _first_obstacle(chat: Chat, index: int) -> tuple[str, Json]:
    """What the API refuses first in the message: its role, its calls, or the type of a part."""
    message = chat.messages[index]
    role = message.get(chat.format.role_key) if isinstance(message, dict) else None
    if isinstance(role, str) and role not in chat.format.roles:
        return "role", role
    if isinstance(message, dict) and "tool_calls" in message:
        return "calls", None
    other = next((event for event in chat.of_message(index) if event.kind == "other" and event.path), None)
    return ("part", other.name) if other is not None and isinstance(other.name, str) else ("schema", None)


def _takes_all_parts(chat: Chat, target: Target, index: int) -> bool:
    """Whether the target reads every part that this format does not have."""
    foreign = [event.name for event in chat.of_message(index) if event.kind == "other" and event.path]
    return target.limits.part_types is not None and target.limits.part_types.issuperset(foreign)


def _ui_among_core(chat: Chat) -> tuple[int, int] | None:
    """The first message that looks like UI and the first tool message, if the history has both."""
    culprit = tool = None
    for index, message in enumerate(chat.messages):
        if not isinstance(message, dict):
            continue
        if culprit is None and not UI_KEYS.isdisjoint(message):
            culprit = index
        if tool is None and message.get("role") == "tool":
            tool = index
    return (culprit, tool) if culprit is not None and tool is not None else None


def _first_id(chat: Chat, index: int) -> Json:
    ids = [event.id for event in chat.of_message(index) if event.id is not None]
    message = chat.messages[index]
    return ids[0] if ids else message.get("tool_call_id") if isinstance(message, dict) else None
