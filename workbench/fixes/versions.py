"""Format and version: messages converted to the shape the target wants, by the same edges that the stages show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from workbench.checks.findings import Finding, Fix
from workbench.converters import NoRouteError, route
from workbench.fixes.contract import RepairContext, fixer
from workbench.fixes.roles import SPEAKERS
from workbench.formats import FORMATS
from workbench.json.patch import add, remove, replace
from workbench.json.text import Json


@fixer("sdk-version-shape")
def say_what_it_is(context: RepairContext, finding: Finding) -> Fix | None:
    """An output without a type gets one; anything else is a matter of the whole history."""
    if not finding.at.endswith("/output"):
        return convert_all(context, finding)
    value = context.value(finding.at)
    output = {"type": "text" if isinstance(value, str) else "json", "value": value}
    return Fix("Say what kind of output it is", (replace(finding.at, output),), True, "The value stays as it is.", 0.95)


@fixer("ui-message-as-model-message", "ui-parts-missing")
def convert_all(context: RepairContext, finding: Finding) -> Fix | None:
    """The whole list in the SDK's own shape."""
    target = context.report.target.formats[0]
    if target == context.format.name:
        return None
    messages = _converted(context.chat.messages, context.format.name, target)
    if (
        messages is None
        or not context.in_list
        or (not context.conversation.base and not isinstance(context.conversation.payload, list))
    ):
        return None
    safe = _texts(context.format.name, context.chat.messages) <= _texts(target, messages)
    why = "Every text, call and result is carried over." if safe else "Some texts have no place in the new shape."
    title = f"Convert the history to {FORMATS[target].title}"
    return Fix(title, (replace(context.conversation.base, messages),), safe, why, 0.9)


@fixer("format-mixed")
def convert_odd_ones(context: RepairContext, finding: Finding) -> Fix | None:
    """The messages that are of another format, in the format of the rest."""
    odd = dict(context.chat.odd)
    if not odd or not context.in_list:
        return None
    patch: list[Json] = []
    safe = True
    for index in sorted(odd, reverse=True):
        converted = _without_screen_keys(context.chat.messages[index]) or _converted(
            [context.chat.messages[index]], odd[index], context.format.name
        )
        if not converted:
            return None
        before, after = _texts(odd[index], [context.chat.messages[index]]), _texts(context.format.name, converted)
        safe = safe and all(any(text in other for other in after) for text in before)
        patch.append(replace(context.of_message(index), converted[0]))
        patch.extend(add(context.of_message(index + n), message) for n, message in enumerate(converted[1:], start=1))
    why = "Each says the same in the format of the others." if safe else "Some texts have no place in the other format."
    return Fix(f"Convert the odd messages to {context.format.title}", tuple(patch), safe, why, 0.85)


def _without_screen_keys(message: Json) -> list[Json] | None:
    """A message of SDK 4's screen whose content says all that its parts say needs no more than its content."""
    if not isinstance(message, dict) or not isinstance(content := message.get("content"), str):
        return None
    parts = message.get("parts")
    if not isinstance(parts, list) or message.get("toolInvocations") or message.get("experimental_attachments"):
        return None
    texts = [part.get("text") for part in parts if isinstance(part, dict) and part.get("type") == "text"]
    all_said = len(texts) == len(parts) and all(isinstance(text, str) and text in content for text in texts)
    return [{"role": message.get("role"), "content": content}] if all_said and content else None


def _converted(messages: Sequence[Json], source: str, target: str) -> list[Json] | None:
    try:
        edges = route(source, target)
    except NoRouteError:
        return None
    converted = list(messages)
    for edge in edges:
        converted = [row.message for row in edge.convert(converted, {}) if row.slot == "messages"]
    return converted


def _texts(format_name: str, messages: Sequence[Json]) -> Counter[str]:
    """Every text that a message says, to see that none is lost."""
    read = FORMATS[format_name].read
    return Counter(
        event.value
        for index, message in enumerate(messages)
        for event in read(message, index)
        if event.kind in ("text", "result") and isinstance(event.value, str) and event.value
    )


@fixer("a2a-version-mismatch")
def to_version_1(context: RepairContext, finding: Finding) -> Fix | None:
    if context.format.name != "a2a":
        return None
    value = context.value(finding.at)
    if finding.at.endswith("/role"):
        roles = {"user": "ROLE_USER", "assistant": "ROLE_AGENT"}
        speaker = value.lower() if isinstance(value, str) else ""
        role = roles.get(SPEAKERS.get(speaker, ""))
        return (
            Fix(f"Write the role as {role}", (replace(finding.at, role),), True, "The same role.", 0.98)
            if role
            else None
        )
    if not finding.at.endswith(("/kind", "/type")):
        return None
    return Fix("Take away the discriminator", (remove(finding.at),), True, "Version 1 tells parts by their keys.", 0.9)


@fixer("a2a-message-id-missing")
def give_message_id(context: RepairContext, finding: Finding) -> Fix | None:
    if context.format.name != "a2a" or not isinstance(context.value(finding.at), dict):
        return None
    message_id = f"message-{finding.message_index}"
    return Fix(
        "Give the message an id", (add(f"{finding.at}/messageId", message_id),), True, "Any unique id serves.", 0.9
    )
