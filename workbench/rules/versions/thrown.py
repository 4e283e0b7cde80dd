"""Errors that the SDK throws before it sends anything."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.program_validation import UNCONVERTED
from workbench.formats import FORMATS
from workbench.json.lost_words import lost_words
from workbench.json.patch import add, move, remove, replace
from workbench.json.text import Json
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.converting import converted_to
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.versions.sdk import is_ui_message
from workbench.targets.contract import Target


def leave_out_null(context: RepairContext, finding: Finding) -> Fix | None:
    """Leave out a field that is null: it means the same as an absent one."""
    holder, _, key = finding.at.rpartition("/")
    value = context.value(holder)
    if not isinstance(value, dict) or key not in value or value[key] is not None:
        return None
    return Fix(
        f"Leave out {key}, which is null",
        (remove(finding.at),),
        True,
        "A null field means the same as an absent one.",
        0.9,
    )


def write_in_own_fields(context: RepairContext, finding: Finding) -> Fix | None:
    """Write a value that the part has under another name, or an empty text for `null`."""
    holder, _, key = finding.at.rpartition("/")
    part = context.value(holder)
    if not isinstance(part, dict):
        return None
    if key == "text" and key in part and part[key] is None:
        return Fix("Write an empty text", (replace(finding.at, ""),), True, "Nothing is lost: the text is null.", 0.9)
    if key == "mediaType" and key not in part and isinstance(part.get("mimeType"), str):
        why = "The same type, under the name that this version of the SDK has for it."
        return Fix("Rename mimeType to mediaType", (move(f"{holder}/mimeType", finding.at),), True, why, 0.95)
    if key == "text" and key not in part and part.get("type") == "reasoning":
        return _with_text_of_details(finding, part)
    return None


def _with_text_of_details(finding: Finding, part: dict[str, Json]) -> Fix | None:
    """Add the text of reasoning whose texts are in a list of details, as in version 4. The list stays."""
    details = part.get("details", part.get("reasoning"))
    listed = details if isinstance(details, list) else [{"text": details}]
    texts = [detail.get("text") for detail in listed if isinstance(detail, dict)]
    if not texts or not all(isinstance(text, str) for text in texts):
        return None
    why = "The same words, in the field that this version of the SDK reads."
    return Fix("Write the text of the reasoning", (add(finding.at, "".join(map(str, texts))),), True, why, 0.9)


def convert_ui_message(context: RepairContext, finding: Finding) -> Fix | None:
    """Convert a UI message among model messages, if that loses nothing."""
    message, formats = context.message(finding.message_index), context.target.formats
    shown = next((name for name in formats if FORMATS[name].complete is not None), None)
    if shown is None or context.format.name != formats[0] or not is_ui_message(message, context.target):
        return None
    converted = converted_to([message], shown, context.format.name)
    if not converted or not context.in_list or lost_words([message], converted):
        return None
    patch = [replace(context.pointer(finding.message_index), converted[0])]
    patch += [add(context.pointer(finding.message_index + 1), other) for other in converted[1:]]
    why = "The same content, as the SDK's own conversion writes it."
    return Fix("Convert the UI message", tuple(patch), True, why, 0.9)


def state_missing_output(context: RepairContext, finding: Finding) -> Fix | None:
    """Add the output of a tool that returned nothing, as the SDK itself writes it."""
    holder, _, key = finding.at.rpartition("/")
    part = context.value(holder)
    if key != "output" or not isinstance(part, dict) or part.get("type") != "tool-result" or "output" in part:
        return None
    if part.keys() & {"result", "content"}:
        return None  # the output is there, in the shape of another version
    why = "JSON has no `undefined`, so the output of a tool that returns nothing is absent. The SDK writes it as null."
    return Fix("Write the empty output as null", (add(finding.at, {"type": "json", "value": None}),), True, why, 0.8)


NO_ERROR_TEXT = "No text was recorded for this error."
"""The placeholder for the text of an error. It states the fact, not the reason."""


def state_missing_error(context: RepairContext, finding: Finding) -> Fix | None:
    """Add the text of a failed call, which states that none was recorded."""
    part = context.value(finding.at)
    if not isinstance(part, dict) or part.get("state") != "output-error" or isinstance(part.get("errorText"), str):
        return None
    why = "The file contains no text of the error; the placeholder states that and nothing else."
    return Fix(
        "State that no error text was recorded", (add(f"{finding.at}/errorText", NO_ERROR_TEXT),), True, why, 0.8
    )


@rule(
    "FM807",
    "sdk-message-invalid",
    fix=first_of(convert_ui_message, write_in_own_fields, state_missing_error, state_missing_output, leave_out_null),
    explains="consequence",
)
def sdk_message_invalid(chat: Chat, target: Target) -> Iterator[Violation]:
    """The SDK throws an error for this message before anything is sent.

    The SDK checks a list of messages against a schema, or reads fields without checking that they exist. This
    usually comes from a message that another program stored, or that was edited by hand.

    Bad (ai@6):
        [{"role": "user", "content": [{"type": "text", "text": "Hello", "providerOptions": null}]}]
    Good (ai@6):
        [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]
    """
    if target.throws is None:
        return
    start = chat.own_prompt
    for thrown in target.throws(chat.messages[start:]):
        index = thrown.message + start
        cause = UNCONVERTED if is_ui_message(chat.messages[index], target) else f"thrown {index}"
        violation = at_message(index, thrown.text, thrown.path, severity=thrown.severity, cause=cause, id=thrown.id)
        yield violation._replace(words=thrown.words)
