"""Content: written as the target takes it, and left out only where it says nothing."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.fixes.contract import RepairContext, fixer
from workbench.fixes.unpacking import unpack_message
from workbench.json.patch import add, remove, replace
from workbench.json.text import compact
from workbench.targets import ERROR


@fixer("format-wrong-for-target")
def write_known_content(context: RepairContext, finding: Finding) -> Fix | None:
    if (unpacked := unpack_message(context, finding)) is not None:
        return unpacked
    message = context.value(finding.at)
    if not isinstance(message, dict) or "content" not in message:
        return None
    if message["content"] is None:
        why = "There is nothing to lose: the content is null."
        return Fix("Write an empty text", (replace(f"{finding.at}/content", ""),), True, why, 0.9)
    content = message["content"]
    only_text = (
        isinstance(content, dict) and content.keys() <= {"type", "text"} and isinstance(content.get("text"), str)
    )
    text = content["text"] if only_text else compact(content)
    return Fix("Write the content as text", (replace(f"{finding.at}/content", text),), True, "It says the same.", 0.8)


@fixer("content-null")
def empty_instead_of_null(context: RepairContext, finding: Finding) -> Fix | None:
    if context.message(finding.message_index) == {}:
        return unpack_message(context, finding)
    if context.report.target.rules.get("content-empty") == ERROR:  # an empty text would be refused too
        return _without_message(context, finding)
    pointer = finding.at if finding.at.endswith("/content") else f"{finding.at}/content"
    if context.value(pointer) is not None or not isinstance(context.value(pointer.rpartition("/")[0]), dict):
        return None
    return Fix("Write an empty text", (add(pointer, ""),), True, "There is nothing to lose: the content is null.", 0.9)


@fixer("content-empty", "a2a-parts-empty")
def _without_message(context: RepairContext, finding: Finding) -> Fix | None:
    if not context.in_list or len(context.chat.messages) < 2 or _says_something(context, finding.message_index):
        return None
    patch = (remove(context.of_message(finding.message_index)),)
    return Fix("Leave out the empty message", patch, True, "It holds nothing.", 0.9)


def _says_something(context: RepairContext, index: int) -> bool:
    """Whether the message holds anything in the file, even where nothing of it reaches the target."""
    return not 0 <= index < len(context.chat.messages) or any(
        event.kind != "text" or event.value not in (None, "") for event in context.chat.of_message(index)
    )


@fixer("content-empty-text", "content-whitespace-text")
def without_block(context: RepairContext, finding: Finding) -> Fix | None:
    event = context.event(finding.at, "text")
    if event is None or not event.path or not isinstance(event.path[-1], int) or str(event.value or "").strip():
        return None
    siblings = context.value(context.of_message(event.message, event.path[:-1]))
    blank = finding.rule == "content-whitespace-text"
    why = "It holds only blanks." if blank else "It holds nothing."
    if isinstance(siblings, list) and len(siblings) == 1 and len(event.path) == 2:
        if not context.in_list or len(context.chat.messages) < 2:
            return None
        return Fix("Leave out the empty message", (remove(context.of_message(event.message)),), not blank, why, 0.9)
    return Fix("Leave out the empty block", (remove(context.at(event)),), not blank, why, 0.9)


@fixer("content-type-mismatch")
def write_content_as_text(context: RepairContext, finding: Finding) -> Fix | None:
    if (unpacked := unpack_message(context, finding)) is not None:
        return unpacked
    content = context.value(finding.at)
    if not finding.at.endswith(("/content", "/output")) or (content is None and finding.at.endswith("/content")):
        return None
    if content is None:
        return Fix("Write an empty text", (replace(finding.at, ""),), True, "There is nothing to lose.", 0.9)
    if isinstance(content, list):
        found = [part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text"]
        texts = [text for text in found if isinstance(text, str)]
        if len(texts) != len(content):
            return None
        why = "All parts are texts; joined they say the same."
        return Fix("Join the parts into one text", (replace(finding.at, "\n".join(texts)),), True, why, 0.95)
    return Fix(
        "Write the content as JSON text",
        (replace(finding.at, compact(content)),),
        True,
        "The same value, as text.",
        0.9,
    )


@fixer("content-part-type-missing")
def add_part_type(context: RepairContext, finding: Finding) -> Fix | None:
    part = context.value(finding.at)
    if isinstance(part, str):
        return Fix(
            "Make it a text part", (replace(finding.at, {"type": "text", "text": part}),), True, "It is a text.", 0.9
        )
    if isinstance(part, dict) and isinstance(part.get("text"), str):
        return Fix("Say that it is a text", (add(f"{finding.at}/type", "text"),), True, "It holds a text.", 0.95)
    if isinstance(part, dict) and isinstance(part.get("image_url"), dict):
        return Fix(
            "Say that it is an image", (add(f"{finding.at}/type", "image_url"),), True, "It holds an image URL.", 0.95
        )
    if isinstance(part, dict):
        text = {"type": "text", "text": compact(part)}
        return Fix(
            "Keep it as JSON text",
            (replace(finding.at, text),),
            True,
            "What it is cannot be known; nothing is lost.",
            0.6,
        )
    return None


@fixer("assistant-trailing-whitespace")
def strip_end(context: RepairContext, finding: Finding) -> Fix | None:
    text = context.value(finding.at)
    if not isinstance(text, str):
        return None
    return Fix("Take the blanks off the end", (replace(finding.at, text.rstrip()),), True, "Only blanks go.", 0.95)


@fixer("reasoning-item-unpaired")
def without_reasoning(context: RepairContext, finding: Finding) -> Fix | None:
    item = context.value(finding.at)
    if not isinstance(item, dict) or item.get("type") != "reasoning" or not context.in_list:
        return None
    says_nothing = not item.get("summary") and not item.get("content")
    why = "It says nothing that could be read." if says_nothing else "Its summary would be lost."
    return Fix("Leave out the reasoning item", (remove(finding.at),), says_nothing, why, 0.7)
