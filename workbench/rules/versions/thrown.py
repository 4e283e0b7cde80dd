"""Errors that the SDK throws before it sends anything."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import remove
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.editing.context import RepairContext
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


@rule("FM807", "sdk-message-invalid", fix=leave_out_null, explains="consequence")
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
        cause = "ui" if is_ui_message(chat.messages[index], target) else f"thrown {index}"
        violation = at_message(index, thrown.text, thrown.path, severity=thrown.severity, cause=cause, id=thrown.id)
        yield violation._replace(words=thrown.words)
